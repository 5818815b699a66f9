/*
 * Whole arrays into an ordering and back, and tables of all cells, by walks:
 * what lies together in the ordering is read and written together, and no cell
 * is decoded by itself.
 */
#include "runtime/order/local.h"

#include "runtime/include/hedra.h"

#include <stdlib.h>
#include <string.h>

/* Elements ----------------------------------------------------------------- */

struct move {
    const char *from;
    char *to;
    size_t bytes;
    bool streams; /* the arrays are larger than caches: stores go past them */
};

enum { LINE = 64 };

/* From so many bytes on. */
static const uint64_t STREAMS_FROM = UINT64_C(32) << 20;

/* Unsigned numbers that may stand at any address. */
#define LOOSE(bits)                                                            \
    struct loose_##bits {                                                      \
        uint##bits##_t value;                                                  \
    } __attribute__((packed, may_alias));
LOOSE(8)
LOOSE(16)
LOOSE(32)
LOOSE(64)

/* The elements from[slot[n]], for n < cells, stored past the caches; false if
 * that cannot be done for this size or address. Lines that are written in two
 * parts would be read first, hence callers write whole ones. */
#define NO_STREAM(bits)                                                        \
    static inline bool stream_##bits(void *to,                                 \
                                     const struct loose_##bits *from,          \
                                     const uint16_t *slot, int cells)          \
    {                                                                          \
        return false;                                                          \
    }
#if defined __GNUC__ && defined __x86_64__
#include <immintrin.h>

static inline bool stream_64(void *to, const struct loose_64 *from,
                             const uint16_t *slot, int cells)
{
    __m128i *at = to;
    if ((uintptr_t)to % 16)
        return false;
    for (int n = 0; n < cells; n += 2)
        _mm_stream_si128(at++,
                         _mm_set_epi64x((long long)from[slot[n + 1]].value,
                                        (long long)from[slot[n]].value));
    return true;
}

static inline bool stream_32(void *to, const struct loose_32 *from,
                             const uint16_t *slot, int cells)
{
    __m128i *at = to;
    if ((uintptr_t)to % 16)
        return false;
    for (int n = 0; n < cells; n += 4)
        _mm_stream_si128(at++, _mm_set_epi32((int)from[slot[n + 3]].value,
                                             (int)from[slot[n + 2]].value,
                                             (int)from[slot[n + 1]].value,
                                             (int)from[slot[n]].value));
    return true;
}
#else
NO_STREAM(64)
NO_STREAM(32)
#endif

NO_STREAM(16)
NO_STREAM(8)

/* What was stored past the caches comes before what follows. */
static void finish_stores(void)
{
#if defined __GNUC__ && defined __x86_64__
    _mm_sfence();
#endif
}

/* Whether what a row of some tiles has is whole lines from `to` on. */
static bool has_whole_lines(const struct move *m,
                            const struct order_tiles *tiles, const void *to)
{
    return (size_t)tiles->count * TILE_SIDE * m->bytes % LINE == 0 &&
           (uintptr_t)to % LINE == 0;
}

/* Fetch a part of what the next tiles read, to the second level, since rows of
 * one tile may already lie in a few sets of the first: their row r, or as many
 * elements in the ordering. All parts at once would wait for each other. */
enum { READ = 0, SECOND_LEVEL = 2 };

static inline void fetch_row(const struct move *m,
                             const struct order_tiles *next, int r)
{
    const int64_t bytes = (int64_t)m->bytes, end = next->count * TILE_SIDE;
    for (int64_t n = 0; n < end * bytes; n += LINE)
        __builtin_prefetch(m->from + (next->base + next->row[r]) * bytes + n,
                           READ, SECOND_LEVEL);
}

static inline void fetch_elements(const struct move *m,
                                  const struct order_tiles *next, int r)
{
    for (int t = 0; t < next->count; t++)
        __builtin_prefetch(
            m->from + (next->index[t] + (uint64_t)r * TILE_SIDE) * m->bytes,
            READ, SECOND_LEVEL);
}

/* Loops for elements of the usual sizes. Rows of tiles side by side go in turn:
 * memory is slow for single lines that lie far apart. What is read goes through
 * a buffer, so that each line of the row-major array, of which rows of a tile
 * may lie in the same few sets of the cache, is touched once. */
#define MOVES(bits)                                                            \
    static void gather_##bits(void *context, uint64_t index, int64_t base,     \
                              const int64_t *place, int count)                 \
    {                                                                          \
        const struct move *m = context;                                        \
        const struct loose_##bits *from =                                      \
            (const struct loose_##bits *)m->from + base;                       \
        struct loose_##bits *to = (struct loose_##bits *)m->to + index;        \
        for (int n = 0; n < count; n++)                                        \
            to[n] = from[place[n]];                                            \
    }                                                                          \
    static void scatter_##bits(void *context, uint64_t index, int64_t base,    \
                               const int64_t *place, int count)                \
    {                                                                          \
        const struct move *m = context;                                        \
        const struct loose_##bits *from =                                      \
            (const struct loose_##bits *)m->from + index;                      \
        struct loose_##bits *to = (struct loose_##bits *)m->to + base;         \
        for (int n = 0; n < count; n++)                                        \
            to[place[n]] = from[n];                                            \
    }                                                                          \
    static inline __attribute__((always_inline)) void gather_rows_##bits(      \
        const struct move *m, const struct order_tiles *tiles,                 \
        const struct order_tiles *next, int rows)                              \
    {                                                                          \
        struct loose_##bits buffer[TILES_TOGETHER][TILE_CELLS];                \
        for (int r = 0; r < rows; r++) {                                       \
            const char *from =                                                 \
                m->from + (tiles->base + tiles->row[r]) * (bits / 8);          \
            fetch_row(m, next, r);                                             \
            for (int t = 0; t < tiles->count; t++)                             \
                memcpy(buffer[t] + r * TILE_SIDE,                              \
                       from + t * TILE_SIDE * (bits / 8),                      \
                       TILE_SIDE * (bits / 8));                                \
        }                                                                      \
        for (int t = 0; t < tiles->count; t++) {                               \
            const uint16_t *const slot = tiles->slot[t];                       \
            struct loose_##bits *to =                                          \
                (struct loose_##bits *)m->to + tiles->index[t];                \
            if (!m->streams ||                                                 \
                !stream_##bits(to, buffer[t], slot, rows * TILE_SIDE))         \
                for (int n = 0; n < rows * TILE_SIDE; n++)                     \
                    to[n] = buffer[t][slot[n]];                                \
        }                                                                      \
    }                                                                          \
    static void gather_tiles_##bits(void *context,                             \
                                    const struct order_tiles *tiles,           \
                                    const struct order_tiles *next)            \
    {                                                                          \
        if (tiles->rows == TILE_ROWS)                                          \
            gather_rows_##bits(context, tiles, next, TILE_ROWS);               \
        else                                                                   \
            gather_rows_##bits(context, tiles, next, tiles->rows);             \
    }                                                                          \
    static inline __attribute__((always_inline)) void scatter_rows_##bits(     \
        const struct move *m, const struct order_tiles *tiles,                 \
        const struct order_tiles *next, int rows)                              \
    {                                                                          \
        for (int r = 0; r < rows; r++) {                                       \
            struct loose_##bits *to =                                          \
                (struct loose_##bits *)m->to + tiles->base + tiles->row[r];    \
            const bool streams = m->streams && has_whole_lines(m, tiles, to);  \
            fetch_elements(m, next, r);                                        \
            for (int t = 0; t < tiles->count; t++, to += TILE_SIDE) {          \
                const struct loose_##bits *from =                              \
                    (const struct loose_##bits *)m->from + tiles->index[t];    \
                const uint16_t *const rank = tiles->rank[t] + r * TILE_SIDE;   \
                if (!streams || !stream_##bits(to, from, rank, TILE_SIDE))     \
                    for (int c = 0; c < TILE_SIDE; c++)                        \
                        to[c] = from[rank[c]];                                 \
            }                                                                  \
        }                                                                      \
    }                                                                          \
    static void scatter_tiles_##bits(void *context,                            \
                                     const struct order_tiles *tiles,          \
                                     const struct order_tiles *next)           \
    {                                                                          \
        if (tiles->rows == TILE_ROWS)                                          \
            scatter_rows_##bits(context, tiles, next, TILE_ROWS);              \
        else                                                                   \
            scatter_rows_##bits(context, tiles, next, tiles->rows);            \
    }

MOVES(8)
MOVES(16)
MOVES(32)
MOVES(64)

/* Tiles of words of 64 bits by AVX-512: a row is a vector, and so are the cells
 * of a cube of two a side in the ordering; nothing goes through memory. */
#if defined __GNUC__ && defined __x86_64__
#define AVX512 __attribute__((target("avx512f")))

/* Lanes of 128 bits of four vectors as rows and columns. */
AVX512 static inline void exchange_lanes(__m512i v[4])
{
    const __m512i a = _mm512_shuffle_i64x2(v[0], v[1], 0x44),
                  b = _mm512_shuffle_i64x2(v[2], v[3], 0x44),
                  c = _mm512_shuffle_i64x2(v[0], v[1], 0xee),
                  d = _mm512_shuffle_i64x2(v[2], v[3], 0xee);
    v[0] = _mm512_shuffle_i64x2(a, b, 0x88);
    v[1] = _mm512_shuffle_i64x2(a, b, 0xdd);
    v[2] = _mm512_shuffle_i64x2(c, d, 0x88);
    v[3] = _mm512_shuffle_i64x2(c, d, 0xdd);
}

AVX512 static inline __m512i reordered(__m512i v, const uint8_t order[8])
{
    const __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)order);
    return _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(bytes), v);
}

AVX512 static inline void put_line(bool streams, char *to, __m512i v)
{
    if (streams)
        _mm512_stream_si512((void *)to, v);
    else
        _mm512_storeu_si512(to, v);
}

/* Rows q to q + 3 of some tiles. */
AVX512 static inline __attribute__((always_inline)) void
gather_four(const struct move *m, const struct order_tiles *tiles,
            const struct order_tiles *next, int count, int q)
{
    __m512i v[TILES_TOGETHER][4];
    for (int r = 0; r < 4; r++) {
        const char *from = m->from + (tiles->base + tiles->row[q + r]) * 8;
        fetch_row(m, next, q + r);
        for (int t = 0; t < count; t++)
            v[t][r] = _mm512_loadu_si512(from + 64 * t);
    }
    for (int t = 0; t < count; t++) {
        const struct order_lines *l = tiles->lines[t];
        char *to = m->to + tiles->index[t] * 8;
        exchange_lanes(v[t]);
        for (int n = 0; n < 4; n++)
            put_line(m->streams, to + 64 * l->line[q + n],
                     reordered(v[t][n], l->there[q + n]));
    }
}

AVX512 static inline __attribute__((always_inline)) void
scatter_four(const struct move *m, const struct order_tiles *tiles,
             const struct order_tiles *next, int count, int q)
{
    __m512i v[TILES_TOGETHER][4];
    for (int t = 0; t < count; t++) {
        const struct order_lines *l = tiles->lines[t];
        const char *from = m->from + tiles->index[t] * 8;
        for (int n = 0; n < 4; n++)
            v[t][n] = reordered(_mm512_loadu_si512(from + 64 * l->line[q + n]),
                                l->back[q + n]);
        exchange_lanes(v[t]);
    }
    for (int r = 0; r < 4; r++) {
        char *row = m->to + (tiles->base + tiles->row[q + r]) * 8;
        const bool streams = m->streams && (uintptr_t)row % LINE == 0;
        fetch_elements(m, next, q + r);
        for (int t = 0; t < count; t++)
            put_line(streams, row + 64 * t, v[t][r]);
    }
}

/* The vectors of a full run of tiles stay in registers. */
#define ALL_ROWS(go)                                                           \
    for (int q = 0; q < TILE_ROWS; q += 4)                                     \
        if (tiles->count == TILES_TOGETHER)                                    \
            go(m, tiles, next, TILES_TOGETHER, q);                             \
        else                                                                   \
            go(m, tiles, next, tiles->count, q)

AVX512 static void gather_lines(const struct move *m,
                                const struct order_tiles *tiles,
                                const struct order_tiles *next)
{
    ALL_ROWS(gather_four);
}

AVX512 static void scatter_lines(const struct move *m,
                                 const struct order_tiles *tiles,
                                 const struct order_tiles *next)
{
    ALL_ROWS(scatter_four);
}

static void gather_tiles_lines(void *context, const struct order_tiles *tiles,
                               const struct order_tiles *next)
{
    const struct move *m = context;
    if (!tiles->lines[0] || (m->streams && (uintptr_t)m->to % 64))
        gather_tiles_64(context, tiles, next);
    else
        gather_lines(m, tiles, next);
}

static void scatter_tiles_lines(void *context, const struct order_tiles *tiles,
                                const struct order_tiles *next)
{
    if (!tiles->lines[0])
        scatter_tiles_64(context, tiles, next);
    else
        scatter_lines(context, tiles, next);
}

static void take_lines(bool back, struct order_visitor *visitor)
{
    if (hedra_level() >= HEDRA_LEVEL_AVX512)
        visitor->tiles = back ? scatter_tiles_lines : gather_tiles_lines;
}
#else
static void take_lines(bool back, struct order_visitor *visitor)
{
}
#endif

static void gather_any(void *context, uint64_t index, int64_t base,
                       const int64_t *place, int count)
{
    const struct move *m = context;
    char *to = m->to + index * m->bytes;
    for (int n = 0; n < count; n++, to += m->bytes)
        memcpy(to, m->from + (size_t)(base + place[n]) * m->bytes, m->bytes);
}

static void scatter_any(void *context, uint64_t index, int64_t base,
                        const int64_t *place, int count)
{
    const struct move *m = context;
    const char *from = m->from + index * m->bytes;
    for (int n = 0; n < count; n++, from += m->bytes)
        memcpy(m->to + (size_t)(base + place[n]) * m->bytes, from, m->bytes);
}

/* From one array to another ------------------------------------------------ */

static bool overlap(const void *a, size_t a_bytes, const void *b,
                    size_t b_bytes)
{
    return (uintptr_t)a < (uintptr_t)b + b_bytes &&
           (uintptr_t)b < (uintptr_t)a + a_bytes;
}

/* The loops there and back, by the size of elements. */
#define THERE(bits)                                                            \
    {                                                                          \
        gather_##bits, NULL, gather_tiles_##bits, finish_stores                \
    }
#define BACK(bits)                                                             \
    {                                                                          \
        scatter_##bits, NULL, scatter_tiles_##bits, finish_stores              \
    }
static const struct order_visitor loops_of[2][4] = {
    {THERE(8), THERE(16), THERE(32), THERE(64)},
    {BACK(8), BACK(16), BACK(32), BACK(64)}};

static struct order_visitor visitor_for(bool back, struct move *m)
{
    for (int n = 0; n < 4; n++)
        if (m->bytes == (size_t)1 << n) {
            struct order_visitor visitor = loops_of[back][n];
            visitor.context = m;
            if (m->bytes == 8)
                take_lines(back, &visitor);
            return visitor;
        }
    return (struct order_visitor){back ? scatter_any : gather_any, m, NULL,
                                  NULL};
}

static enum hedra_status move_all(const struct hedra_order *o, bool back,
                                  struct move *m, struct hedra_error *why)
{
    const struct order_visitor visitor = visitor_for(back, m);
    const int threads = order_threads(why);
    if (threads == 0)
        return HEDRA_ERROR_ARGUMENT;
    if (!order_scan(o, threads, &visitor))
        return error_no_memory(why);
    return error_none(why);
}

/* In place ----------------------------------------------------------------- */

static uint64_t number_of(const struct hedra_order *o, const int64_t cell[3])
{
    return (uint64_t)((cell[0] * o->extent[1] + cell[1]) * o->extent[2] +
                      cell[2]);
}

/* Where the element comes from that belongs at `at`. */
static uint64_t source(const struct hedra_order *o, bool back, uint64_t at)
{
    int64_t cell[3];
    if (!back) {
        hedra_order_coords(o, at, cell);
        return number_of(o, cell);
    }
    cell[2] = (int64_t)at % o->extent[2];
    at /= (uint64_t)o->extent[2];
    cell[1] = (int64_t)at % o->extent[1];
    cell[0] = (int64_t)at / o->extent[1];
    return hedra_order_index(o, cell[0], cell[1], cell[2]);
}

/* Along the cycles of the permutation; a bit tells which elements are there. */
static enum hedra_status move_in_place(const struct hedra_order *o, bool back,
                                       size_t bytes, char *array,
                                       struct hedra_error *why)
{
    if (o->span != o->cells)
        return error_set(why, HEDRA_ERROR_SIZE,
                         "the ordering has gaps, so that it cannot be done in "
                         "place: give another array");
    uint8_t *done = calloc((size_t)(o->cells / 8 + 1), 1);
    char *held = malloc(bytes);
    if (!done || !held) {
        free(done);
        free(held);
        return error_no_memory(why);
    }
    for (uint64_t first = 0; first < o->cells; first++) {
        uint64_t at = first, from;
        if (done[at / 8] >> at % 8 & 1)
            continue;
        memcpy(held, array + at * bytes, bytes);
        for (;; at = from) {
            done[at / 8] |= (uint8_t)(1 << at % 8);
            from = source(o, back, at);
            if (from == first)
                break;
            memcpy(array + at * bytes, array + from * bytes, bytes);
        }
        memcpy(array + at * bytes, held, bytes);
    }
    free(done);
    free(held);
    return error_none(why);
}

/* Public ------------------------------------------------------------------- */

static enum hedra_status reorder(const struct hedra_order *o, bool back,
                                 size_t bytes, const void *from, void *to,
                                 struct hedra_error *why)
{
    uint64_t there, here;
    if (!o || !from || !to || bytes == 0)
        return error_argument(why, "order, from or to is NULL, or bytes is 0");
    if (!order_times(o->span, bytes, &there) ||
        !order_times(o->cells, bytes, &here) || there > PTRDIFF_MAX)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "the arrays' bytes exceed 63 bits");
    if (from == to)
        return move_in_place(o, back, bytes, to, why);
    if (overlap(from, back ? there : here, to, back ? here : there))
        return error_argument(why, "from and to overlap, but are not the same");
    return move_all(o, back,
                    &(struct move){from, to, bytes, here >= STREAMS_FROM}, why);
}

enum hedra_status hedra_order_permute(const struct hedra_order *order,
                                      size_t bytes, const void *from, void *to,
                                      struct hedra_error *why)
{
    return reorder(order, false, bytes, from, to, why);
}

enum hedra_status hedra_order_unpermute(const struct hedra_order *order,
                                        size_t bytes, const void *from,
                                        void *to, struct hedra_error *why)
{
    return reorder(order, true, bytes, from, to, why);
}
