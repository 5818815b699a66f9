/*
 * Contracted integrals in long double by McMurchie and Davidson's scheme as
 * they published it (J. Comput. Phys. 26, 218 (1978)): an evaluator that has
 * neither code nor recurrences in common with the kernels but the horizontal
 * R-recurrence, for exponents and distances of any size.
 */
#ifndef HEDRA_TESTS_BRUSH_WIDE_H
#define HEDRA_TESTS_BRUSH_WIDE_H

#include <stdint.h>

enum { WIDE_TERMS = 10 };

/* sum over k of coefficient[k] exp(-exponent[k] r^2) at a centre, times the sum
 * of weight x^i y^j z^k over the terms */
struct wide_function {
    int primitives;
    const double *exponent, *coefficient;
    double centre[3];
    int terms;
    struct wide_term {
        double weight;
        int8_t power[3]; /* up to 3, together too */
    } term[WIDE_TERMS];
};

/* (ab|cd) */
double wide_integral(const struct wide_function f[4]);

#endif
