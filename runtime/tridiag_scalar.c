#include "runtime/tridiag_local.h"

#include <complex.h>
#include <float.h>
#include <math.h>

/* Reals, and complex numbers; SIZE may be any norm. */
#define T float
#define REAL float
#define SIZE(x) fabsf(x)
#define FINITE(x) isfinite(x)
#define NAME(x) x##_float
#include "runtime/tridiag_scalar.inc"
#undef T
#undef NAME
#undef SIZE
#undef FINITE
#define T float complex
#define SIZE(x) (fabsf(crealf(x)) + fabsf(cimagf(x)))
#define FINITE(x) (isfinite(crealf(x)) && isfinite(cimagf(x)))
#define NAME(x) x##_complex_float
#include "runtime/tridiag_scalar.inc"
#undef T
#undef REAL
#undef NAME
#undef SIZE
#undef FINITE
#define T double
#define REAL double
#define SIZE(x) fabs(x)
#define FINITE(x) isfinite(x)
#define NAME(x) x##_double
#include "runtime/tridiag_scalar.inc"
#undef T
#undef NAME
#undef SIZE
#undef FINITE
#define T double complex
#define SIZE(x) (fabs(creal(x)) + fabs(cimag(x)))
#define FINITE(x) (isfinite(creal(x)) && isfinite(cimag(x)))
#define NAME(x) x##_complex_double
#include "runtime/tridiag_scalar.inc"

#define SCALAR(type, ctype, epsilon)                                           \
    {                                                                          \
        sizeof(ctype), epsilon, join_##type, join_d_##type, put_##type,        \
            factor_##type, apply_##type, exchange_##type, find_pivot_##type,   \
            find_infinite_##type, residual_##type                              \
    }

const struct tridiag_scalar tridiag_scalar[TRIDIAG_TYPES] = {
    SCALAR(float, float, FLT_EPSILON), SCALAR(double, double, DBL_EPSILON),
    SCALAR(complex_float, float complex, FLT_EPSILON),
    SCALAR(complex_double, double complex, DBL_EPSILON)};
