/*
 * The encoder as a whole, and the stages of one frame in their order.
 */
#ifndef HEDRA_EXAMPLES_H264_FRAME_H
#define HEDRA_EXAMPLES_H264_FRAME_H

#include "encoder.h"
#include "rate.h"
#include "settings.h"
#include "stream.h"
#include "y4m.h"

#include <stddef.h>
#include <stdint.h>

/* What --times tells apart, in the order of a frame. */
enum stage {
    STAGE_INPUT,
    STAGE_MODES,
    STAGE_REFERENCE,
    STAGE_SEARCH,
    STAGE_QUARTERS,
    STAGE_AGREE,
    STAGE_KINDS,
    STAGE_INTER,
    STAGE_BEFORE,
    STAGE_INTRA,
    STAGE_AFTER,
    STAGE_COUNTS,
    STAGE_ENTROPY,
    STAGE_JOIN,
    STAGE_DEBLOCK,
    STAGES
};

/* All arrays of the encoder. Those for the host are touched by it between
 * frames, all others stay on the device. */
struct arrays {
    char *store; /* where all of these lie: */
    size_t stored;
    uint8_t *luma, *chroma;    /* the source */
    uint8_t *rec, *rec_chroma; /* the reconstruction */
    uint8_t *ref, *ref_chroma; /* what vectors point to */
    int16_t *six;
    uint8_t *kind, *pcm, *coded, *pattern, *count, *strength, *on;
    int16_t *mvx, *mvy, *px, *py, *sx, *sy, *nvx, *nvy, *level;
    int *least, *flat, *last, *last_pcm, *length, *owner;
    /* Of intra coding with a correction of DC: */
    int *base, *base_chroma, *sum, *sum_chroma, *dc, *dc_chroma;
    uint8_t *bottom, *right, *bottom_chroma, *right_chroma;
    uint8_t *mean, *mean_chroma, *mode, *mode_chroma;
    int64_t *at;
    uint32_t *bits;
    uint16_t *part;
    /* For the host: */
    uint8_t *samples; /* a frame as it is read */
    uint32_t *out;    /* a frame's bits */
    uint8_t *copy;    /* kinds, or a reconstruction */
    uint8_t *copy_kind, *copy_coded;
    uint16_t *copy_part;
    int *cost;
};

struct encoder {
    struct settings s;
    struct sequence q;
    struct arrays a;
    struct rate rate;
    struct y4m in;
    struct output out, recon;
    int my, mx, n, pad;
    int reach;       /* how far vectors may go, in whole samples */
    int number, idr; /* frame_num, IDR frames so far */
    long frame;
    bool pcm; /* some of its macroblocks, or of the last one's, are too long */
    double error; /* sum of squares over all frames, for --stats */
    double seconds[STAGES], since;
    double parts[2][PARTS]; /* bits of I and of P frames, for --bits */
};

/* Finds each array's place in e->a.store, or how large that is to be
 * (e->a.stored) if there is none yet. */
void frame_take_all(struct encoder *e);

/* Encodes the frame in e->a.samples and writes its NAL unit. */
void frame_encode(struct encoder *e, const struct slice *slice);

/* The name of a stage. */
const char *frame_stage_name(enum stage stage);

#endif
