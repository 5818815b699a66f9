/*
 * What the files share that compute vectors of 32 bytes, for x86-64 with AVX2
 * and FMA. Each of them tells the compiler so before it includes this.
 */
#ifndef HEDRA_RUNTIME_MATH_AVX2_H
#define HEDRA_RUNTIME_MATH_AVX2_H

#include "runtime/math/local.h"

/* Lanes that the fast way does not know, which are the bits of `lanes`, ask the
 * C library. The others are those of `result`. */
__m256 math_ask_float1(__m256 x, __m256 result, int lanes,
                       float (*function)(float));
__m256 math_ask_float2(__m256 x, __m256 y, __m256 result, int lanes,
                       float (*function)(float, float));
__m256d math_ask_double1(__m256d x, __m256d result, int lanes,
                         double (*function)(double));
__m256d math_ask_double2(__m256d x, __m256d y, __m256d result, int lanes,
                         double (*function)(double, double));

/* Adding it rounds a double to an integer, which is then in the low bits. */
#define SHIFT 0x1.8p52

/* Compilers would call them where vectors go through memory. */
#define INLINE static inline __attribute__((always_inline))

INLINE __m256d all(double value)
{
    return _mm256_set1_pd(value);
}

INLINE __m256i all_bits(uint64_t value)
{
    return _mm256_set1_epi64x((int64_t)value);
}

#ifdef __FMA__
/* a * b + c */
INLINE __m256d fma4(__m256d a, __m256d b, __m256d c)
{
    return _mm256_fmadd_pd(a, b, c);
}
#endif

/* a * b */
INLINE __m256d mul4(__m256d a, __m256d b)
{
    return _mm256_mul_pd(a, b);
}

INLINE __m256 join(__m256d low, __m256d high)
{
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}

INLINE __m256 magnitude(__m256 x)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

INLINE __m256d magnitude4(__m256d x)
{
    return _mm256_andnot_pd(all(-0.0), x);
}

#ifndef __FMA__ /* with it compilers would contract them */
INLINE __m256 add(__m256 a, __m256 b)
{
    return _mm256_add_ps(a, b);
}

INLINE __m256 sub(__m256 a, __m256 b)
{
    return _mm256_sub_ps(a, b);
}

INLINE __m256 mul(__m256 a, __m256 b)
{
    return _mm256_mul_ps(a, b);
}

INLINE __m256 one(float value)
{
    return _mm256_set1_ps(value);
}
/* c[0] + x * (c[1] + x * ...), of so many coefficients. */
INLINE __m256 polynomial(__m256 x, const float *c, int count)
{
    __m256 sum = one(c[count - 1]);

    for (int k = count - 2; k >= 0; k--)
        sum = add(one(c[k]), mul(x, sum));
    return sum;
}

/* With the sign of `of`. */
INLINE __m256 signed_as(__m256 size, __m256 of)
{
    return _mm256_xor_ps(size, _mm256_and_ps(of, one(-0.0f)));
}
#endif

#define LOW(x) _mm256_castps256_ps128(x)
#define HIGH(x) _mm256_extractf128_ps(x, 1)

#define LESS(a, b) _mm256_cmp_ps(a, _mm256_set1_ps(b), _CMP_LT_OQ)
#define FROM(a, b) _mm256_cmp_ps(a, _mm256_set1_ps(b), _CMP_GE_OQ)
#define LESS4(a, b) _mm256_cmp_pd(a, all(b), _CMP_LT_OQ)
#define FROM4(a, b) _mm256_cmp_pd(a, all(b), _CMP_GE_OQ)
#define SAME4(a, b) _mm256_cmp_pd(a, all(b), _CMP_EQ_OQ)

/* Numbers of lanes of which each is the place of a row. Processors take longer
 * to gather than to load from four places. */
struct places {
    int64_t place[4];
};

INLINE struct places places4(__m256i at)
{
    __m128i low = _mm256_castsi256_si128(at);
    __m128i high = _mm256_extracti128_si256(at, 1);

    return (struct places){{_mm_cvtsi128_si64(low), _mm_extract_epi64(low, 1),
                            _mm_cvtsi128_si64(high),
                            _mm_extract_epi64(high, 1)}};
}

/* Two columns of rows of so many doubles, from the first one of the table. */
INLINE void columns2(const double *table, int64_t size, struct places at,
                     __m256d column[2])
{
    __m256d even = _mm256_loadu2_m128d(table + size * at.place[2],
                                       table + size * at.place[0]);
    __m256d odd = _mm256_loadu2_m128d(table + size * at.place[3],
                                      table + size * at.place[1]);

    column[0] = _mm256_unpacklo_pd(even, odd);
    column[1] = _mm256_unpackhi_pd(even, odd);
}

/* All of rows of four. */
INLINE void columns4(const double (*table)[4], __m256i at, __m256d column[4])
{
    struct places places = places4(at);

    columns2(table[0], 4, places, column);
    columns2(table[0] + 2, 4, places, column + 2);
}

/* What is tried out (local.h) of fast_NAME, of a vector. */
#define MATH_TRIED_float(name)                                                 \
    static void try_##name(const void *x, const void *y, void *result)         \
    {                                                                          \
        (void)y;                                                               \
        _mm256_storeu_ps(result, fast_##name(_mm256_loadu_ps(x)));             \
    }
#define MATH_TRIED_double(name)                                                \
    static void try_##name(const void *x, const void *y, void *result)         \
    {                                                                          \
        (void)y;                                                               \
        _mm256_storeu_pd(result, fast_##name(_mm256_loadu_pd(x)));             \
    }

/* late_NAME: of vectors that ask the C library, or that know not yet whether
 * they have to. It is called last, so that nothing is saved across a call. */
#define MATH_LATE(name, vector, type, symbol, lanes, count)                    \
    static __attribute__((noinline))                                           \
    vector late_##name(MATH_PARAMETERS_##count(vector))                        \
    {                                                                          \
        if (math_is(MATH_##name, MATH_UNKNOWN) &&                              \
            math_try(MATH_##name, try_##name))                                 \
            return MATH_CALL_##count(MATH_SYMBOL_##count(symbol, name), x, y); \
        return math_ask_##type##count(MATH_ARGUMENTS_##count, x, lanes, name); \
    }
#define MATH_LATE_float(name, count)                                           \
    MATH_LATE(name, __m256, float, dN8, 255, count)
#define MATH_LATE_double(name, count)                                          \
    MATH_LATE(name, __m256d, double, dN4, 15, count)

/* The function of a vector: fast_NAME for lanes of which `known` is true.
 * Others compute that of 1, which traps nothing, and ask the C library. */
#define MATH_FLOATS(name, known)                                               \
    MATH_TRIED_float(name) MATH_LATE_float(name, 1)                            \
        __m256 _ZGVdN8v_hedra_##name(__m256 x)                                 \
    {                                                                          \
        __m256 ours = known;                                                   \
        int others = ~_mm256_movemask_ps(ours) & 255;                          \
        if (others == 255 || !math_is(MATH_##name, MATH_EQUAL))                \
            return late_##name(x);                                             \
        __m256 y = fast_##name(_mm256_blendv_ps(_mm256_set1_ps(1), x, ours));  \
        if (__builtin_expect(others == 0, 1))                                  \
            return y;                                                          \
        return math_ask_float1(x, y, others, name);                            \
    }
#define MATH_DOUBLES(name, known)                                              \
    MATH_TRIED_double(name) MATH_LATE_double(name, 1)                          \
        __m256d _ZGVdN4v_hedra_##name(__m256d x)                               \
    {                                                                          \
        __m256d ours = known;                                                  \
        int others = ~_mm256_movemask_pd(ours) & 15;                           \
        if (others == 15 || !math_is(MATH_##name, MATH_EQUAL))                 \
            return late_##name(x);                                             \
        __m256d y = fast_##name(_mm256_blendv_pd(all(1), x, ours));            \
        if (__builtin_expect(others == 0, 1))                                  \
            return y;                                                          \
        return math_ask_double1(x, y, others, name);                           \
    }

#endif
