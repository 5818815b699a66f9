/* Exponentials, logarithms and powers of doubles. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,fma")
#pragma GCC optimize("fp-contract=off")
#endif

#include "runtime/math/avx2.h"

#include <math.h>

/* Exponentials ------------------------------------------------------------- */

/* e^(x + rest) */
INLINE __m256d exp4(__m256d x, __m256d rest)
{
    const double *table = (const double *)(const void *)math_exp_table;
    __m256d shifted =
        fma4(all(0x1.71547652b82fep0 * MATH_EXP_TABLE), x, all(SHIFT));
    __m256i k = _mm256_castpd_si256(shifted);
    __m256d whole = _mm256_sub_pd(shifted, all(SHIFT));
    __m256d r = fma4(whole, all(-0x1.cf79abc9e3b3ap-47),
                     fma4(whole, all(-0x1.62e42fefa0000p-8), x));
    __m256i at = _mm256_and_si256(k, all_bits(MATH_EXP_TABLE - 1));
    __m256d column[2];

    columns2(table, 2, places4(at), column);
    __m256d tail = column[0];
    __m256d scale = _mm256_castsi256_pd(_mm256_add_epi64(
        _mm256_castpd_si256(column[1]), _mm256_slli_epi64(k, 45)));
    r = _mm256_add_pd(r, rest);
    __m256d r2 = mul4(r, r);
    __m256d low = fma4(r, all(0x1.555555555543cp-3), all(0x1.ffffffffffdbdp-2));
    __m256d high =
        fma4(r, all(0x1.1111167a4d017p-7), all(0x1.55555cf172b91p-5));
    __m256d more =
        fma4(mul4(r2, r2), high, fma4(r2, low, _mm256_add_pd(tail, r)));

    return fma4(scale, more, scale);
}

INLINE __m256d fast_exp(__m256d x)
{
    return exp4(x, all(0));
}

/* The squares of smaller numbers, but 0, trap. */
INLINE __m256d is_known_to_exp(__m256d x)
{
    __m256d size = magnitude4(x);

    return _mm256_or_pd(SAME4(size, 0),
                        _mm256_and_pd(FROM4(size, 0x1p-54), LESS4(size, 512)));
}

MATH_DOUBLES(exp, is_known_to_exp(x))

/* Logarithms --------------------------------------------------------------- */

/* The first bits of z, in [0.7, 1.4). */
#define FIRST 0x3fe6955500000000u

/* log x of a normal positive x, to 68 bits, and to those of a double. */
INLINE __m256d log4(__m256d x, __m256d *rest)
{
    __m256i bits = _mm256_castpd_si256(x);
    __m256i over = _mm256_sub_epi64(bits, all_bits(FIRST));
    __m256i at = _mm256_and_si256(_mm256_srli_epi64(over, 45),
                                  all_bits(MATH_LOG_TABLE - 1));
    __m256i top = _mm256_and_si256(over, all_bits(0xfffull << 52));
    __m256d z = _mm256_castsi256_pd(_mm256_sub_epi64(bits, top));
    /* The bits of a double that is the power and 2^52 more. */
    __m256i power =
        _mm256_srli_epi64(_mm256_add_epi64(top, all_bits(1023ull << 52)), 52);
    __m256d k = _mm256_sub_pd(
        _mm256_castsi256_pd(_mm256_or_si256(power, all_bits(0x433ull << 52))),
        all(0x1p52 + 1023));
    __m256d column[4];

    columns4(math_log_table, at, column);
    __m256d r = _mm256_fmsub_pd(z, column[0], all(1));
    __m256d t1 = fma4(k, all(0x1.62e42fefa3800p-1), column[1]);
    __m256d t2 = _mm256_add_pd(t1, r);
    __m256d low = fma4(k, all(0x1.ef35793c76730p-45), column[2]);
    __m256d half = mul4(all(-0.5), r), half2 = mul4(r, half);
    __m256d high = _mm256_add_pd(t2, half2);
    low = _mm256_add_pd(low, _mm256_add_pd(_mm256_sub_pd(t1, t2), r));
    low = _mm256_add_pd(low, _mm256_fmsub_pd(half, r, half2));
    low = _mm256_add_pd(low, _mm256_add_pd(_mm256_sub_pd(t2, high), half2));
    __m256d p =
        fma4(r, all(0x1.0002b8b263fc3p-3 * 8), all(-0x1.2495b9b4845e9p-3 * 8));
    p = fma4(
        half2, p,
        fma4(r, all(-0x1.555555529a47ap-3 * 4), all(0x1.999999959554ep-3 * 4)));
    p = fma4(
        half2, p,
        fma4(r, all(0x1.0000000000006p-2 * 2), all(-0x1.555555555556p-2 * 2)));
    low = fma4(mul4(r, half2), p, low);
    __m256d y = _mm256_add_pd(high, low);

    *rest = _mm256_add_pd(_mm256_sub_pd(high, y), low);
    return y;
}

/* The C library's logarithm is within 0.52 units in the last place of the exact
 * one: it is the nearest double, unless the exact one is nearly in the middle
 * between two. If the exact one is so, `other` is the second nearest; else it
 * is the nearest as well. */
INLINE __m256d log_or4(__m256d x, __m256d *other)
{
    __m256d rest, y = log4(x, &rest);
    __m256d unit =
        _mm256_and_pd(y, _mm256_castsi256_pd(all_bits(0x7ffull << 52)));
    __m256d more = mul4(unit, all(0.0205 * 0x1p-52));
    __m256d away = _mm256_or_pd(more, _mm256_and_pd(rest, all(-0.0)));

    *other = _mm256_add_pd(y, _mm256_add_pd(rest, away));
    return y;
}

INLINE __m256d is_normal(__m256d x)
{
    return _mm256_and_pd(FROM4(x, 0x1p-1022), LESS4(x, INFINITY));
}

/* Those that are tried give the second nearest. */
static void try_log(const void *x, const void *y, void *result)
{
    __m256d other;

    (void)y;
    log_or4(_mm256_loadu_pd(x), &other);
    _mm256_storeu_pd(result, other);
}

MATH_LATE_double(log, 1)

    __m256d _ZGVdN4v_hedra_log(__m256d x)
{
    __m256d known = is_normal(x), other;

    if (_mm256_movemask_pd(known) == 0 || !math_is(MATH_log, MATH_EQUAL))
        return late_log(x);
    __m256d y = log_or4(_mm256_blendv_pd(all(1), x, known), &other);
    known = _mm256_and_pd(known, _mm256_cmp_pd(y, other, _CMP_EQ_OQ));
    int others = ~_mm256_movemask_pd(known) & 15;
    if (__builtin_expect(others == 0, 1))
        return y;
    return math_ask_double1(x, y, others, log);
}

/* Powers ------------------------------------------------------------------- */

/* x^y of normal positive x; 1 where the result is not of ordinary size: there
 * `known` becomes false. */
INLINE __m256d known_pow(__m256d x, __m256d y, __m256d *known)
{
    __m256d rest, log = log4(x, &rest);
    __m256d exponent = mul4(y, log);
    __m256d more = fma4(y, rest, _mm256_fmsub_pd(y, log, exponent));
    __m256d small = LESS4(magnitude4(exponent), 512);

    *known = _mm256_and_pd(*known, small);
    return exp4(_mm256_and_pd(exponent, small), _mm256_and_pd(more, small));
}

static void try_pow(const void *x, const void *y, void *result)
{
    __m256d known = all(0);

    _mm256_storeu_pd(result,
                     known_pow(_mm256_loadu_pd(x), _mm256_loadu_pd(y), &known));
}

MATH_LATE_double(pow, 2)

    /* Known are powers of normal positive numbers, whole ones of negative
     * numbers, and positive ones of 0. */
    __m256d _ZGVdN4vv_hedra_pow(__m256d x, __m256d y)
{
    __m256d size = magnitude4(x), much = magnitude4(y);
    __m256d whole =
        _mm256_cmp_pd(y, _mm256_round_pd(y, MATH_NEAREST), _CMP_EQ_OQ);
    __m256d some = _mm256_cmp_pd(x, all(0), _CMP_NEQ_UQ);
    __m256d known =
        _mm256_and_pd(is_normal(size), _mm256_or_pd(whole, FROM4(x, 0)));

    known = _mm256_or_pd(known, _mm256_andnot_pd(some, FROM4(y, 0x1p-60)));
    known = _mm256_and_pd(known, LESS4(much, 0x1p51));
    known = _mm256_and_pd(known,
                          _mm256_or_pd(FROM4(much, 0x1p-60), SAME4(much, 0)));
    if (_mm256_movemask_pd(known) == 0 || !math_is(MATH_pow, MATH_EQUAL))
        return late_pow(x, y);
    __m256d base = _mm256_blendv_pd(all(1), size, _mm256_and_pd(known, some));
    __m256d exponent = _mm256_and_pd(y, known);
    __m256i shifted = _mm256_castpd_si256(_mm256_add_pd(exponent, all(SHIFT)));
    __m256d odd = _mm256_castsi256_pd(_mm256_slli_epi64(shifted, 63));
    __m256d minus = _mm256_and_pd(_mm256_and_pd(x, whole), odd);
    __m256d result = _mm256_and_pd(some, known_pow(base, exponent, &known));
    int others = ~_mm256_movemask_pd(known) & 15;

    result = _mm256_or_pd(result, minus);
    if (__builtin_expect(others == 0, 1))
        return result;
    return math_ask_double2(x, y, result, others, pow);
}

#endif
