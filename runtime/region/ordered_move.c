/*
 * Conversions of arrays into another order and back, a tile at a time.
 */
#include "runtime/host/host.h"
#include "runtime/include/hedra_order.h"
#include "runtime/region/ordered.h"

#include <stdlib.h>
#include <string.h>

/* The side of what is moved together where tiles are single elements; bytes of
 * a row that is moved by an instruction or two, without a call. */
enum { CHUNK = 16, LINE = 64 };

struct move {
    const struct ordered_box *box;
    char *ordered, *plain;
    bool back;
    bool rows; /* the elements of a tile's row are neighbours */
};

/* Elements of so many bytes, neighbours in memory, between two places. */
static inline void move_bytes(const struct move *m, int64_t at, int64_t from,
                              size_t size, bool back, size_t count)
{
    char *ordered = m->ordered + (size_t)at * size;
    char *plain = m->plain + (size_t)from * size;
    memcpy(back ? plain : ordered, back ? ordered : plain, size * count);
}

/* An element; the size is mostly a constant of a type. */
static inline void move_element(const struct move *m, int64_t at, int64_t from)
{
    switch (m->box->bytes) {
    case 4:
        move_bytes(m, at, from, 4, m->back, 1);
        break;
    case 8:
        move_bytes(m, at, from, 8, m->back, 1);
        break;
    default:
        move_bytes(m, at, from, m->box->bytes, m->back, 1);
    }
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The elements of a row of a tile, whose places from `begin` on are `row`.
 * Compilers make a loop of its own of it for each size that is a number. */
static inline __attribute__((always_inline)) void
move_row_of(const struct move *m, int64_t begin, const int32_t *row,
            int64_t plain, int64_t stride, int64_t count, size_t size,
            bool back)
{
    if (m->rows && stride == 1 && (size_t)count * size == LINE)
        move_bytes(m, begin + row[0], plain, size, back, LINE / size);
    else if (m->rows && stride == 1)
        move_bytes(m, begin + row[0], plain, size, back, (size_t)count);
    else
        for (int64_t k = 0; k < count; k++)
            move_bytes(m, begin + row[k], plain + k * stride, size, back, 1);
}

static void move_row(const struct move *m, int64_t begin, const int32_t *row,
                     int64_t plain, int64_t count)
{
    int64_t stride = m->box->stride[m->box->how->dims - 1];
    if (m->box->bytes == 8 && m->back)
        move_row_of(m, begin, row, plain, stride, count, 8, true);
    else if (m->box->bytes == 8)
        move_row_of(m, begin, row, plain, stride, count, 8, false);
    else if (m->box->bytes == 4)
        move_row_of(m, begin, row, plain, stride, count, 4, m->back);
    else
        move_row_of(m, begin, row, plain, stride, count, m->box->bytes,
                    m->back);
}

/* All elements of a tile, in the order in which they lie there; as above. */
static inline __attribute__((always_inline)) void
move_whole_of(const struct move *m, int64_t begin, const int64_t *from,
              int64_t plain, size_t size, bool back)
{
    const int64_t cells = m->box->cells;
    char *there = m->ordered + (size_t)begin * size;
    char *here = m->plain + (size_t)plain * size;
#pragma GCC unroll 4
    for (int64_t n = 0; n < cells; n++) {
        char *ordered = there + (size_t)n * size;
        char *own = here + (size_t)from[n] * size;
        memcpy(back ? own : ordered, back ? ordered : own, size);
    }
}

static void move_whole(const struct move *m, int64_t begin, const int64_t *from,
                       int64_t plain)
{
    if (m->box->bytes == 8 && m->back)
        move_whole_of(m, begin, from, plain, 8, true);
    else if (m->box->bytes == 8)
        move_whole_of(m, begin, from, plain, 8, false);
    else if (m->box->bytes == 4 && m->back)
        move_whole_of(m, begin, from, plain, 4, true);
    else if (m->box->bytes == 4)
        move_whole_of(m, begin, from, plain, 4, false);
    else
        move_whole_of(m, begin, from, plain, m->box->bytes, m->back);
}

/* What there is of a tile. */
static void move_tile(const struct move *m, const int64_t t[3])
{
    const struct ordered_box *box = m->box;
    const int64_t *tile = box->how->tile;
    const int32_t *place;
    int64_t begin = ordered_tile(box, t, &place), from[3], count[3], plain = 0;
    int last = box->how->dims - 1;
    bool whole = true;
    for (int a = 0; a < 3; a++) {
        from[a] = t[a] * tile[a];
        count[a] = least(tile[a], box->size[a] - from[a]);
        plain += from[a] * box->stride[a];
        whole &= count[a] == tile[a];
    }
    if (whole && box->from) {
        move_whole(m, begin, box->from + (place - box->place), plain);
        return;
    }
    for (int64_t i = 0; i < count[0]; i++)
        for (int64_t j = 0; j < (last == 2 ? count[1] : 1); j++)
            move_row(m, begin, place + (i * tile[1] + j) * tile[2],
                     plain + i * box->stride[0] + j * box->stride[1],
                     count[last]);
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
    const struct ordered_box *box = m->box;
    const int64_t first = parts(box, 0), second = parts(box, 1),
                  third = parts(box, 2);
    for (int64_t row = begin; row < end; row++) {
        const int64_t number = row / (first * second);
        struct move own = *m;
        own.ordered += (size_t)(number * box->span) * box->bytes;
        own.plain +=
            (size_t)(number * box->size[0] * box->size[1] * box->size[2]) *
            box->bytes;
        for (int64_t k = 0; k < third; k++) {
            const int64_t t[3] = {row / second % first, row % second, k};
            if (is_plain(box))
                move_chunk(&own, t);
            else
                move_tile(&own, t);
        }
    }
}

void ordered_move(const struct ordered_box *box, void *ordered, void *plain,
                  bool back)
{
    const struct move m = {box, ordered, plain, back,
                           box->how->inner == HEDRA_ORDER_ROW};
    struct report ignored; /* regions refuse what is no number of threads */
    int threads = host_pool_size(getenv("HEDRA_THREADS"), &ignored);
    if (box->boxes > 0 && box->span > 0)
        host_pool_run(threads > 0 ? threads : 1, move_rows, &m,
                      box->boxes * parts(box, 0) * parts(box, 1));
}
