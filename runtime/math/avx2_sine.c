/* Sines and cosines. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,fma")
#pragma GCC optimize("fp-contract=off")
#endif

#include "runtime/math/avx2.h"

#include <math.h>

/* Floats ------------------------------------------------------------------- */

/* The sine of x plus so many quarters of a circle. */
INLINE __m256d sinf4(__m128 x, int quarters)
{
    __m256d wide = _mm256_cvtps_pd(x);
    __m128i times = _mm256_cvttpd_epi32(mul4(wide, all(0x1.45f306dc9c883p+23)));
    times = _mm_srai_epi32(_mm_add_epi32(times, _mm_set1_epi32(0x800000)), 24);
    __m256d r = _mm256_fnmadd_pd(_mm256_cvtepi32_pd(times),
                                 all(0x1.921fb54442d18p0), wide);
    __m256i quarter =
        _mm256_cvtepi32_epi64(_mm_add_epi32(times, _mm_set1_epi32(quarters)));
    __m256d x2 = mul4(r, r), x3 = mul4(r, x2);
    __m256d sine = fma4(x3, all(-0x1.555545995a603p-3), r);
    sine = fma4(
        mul4(x3, x2),
        fma4(x2, all(-0x1.994eb3774cf24p-13), all(0x1.1107605230bc4p-7)), sine);
    __m256d x4 = mul4(x2, x2);
    __m256d cosine = fma4(x4, all(0x1.55553e1068f19p-5),
                          fma4(x2, all(-0x1.ffffffd0c621cp-2), all(1)));
    cosine =
        fma4(mul4(x4, x2),
             fma4(x2, all(0x1.99343027bf8c3p-16), all(-0x1.6c087e89a359dp-10)),
             cosine);
    __m256d y = _mm256_blendv_pd(
        sine, cosine, _mm256_castsi256_pd(_mm256_slli_epi64(quarter, 63)));
    __m256i minus =
        _mm256_slli_epi64(_mm256_and_si256(quarter, _mm256_set1_epi64x(2)), 62);

    return _mm256_xor_pd(y, _mm256_castsi256_pd(minus));
}

/* Of a small argument the sine is itself, with the sign of a zero. */
INLINE __m256 fast_sinf(__m256 x)
{
    return _mm256_blendv_ps(join(sinf4(LOW(x), 0), sinf4(HIGH(x), 0)), x,
                            LESS(magnitude(x), 0x1p-12f));
}

INLINE __m256 fast_cosf(__m256 x)
{
    return _mm256_blendv_ps(join(sinf4(LOW(x), 1), sinf4(HIGH(x), 1)),
                            _mm256_set1_ps(1), LESS(magnitude(x), 0x1p-12f));
}

/* What two parts of pi / 2 are enough for. */
MATH_FLOATS(sinf, LESS(magnitude(x), 120))
MATH_FLOATS(cosf, LESS(magnitude(x), 120))

/* Doubles ------------------------------------------------------------------ */

/* An angle, x + rest, less whole quarters of a circle. */
struct angle {
    __m256d x, rest;
    __m256i quarters;
};

/* pi / 2, and what it lacks. */
#define HALF_PI 0x1.921fb54442d18p0
#define HALF_PI_REST 0x1.1a62633145c07p-54

/* Below the first nothing is taken off an angle, below the second a quarter is,
 * and below the third as many quarters as are in it. */
#define SHORT 0x1.b6p-1
#define MIDDLE 0x1.368fdp1
#define LONG 0x1.921fbp26

INLINE struct angle less_quarters4(__m256d x)
{
    __m256d shifted = fma4(x, all(0x1.45f306dc9c883p-1), all(SHIFT));
    __m256d n = _mm256_sub_pd(shifted, all(SHIFT));
    __m256d third = all(-0x1.cb3b398p-55);
    __m256d last = all(-0x1.d747f23e32ed7p-83);
    __m256d y = _mm256_fnmadd_pd(n, all(0x1.921fb58p0), x);
    y = _mm256_fnmadd_pd(n, all(-0x1.dde973cp-27), y);
    __m256d near = _mm256_fnmadd_pd(n, third, y);
    __m256d rest = _mm256_fnmadd_pd(n, third, _mm256_sub_pd(y, near));
    __m256d nearer = _mm256_fnmadd_pd(n, last, near);
    __m256d more = _mm256_fnmadd_pd(n, last, _mm256_sub_pd(near, nearer));

    return (struct angle){
        .x = nearer,
        .rest = _mm256_add_pd(rest, more),
        .quarters = _mm256_castpd_si256(shifted),
    };
}

/* Those of `b` where the sign bit of `where` is set. */
INLINE struct angle blend(struct angle a, struct angle b, __m256d where)
{
    return (struct angle){
        .x = _mm256_blendv_pd(a.x, b.x, where),
        .rest = _mm256_blendv_pd(a.rest, b.rest, where),
        .quarters = _mm256_castpd_si256(
            _mm256_blendv_pd(_mm256_castsi256_pd(a.quarters),
                             _mm256_castsi256_pd(b.quarters), where)),
    };
}

/* x + x^3 p(x^2), of less than 0.126. */
INLINE __m256d small_sine4(struct angle a)
{
    __m256d x2 = mul4(a.x, a.x);
    __m256d p =
        fma4(all(-0x1.addffc2fcdf59p-26), x2, all(0x1.71de27b9a7ed9p-19));
    p = fma4(p, x2, all(-0x1.a01a019db08b8p-13));
    p = fma4(p, x2, all(0x1.1111111110ecep-7));
    p = fma4(p, x2, all(-0x1.5555555555555p-3));
    p = _mm256_fmsub_pd(p, a.x, mul4(all(0.5), a.rest));

    return _mm256_add_pd(a.x, fma4(p, x2, a.rest));
}

/* The sine where the quarters are even, the cosine where they are odd, and its
 * negative where they are two or three: by those of the nearest multiple of
 * 1 / 128, which the angle is x away from. */
INLINE __m256d sine4(struct angle a)
{
    __m256d odd = _mm256_castsi256_pd(_mm256_slli_epi64(a.quarters, 63));
    __m256d cosines = _mm256_castsi256_pd(
        _mm256_sub_epi64(_mm256_setzero_si256(),
                         _mm256_srli_epi64(_mm256_castpd_si256(odd), 63)));
    __m256d sign = _mm256_and_pd(a.x, all(-0.0)), size = magnitude4(a.x);
    __m256d rest = _mm256_xor_pd(a.rest, sign);
    __m256d shifted = _mm256_add_pd(size, all(0x1.8p45)), column[4];
    __m256i at = _mm256_and_si256(_mm256_castpd_si256(shifted), all_bits(127));
    __m256d x = _mm256_sub_pd(size, _mm256_sub_pd(shifted, all(0x1.8p45)));
    x = _mm256_add_pd(x, _mm256_and_pd(cosines, rest));
    __m256d end = _mm256_andnot_pd(cosines, rest);
    __m256d x2 = mul4(x, x), x3 = mul4(x, x2);
    __m256d third =
        fma4(x2, all(0x1.11110e829872fp-7), all(-0x1.5555555555515p-3));
    __m256d sine = _mm256_blendv_pd(_mm256_add_pd(x, fma4(x3, third, end)),
                                    fma4(x3, third, x), odd);
    __m256d c =
        fma4(x2, all(0x1.6c16bedd9e239p-10), all(-0x1.5555555555535p-5));
    c = fma4(x, end, mul4(x2, fma4(x2, c, all(0.5))));

    columns4(math_sine_table, at, column);
    __m256d minus = _mm256_and_pd(odd, all(-0.0));
    __m256d near = _mm256_blendv_pd(column[0], column[2], odd);
    __m256d near_rest = _mm256_blendv_pd(column[1], column[3], odd);
    __m256d slope =
        _mm256_xor_pd(_mm256_blendv_pd(column[2], column[0], odd), minus);
    __m256d slope_rest =
        _mm256_xor_pd(_mm256_blendv_pd(column[3], column[1], odd), minus);
    __m256d more = fma4(sine, slope_rest, near_rest);
    more = fma4(slope, sine, _mm256_fnmadd_pd(near, c, more));
    __m256d y = _mm256_xor_pd(_mm256_add_pd(near, more),
                              _mm256_andnot_pd(cosines, sign));
    __m256d small = _mm256_andnot_pd(cosines, LESS4(size, 0.126));
    y = _mm256_blendv_pd(y, small_sine4(a), small);
    return _mm256_xor_pd(y,
                         _mm256_castsi256_pd(_mm256_slli_epi64(
                             _mm256_and_si256(a.quarters, all_bits(2)), 62)));
}

/* Of a small argument the sine is itself. */
INLINE __m256d fast_sin(__m256d x)
{
    __m256d tiny = LESS4(magnitude4(x), 0x1p-26);
    __m256i sign = _mm256_srli_epi64(_mm256_castpd_si256(x), 63);
    struct angle middle = {
        .x = _mm256_sub_pd(all(HALF_PI), magnitude4(x)),
        .rest = all(HALF_PI_REST),
        .quarters = _mm256_or_si256(_mm256_slli_epi64(sign, 1), all_bits(1)),
    };
    struct angle none = {_mm256_andnot_pd(tiny, x), all(0), all_bits(0)};
    struct angle a =
        blend(less_quarters4(x), middle, LESS4(magnitude4(x), MIDDLE));

    a = blend(a, none, LESS4(magnitude4(x), SHORT));
    return _mm256_blendv_pd(sine4(a), x, tiny);
}

INLINE __m256d fast_cos(__m256d x)
{
    __m256d tiny = LESS4(magnitude4(x), 0x1p-27);
    __m256d y = _mm256_sub_pd(all(HALF_PI), magnitude4(x));
    __m256d sum = _mm256_add_pd(y, all(HALF_PI_REST));
    struct angle middle = {
        .x = sum,
        .rest = _mm256_add_pd(_mm256_sub_pd(y, sum), all(HALF_PI_REST)),
        .quarters = all_bits(0),
    };
    struct angle none = {_mm256_andnot_pd(tiny, x), all(0), all_bits(1)};
    struct angle a = less_quarters4(x);

    a.quarters = _mm256_add_epi64(a.quarters, all_bits(1));
    a = blend(a, middle, LESS4(magnitude4(x), MIDDLE));
    return sine4(blend(a, none, LESS4(magnitude4(x), SHORT)));
}

/* Of what is no normal number, the sine traps. */
MATH_DOUBLES(sin, _mm256_and_pd(LESS4(magnitude4(x), LONG),
                                _mm256_or_pd(FROM4(magnitude4(x), 0x1p-1022),
                                             SAME4(x, 0))))
MATH_DOUBLES(cos, LESS4(magnitude4(x), LONG))
#endif
