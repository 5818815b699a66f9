/* Many codes at once for x86-64 with AVX-512 and its permutations of bytes. */
#if defined __GNUC__ && defined __x86_64__
#include "runtime/order/batch.h"

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi"))),           \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,"                     \
                   "prefer-vector-width=512")
#endif

typedef __m512i V;
#define LANES 64
#define OP(name) _mm512_##name
#define LOAD(from) _mm512_loadu_si512((const void *)(from))
#define STORE(to, v) _mm512_storeu_si512((void *)(to), v)
#define LANE(bytes)                                                            \
    _mm512_broadcast_i32x4(                                                    \
        _mm_loadu_si128((const __m128i *)(const void *)(bytes)))

/* One permutation looks up the whole table. */
struct steps {
    V low, high;
};

static inline void steps_load(struct steps *s, const uint8_t table[128])
{
    s->low = LOAD(table);
    s->high = LOAD(table + 64);
}

static inline __attribute__((always_inline)) V steps_look(const struct steps *s,
                                                          int states, V at)
{
    return _mm512_permutex2var_epi8(s->low, at, s->high);
}

struct folded {
    V all;
};

static inline void folded_load(struct folded *f, const uint8_t table[32])
{
    f->all = _mm512_castsi256_si512(
        _mm256_loadu_si256((const __m256i *)(const void *)table));
}

static inline __attribute__((always_inline)) V
folded_look(const struct folded *f, V at)
{
    return _mm512_permutexvar_epi8(at, f->all);
}

/* Vectors of eight indices each from what the lanes hold, and back. */
static inline void pair_join(V pair[2])
{
    const V first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const V second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    const V joined = _mm512_permutex2var_epi64(pair[0], first, pair[1]);
    pair[1] = _mm512_permutex2var_epi64(pair[0], second, pair[1]);
    pair[0] = joined;
}

static inline void pair_split(V pair[2])
{
    const V low = _mm512_setr_epi64(0, 1, 4, 5, 8, 9, 12, 13);
    const V high = _mm512_setr_epi64(2, 3, 6, 7, 10, 11, 14, 15);
    const V part = _mm512_permutex2var_epi64(pair[0], low, pair[1]);
    pair[1] = _mm512_permutex2var_epi64(pair[0], high, pair[1]);
    pair[0] = part;
}

#include "runtime/order/lanes.inc"

const struct order_loops order_loops_avx512 = {"avx512", LANES,  morton,
                                               split,    encode, decode};
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
