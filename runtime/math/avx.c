/* Vectors of 32 bytes without AVX2, lane by lane. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx")
#endif

#include "runtime/math/local.h"

#include <math.h>

#define AVX_float(name)                                                        \
    MATH_BY_LANES(__m256, _ZGVcN8v_hedra_##name, float, name, 8)
#define AVX_double(name)                                                       \
    MATH_BY_LANES(__m256d, _ZGVcN4v_hedra_##name, double, name, 4)
#define AVX(name, type, lanes) AVX_##type(name)
MATH_EACH(AVX)
#endif
