/* Lanes that ask the C library. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,fma")
#endif

#include "runtime/math/avx2.h"

#define ASK(name, vector, type, count, lanes, store, load)                     \
    vector name(MATH_PARAMETERS_##count(vector), vector result, int which,     \
                type (*function)(MATH_PARAMETERS_##count(type)))               \
    {                                                                          \
        type from[2][lanes], to[lanes];                                        \
        store(from[0], x);                                                     \
        store(from[1], MATH_LAST_##count);                                     \
        store(to, result);                                                     \
        for (int k = 0; k < (lanes); k++)                                      \
            if (which >> k & 1)                                                \
                to[k] = MATH_CALL_##count(function, from[0][k], from[1][k]);   \
        return load(to);                                                       \
    }
#define ASK_FLOAT(count)                                                       \
    ASK(math_ask_float##count, __m256, float, count, 8, _mm256_storeu_ps,      \
        _mm256_loadu_ps)
#define ASK_DOUBLE(count)                                                      \
    ASK(math_ask_double##count, __m256d, double, count, 4, _mm256_storeu_pd,   \
        _mm256_loadu_pd)
ASK_FLOAT(1)
ASK_FLOAT(2)
ASK_DOUBLE(1)
ASK_DOUBLE(2)

#endif
