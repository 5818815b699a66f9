/* Angles and lengths of points in the plane, of floats. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,no-fma")
#endif

#include "runtime/math/avx2.h"

#include <math.h>

/* The arc tangents of 1/2, 1, 3/2 and infinity, in two parts, and those of
 * small x: x and a polynomial of x^2 times x, by its odd and even terms. */
static const float angle[] = {0x1.dac67p-2f, 0x1.921fb4p-1f, 0x1.f730bcp-1f,
                              0x1.921fb4p+0f};
static const float less[] = {0x1.586ed2p-28f, 0x1.4442d0p-25f, 0x1.281f68p-25f,
                             0x1.4442d0p-24f};
static const float odd[] = {3.3333334327e-01f, 1.4285714924e-01f,
                            9.0908870101e-02f, 6.6610731184e-02f,
                            4.9768779427e-02f, 1.6285819933e-02f};
static const float even[] = {-2.0000000298e-01f, -1.1111110449e-01f,
                             -7.6918758452e-02f, -5.8335702866e-02f,
                             -3.6531571299e-02f};

INLINE __m256 choose(__m256 mask, __m256 yes, __m256 no)
{
    return _mm256_blendv_ps(no, yes, mask);
}

/* Of 0 or more; from 2^25 on it is a right angle. */
INLINE __m256 positive_atanf(__m256 of)
{
    __m256 x = _mm256_min_ps(_mm256_max_ps(of, one(0x1p-29f)), one(0x1p25f));
    __m256 first = FROM(x, 0.4375f), second = FROM(x, 0.6875f);
    __m256 third = FROM(x, 1.1875f), fourth = FROM(x, 2.4375f);
    __m256 up = choose(second, sub(x, one(1)), sub(add(x, x), one(1)));
    __m256 down = choose(second, add(x, one(1)), add(one(2), x));
    up = choose(third, sub(x, one(1.5f)), up);
    down = choose(third, add(one(1), mul(one(1.5f), x)), down);
    up = choose(fourth, one(-1), up);
    down = choose(fourth, x, down);
    __m256 high = choose(second, one(angle[1]), one(angle[0]));
    __m256 low = choose(second, one(less[1]), one(less[0]));
    high = choose(third, one(angle[2]), high);
    low = choose(third, one(less[2]), low);
    high = choose(fourth, one(angle[3]), high);
    low = choose(fourth, one(less[3]), low);
    __m256 t = choose(first, _mm256_div_ps(up, down), x);
    __m256 z = mul(t, t), w = mul(z, z);
    __m256 sum =
        add(mul(z, polynomial(w, odd, 6)), mul(w, polynomial(w, even, 5)));
    __m256 part = mul(t, sum);
    __m256 y = choose(first, sub(high, sub(sub(part, low), t)), sub(t, part));

    y = choose(FROM(of, 0x1p25f), one(0x1.921fb6p+0f), y);
    return choose(LESS(of, 0x1p-29f), of, y);
}

INLINE __m256 fast_atanf(__m256 x)
{
    return signed_as(positive_atanf(magnitude(x)), x);
}

INLINE __m256 is_zero(__m256 x)
{
    return _mm256_cmp_ps(x, one(0), _CMP_EQ_OQ);
}

/* What is no normal number traps. */
INLINE __m256 is_between(__m256 x, float least, float most)
{
    __m256 size = magnitude(x);

    return _mm256_or_ps(is_zero(x),
                        _mm256_and_ps(LESS(size, most), FROM(size, least)));
}

MATH_FLOATS(atanf, is_between(x, 0x1p-100f, INFINITY))

/* The angle of (x, y): of numbers whose quotient is normal, or of 0. */
INLINE __m256 fast_two_atan2f(__m256 y, __m256 x)
{
    __m256 zero_x = is_zero(x), zero_y = is_zero(y);
    __m256 q = magnitude(_mm256_div_ps(y, choose(zero_x, one(1), x)));
    __m256 z = positive_atanf(q);
    const __m256 pi = one(0x1.921fb6p+1f), low = one(-0x1.777a5cp-24f);

    z = choose(x, sub(pi, sub(z, low)), z);
    z = choose(_mm256_and_ps(zero_y, x), pi, z);
    z = choose(_mm256_andnot_ps(zero_y, zero_x), one(0x1.921fb6p+0f), z);
    return signed_as(z, y);
}

static void try_atan2f(const void *x, const void *y, void *result)
{
    _mm256_storeu_ps(result,
                     fast_two_atan2f(_mm256_loadu_ps(x), _mm256_loadu_ps(y)));
}

MATH_LATE_float(atan2f, 2)

    /* The first one is the ordinate. */
    __m256 _ZGVdN8vv_hedra_atan2f(__m256 x, __m256 y)
{
    __m256 ours = _mm256_and_ps(is_between(x, 0x1p-30f, 0x1p30f),
                                is_between(y, 0x1p-30f, 0x1p30f));
    int others = ~_mm256_movemask_ps(ours) & 255;

    if (others == 255 || !math_is(MATH_atan2f, MATH_EQUAL))
        return late_atan2f(x, y);
    __m256 z =
        fast_two_atan2f(choose(ours, x, one(1)), choose(ours, y, one(1)));
    if (__builtin_expect(others == 0, 1))
        return z;
    return math_ask_float2(x, y, z, others, atan2f);
}

/* Squares of floats are doubles. */
INLINE __m256d length4(__m128 x, __m128 y)
{
    __m256d a = _mm256_cvtps_pd(x), b = _mm256_cvtps_pd(y);

    return _mm256_sqrt_pd(_mm256_add_pd(mul4(a, a), mul4(b, b)));
}

INLINE __m256 fast_two_hypotf(__m256 x, __m256 y)
{
    return join(length4(LOW(x), LOW(y)), length4(HIGH(x), HIGH(y)));
}

static void try_hypotf(const void *x, const void *y, void *result)
{
    _mm256_storeu_ps(result,
                     fast_two_hypotf(_mm256_loadu_ps(x), _mm256_loadu_ps(y)));
}

MATH_LATE_float(hypotf, 2)

    __m256 _ZGVdN8vv_hedra_hypotf(__m256 x, __m256 y)
{
    __m256 ours = _mm256_and_ps(is_between(x, 0x1p-100f, 0x1p126f),
                                is_between(y, 0x1p-100f, 0x1p126f));
    int others = ~_mm256_movemask_ps(ours) & 255;

    if (others == 255 || !math_is(MATH_hypotf, MATH_EQUAL))
        return late_hypotf(x, y);
    __m256 z =
        fast_two_hypotf(choose(ours, x, one(1)), choose(ours, y, one(1)));
    if (__builtin_expect(others == 0, 1))
        return z;
    return math_ask_float2(x, y, z, others, hypotf);
}
#endif
