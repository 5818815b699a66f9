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

static inline __m256d all(double value)
{
    return _mm256_set1_pd(value);
}

static inline __m256i all_bits(uint64_t value)
{
    return _mm256_set1_epi64x((int64_t)value);
}

#ifdef __FMA__
/* a * b + c */
static inline __m256d fma4(__m256d a, __m256d b, __m256d c)
{
    return _mm256_fmadd_pd(a, b, c);
}
#endif

/* a * b */
static inline __m256d mul4(__m256d a, __m256d b)
{
    return _mm256_mul_pd(a, b);
}

static inline __m256 join(__m256d low, __m256d high)
{
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}

static inline __m256 magnitude(__m256 x)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

static inline __m256d magnitude4(__m256d x)
{
    return _mm256_andnot_pd(all(-0.0), x);
}

#define LOW(x) _mm256_castps256_ps128(x)
#define HIGH(x) _mm256_extractf128_ps(x, 1)

#define LESS(a, b) _mm256_cmp_ps(a, _mm256_set1_ps(b), _CMP_LT_OQ)
#define FROM(a, b) _mm256_cmp_ps(a, _mm256_set1_ps(b), _CMP_GE_OQ)
#define LESS4(a, b) _mm256_cmp_pd(a, all(b), _CMP_LT_OQ)
#define FROM4(a, b) _mm256_cmp_pd(a, all(b), _CMP_GE_OQ)
#define SAME4(a, b) _mm256_cmp_pd(a, all(b), _CMP_EQ_OQ)

/* The columns of four rows, which a number in each lane says. */
static inline void rows4(const double (*row)[4], __m256i at, __m256d column[4])
{
    __m128i low = _mm256_castsi256_si128(at);
    __m128i high = _mm256_extracti128_si256(at, 1);
    __m256d a = _mm256_loadu_pd(row[_mm_cvtsi128_si64(low)]);
    __m256d b = _mm256_loadu_pd(row[_mm_extract_epi64(low, 1)]);
    __m256d c = _mm256_loadu_pd(row[_mm_cvtsi128_si64(high)]);
    __m256d d = _mm256_loadu_pd(row[_mm_extract_epi64(high, 1)]);
    __m256d even = _mm256_unpacklo_pd(a, b), odd = _mm256_unpackhi_pd(a, b);
    __m256d even2 = _mm256_unpacklo_pd(c, d), odd2 = _mm256_unpackhi_pd(c, d);

    column[0] = _mm256_permute2f128_pd(even, even2, 0x20);
    column[1] = _mm256_permute2f128_pd(odd, odd2, 0x20);
    column[2] = _mm256_permute2f128_pd(even, even2, 0x31);
    column[3] = _mm256_permute2f128_pd(odd, odd2, 0x31);
}

/* What probing calls (local.h) of fast_NAME, of a vector. */
#define MATH_TRIED_float(name)                                                 \
    void math_fast_##name(const void *x, const void *y, void *result)          \
    {                                                                          \
        (void)y;                                                               \
        _mm256_storeu_ps(result, fast_##name(_mm256_loadu_ps(x)));             \
    }
#define MATH_TRIED_double(name)                                                \
    void math_fast_##name(const void *x, const void *y, void *result)          \
    {                                                                          \
        (void)y;                                                               \
        _mm256_storeu_pd(result, fast_##name(_mm256_loadu_pd(x)));             \
    }

/* The function of a vector: fast_NAME for lanes of which `known` is true.
 * Others compute that of 1, which traps nothing, and ask the C library. */
#define MATH_FLOATS(name, known)                                               \
    __m256 _ZGVdN8v_hedra_##name(__m256 x)                                     \
    {                                                                          \
        __m256 ours = known;                                                   \
        int others = ~_mm256_movemask_ps(ours) & 255;                          \
        if (others == 255 || !math_is_known(MATH_##name))                      \
            return math_ask_float1(x, x, 255, name);                           \
        if (__builtin_expect(others == 0, 1))                                  \
            return fast_##name(x);                                             \
        __m256 safe = _mm256_blendv_ps(_mm256_set1_ps(1), x, ours);            \
        return math_ask_float1(x, fast_##name(safe), others, name);            \
    }                                                                          \
    MATH_TRIED_float(name)
#define MATH_DOUBLES(name, known)                                              \
    __m256d _ZGVdN4v_hedra_##name(__m256d x)                                   \
    {                                                                          \
        __m256d ours = known;                                                  \
        int others = ~_mm256_movemask_pd(ours) & 15;                           \
        if (others == 15 || !math_is_known(MATH_##name))                       \
            return math_ask_double1(x, x, 15, name);                           \
        if (__builtin_expect(others == 0, 1))                                  \
            return fast_##name(x);                                             \
        __m256d safe = _mm256_blendv_pd(all(1), x, ours);                      \
        return math_ask_double1(x, fast_##name(safe), others, name);           \
    }                                                                          \
    MATH_TRIED_double(name)

#endif
