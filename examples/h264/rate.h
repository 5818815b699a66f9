/*
 * QP of each frame: one for all, or such that the stream has a given rate.
 */
#ifndef HEDRA_EXAMPLES_H264_RATE_H
#define HEDRA_EXAMPLES_H264_RATE_H

#include <stdbool.h>

struct rate {
    bool constant;
    int qp;          /* of the last frame, of all if it is constant */
    double second;   /* bits of a second */
    double frame;    /* bits of a frame, on average */
    double excess;   /* bits so far, less those that were due */
    double intra, p; /* bits at QP 26 that frames of each kind would have */
    int count[2];    /* of P and of I frames, as far as it matters */
    long frames;
    int gop;
};

/* bits: of a second; 0: `qp` for all frames, else for the first one at least.
 * samples: of luma, in a frame. */
void rate_begin(struct rate *rate, int qp, double bits, double per_second,
                int gop, double samples);
/* QP of the next frame. */
int rate_next(struct rate *rate);
/* Takes note of the bits that it had. */
void rate_done(struct rate *rate, bool is_idr, double bits);

#endif
