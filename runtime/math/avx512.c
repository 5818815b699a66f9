/* Vectors of 64 bytes, as two of 32. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx512f")
#endif

#include "runtime/math/local.h"

#define HALVES(vector, half, function, part)                                   \
    vector function(vector x)                                                  \
    {                                                                          \
        union {                                                                \
            vector all;                                                        \
            half two[2];                                                       \
        } y = {x};                                                             \
        y.two[0] = part(y.two[0]);                                             \
        y.two[1] = part(y.two[1]);                                             \
        return y.all;                                                          \
    }

#define AVX512_float(name)                                                     \
    HALVES(__m512, __m256, _ZGVeN16v_hedra_##name, _ZGVdN8v_hedra_##name)
#define AVX512_double(name)                                                    \
    HALVES(__m512d, __m256d, _ZGVeN8v_hedra_##name, _ZGVdN4v_hedra_##name)
#define AVX512(name, type, lanes) AVX512_##type(name)
MATH_EACH(AVX512)
#endif
