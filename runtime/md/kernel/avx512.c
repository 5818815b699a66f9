/* The loops over pairs for x86-64 with AVX-512. What other headers define
 * inline must come before, or it would be compiled for it too. */
#if defined __GNUC__ && defined __x86_64__
#include "runtime/md/kernel/kernel.h"

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f,avx512dq,avx512vl,fma"))),                  \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq,avx512vl,fma,prefer-vector-width=512")
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

/* What is searched for: places and numbers of particles, and where the next of
 * their neighbours goes. */
struct group {
    __m512 at[MD_GROUP][3];
    __m512i self[MD_GROUP];
    uint32_t *to[MD_GROUP];
};

/* The ranges from `first` to `last` - 1, of which one holds the particles
 * themselves if `own`. Returns whether all is certain; unless `exact`, what is
 * not may be wrong. */
INLINE bool search_ranges(const struct md_search *s, struct group *g,
                          const int particles, int first, int last,
                          const bool own, const bool exact)
{
    const __m512 certain = _mm512_set1_ps(s->certain),
                 possible = _mm512_set1_ps(s->possible);
    __mmask16 open = 0;
    for (int r = first; r < last; r++)
        for (uint32_t n = s->range[r][0], end = s->range[r][1]; n < end;
             n += 16) {
            const __mmask16 lanes =
                (__mmask16)(end - n >= 16 ? 0xffff : (1u << (end - n)) - 1);
            const __m512i j = _mm512_loadu_si512(s->number + n);
            const __m512 x = _mm512_loadu_ps(s->sorted[0] + n),
                         y = _mm512_loadu_ps(s->sorted[1] + n),
                         z = _mm512_loadu_ps(s->sorted[2] + n);
#pragma GCC unroll 2
            for (int p = 0; p < particles; p++) {
                const __m512 dx = x - g->at[p][0], dy = y - g->at[p][1],
                             dz = z - g->at[p][2];
                const __m512 r2 = dx * dx + dy * dy + dz * dz;
                __mmask16 near =
                    _mm512_mask_cmp_ps_mask(lanes, r2, possible, _CMP_LT_OQ);
                if (own && s->half)
                    near = _mm512_mask_cmpgt_epi32_mask(near, j, g->self[p]);
                else if (own)
                    near = _mm512_mask_cmpneq_epi32_mask(near, j, g->self[p]);
                const __mmask16 unsure =
                    _mm512_mask_cmp_ps_mask(near, r2, certain, _CMP_NLT_UQ);
                open |= unsure;
                if (exact)
                    near =
                        (__mmask16)((near & ~unsure) |
                                    decide(s, s->i[p], s->number + n, unsure));
                _mm512_storeu_si512(g->to[p],
                                    _mm512_maskz_compress_epi32(near, j));
                g->to[p] += __builtin_popcount(near);
            }
        }
    return open == 0;
}

INLINE bool search_all(const struct md_search *s, const int particles,
                       const bool half, const bool exact,
                       int64_t count[MD_GROUP])
{
    const int middle = s->ranges / 2;
    struct group g;
    bool sure = true;
#pragma GCC unroll 2
    for (int p = 0; p < particles; p++) {
        for (int a = 0; a < 3; a++)
            g.at[p][a] = _mm512_set1_ps(s->at[p][a]);
        g.self[p] = _mm512_set1_epi32(s->i[p]);
        g.to[p] = s->to[p];
    }
    if (half) {
        sure = search_ranges(s, &g, particles, 0, s->ranges, true, exact);
    } else {
        sure &= search_ranges(s, &g, particles, 0, middle, false, exact);
        sure &=
            search_ranges(s, &g, particles, middle, middle + 1, true, exact);
        sure &= search_ranges(s, &g, particles, middle + 1, s->ranges, false,
                              exact);
    }
#pragma GCC unroll 2
    for (int p = 0; p < particles; p++)
        count[p] = g.to[p] - s->to[p];
    return sure;
}

/* Few groups have a candidate whose exact place must decide. */
static __attribute__((noinline)) void
search_exact(const struct md_search *s, int particles, int64_t count[MD_GROUP])
{
    if (particles == 1)
        search_all(s, 1, s->half, true, count);
    else
        search_all(s, 2, s->half, true, count);
}

static void search(const struct md_search *s, int particles,
                   int64_t count[MD_GROUP])
{
    bool sure;
    if (s->half)
        sure = particles == 1 ? search_all(s, 1, true, false, count)
                              : search_all(s, 2, true, false, count);
    else
        sure = particles == 1 ? search_all(s, 1, false, false, count)
                              : search_all(s, 2, false, false, count);
    if (!sure)
        search_exact(s, particles, count);
}

/* Eight pairs in double ---------------------------------------------------- */

#define LANES 8
#define V __m512d
#define REAL double
#define SINGLE 0
#define NAME(x) double_##x
#define SPLAT(r) _mm512_set1_pd(r)
#define ROOT(v) _mm512_sqrt_pd(v)
#define SUM(v) _mm512_reduce_add_pd(v)
#define INSIDE(r2, cut2, v)                                                    \
    _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(r2, cut2, _CMP_LT_OQ), v)
#define LOOK(row, t) _mm512_i32gather_pd(_mm512_cvttpd_epi32(t), row, 8)

/* The positions of two particles. */
INLINE __m512d two(const double (*x)[4], uint32_t low, uint32_t high)
{
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(x[low])),
                              _mm256_load_pd(x[high]), 1);
}

/* Pairs of lanes are exchanged within 128 bits, then these are collected. */
#define GATHER(from, number, types, near)                                      \
    do {                                                                       \
        const uint32_t *n_ = number;                                           \
        const __m512d a_ = two(from, n_[0], n_[2]),                            \
                      b_ = two(from, n_[1], n_[3]),                            \
                      c_ = two(from, n_[4], n_[6]),                            \
                      d_ = two(from, n_[5], n_[7]);                            \
        const __m512d xz_ = _mm512_unpacklo_pd(a_, b_),                        \
                      yt_ = _mm512_unpackhi_pd(a_, b_),                        \
                      zx_ = _mm512_unpacklo_pd(c_, d_),                        \
                      ty_ = _mm512_unpackhi_pd(c_, d_);                        \
        (near)->x = _mm512_shuffle_f64x2(xz_, zx_, 0x88);                      \
        (near)->z = _mm512_shuffle_f64x2(xz_, zx_, 0xdd);                      \
        (near)->y = _mm512_shuffle_f64x2(yt_, ty_, 0x88);                      \
        (near)->type = _mm512_shuffle_f64x2(yt_, ty_, 0xdd);                   \
    } while (0)

INLINE void subtract(double (*f)[4], uint32_t j, __m256d by)
{
    _mm256_store_pd(f[j], _mm256_sub_pd(_mm256_load_pd(f[j]), by));
}

/* One after another: a place that fills lists up may come several times. */
INLINE void scatter(double (*f)[4], const uint32_t *j, __m512d x, __m512d y,
                    __m512d z)
{
    const __m512d zero = _mm512_setzero_pd();
    const __m512d xy[2] = {_mm512_unpacklo_pd(x, y), _mm512_unpackhi_pd(x, y)},
                  z0[2] = {_mm512_unpacklo_pd(z, zero),
                           _mm512_unpackhi_pd(z, zero)};
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11),
                  high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
#pragma GCC unroll 2
    for (int odd = 0; odd < 2; odd++) {
        const __m512d first = _mm512_permutex2var_pd(xy[odd], low, z0[odd]),
                      second = _mm512_permutex2var_pd(xy[odd], high, z0[odd]);
        subtract(f, j[odd], _mm512_castpd512_pd256(first));
        subtract(f, j[odd + 2], _mm512_extractf64x4_pd(first, 1));
        subtract(f, j[odd + 4], _mm512_castpd512_pd256(second));
        subtract(f, j[odd + 6], _mm512_extractf64x4_pd(second, 1));
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

/* Sixteen pairs in float --------------------------------------------------- */

#define LANES 16
#define V __m512
#define REAL float
#define SINGLE 1
#define NAME(x) single_##x
#define SPLAT(r) _mm512_set1_ps(r)
#define ROOT(v) _mm512_sqrt_ps(v)
#define INSIDE(r2, cut2, v)                                                    \
    _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(r2, cut2, _CMP_LT_OQ), v)
#define LOOK(row, t) _mm512_i32gather_ps(_mm512_cvttps_epi32(t), row, 4)
#define LOW(v) _mm512_cvtps_pd(_mm512_castps512_ps256(v))
#define HIGH(v) _mm512_cvtps_pd(_mm512_extractf32x8_ps(v, 1))
#define SUM(v) _mm512_reduce_add_pd(_mm512_add_pd(LOW(v), HIGH(v)))

/* Positions of particles 0, 4, 8 and 12 of a vector's. */
INLINE __m512 four(const float (*x)[4], const uint32_t *j)
{
    __m512 v = _mm512_castps128_ps512(_mm_load_ps(x[j[0]]));
    v = _mm512_insertf32x4(v, _mm_load_ps(x[j[4]]), 1);
    v = _mm512_insertf32x4(v, _mm_load_ps(x[j[8]]), 2);
    return _mm512_insertf32x4(v, _mm_load_ps(x[j[12]]), 3);
}

#define GATHER(from, number, types, near)                                      \
    do {                                                                       \
        const uint32_t *n_ = number;                                           \
        const __m512 a_ = four(from, n_), b_ = four(from, n_ + 1),             \
                     c_ = four(from, n_ + 2), d_ = four(from, n_ + 3);         \
        const __m512d ab_ = _mm512_castps_pd(_mm512_unpacklo_ps(a_, b_)),      \
                      cd_ = _mm512_castps_pd(_mm512_unpacklo_ps(c_, d_)),      \
                      zt_ = _mm512_castps_pd(_mm512_unpackhi_ps(a_, b_)),      \
                      tz_ = _mm512_castps_pd(_mm512_unpackhi_ps(c_, d_));      \
        (near)->x = _mm512_castpd_ps(_mm512_unpacklo_pd(ab_, cd_));            \
        (near)->y = _mm512_castpd_ps(_mm512_unpackhi_pd(ab_, cd_));            \
        (near)->z = _mm512_castpd_ps(_mm512_unpacklo_pd(zt_, tz_));            \
        (near)->type = _mm512_castpd_ps(_mm512_unpackhi_pd(zt_, tz_));         \
    } while (0)
#define SCATTER(f, j, x, y, z)                                                 \
    (scatter(f, j, LOW(x), LOW(y), LOW(z)),                                    \
     scatter(f, (j) + 8, HIGH(x), HIGH(y), HIGH(z)))
#include "runtime/md/kernel/pair.inc"

const struct md_kernels md_kernels_avx512 = {
    "avx512", 8, 16, search, double_force, single_force, double_measure};

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
