/* The loops over pairs for x86-64 with AVX2 and FMA. What other headers define
 * inline must come before, or it would be compiled for it too. */
#if defined __GNUC__ && defined __x86_64__
#include "runtime/md/kernel/kernel.h"

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,bmi2,popcnt"))),  \
                             apply_to = function)
#else
#pragma GCC target("avx2,fma,prefer-vector-width=256")
#endif

#define INLINE static inline __attribute__((always_inline))

/* Lists -------------------------------------------------------------------- */

/* Of the lanes in `open`, those whose exact positions are near. */
static unsigned decide(const struct md_search *s, int32_t i, const int32_t *j,
                       unsigned open)
{
    unsigned near = 0;
    for (; open; open &= open - 1) {
        const int lane = __builtin_ctz(open);
        near |= (unsigned)md_is_near(s, i, j[lane]) << lane;
    }
    return near;
}

INLINE unsigned mask_of(__m256 v)
{
    return (unsigned)_mm256_movemask_ps(v);
}

INLINE void search_some(const struct md_search *s, const int particles,
                        const bool half, int64_t count[MD_GROUP])
{
    const __m256 certain = _mm256_set1_ps(s->certain),
                 possible = _mm256_set1_ps(s->possible);
    const float *const sorted[3] = {s->sorted[0], s->sorted[1], s->sorted[2]};
    const int32_t *const number = s->number;
    const uint64_t *const lanes = s->lanes;
    uint32_t *to[MD_GROUP];
#pragma GCC unroll 2
    for (int p = 0; p < particles; p++)
        to[p] = s->to[p];
    for (int r = 0; r < s->ranges; r++)
        for (uint32_t n = s->range[r][0], end = s->range[r][1]; n < end;
             n += 8) {
            const unsigned inside = end - n >= 8 ? 0xff : (1u << (end - n)) - 1;
            const __m256i j = _mm256_loadu_si256((const void *)(number + n));
            const __m256 x = _mm256_loadu_ps(sorted[0] + n),
                         y = _mm256_loadu_ps(sorted[1] + n),
                         z = _mm256_loadu_ps(sorted[2] + n);
#pragma GCC unroll 2
            for (int p = 0; p < particles; p++) {
                const __m256 dx = x - _mm256_set1_ps(s->at[p][0]),
                             dy = y - _mm256_set1_ps(s->at[p][1]),
                             dz = z - _mm256_set1_ps(s->at[p][2]);
                const __m256 r2 = dx * dx + dy * dy + dz * dz;
                const __m256i self = _mm256_set1_epi32(s->i[p]);
                const unsigned other =
                    half ? mask_of((__m256)_mm256_cmpgt_epi32(j, self))
                         : ~mask_of((__m256)_mm256_cmpeq_epi32(j, self));
                unsigned near =
                    inside & other &
                    mask_of(_mm256_cmp_ps(r2, possible, _CMP_LT_OQ));
                const unsigned open =
                    near & mask_of(_mm256_cmp_ps(r2, certain, _CMP_NLT_UQ));
                if (__builtin_expect(open != 0, 0))
                    near =
                        (near & ~open) | decide(s, s->i[p], number + n, open);
                const __m256i first = _mm256_cvtepu8_epi32(
                    _mm_cvtsi64_si128((long long)lanes[near]));
                _mm256_storeu_si256((void *)to[p],
                                    _mm256_permutevar8x32_epi32(j, first));
                to[p] += __builtin_popcount(near);
            }
        }
#pragma GCC unroll 2
    for (int p = 0; p < particles; p++)
        count[p] = to[p] - s->to[p];
}

static void search(const struct md_search *s, int particles,
                   int64_t count[MD_GROUP])
{
    if (particles == 1)
        search_some(s, 1, s->half, count);
    else if (s->half)
        search_some(s, 2, true, count);
    else
        search_some(s, 2, false, count);
}

/* Four pairs in double ----------------------------------------------------- */

INLINE double sum_of(__m256d v)
{
    const __m128d two =
        _mm_add_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}

#define LANES 4
#define V __m256d
#define REAL double
#define SINGLE 0
#define NAME(x) double_##x
#define SPLAT(r) _mm256_set1_pd(r)
#define ROOT(v) _mm256_sqrt_pd(v)
#define SUM(v) sum_of(v)
#define INSIDE(r2, cut2, v)                                                    \
    _mm256_and_pd(_mm256_cmp_pd(r2, cut2, _CMP_LT_OQ), v)
#define LOOK(row, t) _mm256_i32gather_pd(row, _mm256_cvttpd_epi32(t), 8)

/* Halves of the positions of two particles. */
INLINE __m256d two(const double *low, const double *high)
{
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(low)),
                                _mm_load_pd(high), 1);
}

#define GATHER(from, number, types, near)                                      \
    do {                                                                       \
        const uint32_t *n_ = number;                                           \
        const __m256d a_ = two((from)[n_[0]], (from)[n_[2]]),                  \
                      b_ = two((from)[n_[1]], (from)[n_[3]]),                  \
                      c_ = two((from)[n_[0]] + 2, (from)[n_[2]] + 2),          \
                      d_ = two((from)[n_[1]] + 2, (from)[n_[3]] + 2);          \
        (near)->x = _mm256_unpacklo_pd(a_, b_);                                \
        (near)->y = _mm256_unpackhi_pd(a_, b_);                                \
        (near)->z = _mm256_unpacklo_pd(c_, d_);                                \
        (near)->type = _mm256_unpackhi_pd(c_, d_);                             \
    } while (0)

INLINE void subtract(double (*f)[4], uint32_t j, __m256d by)
{
    _mm256_store_pd(f[j], _mm256_sub_pd(_mm256_load_pd(f[j]), by));
}

/* One after another: a place that fills lists up may come several times. */
INLINE void scatter(double (*f)[4], const uint32_t *j, __m256d x, __m256d y,
                    __m256d z)
{
    const __m256d zero = _mm256_setzero_pd();
    const __m256d xy[2] = {_mm256_unpacklo_pd(x, y), _mm256_unpackhi_pd(x, y)},
                  z0[2] = {_mm256_unpacklo_pd(z, zero),
                           _mm256_unpackhi_pd(z, zero)};
#pragma GCC unroll 2
    for (int odd = 0; odd < 2; odd++) {
        subtract(f, j[odd], _mm256_permute2f128_pd(xy[odd], z0[odd], 0x20));
        subtract(f, j[odd + 2], _mm256_permute2f128_pd(xy[odd], z0[odd], 0x31));
    }
}

#define SCATTER(f, j, x, y, z) scatter(f, j, x, y, z)
#include "runtime/md/kernel/pair.inc"
#undef LANES
#undef V
#undef REAL
#undef SINGLE
#undef NAME
#undef SPLAT
#undef ROOT
#undef SUM
#undef INSIDE
#undef LOOK
#undef GATHER
#undef SCATTER

/* Eight pairs in float ----------------------------------------------------- */

#define LANES 8
#define V __m256
#define REAL float
#define SINGLE 1
#define NAME(x) single_##x
#define SPLAT(r) _mm256_set1_ps(r)
#define ROOT(v) _mm256_sqrt_ps(v)
#define INSIDE(r2, cut2, v)                                                    \
    _mm256_and_ps(_mm256_cmp_ps(r2, cut2, _CMP_LT_OQ), v)
#define LOOK(row, t) _mm256_i32gather_ps(row, _mm256_cvttps_epi32(t), 4)
#define LOW(v) _mm256_cvtps_pd(_mm256_castps256_ps128(v))
#define HIGH(v) _mm256_cvtps_pd(_mm256_extractf128_ps(v, 1))
#define SUM(v) sum_of(_mm256_add_pd(LOW(v), HIGH(v)))

/* The positions of two particles. */
INLINE __m256 both(const float (*x)[4], uint32_t low, uint32_t high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(x[low])),
                                _mm_load_ps(x[high]), 1);
}

#define GATHER(from, number, types, near)                                      \
    do {                                                                       \
        const uint32_t *n_ = number;                                           \
        const __m256 a_ = both(from, n_[0], n_[4]),                            \
                     b_ = both(from, n_[1], n_[5]),                            \
                     c_ = both(from, n_[2], n_[6]),                            \
                     d_ = both(from, n_[3], n_[7]);                            \
        const __m256d ab_ = _mm256_castps_pd(_mm256_unpacklo_ps(a_, b_)),      \
                      cd_ = _mm256_castps_pd(_mm256_unpacklo_ps(c_, d_)),      \
                      zt_ = _mm256_castps_pd(_mm256_unpackhi_ps(a_, b_)),      \
                      tz_ = _mm256_castps_pd(_mm256_unpackhi_ps(c_, d_));      \
        (near)->x = _mm256_castpd_ps(_mm256_unpacklo_pd(ab_, cd_));            \
        (near)->y = _mm256_castpd_ps(_mm256_unpackhi_pd(ab_, cd_));            \
        (near)->z = _mm256_castpd_ps(_mm256_unpacklo_pd(zt_, tz_));            \
        (near)->type = _mm256_castpd_ps(_mm256_unpackhi_pd(zt_, tz_));         \
    } while (0)
#define SCATTER(f, j, x, y, z)                                                 \
    (scatter(f, j, LOW(x), LOW(y), LOW(z)),                                    \
     scatter(f, (j) + 4, HIGH(x), HIGH(y), HIGH(z)))
#include "runtime/md/kernel/pair.inc"

const struct md_kernels md_kernels_avx2 = {
    "avx2", 4, 8, search, double_force, single_force, double_measure};

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
