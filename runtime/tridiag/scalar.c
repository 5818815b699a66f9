/*
 * Arithmetic on single numbers, compiled for each type (scalar.inc).
 */
#include "runtime/tridiag/local.h"

#include <complex.h>
#include <float.h>
#include <math.h>

#define FOR_EACH_TYPE "runtime/tridiag/scalar.inc"
#include "runtime/tridiag/each.inc"

#define SCALAR(type, ctype, epsilon)                                           \
    {                                                                          \
        sizeof(ctype), epsilon, join_##type, join_d_##type, put_##type,        \
            scale_##type, factor_##type, apply_##type, exchange_##type,        \
            find_pivot_##type, find_infinite_##type, residual_##type           \
    }

const struct tridiag_scalar tridiag_scalar[TRIDIAG_TYPES] = {
    SCALAR(float, float, FLT_EPSILON), SCALAR(double, double, DBL_EPSILON),
    SCALAR(complex_float, float complex, FLT_EPSILON),
    SCALAR(complex_double, double complex, DBL_EPSILON)};
