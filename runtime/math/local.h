/* What the files of math/ share. */
#ifndef HEDRA_RUNTIME_MATH_LOCAL_H
#define HEDRA_RUNTIME_MATH_LOCAL_H

#include "runtime/math/math.h"

#include "runtime/include/hedra.h"

#include <stdatomic.h>
#include <stdbool.h>

/* Of one number. The header of kernels, which says of them that there are
 * functions of vectors, is not for those who make these: compilers would make
 * others. */
#define MATH_ONE(name, type, lanes) HEDRA_API type hedra_##name(type x);
MATH_EACH(MATH_ONE)

#if defined __GNUC__ && defined __x86_64__
#include <immintrin.h>

/* The names that compilers give to functions of vectors (Vector Function
 * Application Binary Interface for x86-64): b is SSE2, c AVX, d AVX2, e
 * AVX-512. Each file sees those of the processors that it is compiled for. */
#define MATH_SHORT_float(name) HEDRA_API __m128 _ZGVbN4v_hedra_##name(__m128 x);
#define MATH_SHORT_double(name)                                                \
    HEDRA_API __m128d _ZGVbN2v_hedra_##name(__m128d x);
#define MATH_SHORT(name, type, lanes) MATH_SHORT_##type(name)
MATH_EACH(MATH_SHORT)
#ifdef __AVX__
#define MATH_AVX_float(name)                                                   \
    HEDRA_API __m256 _ZGVcN8v_hedra_##name(__m256 x);                          \
    HEDRA_API __m256 _ZGVdN8v_hedra_##name(__m256 x);
#define MATH_AVX_double(name)                                                  \
    HEDRA_API __m256d _ZGVcN4v_hedra_##name(__m256d x);                        \
    HEDRA_API __m256d _ZGVdN4v_hedra_##name(__m256d x);
#define MATH_AVX(name, type, lanes) MATH_AVX_##type(name)
MATH_EACH(MATH_AVX)
#endif
#ifdef __AVX512F__
#define MATH_LONG_float(name) HEDRA_API __m512 _ZGVeN16v_hedra_##name(__m512 x);
#define MATH_LONG_double(name)                                                 \
    HEDRA_API __m512d _ZGVeN8v_hedra_##name(__m512d x);
#define MATH_LONG(name, type, lanes) MATH_LONG_##type(name)
MATH_EACH(MATH_LONG)
#endif

/* Defines one that asks the C library for each lane. */
#define MATH_BY_LANES(vector, function, type, name, lanes)                     \
    vector function(vector x)                                                  \
    {                                                                          \
        union {                                                                \
            vector all;                                                        \
            type lane[lanes];                                                  \
        } y = {x};                                                             \
        for (int k = 0; k < (lanes); k++)                                      \
            y.lane[k] = name(y.lane[k]);                                       \
        return y.all;                                                          \
    }
#endif

#define MATH_NAME(name, type, lanes) MATH_##name,
enum math_function { MATH_EACH(MATH_NAME) MATH_FUNCTIONS };
#undef MATH_NAME

enum math_answer { MATH_UNKNOWN, MATH_EQUAL, MATH_OTHER };

/* Whether the C library computes each function as vectors do. */
extern _Atomic unsigned char math_answer[MATH_FUNCTIONS];

/* The function of 32 bytes, by the fast way; for AVX2 and FMA. */
void math_fast(enum math_function function, const void *x, void *y);

/* Tries it out. */
bool math_try(enum math_function function);

static inline bool math_is_known(enum math_function function)
{
    unsigned char answer =
        atomic_load_explicit(&math_answer[function], memory_order_relaxed);

    return __builtin_expect(answer == MATH_EQUAL, 1) ||
           (answer == MATH_UNKNOWN && math_try(function));
}

#endif
