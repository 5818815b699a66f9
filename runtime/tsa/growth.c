/*
 * Bounds of how much steps in imaginary time grow or shrink a state, and powers
 * of two that bring it back (growth.h).
 */
#include "runtime/tsa/growth.h"

#include <math.h>

double tsa_suzuki(void)
{
    return 1 / (4 - cbrt(4));
}

static double greatest(const double *link, double uniform, int64_t sites)
{
    double most = link ? 0 : fabs(uniform);
    for (int64_t k = 0; link && k < sites; k++)
        most = fmax(most, fabs(link[k]));
    return most;
}

struct tsa_strengths tsa_strengths_of(const struct hedra_tsa_options *o,
                                      int64_t sites)
{
    struct tsa_strengths s = {greatest(o->link_x, o->vx, sites),
                              greatest(o->link_y, o->vy, sites), 0, 0};
    if (o->potential)
        s.low = s.high = o->potential[0];
    for (int64_t k = 0; o->potential && k < sites; k++) {
        s.low = fmin(s.low, o->potential[k]);
        s.high = fmax(s.high, o->potential[k]);
    }
    return s;
}

double tsa_origin(const struct hedra_tsa_options *o,
                  const struct tsa_strengths *s)
{
    return o->step >= 0 ? s->low : s->high;
}

struct tsa_growth tsa_growth_of(const struct hedra_tsa_options *o,
                                const struct tsa_strengths *s)
{
    /* Half of what the exponents hold, as norms are squares; in float less, so
     * that the smallest amplitudes beside the greatest stay normal numbers. */
    const double room = o->real == HEDRA_TSA_FLOAT ? 40 : 300;
    const double p = o->order == 4 ? tsa_suzuki() : 1;
    const double onward = o->order == 4 ? 4 * p : 1; /* shares of a step */
    const double back = o->order == 4 ? 4 * p - 1 : 0;
    const double time = fabs(o->step), depth = time * (s->high - s->low);
    const double hops = 2 * time * (s->x + s->y) * (onward + back);
    return (struct tsa_growth){hops + back * depth, hops + onward * depth,
                               time * s->y, room};
}

bool tsa_growth_is_risky(const struct tsa_growth *g)
{
    return !(g->up <= g->most && g->down <= g->most);
}

int64_t tsa_growth_steps(const struct tsa_growth *g, double decay, int64_t left)
{
    const double steps = floor(g->most / fmax(g->up, decay));
    return !(steps > 1) ? 1 : steps < (double)left ? (int64_t)steps : left;
}

double tsa_growth_decay(const struct tsa_growth *g, double norm, int64_t steps)
{
    const double before = 2; /* the norm was, at most */
    return fmax(0, 0.5 * log(before / norm) + g->hop) / (double)steps;
}

double tsa_growth_scale(double norm)
{
    int e;
    frexp(norm, &e);
    return ldexp(1, -(e / 2));
}
