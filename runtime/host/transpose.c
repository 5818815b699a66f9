/*
 * Tiles of rows into columns and back by shuffles of vectors (transpose.h), in
 * as many steps as a tile has bits of width.
 */
#include "runtime/host/transpose.h"

#include "runtime/include/hedra.h"

#include <stdbool.h>
#include <string.h>

/* The rest of a tile of floats fits the first cache beside so many. */
enum { AHEAD = 4, LINE = 64 };

static void fetch_ahead(const void *memory, int size, int64_t steps, bool write)
{
#if defined __GNUC__
    size_t tile = (size_t)size * (size_t)steps * HEDRA_TILE_ROWS;
    const char *at = (const char *)memory + AHEAD * tile;
    for (size_t k = 0; k < tile; k += LINE)
        if (write)
            __builtin_prefetch(at + k, 1);
        else
            __builtin_prefetch(at + k);
#else
    (void)memory, (void)size, (void)steps, (void)write;
#endif
}

/* Squares ------------------------------------------------------------------ */

/* square_SIZE_VERSION makes the rows of a square, `from_row` elements apart,
 * the columns of another one. Elements are moved as they are, whatever their
 * type.
 */

#if defined __GNUC__ && defined __x86_64__
#include <immintrin.h>

#define WITH(features) __attribute__((target(features)))
#define ALL _Pragma("GCC unroll 16")

static void square_4_sse(void *to, int64_t to_row, const void *from,
                         int64_t from_row)
{
    const float *f = from;
    float *t = to;
    __m128 r[4];
    ALL for (int k = 0; k < 4; k++) r[k] = _mm_loadu_ps(f + k * from_row);
    _MM_TRANSPOSE4_PS(r[0], r[1], r[2], r[3]);
    ALL for (int k = 0; k < 4; k++) _mm_storeu_ps(t + k * to_row, r[k]);
}

static void square_8_sse(void *to, int64_t to_row, const void *from,
                         int64_t from_row)
{
    const double *f = from;
    double *t = to;
    __m128d a = _mm_loadu_pd(f), b = _mm_loadu_pd(f + from_row);
    _mm_storeu_pd(t, _mm_unpacklo_pd(a, b));
    _mm_storeu_pd(t + to_row, _mm_unpackhi_pd(a, b));
}

/* Half h of both to row first + h * apart. */
WITH("avx2")
static inline void put_halves(float *t, int64_t to_row, int first, int apart,
                              __m256 a, __m256 b)
{
    float *row = t + first * to_row;
    _mm256_storeu_ps(row, _mm256_permute2f128_ps(a, b, 0x20));
    _mm256_storeu_ps(row + apart * to_row, _mm256_permute2f128_ps(a, b, 0x31));
}

/* Pairs within halves, then the halves. */
WITH("avx2")
static void square_4_avx2(void *to, int64_t to_row, const void *from,
                          int64_t from_row)
{
    const float *f = from;
    __m256 r[8], q[8];
    ALL for (int k = 0; k < 8; k++) r[k] = _mm256_loadu_ps(f + k * from_row);
    ALL for (int k = 0; k < 8; k += 4)
    {
        __m256 a = _mm256_unpacklo_ps(r[k], r[k + 1]);
        __m256 b = _mm256_unpackhi_ps(r[k], r[k + 1]);
        __m256 c = _mm256_unpacklo_ps(r[k + 2], r[k + 3]);
        __m256 d = _mm256_unpackhi_ps(r[k + 2], r[k + 3]);
        q[k] = _mm256_shuffle_ps(a, c, 0x44);
        q[k + 1] = _mm256_shuffle_ps(a, c, 0xee);
        q[k + 2] = _mm256_shuffle_ps(b, d, 0x44);
        q[k + 3] = _mm256_shuffle_ps(b, d, 0xee);
    }
    ALL for (int k = 0; k < 4; k++)
        put_halves(to, to_row, k, 4, q[k], q[k + 4]);
}

WITH("avx2")
static void square_8_avx2(void *to, int64_t to_row, const void *from,
                          int64_t from_row)
{
    const double *f = from;
    __m256d r[4], q[4];
    ALL for (int k = 0; k < 4; k++) r[k] = _mm256_loadu_pd(f + k * from_row);
    ALL for (int k = 0; k < 4; k += 2)
    {
        q[k] = _mm256_unpacklo_pd(r[k], r[k + 1]);
        q[k + 1] = _mm256_unpackhi_pd(r[k], r[k + 1]);
    }
    ALL for (int k = 0; k < 2; k++)
        put_halves(to, 2 * to_row, k, 2, _mm256_castpd_ps(q[k]),
                   _mm256_castpd_ps(q[k + 2]));
}

/* Quarter h of each of the four to row first + h * apart. */
WITH("avx512f")
static inline void put_quarters(float *t, int64_t to_row, int first, int apart,
                                __m512 a, __m512 b, __m512 c, __m512 d)
{
    __m512 even = _mm512_shuffle_f32x4(a, b, 0x88);
    __m512 odd = _mm512_shuffle_f32x4(a, b, 0xdd);
    __m512 even2 = _mm512_shuffle_f32x4(c, d, 0x88);
    __m512 odd2 = _mm512_shuffle_f32x4(c, d, 0xdd);
    float *row = t + first * to_row;
    int64_t next = apart * to_row;
    _mm512_storeu_ps(row, _mm512_shuffle_f32x4(even, even2, 0x88));
    _mm512_storeu_ps(row + next, _mm512_shuffle_f32x4(odd, odd2, 0x88));
    _mm512_storeu_ps(row + 2 * next, _mm512_shuffle_f32x4(even, even2, 0xdd));
    _mm512_storeu_ps(row + 3 * next, _mm512_shuffle_f32x4(odd, odd2, 0xdd));
}

WITH("avx512f")
static void square_4_avx512(void *to, int64_t to_row, const void *from,
                            int64_t from_row)
{
    const float *f = from;
    __m512 r[16], q[16];
    ALL for (int k = 0; k < 16; k++) r[k] = _mm512_loadu_ps(f + k * from_row);
    ALL for (int k = 0; k < 16; k += 4)
    {
        __m512 a = _mm512_unpacklo_ps(r[k], r[k + 1]);
        __m512 b = _mm512_unpackhi_ps(r[k], r[k + 1]);
        __m512 c = _mm512_unpacklo_ps(r[k + 2], r[k + 3]);
        __m512 d = _mm512_unpackhi_ps(r[k + 2], r[k + 3]);
        q[k] = _mm512_shuffle_ps(a, c, 0x44);
        q[k + 1] = _mm512_shuffle_ps(a, c, 0xee);
        q[k + 2] = _mm512_shuffle_ps(b, d, 0x44);
        q[k + 3] = _mm512_shuffle_ps(b, d, 0xee);
    }
    ALL for (int k = 0; k < 4; k++)
        put_quarters(to, to_row, k, 4, q[k], q[k + 4], q[k + 8], q[k + 12]);
}

WITH("avx512f")
static void square_8_avx512(void *to, int64_t to_row, const void *from,
                            int64_t from_row)
{
    const double *f = from;
    __m512d r[8], q[8];
    ALL for (int k = 0; k < 8; k++) r[k] = _mm512_loadu_pd(f + k * from_row);
    ALL for (int k = 0; k < 8; k += 2)
    {
        q[k] = _mm512_unpacklo_pd(r[k], r[k + 1]);
        q[k + 1] = _mm512_unpackhi_pd(r[k], r[k + 1]);
    }
    ALL for (int k = 0; k < 2; k++)
        put_quarters(to, 2 * to_row, k, 2, _mm512_castpd_ps(q[k]),
                     _mm512_castpd_ps(q[k + 2]), _mm512_castpd_ps(q[k + 4]),
                     _mm512_castpd_ps(q[k + 6]));
}
#else

static void square_4_plain(void *to, int64_t to_row, const void *from,
                           int64_t from_row)
{
    memcpy(to, from, 4);
    (void)to_row, (void)from_row;
}

static void square_8_plain(void *to, int64_t to_row, const void *from,
                           int64_t from_row)
{
    memcpy(to, from, 8);
    (void)to_row, (void)from_row;
}

#endif

/* Tiles -------------------------------------------------------------------- */

/* The last square overlaps the one before, as far as need be. */
static inline int64_t next_square(int64_t at, int64_t side, int64_t steps)
{
    int64_t next = at + side, last = steps - side;
    return next < steps && next > last ? last : next;
}

/* `lanes` rows of memory whose first elements lie `apart`, and columns. Steps
 * that are less than a square are copied one by one. */
struct tiles {
    int side;
    void (*in)(char *to, const char *from, int64_t lanes, int64_t apart,
               int64_t steps);
    void (*out)(char *to, const char *from, int64_t lanes, int64_t apart,
                int64_t steps);
};

#define TILES(size, version, side, features)                                   \
    features static void in_##size##_##version(char *to, const char *from,     \
                                               int64_t lanes, int64_t apart,   \
                                               int64_t steps)                  \
    {                                                                          \
        for (int64_t j = 0; j < lanes; j += side)                              \
            for (int64_t k = 0; k < steps; k = next_square(k, side, steps))    \
                square_##size##_##version(to + (k * lanes + j) * size, lanes,  \
                                          from + (j * apart + k) * size,       \
                                          apart);                              \
    }                                                                          \
    features static void out_##size##_##version(char *to, const char *from,    \
                                                int64_t lanes, int64_t apart,  \
                                                int64_t steps)                 \
    {                                                                          \
        for (int64_t j = 0; j < lanes; j += side)                              \
            for (int64_t k = 0; k < steps; k = next_square(k, side, steps))    \
                square_##size##_##version(to + (j * apart + k) * size, apart,  \
                                          from + (k * lanes + j) * size,       \
                                          lanes);                              \
    }                                                                          \
    static const struct tiles tiles_##size##_##version = {                     \
        side, in_##size##_##version, out_##size##_##version}

#if defined __GNUC__ && defined __x86_64__
TILES(4, sse, 4, );
TILES(8, sse, 2, );
TILES(4, avx2, 8, WITH("avx2"));
TILES(8, avx2, 4, WITH("avx2"));
TILES(4, avx512, 16, WITH("avx512f"));
TILES(8, avx512, 8, WITH("avx512f"));

static const struct tiles *tiles_of(int size, int most)
{
    if (most >= HEDRA_LEVEL_AVX512 && __builtin_cpu_supports("avx512f"))
        return size == 4 ? &tiles_4_avx512 : &tiles_8_avx512;
    if (most >= HEDRA_LEVEL_AVX2 && __builtin_cpu_supports("avx2"))
        return size == 4 ? &tiles_4_avx2 : &tiles_8_avx2;
    return size == 4 ? &tiles_4_sse : &tiles_8_sse;
}
#else
TILES(4, plain, 1, );
TILES(8, plain, 1, );

static const struct tiles *tiles_of(int size, int most)
{
    (void)most;
    return size == 4 ? &tiles_4_plain : &tiles_8_plain;
}
#endif

void tile_to_columns(int most, void *to, const void *from, int size,
                     int64_t steps)
{
    fetch_ahead(from, size, steps, false);
    tiles_of(size, most)->in(to, from, HEDRA_TILE_ROWS, steps, steps);
}

void tile_to_rows(int most, void *to, const void *from, int size, int64_t steps)
{
    fetch_ahead(to, size, steps, true);
    tiles_of(size, most)->out(to, from, HEDRA_TILE_ROWS, steps, steps);
}

void tile_to_columns_apart(int most, void *to, const void *from, int64_t apart,
                           int size, int lanes, int64_t steps)
{
    const struct tiles *tiles = tiles_of(size, most);
    char *t = to;
    const char *f = from;
    if (steps >= tiles->side) {
        tiles->in(to, from, lanes, apart, steps);
        return;
    }
    for (int64_t j = 0; j < lanes; j++)
        for (int64_t k = 0; k < steps; k++)
            memcpy(t + (k * lanes + j) * size, f + (j * apart + k) * size,
                   (size_t)size);
}

void tile_to_rows_apart(int most, void *to, const void *from, int64_t apart,
                        int size, int lanes, int64_t steps)
{
    const struct tiles *tiles = tiles_of(size, most);
    char *t = to;
    const char *f = from;
    if (steps >= tiles->side) {
        tiles->out(to, from, lanes, apart, steps);
        return;
    }
    for (int64_t j = 0; j < lanes; j++)
        for (int64_t k = 0; k < steps; k++)
            memcpy(t + (j * apart + k) * size, f + (k * lanes + j) * size,
                   (size_t)size);
}

void hedra_to_columns(void *to, const void *from, int size, int64_t steps)
{
    tile_to_columns(hedra_level(), to, from, size, steps);
}

void hedra_to_rows(void *to, const void *from, int size, int64_t steps)
{
    tile_to_rows(hedra_level(), to, from, size, steps);
}

void hedra_to_columns_apart(void *to, const void *from, int64_t apart, int size,
                            int lanes, int64_t steps)
{
    tile_to_columns_apart(hedra_level(), to, from, apart, size, lanes, steps);
}

void hedra_to_rows_apart(void *to, const void *from, int64_t apart, int size,
                         int lanes, int64_t steps)
{
    tile_to_rows_apart(hedra_level(), to, from, apart, size, lanes, steps);
}
