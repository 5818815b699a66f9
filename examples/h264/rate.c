/*
 * Rate control: bits fall by about a factor of 2 for each 6 of QP. From the
 * bits of the last frames of each kind follows the QP at which the next one, or
 * a whole group of pictures, meets the rate and what earlier frames left over or
 * owe, within a second.
 */
#include "rate.h"

#include <math.h>

enum { LOWEST = 10, HIGHEST = 51, STEP = 2 };

/* Over how many frames of a kind their bits are averaged. */
enum { FRAMES = 8 };

/* The bits of a sample in an I frame at QP 26, as long as there was none. */
enum { GUESS = 2 };

void rate_begin(struct rate *rate, int qp, double bits, double per_second,
                int gop, double samples)
{
    *rate = (struct rate){.constant = bits <= 0,
                          .qp = qp,
                          .second = bits,
                          .frame = bits / per_second,
                          .intra = GUESS * samples,
                          .gop = gop};
}

int rate_next(struct rate *rate)
{
    double wanted, expected, share;
    int qp;

    if (rate->constant)
        return rate->qp;
    /* Over the next second the excess is to go away. */
    wanted = rate->frame * rate->gop -
             rate->excess * rate->frame * rate->gop / rate->second;
    if (wanted < rate->frame * rate->gop / 4)
        wanted = rate->frame * rate->gop / 4;
    share = rate->p > 0 ? rate->p : rate->intra / 4;
    expected = rate->intra + share * (rate->gop - 1);
    qp = (int)floor(26 + 6 * log2(expected / wanted) + 0.5);
    if (rate->frames == 0) {
        qp = qp < rate->qp ? rate->qp : qp;
    } else if (rate->frames > 1) {
        qp = qp > rate->qp + STEP ? rate->qp + STEP : qp;
        qp = qp < rate->qp - STEP ? rate->qp - STEP : qp;
    }
    rate->qp = qp < LOWEST ? LOWEST : qp > HIGHEST ? HIGHEST : qp;
    return rate->qp;
}

void rate_done(struct rate *rate, bool is_idr, double bits)
{
    double at26 = bits * exp2((rate->qp - 26) / 6.0);
    double *of = is_idr ? &rate->intra : &rate->p;
    int *n = &rate->count[is_idr];

    *n += *n < FRAMES;
    *of += (at26 - *of) / *n;
    rate->excess += bits - rate->frame;
    rate->frames++;
}
