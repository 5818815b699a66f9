/* Vectors of 64 bytes, as two of 32. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx512f")
#endif

#include "runtime/math/local.h"

#define HALVES(name, vector, half, own, part, count)                           \
    vector MATH_SYMBOL_##count(own, name)(MATH_PARAMETERS_##count(vector))     \
    {                                                                          \
        union {                                                                \
            vector all;                                                        \
            half two[2];                                                       \
        } from = {x}, to = {MATH_LAST_##count};                                \
        for (int k = 0; k < 2; k++)                                            \
            to.two[k] = MATH_CALL_##count(MATH_SYMBOL_##count(part, name),     \
                                          from.two[k], to.two[k]);             \
        return to.all;                                                         \
    }

#define AVX512_float(name, count) HALVES(name, __m512, __m256, eN16, dN8, count)
#define AVX512_double(name, count)                                             \
    HALVES(name, __m512d, __m256d, eN8, dN4, count)
#define AVX512(name, type, lanes, count) AVX512_##type(name, count)
MATH_EACH(AVX512)
#endif
