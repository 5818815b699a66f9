/*
 * Sums of absolute differences between a block of bytes and the blocks at
 * neighbouring places of another array (window.h). x86 processors have
 * instructions that compare four bytes with those at several places: MPSADBW
 * and VDBPSADBW (Intel 64 and IA-32 Architectures Software Developer's Manual,
 * volume 2).
 */
#include "runtime/host/window.h"

#include "runtime/include/hedra.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    PIECE = 16, /* columns at once */
    /* Rows whose sums over PIECE columns fit 16 bits. */
    ROWS = 16,
    TOGETHER = 16, /* places at once: vectors have 16 sums of 16 bits */
    FEW = 2        /* places that are done one by one */
};

/* What is compared: up to ROWS rows of PIECE columns. */
struct piece {
    const uint8_t *fixed, *moving;
    int64_t fixed_row, moving_row;
    int rows, places;
};

#if defined __GNUC__ && defined __x86_64__
#include <immintrin.h>

#define WITH(features) __attribute__((target(features)))
#define AVX512 WITH("avx512f,avx512bw,avx512vl,avx2")

static __m128i load(const uint8_t *at)
{
    return _mm_loadu_si128((const __m128i *)at);
}

/* Each stores the sums of the piece's places. This one makes them one by one.
 */
static void put_sse2(int32_t *sum, const struct piece *p)
{
    for (int w = 0; w < p->places; w++) {
        const uint8_t *f = p->fixed, *m = p->moving + w;
        __m128i s = _mm_setzero_si128();
        _Pragma("GCC unroll 8") for (int i = 0; i < p->rows; i++)
        {
            s = _mm_add_epi32(s, _mm_sad_epu8(load(f), load(m)));
            f += p->fixed_row;
            m += p->moving_row;
        }
        s = _mm_add_epi32(s, _mm_srli_si128(s, 8));
        sum[w] = _mm_cvtsi128_si32(s);
    }
}

/* TOGETHER places. Each half of a vector has the sums of eight places, of eight
 * columns. */
WITH("avx2")
static void put_avx2(int32_t *sum, const struct piece *p)
{
    /* Which four bytes of both operands, for both halves. */
    enum { FIRST = 0 | 2 << 3, SECOND = 1 | 4 | (3 | 4) << 3 };
    const uint8_t *fixed = p->fixed, *at = p->moving;
    __m256i near = _mm256_setzero_si256(), far = near;

    for (int i = 0; i < p->rows; i++) {
        __m256i f = _mm256_broadcastsi128_si256(load(fixed));
        __m128i middle = load(at + 8);
        /* The last byte of all is at + 30. */
        __m128i last = _mm_srli_si128(load(at + 15), 1);
        __m256i a = _mm256_set_m128i(middle, load(at));
        __m256i b = _mm256_set_m128i(last, middle);
        near = _mm256_add_epi16(near, _mm256_mpsadbw_epu8(a, f, FIRST));
        near = _mm256_add_epi16(near, _mm256_mpsadbw_epu8(a, f, SECOND));
        far = _mm256_add_epi16(far, _mm256_mpsadbw_epu8(b, f, FIRST));
        far = _mm256_add_epi16(far, _mm256_mpsadbw_epu8(b, f, SECOND));
        fixed += p->fixed_row;
        at += p->moving_row;
    }
    for (int k = 0; k < 2; k++) {
        __m256i v = k ? far : near;
        __m128i both = _mm_add_epi16(_mm256_castsi256_si128(v),
                                     _mm256_extracti128_si256(v, 1));
        _mm256_storeu_si256((__m256i *)(sum + 8 * k),
                            _mm256_cvtepu16_epi32(both));
    }
}

/* Four bytes of the row in all lanes of a vector's first half, those eight
 * further on in those of its second half. */
AVX512
static inline __m512i four_of(const uint8_t *row)
{
    int first, second;

    __builtin_memcpy(&first, row, 4);
    __builtin_memcpy(&second, row + 8, 4);
    return _mm512_mask_set1_epi32(_mm512_set1_epi32(first), 0xff00, second);
}

/* Up to TOGETHER places, and one behind them all if `one_more`: a search from
 * -8 to 8 has 17. Each half of a vector has the sums of these places, of eight
 * columns. A quarter of it compares four columns at eight places with the 12
 * bytes there. Bytes that are not there are not loaded. */
AVX512
static inline __attribute__((always_inline)) void
put_places(int32_t *sum, const struct piece *p, int places, bool one_more)
{
    enum { FIRST = 0 | 1 << 2 | 1 << 4 | 2 << 6, SECOND = FIRST + 0x55 };
    const __m512i quarters = _mm512_setr_epi64(0, 1, 1, 2, 1, 2, 2, 3);
    const __mmask32 there =
        one_more ? UINT32_MAX : (UINT32_C(1) << (PIECE + places - 1)) - 1;
    const uint8_t *fixed = p->fixed, *at = p->moving;
    __m512i even = _mm512_setzero_si512(), odd = even;
    __m128i last = _mm_setzero_si128();

    _Pragma("GCC unroll 4") for (int i = 0; i < p->rows; i++)
    {
        __m256i row = _mm256_maskz_loadu_epi8(there, at);
        __m512i m =
            _mm512_permutexvar_epi64(quarters, _mm512_castsi256_si512(row));
        even =
            _mm512_add_epi16(even, _mm512_dbsad_epu8(four_of(fixed), m, FIRST));
        odd = _mm512_add_epi16(
            odd, _mm512_dbsad_epu8(four_of(fixed + 4), m, SECOND));
        if (one_more)
            last = _mm_add_epi64(
                last, _mm_sad_epu8(load(fixed), load(at + TOGETHER)));
        fixed += p->fixed_row;
        at += p->moving_row;
    }
    even = _mm512_add_epi16(even, odd);
    __m256i all = _mm256_add_epi16(_mm512_castsi512_si256(even),
                                   _mm512_extracti64x4_epi64(even, 1));
    _mm512_mask_storeu_epi32(sum, (__mmask16)((1u << places) - 1),
                             _mm512_cvtepu16_epi32(all));
    if (one_more)
        sum[TOGETHER] =
            _mm_cvtsi128_si32(_mm_add_epi64(last, _mm_srli_si128(last, 8)));
}

AVX512
static void put_avx512(int32_t *sum, const struct piece *p)
{
    if (p->places > TOGETHER)
        put_places(sum, p, TOGETHER, true);
    else
        put_places(sum, p, p->places, false);
}

static void put_together(int most, int32_t *sum, const struct piece *p)
{
    if (most >= HEDRA_LEVEL_AVX512 && p->places > FEW)
        put_avx512(sum, p);
    else if (most >= HEDRA_LEVEL_AVX2 && p->places == TOGETHER)
        put_avx2(sum, p);
    else
        put_sse2(sum, p);
}

/* One more than TOGETHER goes with these where there is code for that. */
static void put(int most, int32_t *sum, const struct piece *p)
{
    const int one_more = most >= HEDRA_LEVEL_AVX512;
    int n;

    for (int w = 0; w < p->places; w += n) {
        struct piece some = *p;
        int left = p->places - w;
        n = left <= TOGETHER + one_more ? left : TOGETHER;
        some.moving += w;
        some.places = n;
        put_together(most, sum + w, &some);
    }
}
#else
static void put(int most, int32_t *sum, const struct piece *p)
{
    (void)most;
    for (int w = 0; w < p->places; w++) {
        int32_t s = 0;
        for (int i = 0; i < p->rows; i++) {
            const uint8_t *f = p->fixed + i * p->fixed_row;
            const uint8_t *m = p->moving + i * p->moving_row + w;
            for (int j = 0; j < PIECE; j++)
                s += abs(f[j] - m[j]);
        }
        sum[w] = s;
    }
}
#endif

void window_sums(int most, int32_t *sum, const uint8_t *fixed,
                 int64_t fixed_row, const uint8_t *moving, int64_t moving_row,
                 int rows, int columns, int places)
{
    struct piece p = {fixed, moving, fixed_row, moving_row, rows, places};

    if (rows <= ROWS && columns == PIECE) {
        put(most, sum, &p);
        return;
    }
    for (int w = 0; w < places; w++)
        sum[w] = 0;
    for (int i = 0; i < rows; i += ROWS)
        for (int j = 0; j < columns; j += PIECE) {
            int32_t some[HEDRA_WINDOW];
            p.rows = rows - i < ROWS ? rows - i : ROWS;
            p.fixed = fixed + i * fixed_row + j;
            p.moving = moving + i * moving_row + j;
            put(most, some, &p);
            for (int w = 0; w < places; w++)
                sum[w] += some[w];
        }
}

void hedra_window_sums(int32_t *sum, const uint8_t *fixed, int64_t fixed_row,
                       const uint8_t *moving, int64_t moving_row, int rows,
                       int columns, int64_t places)
{
    window_sums(hedra_level(), sum, fixed, fixed_row, moving, moving_row, rows,
                columns, (int)places);
}
