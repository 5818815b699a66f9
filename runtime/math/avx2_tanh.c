/* Hyperbolic tangents of floats, by e^x - 1. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,no-fma")
#endif

#include "runtime/math/avx2.h"

#include <math.h>

/* What e^x - 1 lacks to x, less than ln 2 / 2, with x^2 / 2 in `square`: a
 * quotient of polynomials. */
INLINE __m256 quotient(__m256 x, __m256 *square)
{
    __m256 half = mul(one(0.5f), x), x2 = mul(x, half);
    __m256 r = add(one(4.0082177293e-06f), mul(x2, one(-2.0109921195e-07f)));

    r = add(one(-7.9365076090e-05f), mul(x2, r));
    r = add(one(1.5873016091e-03f), mul(x2, r));
    r = add(one(-3.3333335072e-02f), mul(x2, r));
    r = add(one(1), mul(x2, r));
    __m256 t = sub(one(3), mul(r, half));
    *square = x2;
    return mul(x2, _mm256_div_ps(sub(r, t), sub(one(6), mul(x, t))));
}

/* e^x - 1, of -2 to 20 but for 0 to 2, without contraction. */
INLINE __m256 less_one(__m256 x)
{
    __m256 sign = _mm256_and_ps(x, one(-0.0f)), size = magnitude(x);
    __m256 near = mul(one(0x1.715476p0f), x);
    __m256i k = _mm256_cvttps_epi32(add(near, _mm256_or_ps(sign, one(0.5f))));
    __m256i few = _mm256_castps_si256(
        _mm256_cmp_ps(size, one(0x1.62e430p-2f), _CMP_LE_OQ));
    k = _mm256_andnot_si256(few, k);
    __m256 n = _mm256_cvtepi32_ps(k);
    __m256 high = sub(x, mul(n, one(0x1.62e3p-1f)));
    __m256 low = mul(n, one(0x1.2fefa2p-17f));
    x = sub(high, low);
    __m256 c = sub(sub(high, x), low), square;
    __m256 e = quotient(x, &square);
    e = sub(sub(mul(x, sub(e, c)), c), square);
    x = sub(x, e);
    /* 2^-k, which is nothing beside 1 if k is large, and of no use if it is
     * negative. */
    __m256i power = _mm256_slli_epi32(k, 23);
    __m256 less = _mm256_castsi256_ps(
        _mm256_sub_epi32(_mm256_set1_epi32(127 << 23), power));
    __m256 positive = LESS(sub(one(0), n), 0);
    __m256 y = add(sub(one(1), _mm256_and_ps(less, positive)), x);
    y = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(y), power));
    y = sub(y, _mm256_andnot_ps(positive, one(1)));
    __m256 first = sub(mul(one(0.5f), x), one(0.5f));
    y = _mm256_blendv_ps(y, first, _mm256_cmp_ps(n, one(-1), _CMP_EQ_OQ));
    return _mm256_blendv_ps(y, x, _mm256_castsi256_ps(few));
}

/* Beyond 9.1 it is rounded to 1; of a small argument it is itself. */
INLINE __m256 fast_tanhf(__m256 x)
{
    __m256 size =
        _mm256_max_ps(_mm256_min_ps(magnitude(x), one(10)), one(0x1p-40f));
    __m256 large = FROM(size, 1), sign = _mm256_and_ps(x, one(-0.0f));
    __m256 twice = add(size, size);
    __m256 t = less_one(_mm256_blendv_ps(sub(one(0), twice), twice, large));
    __m256 up = _mm256_blendv_ps(t, one(2), large);
    __m256 part = _mm256_div_ps(up, add(t, one(2)));
    __m256 y = magnitude(sub(_mm256_and_ps(large, one(1)), part));

    return _mm256_blendv_ps(_mm256_or_ps(y, sign), x,
                            LESS(magnitude(x), 0x1p-40f));
}

/* What is no normal number traps. */
INLINE __m256 is_known(__m256 x)
{
    __m256 size = magnitude(x);
    __m256 zero = _mm256_cmp_ps(x, one(0), _CMP_EQ_OQ);

    return _mm256_and_ps(LESS(size, INFINITY),
                         _mm256_or_ps(FROM(size, 0x1p-126f), zero));
}

MATH_FLOATS(tanhf, is_known(x))
#endif
