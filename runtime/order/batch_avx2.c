/* Many codes at once for x86-64 with AVX2. */
#if defined __GNUC__ && defined __x86_64__
#include "runtime/order/batch.h"

#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))),                  \
                             apply_to = function)
#else
#pragma GCC target("avx2,prefer-vector-width=256")
#endif

typedef __m256i V;
#define LANES 32
#define OP(name) _mm256_##name
#define LOAD(from) _mm256_loadu_si256((const __m256i *)(const void *)(from))
#define STORE(to, v) _mm256_storeu_si256((__m256i *)(void *)(to), v)
#define LANE(bytes)                                                            \
    _mm256_broadcastsi128_si256(                                               \
        _mm_loadu_si128((const __m128i *)(const void *)(bytes)))

/* The table in parts of 16 bytes, which is what a shuffle looks up. */
struct steps {
    V part[8];
};

static inline void steps_load(struct steps *s, const uint8_t table[128])
{
    for (int n = 0; n < 8; n++)
        s->part[n] = LANE(table + 16 * n);
}

/* Bits 4, 5 and 6 of a byte say in which part it is found; blends go by bit 7.
 */
static inline __attribute__((always_inline)) V steps_look(const struct steps *s,
                                                          int states, V at)
{
    V found[8];
#pragma GCC unroll 8
    for (int n = 0; n < (states + 1) / 2; n++)
        found[n] = _mm256_shuffle_epi8(s->part[n], at);
#pragma GCC unroll 3
    for (int bit = 4; bit < 7; bit++) {
        const V high = _mm256_slli_epi16(at, 7 - bit);
        const int apart = 1 << (bit - 4);
#pragma GCC unroll 8
        for (int n = 0; n + apart < (states + 1) / 2; n += 2 * apart)
            found[n] = _mm256_blendv_epi8(found[n], found[n + apart], high);
    }
    return found[0];
}

/* Tables of 32 bytes, of which bit 4 says which half. */
struct folded {
    V half[2];
};

static inline void folded_load(struct folded *f, const uint8_t table[32])
{
    f->half[0] = LANE(table);
    f->half[1] = LANE(table + 16);
}

static inline __attribute__((always_inline)) V
folded_look(const struct folded *f, V at)
{
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(f->half[0], at),
                              _mm256_shuffle_epi8(f->half[1], at),
                              _mm256_slli_epi16(at, 3));
}

/* Vectors of four indices each and what the lanes want. */
static inline void pair_join(V pair[2])
{
    const V first = _mm256_permute2x128_si256(pair[0], pair[1], 0x20);
    pair[1] = _mm256_permute2x128_si256(pair[0], pair[1], 0x31);
    pair[0] = first;
}

static inline void pair_split(V pair[2])
{
    pair_join(pair);
}

#include "runtime/order/lanes.inc"

const struct order_loops order_loops_avx2 = {"avx2", LANES,  morton,
                                             split,  encode, decode};
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
