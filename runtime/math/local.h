/* What the files of math/ share. */
#ifndef HEDRA_RUNTIME_MATH_LOCAL_H
#define HEDRA_RUNTIME_MATH_LOCAL_H

#include "runtime/math/math.h"

#include "runtime/include/hedra.h"

#include <stdatomic.h>
#include <stdbool.h>

/* Of functions of one number and of two. */
#define MATH_PARAMETERS_1(type) type x
#define MATH_PARAMETERS_2(type) type x, type y
#define MATH_ARGUMENTS_1 x
#define MATH_ARGUMENTS_2 x, y
#define MATH_LAST_1 x
#define MATH_LAST_2 y
#define MATH_CALL_1(function, x, y) function(x)
#define MATH_CALL_2(function, x, y) function(x, y)

/* Of single numbers. The header of kernels, which says of them that there are
 * functions of vectors, is not for those who make these: compilers would make
 * others. */
#define MATH_ONE(name, type, lanes, count)                                     \
    HEDRA_API type hedra_##name(MATH_PARAMETERS_##count(type));
MATH_EACH(MATH_ONE)

#if defined __GNUC__ && defined __x86_64__
#include <immintrin.h>

/* The names that compilers give to functions of vectors (Vector Function
 * Application Binary Interface for x86-64): b is SSE2, c AVX, d AVX2, e
 * AVX-512. Each file sees those of the processors that it is compiled for. */
#define MATH_SYMBOL_1(prefix, name) _ZGV##prefix##v_hedra_##name
#define MATH_SYMBOL_2(prefix, name) _ZGV##prefix##vv_hedra_##name
#define MATH_VECTOR(prefix, vector, name, count)                               \
    HEDRA_API vector MATH_SYMBOL_##count(prefix, name)(                        \
        MATH_PARAMETERS_##count(vector));
#define MATH_SHORT_float(name, count) MATH_VECTOR(bN4, __m128, name, count)
#define MATH_SHORT_double(name, count) MATH_VECTOR(bN2, __m128d, name, count)
#define MATH_SHORT(name, type, lanes, count) MATH_SHORT_##type(name, count)
MATH_EACH(MATH_SHORT)
#ifdef __AVX__
#define MATH_AVX_float(name, count)                                            \
    MATH_VECTOR(cN8, __m256, name, count)                                      \
    MATH_VECTOR(dN8, __m256, name, count)
#define MATH_AVX_double(name, count)                                           \
    MATH_VECTOR(cN4, __m256d, name, count)                                     \
    MATH_VECTOR(dN4, __m256d, name, count)
#define MATH_AVX(name, type, lanes, count) MATH_AVX_##type(name, count)
MATH_EACH(MATH_AVX)
#endif
#ifdef __AVX512F__
#define MATH_LONG_float(name, count) MATH_VECTOR(eN16, __m512, name, count)
#define MATH_LONG_double(name, count) MATH_VECTOR(eN8, __m512d, name, count)
#define MATH_LONG(name, type, lanes, count) MATH_LONG_##type(name, count)
MATH_EACH(MATH_LONG)
#endif

/* Defines one that asks the C library for each lane. */
#define MATH_BY_LANES(prefix, vector, type, name, lanes, count)                \
    vector MATH_SYMBOL_##count(prefix, name)(MATH_PARAMETERS_##count(vector))  \
    {                                                                          \
        union {                                                                \
            vector all;                                                        \
            type lane[lanes];                                                  \
        } from = {x}, to = {MATH_LAST_##count};                                \
        for (int k = 0; k < (lanes); k++)                                      \
            to.lane[k] = MATH_CALL_##count(name, from.lane[k], to.lane[k]);    \
        return to.all;                                                         \
    }
#endif

#define MATH_NAME(name, type, lanes, count) MATH_##name,
enum math_function { MATH_EACH(MATH_NAME) MATH_FUNCTIONS };
#undef MATH_NAME

enum math_answer { MATH_UNKNOWN, MATH_EQUAL, MATH_OTHER };

/* Whether the C library computes each function as vectors do. */
extern _Atomic unsigned char math_answer[MATH_FUNCTIONS];

/* Rounds to an integer, and traps nothing. */
#define MATH_NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)

/* The function of 32 bytes of ordinary arguments, by the fast way, for AVX2 and
 * FMA. Of the logarithm see avx2_double.c. */
typedef void math_fast(const void *x, const void *y, void *result);

/* Tries it out. */
bool math_try(enum math_function function, math_fast *fast);

static inline bool math_is(enum math_function function, enum math_answer answer)
{
    return atomic_load_explicit(&math_answer[function], memory_order_relaxed) ==
           answer;
}

#endif
