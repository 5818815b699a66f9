/* Exponentials, logarithms and powers of floats, in double. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,fma")
#pragma GCC optimize("fp-contract=off")
#endif

#include "runtime/math/avx2.h"

#include <math.h>

/* Exponentials ------------------------------------------------------------- */

/* 2^(k / 32 + r), with k in the low bits of `shifted`, and with the
 * coefficients of r and its powers times those of n. */
INLINE __m256d power4(__m256d shifted, __m256d r, double n)
{
    __m256i k = _mm256_castpd_si256(shifted);
    __m256i at = _mm256_and_si256(k, all_bits(MATH_EXPF_TABLE - 1));
    const int64_t *table = (const int64_t *)math_expf_table;
    struct places p = places4(at);
    __m256i found = _mm256_set_epi64x(table[p.place[3]], table[p.place[2]],
                                      table[p.place[1]], table[p.place[0]]);
    __m256d s =
        _mm256_castsi256_pd(_mm256_add_epi64(found, _mm256_slli_epi64(k, 47)));
    __m256d high = fma4(all(0x1.c6af84b912394p-5 / n / n / n), r,
                        all(0x1.ebfce50fac4f3p-3 / n / n));
    __m256d low = fma4(all(0x1.62e42ff0c52d6p-1 / n), r, all(1));

    return mul4(fma4(high, mul4(r, r), low), s);
}

INLINE __m256d expf4(__m128 x)
{
    __m256d scaled = all(0x1.71547652b82fep+0 * MATH_EXPF_TABLE);
    __m256d wide = _mm256_cvtps_pd(x);
    __m256d shifted = fma4(scaled, wide, all(SHIFT));
    __m256d r =
        _mm256_fmsub_pd(scaled, wide, _mm256_sub_pd(shifted, all(SHIFT)));

    return power4(shifted, r, MATH_EXPF_TABLE);
}

INLINE __m256d exp2f4(__m256d x)
{
    __m256d shift = all(SHIFT / MATH_EXPF_TABLE);
    __m256d shifted = _mm256_add_pd(x, shift);

    return power4(shifted, _mm256_sub_pd(x, _mm256_sub_pd(shifted, shift)), 1);
}

INLINE __m256 fast_expf(__m256 x)
{
    return join(expf4(LOW(x)), expf4(HIGH(x)));
}

INLINE __m256 fast_exp2f(__m256 x)
{
    return join(exp2f4(_mm256_cvtps_pd(LOW(x))),
                exp2f4(_mm256_cvtps_pd(HIGH(x))));
}

/* Nearly all results that are normal. */
MATH_FLOATS(expf, LESS(magnitude(x), 87))
MATH_FLOATS(exp2f, LESS(magnitude(x), 126))

/* Logarithms --------------------------------------------------------------- */

/* x is 2^power * z, with z in [0.7, 1.4), and r is z / c - 1. */
struct parts {
    __m256d power, r;
    __m256d log, log2; /* of c */
};

INLINE struct parts parts4(__m128 x)
{
    __m128i bits = _mm_castps_si128(x);
    __m128i over = _mm_sub_epi32(bits, _mm_set1_epi32(0x3f330000));
    __m128i at = _mm_and_si128(_mm_srli_epi32(over, 19), _mm_set1_epi32(15));
    __m128i top = _mm_and_si128(over, _mm_set1_epi32((int)0xff800000u));
    __m256d z = _mm256_cvtps_pd(_mm_castsi128_ps(_mm_sub_epi32(bits, top)));
    __m256d column[4];

    columns4(math_logf_table, _mm256_cvtepu32_epi64(at), column);
    return (struct parts){
        .power = _mm256_cvtepi32_pd(_mm_srai_epi32(over, 23)),
        .r = _mm256_fmsub_pd(z, column[0], all(1)),
        .log = column[1],
        .log2 = column[2],
    };
}

INLINE __m256d logf4(__m128 x)
{
    struct parts p = parts4(x);
    __m256d y0 = fma4(p.power, all(0x1.62e42fefa39efp-1), p.log);
    __m256d r2 = mul4(p.r, p.r);
    __m256d y =
        fma4(all(0x1.5575b0be00b6ap-2), p.r, all(-0x1.ffffef20a4123p-2));

    y = fma4(all(-0x1.00ea348b88334p-2), r2, y);
    return fma4(y, r2, _mm256_add_pd(y0, p.r));
}

INLINE __m256d log2f4(__m128 x)
{
    struct parts p = parts4(x);
    __m256d r2 = mul4(p.r, p.r);
    __m256d y = fma4(all(0x1.ecabf496832ep-2), p.r, all(-0x1.715479ffae3dep-1));
    __m256d low =
        fma4(all(0x1.715475f35c8b8p0), p.r, _mm256_add_pd(p.log2, p.power));

    y = fma4(all(-0x1.712b6f70a7e4dp-2), r2, y);
    return fma4(y, r2, low);
}

/* The logarithm of 1 is 0, whatever the rounding. */
INLINE __m256 fast_logf(__m256 x)
{
    __m256 other = _mm256_cmp_ps(x, _mm256_set1_ps(1), _CMP_NEQ_OQ);

    return _mm256_and_ps(other, join(logf4(LOW(x)), logf4(HIGH(x))));
}

INLINE __m256 fast_log2f(__m256 x)
{
    __m256 other = _mm256_cmp_ps(x, _mm256_set1_ps(1), _CMP_NEQ_OQ);

    return _mm256_and_ps(other, join(log2f4(LOW(x)), log2f4(HIGH(x))));
}

INLINE __m256 is_normal(__m256 x)
{
    return _mm256_and_ps(FROM(x, 0x1p-126f), LESS(x, INFINITY));
}

MATH_FLOATS(logf, is_normal(x))
MATH_FLOATS(log2f, is_normal(x))

/* Powers ------------------------------------------------------------------- */

/* y log2 x */
INLINE __m256d exponent4(__m128 x, __m128 y)
{
    struct parts p = parts4(x);
    __m256d r2 = mul4(p.r, p.r);
    __m256d high =
        fma4(all(0x1.27616c9496e0bp-2), p.r, all(-0x1.71969a075c67ap-2));
    __m256d middle =
        fma4(all(0x1.ec70a6ca7baddp-2), p.r, all(-0x1.7154748bef6c8p-1));
    __m256d low =
        fma4(all(0x1.71547652ab82bp0), p.r, _mm256_add_pd(p.log2, p.power));

    return mul4(_mm256_cvtps_pd(y),
                fma4(high, mul4(r2, r2), fma4(middle, r2, low)));
}

/* Of exponents of that size results are normal. */
INLINE __m256d is_small(__m256d exponent)
{
    return LESS4(magnitude4(exponent), 126);
}

/* x^y of normal positive x, 1 where the result may not be normal: there `known`
 * becomes false. */
INLINE __m256 known_powf(__m256 x, __m256 y, __m256 *known)
{
    __m256d low = exponent4(LOW(x), LOW(y));
    __m256d high = exponent4(HIGH(x), HIGH(y));
    __m256d small_low = is_small(low), small_high = is_small(high);
    __m256 halves = _mm256_shuffle_ps(_mm256_castpd_ps(small_low),
                                      _mm256_castpd_ps(small_high), 0x88);
    __m256d small = _mm256_permute4x64_pd(_mm256_castps_pd(halves), 0xd8);

    *known = _mm256_and_ps(*known, _mm256_castpd_ps(small));
    return join(exp2f4(_mm256_and_pd(low, small_low)),
                exp2f4(_mm256_and_pd(high, small_high)));
}

static void try_powf(const void *x, const void *y, void *result)
{
    __m256 known = _mm256_setzero_ps();

    _mm256_storeu_ps(
        result, known_powf(_mm256_loadu_ps(x), _mm256_loadu_ps(y), &known));
}

MATH_LATE_float(powf, 2)

    /* Known are powers of normal positive numbers, whole ones of negative
     * numbers, and positive ones of 0. */
    __m256 _ZGVdN8vv_hedra_powf(__m256 x, __m256 y)
{
    __m256 size = magnitude(x);
    __m256 whole =
        _mm256_cmp_ps(y, _mm256_round_ps(y, MATH_NEAREST), _CMP_EQ_OQ);
    __m256 some = _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_NEQ_UQ);
    __m256 known =
        _mm256_and_ps(is_normal(size), _mm256_or_ps(whole, FROM(x, 0)));

    known = _mm256_or_ps(known, _mm256_andnot_ps(some, FROM(y, 0x1p-126f)));
    known = _mm256_and_ps(known, LESS(magnitude(y), 0x1p23f));
    if (_mm256_movemask_ps(known) == 0 || !math_is(MATH_powf, MATH_EQUAL))
        return late_powf(x, y);
    __m256 base =
        _mm256_blendv_ps(_mm256_set1_ps(1), size, _mm256_and_ps(known, some));
    __m256 exponent = _mm256_and_ps(y, known);
    __m256 odd = _mm256_castsi256_ps(
        _mm256_slli_epi32(_mm256_cvtps_epi32(exponent), 31));
    __m256 minus = _mm256_and_ps(_mm256_and_ps(x, whole), odd);
    __m256 result = _mm256_and_ps(some, known_powf(base, exponent, &known));
    int others = ~_mm256_movemask_ps(known) & 255;

    result = _mm256_or_ps(result, minus);
    if (__builtin_expect(others == 0, 1))
        return result;
    return math_ask_float2(x, y, result, others, powf);
}

#endif
