/*
 * How much a state in imaginary time may grow or shrink in a step, and so how
 * many steps may be done before it is scaled. Scaling is by powers of two,
 * which changes no bit but of numbers that are too small to be normal ones.
 *
 * With tau = dt / hbar times a stage's share, a pair coupled by V multiplies
 * amplitudes by exp(|V| tau / 2) at most and by exp(-|V| tau / 2) at least, and
 * a site is in eight of them; phases are exp(-(U - origin) tau), and the origin
 * is the least U. A full step is a positive definite matrix: the norm of what
 * its powers make of a state is a logarithmically convex sequence, so that no
 * step shrinks a state more than those before it did. Both libraries, hedra and
 * hedra_mpi, have this of their own.
 */
#ifndef HEDRA_RUNTIME_TSA_GROWTH_H
#define HEDRA_RUNTIME_TSA_GROWTH_H

#include "runtime/include/hedra_tsa.h"

/* The greatest magnitudes of couplings along x and y, the least and the
 * greatest potential. */
struct tsa_strengths {
    double x, y, low, high;
};
/* Returns the strengths of the options' arrays of `sites` numbers, or of the
 * uniform values. */
struct tsa_strengths tsa_strengths_of(const struct hedra_tsa_options *o,
                                      int64_t sites);
/* The potential from which phases count. */
double tsa_origin(const struct hedra_tsa_options *o,
                  const struct tsa_strengths *s);

/* Logarithms of what amplitudes may be multiplied with in a full step: `up` at
 * most, exp(-down) at least; `hop`, of pairs along y at the border between two
 * passes, either way. `most` is what a lattice's numbers have room for. */
struct tsa_growth {
    double up, down, hop, most;
};
struct tsa_growth tsa_growth_of(const struct hedra_tsa_options *o,
                                const struct tsa_strengths *s);
/* Whether one step may leave the numbers' range. */
bool tsa_growth_is_risky(const struct tsa_growth *g);
/* How many of the steps that are left may be done at once, 1 or more, if none
 * shrinks a state of norm 1 by more than exp(-decay). */
int64_t tsa_growth_steps(const struct tsa_growth *g, double decay,
                         int64_t left);
/* `decay` of the steps that follow so many after which the norm is `norm`. */
double tsa_growth_decay(const struct tsa_growth *g, double norm, int64_t steps);
/* The power of two that brings a state of this norm near 1, from 0.25 to 2. */
double tsa_growth_scale(double norm);

/* Order 4: S2(p dt)^2 S2((1 - 4p) dt) S2(p dt)^2, p = 1 / (4 - 4^(1/3)). */
double tsa_suzuki(void);

#endif
