/* The error function of floats. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,no-fma")
#endif

#include "runtime/math/avx2.h"

#include <math.h>

/* Quotients of polynomials: of x^2 up to .84375, of |x| - 1 up to 1.25, and of
 * 1 / x^2, up to 1 / .35 and beyond. */
static const float near_up[] = {1.2837916613e-01f, -3.2504209876e-01f,
                                -2.8481749818e-02f, -5.7702702470e-03f,
                                -2.3763017452e-05f};
static const float near_down[] = {1,
                                  3.9791721106e-01f,
                                  6.5022252500e-02f,
                                  5.0813062117e-03f,
                                  1.3249473704e-04f,
                                  -3.9602282413e-06f};
static const float middle_up[] = {-2.3621185683e-03f, 4.1485610604e-01f,
                                  -3.7220788002e-01f, 3.1834661961e-01f,
                                  -1.1089469492e-01f, 3.5478305072e-02f,
                                  -2.1663755178e-03f};
static const float middle_down[] = {1,
                                    1.0642088205e-01f,
                                    5.4039794207e-01f,
                                    7.1828655899e-02f,
                                    1.2617121637e-01f,
                                    1.3637083583e-02f,
                                    1.1984500103e-02f};
static const float far_up[] = {-9.8649440333e-03f, -6.9385856390e-01f,
                               -1.0558626175e+01f, -6.2375331879e+01f,
                               -1.6239666748e+02f, -1.8460508728e+02f,
                               -8.1287437439e+01f, -9.8143291473e+00f};
static const float far_down[] = {1,
                                 1.9651271820e+01f,
                                 1.3765776062e+02f,
                                 4.3456588745e+02f,
                                 6.4538726807e+02f,
                                 4.2900814819e+02f,
                                 1.0863500214e+02f,
                                 6.5702495575e+00f,
                                 -6.0424413532e-02f};
static const float last_up[] = {-9.8649431020e-03f, -7.9928326607e-01f,
                                -1.7757955551e+01f, -1.6063638306e+02f,
                                -6.3756646729e+02f, -1.0250950928e+03f,
                                -4.8351919556e+02f};
static const float last_down[] = {1,
                                  3.0338060379e+01f,
                                  3.2579251099e+02f,
                                  1.5367296143e+03f,
                                  3.1998581543e+03f,
                                  2.5530502930e+03f,
                                  4.7452853394e+02f,
                                  -2.2440952301e+01f};

#define RATIO(x, up, down)                                                     \
    _mm256_div_ps(polynomial(x, up, sizeof(up) / sizeof *(up)),                \
                  polynomial(x, down, sizeof(down) / sizeof *(down)))

/* Up to .84375; what is small computes itself and a part of it. */
INLINE __m256 near_erff(__m256 x)
{
    __m256 size = magnitude(x), small = LESS(size, 0x1p-28f);
    __m256 ours = _mm256_min_ps(_mm256_max_ps(size, one(0x1p-28f)), one(1));
    __m256 part = RATIO(mul(ours, ours), near_up, near_down);

    return add(x, mul(x, _mm256_blendv_ps(part, one(near_up[0]), small)));
}

INLINE __m256 middle_erff(__m256 size)
{
    return add(one(0x1.b0ac16p-1f),
               RATIO(sub(size, one(1)), middle_up, middle_down));
}

/* From 1.25 on: 1 - e^-x^2 times a function of 1 / x^2, of an x whose square
 * is a float and what is left of it. */
INLINE __m256 far_erff(__m256 size)
{
    __m256 inverse = _mm256_div_ps(one(1), mul(size, size));
    __m256 r = _mm256_blendv_ps(RATIO(inverse, last_up, last_down),
                                RATIO(inverse, far_up, far_down),
                                LESS(size, 0x1.6db6dcp+1f));
    __m256 z = _mm256_castsi256_ps(_mm256_and_si256(
        _mm256_castps_si256(size), _mm256_set1_epi32((int)0xfffff000)));
    __m256 first = sub(mul(signed_as(z, one(-1)), z), one(0.5625f));
    __m256 rest = add(mul(sub(z, size), add(z, size)), r);

    first = _ZGVdN8v_hedra_expf(first);
    return sub(one(1),
               _mm256_div_ps(mul(first, _ZGVdN8v_hedra_expf(rest)), size));
}

/* From 6 on it is rounded to 1. */
INLINE __m256 fast_erff(__m256 x)
{
    __m256 size = magnitude(x), most = FROM(size, 0.84375f);
    __m256 y = near_erff(_mm256_andnot_ps(most, x));

    if (_mm256_movemask_ps(most) == 0)
        return y;
    __m256 large = _mm256_min_ps(_mm256_max_ps(size, one(0.84375f)), one(6));
    __m256 far = FROM(large, 1.25f), more = middle_erff(large);
    if (_mm256_movemask_ps(far) != 0) {
        __m256 beyond = far_erff(_mm256_max_ps(large, one(1.25f)));
        beyond = _mm256_blendv_ps(beyond, one(1), FROM(size, 6));
        more = _mm256_blendv_ps(more, beyond, far);
    }
    return _mm256_blendv_ps(y, signed_as(more, x), most);
}

/* What is no normal number traps. */
INLINE __m256 is_known(__m256 x)
{
    __m256 size = magnitude(x), zero = _mm256_cmp_ps(x, one(0), _CMP_EQ_OQ);

    return _mm256_or_ps(
        zero, _mm256_and_ps(LESS(size, INFINITY), FROM(size, 0x1p-100f)));
}

MATH_FLOATS(erff, is_known(x))
#endif
