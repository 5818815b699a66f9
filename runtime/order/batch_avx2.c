/* Many codes at once for x86-64 with AVX2. */
#if defined __GNUC__ && defined __x86_64__
#include "runtime/order/local.h"

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
    int parts;
};

static inline void steps_load(struct steps *s, const uint8_t table[128],
                              int states)
{
    s->parts = (states + 1) / 2;
    for (int n = 0; n < 8; n++)
        s->part[n] = LANE(table + 16 * n);
}

/* A byte finds its part where exclusive or leaves it below 16; else the sum
 * saturates above 127, for which a shuffle gives 0. */
static inline __attribute__((always_inline)) V steps_look(const struct steps *s,
                                                          V at)
{
    const V rest = _mm256_set1_epi8(0x70);
    V found = _mm256_shuffle_epi8(s->part[0], _mm256_adds_epu8(at, rest));
    for (int n = 1; n < s->parts; n++) {
        const V own = _mm256_xor_si256(at, _mm256_set1_epi8((char)(16 * n)));
        found |= _mm256_shuffle_epi8(s->part[n], _mm256_adds_epu8(own, rest));
    }
    return found;
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
