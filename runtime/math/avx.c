/* Vectors of 32 bytes without AVX2, lane by lane. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx")
#endif

#include "runtime/math/local.h"

#include <math.h>

#define AVX_float(name, count) MATH_BY_LANES(cN8, __m256, float, name, 8, count)
#define AVX_double(name, count)                                                \
    MATH_BY_LANES(cN4, __m256d, double, name, 4, count)
#define AVX(name, type, lanes, count) AVX_##type(name, count)
MATH_EACH(AVX)
#endif
