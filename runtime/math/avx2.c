/* Vectors of 32 bytes, for x86-64 with AVX2 and FMA. */
#if defined __GNUC__ && defined __x86_64__
#ifndef __clang__ /* which is told for the whole file */
#pragma GCC target("avx2,fma")
#endif

#include "runtime/math/local.h"

#include <immintrin.h>
#include <math.h>

/* Lanes that the fast way does not know ask the C library. */
static __attribute__((noinline)) __m256 ask_ps(__m256 x, __m256 y, int lanes,
                                               float (*function)(float))
{
    float from[8], to[8];

    _mm256_storeu_ps(from, x);
    _mm256_storeu_ps(to, y);
    for (int k = 0; k < 8; k++)
        if (lanes >> k & 1)
            to[k] = function(from[k]);
    return _mm256_loadu_ps(to);
}

static __attribute__((noinline)) __m256d ask_pd(__m256d x, __m256d y, int lanes,
                                                double (*function)(double))
{
    double from[4], to[4];

    _mm256_storeu_pd(from, x);
    _mm256_storeu_pd(to, y);
    for (int k = 0; k < 4; k++)
        if (lanes >> k & 1)
            to[k] = function(from[k]);
    return _mm256_loadu_pd(to);
}

static inline __m256d all(double value)
{
    return _mm256_set1_pd(value);
}

/* a * b + c */
static inline __m256d fma4(__m256d a, __m256d b, __m256d c)
{
    return _mm256_fmadd_pd(a, b, c);
}

/* Exponentials ------------------------------------------------------------- */

/* Adding it rounds to an integer, which is then in the low bits. */
#define SHIFT 0x1.8p52

static inline __m256d expf4(__m128 x)
{
    const double n = MATH_EXPF_TABLE;
    __m256d scaled = all(0x1.71547652b82fep+0 * n), wide = _mm256_cvtps_pd(x);
    __m256d shifted = fma4(scaled, wide, all(SHIFT));
    __m256i k = _mm256_castpd_si256(shifted);
    __m256d r =
        _mm256_fmsub_pd(scaled, wide, _mm256_sub_pd(shifted, all(SHIFT)));
    __m256i at = _mm256_and_si256(k, _mm256_set1_epi64x(MATH_EXPF_TABLE - 1));
    __m256i found = _mm256_i64gather_epi64(
        (const long long *)(const void *)math_expf_table, at, 8);
    __m256d s =
        _mm256_castsi256_pd(_mm256_add_epi64(found, _mm256_slli_epi64(k, 47)));
    __m256d high = fma4(all(0x1.c6af84b912394p-5 / n / n / n), r,
                        all(0x1.ebfce50fac4f3p-3 / n / n));
    __m256d low = fma4(all(0x1.62e42ff0c52d6p-1 / n), r, all(1));

    return _mm256_mul_pd(fma4(high, _mm256_mul_pd(r, r), low), s);
}

static inline __m256d exp4(__m256d x)
{
    const long long *table = (const long long *)(const void *)math_exp_table;
    __m256d shifted =
        fma4(all(0x1.71547652b82fep0 * MATH_EXP_TABLE), x, all(SHIFT));
    __m256i k = _mm256_castpd_si256(shifted);
    __m256d whole = _mm256_sub_pd(shifted, all(SHIFT));
    __m256d r = fma4(whole, all(-0x1.cf79abc9e3b3ap-47),
                     fma4(whole, all(-0x1.62e42fefa0000p-8), x));
    __m256i at = _mm256_slli_epi64(
        _mm256_and_si256(k, _mm256_set1_epi64x(MATH_EXP_TABLE - 1)), 1);
    __m256d tail = _mm256_castsi256_pd(_mm256_i64gather_epi64(table, at, 8));
    __m256d scale = _mm256_castsi256_pd(_mm256_add_epi64(
        _mm256_i64gather_epi64(table + 1, at, 8), _mm256_slli_epi64(k, 45)));
    __m256d r2 = _mm256_mul_pd(r, r);
    __m256d low = fma4(r, all(0x1.555555555543cp-3), all(0x1.ffffffffffdbdp-2));
    __m256d high =
        fma4(r, all(0x1.1111167a4d017p-7), all(0x1.55555cf172b91p-5));
    __m256d more = fma4(_mm256_mul_pd(r2, r2), high,
                        fma4(r2, low, _mm256_add_pd(tail, r)));

    return fma4(scale, more, scale);
}

/* Logarithm ---------------------------------------------------------------- */

static inline __m256d logf4(__m128 x)
{
    const double *table = &math_logf_table[0][0];
    __m128i bits = _mm_castps_si128(x);
    __m128i over = _mm_sub_epi32(bits, _mm_set1_epi32(0x3f330000));
    __m128i at = _mm_slli_epi32(
        _mm_and_si128(_mm_srli_epi32(over, 19), _mm_set1_epi32(15)), 1);
    __m256d power = _mm256_cvtepi32_pd(_mm_srai_epi32(over, 23));
    __m128i top = _mm_and_si128(over, _mm_set1_epi32((int)0xff800000u));
    __m256d z = _mm256_cvtps_pd(_mm_castsi128_ps(_mm_sub_epi32(bits, top)));
    __m256d r = _mm256_fmsub_pd(z, _mm256_i32gather_pd(table, at, 8), all(1));
    __m256d y0 = fma4(power, all(0x1.62e42fefa39efp-1),
                      _mm256_i32gather_pd(table + 1, at, 8));
    __m256d r2 = _mm256_mul_pd(r, r);
    __m256d y = fma4(all(0x1.5575b0be00b6ap-2), r, all(-0x1.ffffef20a4123p-2));

    y = fma4(all(-0x1.00ea348b88334p-2), r2, y);
    return fma4(y, r2, _mm256_add_pd(y0, r));
}

/* Sine and cosine ---------------------------------------------------------- */

/* The sine of x plus so many quarters of a circle. */
static inline __m256d sinf4(__m128 x, int quarters)
{
    __m256d wide = _mm256_cvtps_pd(x);
    __m128i times =
        _mm256_cvttpd_epi32(_mm256_mul_pd(wide, all(0x1.45f306dc9c883p+23)));
    times = _mm_srai_epi32(_mm_add_epi32(times, _mm_set1_epi32(0x800000)), 24);
    __m256d r = _mm256_fnmadd_pd(_mm256_cvtepi32_pd(times),
                                 all(0x1.921fb54442d18p0), wide);
    __m256i quarter =
        _mm256_cvtepi32_epi64(_mm_add_epi32(times, _mm_set1_epi32(quarters)));
    __m256d x2 = _mm256_mul_pd(r, r), x3 = _mm256_mul_pd(r, x2);
    __m256d sine = fma4(x3, all(-0x1.555545995a603p-3), r);
    sine = fma4(
        _mm256_mul_pd(x3, x2),
        fma4(x2, all(-0x1.994eb3774cf24p-13), all(0x1.1107605230bc4p-7)), sine);
    __m256d x4 = _mm256_mul_pd(x2, x2);
    __m256d cosine = fma4(x4, all(0x1.55553e1068f19p-5),
                          fma4(x2, all(-0x1.ffffffd0c621cp-2), all(1)));
    cosine =
        fma4(_mm256_mul_pd(x4, x2),
             fma4(x2, all(0x1.99343027bf8c3p-16), all(-0x1.6c087e89a359dp-10)),
             cosine);
    __m256d y = _mm256_blendv_pd(
        sine, cosine, _mm256_castsi256_pd(_mm256_slli_epi64(quarter, 63)));
    __m256i minus =
        _mm256_slli_epi64(_mm256_and_si256(quarter, _mm256_set1_epi64x(2)), 62);

    return _mm256_xor_pd(y, _mm256_castsi256_pd(minus));
}

/* Vectors ------------------------------------------------------------------ */

static inline __m256 join(__m256d low, __m256d high)
{
    return _mm256_set_m128(_mm256_cvtpd_ps(high), _mm256_cvtpd_ps(low));
}

static inline __m256 magnitude(__m256 x)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

#define LOW(x) _mm256_castps256_ps128(x)
#define HIGH(x) _mm256_extractf128_ps(x, 1)

#define LESS(a, b) _mm256_cmp_ps(a, _mm256_set1_ps(b), _CMP_LT_OQ)
#define FROM(a, b) _mm256_cmp_ps(a, _mm256_set1_ps(b), _CMP_GE_OQ)

static inline __m256 fast_expf(__m256 x)
{
    return join(expf4(LOW(x)), expf4(HIGH(x)));
}

/* The logarithm of 1 is 0, whatever the rounding. */
static inline __m256 fast_logf(__m256 x)
{
    __m256 other = _mm256_cmp_ps(x, _mm256_set1_ps(1), _CMP_NEQ_OQ);

    return _mm256_and_ps(other, join(logf4(LOW(x)), logf4(HIGH(x))));
}

/* Of a small argument the sine is itself, with the sign of a zero. */
static inline __m256 fast_sinf(__m256 x)
{
    return _mm256_blendv_ps(join(sinf4(LOW(x), 0), sinf4(HIGH(x), 0)), x,
                            LESS(magnitude(x), 0x1p-12f));
}

static inline __m256 fast_cosf(__m256 x)
{
    return _mm256_blendv_ps(join(sinf4(LOW(x), 1), sinf4(HIGH(x), 1)),
                            _mm256_set1_ps(1), LESS(magnitude(x), 0x1p-12f));
}

/* The function of a vector: the fast way for lanes of which `known` is true.
 * Others compute that of 1, which traps nothing, and ask the C library. */
#define FLOATS(name, known)                                                    \
    __m256 _ZGVdN8v_hedra_##name(__m256 x)                                     \
    {                                                                          \
        __m256 ours = known;                                                   \
        int others = ~_mm256_movemask_ps(ours) & 255;                          \
        if (others == 255 || !math_is_known(MATH_##name))                      \
            return ask_ps(x, x, 255, name);                                    \
        if (__builtin_expect(others == 0, 1))                                  \
            return fast_##name(x);                                             \
        __m256 safe = _mm256_blendv_ps(_mm256_set1_ps(1), x, ours);            \
        return ask_ps(x, fast_##name(safe), others, name);                     \
    }

/* Nearly all results that are normal. */
FLOATS(expf, LESS(magnitude(x), 87))
/* Normal arguments. */
FLOATS(logf, _mm256_and_ps(FROM(x, 0x1p-126f),
                           _mm256_cmp_ps(x, _mm256_set1_ps(0x1.fffffep127f),
                                         _CMP_LE_OQ)))
/* What two parts of pi / 2 are enough for. */
FLOATS(sinf, LESS(magnitude(x), 120))
FLOATS(cosf, LESS(magnitude(x), 120))

/* The squares of smaller numbers, but 0, trap. */
static inline __m256d is_known_to_exp(__m256d x)
{
    __m256d size = _mm256_andnot_pd(all(-0.0), x);
    __m256d ordinary =
        _mm256_and_pd(_mm256_cmp_pd(size, all(0x1p-54), _CMP_GE_OQ),
                      _mm256_cmp_pd(size, all(512), _CMP_LT_OQ));

    return _mm256_or_pd(_mm256_cmp_pd(size, all(0), _CMP_EQ_OQ), ordinary);
}

__m256d _ZGVdN4v_hedra_exp(__m256d x)
{
    __m256d ours = is_known_to_exp(x);
    int others = ~_mm256_movemask_pd(ours) & 15;

    if (others == 15 || !math_is_known(MATH_exp))
        return ask_pd(x, x, 15, exp);
    if (__builtin_expect(others == 0, 1))
        return exp4(x);
    return ask_pd(x, exp4(_mm256_blendv_pd(all(1), x, ours)), others, exp);
}

void math_fast(enum math_function function, const void *x, void *y)
{
    __m256 floats = _mm256_loadu_ps(x), result = floats;

    switch (function) {
    case MATH_exp:
        result = _mm256_castpd_ps(exp4(_mm256_castps_pd(floats)));
        break;
    case MATH_expf:
        result = fast_expf(floats);
        break;
    case MATH_logf:
        result = fast_logf(floats);
        break;
    case MATH_sinf:
        result = fast_sinf(floats);
        break;
    case MATH_cosf:
        result = fast_cosf(floats);
        break;
    case MATH_FUNCTIONS:
        break;
    }
    _mm256_storeu_ps(y, result);
}

#endif
