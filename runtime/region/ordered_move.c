/*
 * Conversions of arrays into another order and back, a tile at a time.
 */
#include "runtime/host/host.h"
#include "runtime/include/hedra_order.h"
#include "runtime/region/ordered.h"

#include <stdlib.h>
#include <string.h>

/* The side of what is moved together where tiles are single elements. */
enum { CHUNK = 16 };

struct move {
    const struct ordered_box *box;
    char *ordered, *plain;
    bool back;
};

/* Where tile t begins in the ordered array, and the places in it. */
static int64_t tile_begin(const struct ordered_box *box, const int64_t t[3],
                          const int32_t **place)
{
    const struct hedra_ordered *how = box->how;
    int64_t patterns =
        ordered_has_patterns(box) ? ORDERED_PATTERNS * box->cells : 0;
    int64_t number = ordered_linear(t, box->tiles, 3, false);
    *place = box->place;
    if (!ordered_has_numbers(box))
        return ordered_linear(t, box->tiles, how->dims,
                              how->outer == HEDRA_ORDER_COLUMN) *
               box->cells;
    uint32_t entry = (uint32_t)box->table[patterns + number];
    if (!patterns)
        return (int64_t)entry * box->cells;
    *place += (int64_t)(entry % ORDERED_PATTERNS) * box->cells;
    return (int64_t)(entry >> ORDERED_PATTERN_BITS) * box->cells;
}

/* An element between two places; the size is mostly a constant of a type. */
static inline void move_element(const struct move *m, int64_t at, int64_t from)
{
    size_t bytes = m->box->bytes;
    char *ordered = m->ordered + (size_t)at * bytes;
    char *plain = m->plain + (size_t)from * bytes;
    char *to = m->back ? plain : ordered;
    const char *source = m->back ? ordered : plain;
    switch (bytes) {
    case 4:
        memcpy(to, source, 4);
        break;
    case 8:
        memcpy(to, source, 8);
        break;
    default:
        memcpy(to, source, bytes);
    }
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* What there is of a tile. */
static void move_tile(const struct move *m, const int64_t t[3])
{
    const struct ordered_box *box = m->box;
    const int64_t *tile = box->how->tile;
    const int32_t *place;
    int64_t begin = tile_begin(box, t, &place), from[3], count[3];
    for (int a = 0; a < 3; a++) {
        from[a] = t[a] * tile[a];
        count[a] = least(tile[a], box->size[a] - from[a]);
    }
    for (int64_t i = 0; i < count[0]; i++)
        for (int64_t j = 0; j < count[1]; j++) {
            const int32_t *row = place + (i * tile[1] + j) * tile[2];
            int64_t plain = (from[0] + i) * box->stride[0] +
                            (from[1] + j) * box->stride[1] +
                            from[2] * box->stride[2];
            for (int64_t k = 0; k < count[2]; k++)
                move_element(m, begin + row[k], plain + k * box->stride[2]);
        }
}

/* Where tiles are single elements in rows or columns, as axes are permuted:
 * elements a chunk at a time. */
static void move_chunk(const struct move *m, const int64_t chunk[3])
{
    const struct ordered_box *box = m->box;
    int64_t from[3], end[3];
    bool column = box->how->outer == HEDRA_ORDER_COLUMN;
    for (int a = 0; a < 3; a++) {
        from[a] = chunk[a] * CHUNK;
        end[a] = least(from[a] + CHUNK, box->size[a]);
    }
    for (int64_t i = from[0]; i < end[0]; i++)
        for (int64_t j = from[1]; j < end[1]; j++)
            for (int64_t k = from[2]; k < end[2]; k++) {
                const int64_t x[3] = {i, j, k};
                move_element(
                    m, ordered_linear(x, box->size, box->how->dims, column),
                    i * box->stride[0] + j * box->stride[1] +
                        k * box->stride[2]);
            }
}

static bool is_plain(const struct ordered_box *box)
{
    return box->cells == 1 && !box->table_count;
}

/* Tiles, or chunks, along axis a. */
static int64_t parts(const struct ordered_box *box, int a)
{
    return is_plain(box) ? (box->size[a] + CHUNK - 1) / CHUNK : box->tiles[a];
}

static void move_rows(const void *context, int64_t begin, int64_t end)
{
    const struct move *m = context;
    int64_t second = parts(m->box, 1), third = parts(m->box, 2);
    for (int64_t row = begin; row < end; row++)
        for (int64_t k = 0; k < third; k++) {
            const int64_t t[3] = {row / second, row % second, k};
            if (is_plain(m->box))
                move_chunk(m, t);
            else
                move_tile(m, t);
        }
}

void ordered_move(const struct ordered_box *box, void *ordered, void *plain,
                  bool back)
{
    const struct move m = {box, ordered, plain, back};
    struct report ignored; /* regions refuse what is no number of threads */
    int threads = host_pool_size(getenv("HEDRA_THREADS"), &ignored);
    if (box->span > 0)
        host_pool_run(threads > 0 ? threads : 1, move_rows, &m,
                      parts(box, 0) * parts(box, 1));
}
