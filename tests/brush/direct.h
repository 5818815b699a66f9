/*
 * Generalised brackets by their definition (brush/algebra/bracket.h), slowly: a
 * Gauss-Legendre sum over t, and for each t and axis a Gauss-Hermite sum over
 * both electrons' coordinates. No recurrence is used.
 */
#ifndef HEDRA_TESTS_BRUSH_DIRECT_H
#define HEDRA_TESTS_BRUSH_DIRECT_H

#include "brush/algebra/algebra.h"

/* Exponents alpha beta gamma delta and the centres A B C D in bohr. */
struct direct_place {
    double exponent[4];
    double centre[4][3];
};

double direct_evaluate(const struct bracket *b, const struct direct_place *at);

#endif
