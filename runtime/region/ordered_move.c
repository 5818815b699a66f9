/*
 * Tables of arrays in another order, and the conversions into it and back. The
 * numbers of tiles, and the patterns in which a curve goes through each, come
 * from the library's orderings (hedra_order.h).
 */
#include "runtime/host/host.h"
#include "runtime/order/order.h"
#include "runtime/region/choose.h"
#include "runtime/region/ordered.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 16
}; /* side of what is moved together where tiles are single
      elements */

static bool has_patterns(const struct ordered_box *box)
{
    return box->how->inner == HEDRA_ORDER_HILBERT;
}

static bool has_numbers(const struct ordered_box *box)
{
    return box->how->outer >= HEDRA_ORDER_MORTON;
}

/* The number of cell x in a box, by rows or columns. */
static int64_t linear(const int64_t x[3], const int64_t size[3], int dims,
                      bool reversed)
{
    int64_t at = 0;
    for (int k = 0; k < dims; k++) {
        int a = reversed ? dims - 1 - k : k;
        at = at * size[a] + x[a];
    }
    return at;
}

/* Bits interleaved; those of x[0] are the least significant, or the most. */
static int64_t interleaved(const int64_t x[3], int dims, bool first)
{
    int64_t at = 0;
    for (int bit = 0; bit < 12; bit++)
        for (int a = 0; a < dims; a++)
            at |= (x[a] >> bit & 1)
                  << (bit * dims + (first ? dims - 1 - a : a));
    return at;
}

static struct hedra_order *new_order(const struct ordered_box *box, int kind,
                                     int fit, const int64_t size[3],
                                     struct report *why)
{
    struct hedra_order_options options = {
        .kind = kind, .fit = fit, .dims = box->how->dims};
    struct hedra_order *order = NULL;
    struct hedra_error error;
    if (kind == HEDRA_ORDER_HILBERT && box->how->dims == 2)
        options.kind = HEDRA_ORDER_HILBERT_2D;
    memcpy(options.size, size, sizeof options.size);
    enum hedra_status status = hedra_order_create(&options, &order, &error);
    if (status == HEDRA_ERROR_NO_MEMORY)
        report_lack(why, "out of memory");
    else if (!order)
        report_set(why, "%s", error.text);
    return order;
}

/* The numbers of all tiles, in the row-major order of the tiles. */
static bool number_tiles(const struct ordered_box *box, int32_t *number,
                         struct report *why)
{
    int64_t count = box->tiles[0] * box->tiles[1] * box->tiles[2];
    struct hedra_error error;
    struct hedra_order *order =
        new_order(box, box->how->outer, HEDRA_ORDER_COMPACT, box->tiles, why);
    bool good = order != NULL;
    if (good && hedra_order_rank_bytes(order) != sizeof *number)
        good = report_set(why, "it has too many elements for this order");
    if (good && hedra_order_rank_table(order, number, NULL, &error))
        good = report_lack(why, "out of memory");
    hedra_order_destroy(order);
    int64_t most = INT32_MAX >> (has_patterns(box) ? ORDERED_PATTERN_BITS : 0);
    if (good && count > most)
        good = report_set(why, "it has too many elements for this order");
    return good;
}

/* Cell number c of a tile, as its coordinates there. */
static void find_cell(const struct ordered_box *box, int64_t c, int64_t x[3])
{
    const int64_t *tile = box->how->tile;
    x[2] = c % tile[2];
    x[1] = c / tile[2] % tile[1];
    x[0] = c / tile[2] / tile[1];
}

/* Patterns ----------------------------------------------------------------- */

/* How a curve goes through the tile that begins at `from`. */
static void read_pattern(const struct ordered_box *box,
                         const struct hedra_order *order, const int64_t from[3],
                         int32_t *place)
{
    for (int64_t c = 0; c < box->cells; c++) {
        int64_t x[3];
        find_cell(box, c, x);
        uint64_t at = hedra_order_index(order, from[0] + x[0], from[1] + x[1],
                                        from[2] + x[2]);
        place[c] = (int32_t)(at % (uint64_t)box->cells);
    }
}

/* Do the corners of the tile come where the pattern has them? They tell it from
 * all others. */
static bool is_pattern(const struct ordered_box *box,
                       const struct hedra_order *order, const int64_t from[3],
                       const int32_t *place)
{
    const int64_t *tile = box->how->tile;
    for (int corner = 0; corner < 1 << box->how->dims; corner++) {
        int64_t x[3] = {0, 0, 0};
        for (int a = 0; a < box->how->dims; a++)
            x[a] = corner >> a & 1 ? tile[a] - 1 : 0;
        uint64_t at = hedra_order_index(order, from[0] + x[0], from[1] + x[1],
                                        from[2] + x[2]);
        if (place[linear(x, tile, 3, false)] !=
            (int32_t)(at % (uint64_t)box->cells))
            return false;
    }
    return true;
}

/* The number of the pattern in the tile, which is noted if it is new; -1: there
 * are too many. */
static int find_pattern(const struct ordered_box *box,
                        const struct hedra_order *order, const int64_t from[3],
                        int32_t *patterns, int *count)
{
    for (int k = 0; k < *count; k++)
        if (is_pattern(box, order, from, patterns + k * box->cells))
            return k;
    if (*count == ORDERED_PATTERNS)
        return -1;
    read_pattern(box, order, from, patterns + *count * box->cells);
    return (*count)++;
}

/* Adds to each tile's number that of its pattern in the one curve through all
 * elements. */
static bool add_patterns(const struct ordered_box *box, int32_t *number,
                         int32_t *patterns, struct report *why)
{
    const int64_t *tile = box->how->tile, *tiles = box->tiles;
    int64_t size[3], all = tiles[0] * tiles[1] * tiles[2];
    int count = 0;
    for (int a = 0; a < 3; a++)
        size[a] = tiles[a] * tile[a];
    struct hedra_order *order =
        new_order(box, box->how->inner, HEDRA_ORDER_PAD, size, why);
    bool good = order != NULL;
    for (int64_t t = 0; t < all && good; t++) {
        int64_t from[3] = {t / tiles[2] / tiles[1] * tile[0],
                           t / tiles[2] % tiles[1] * tile[1],
                           t % tiles[2] * tile[2]};
        int pattern = find_pattern(box, order, from, patterns, &count);
        good = pattern >= 0 || report_set(why, "its curve has no such tiles");
        number[t] = (int32_t)((uint32_t)number[t] << ORDERED_PATTERN_BITS |
                              (uint32_t)pattern);
    }
    hedra_order_destroy(order);
    return good;
}

/* The places of a tile's elements, if they are the same in all tiles. */
static bool fill_place(const struct ordered_box *box, int32_t *place,
                       struct report *why)
{
    const struct hedra_ordered *how = box->how;
    const int64_t nowhere[3] = {0, 0, 0};
    if (has_patterns(box)) {
        struct hedra_order *order =
            new_order(box, how->inner, HEDRA_ORDER_PAD, how->tile, why);
        if (!order)
            return false;
        read_pattern(box, order, nowhere, place);
        hedra_order_destroy(order);
        return true;
    }
    for (int64_t c = 0; c < box->cells; c++) {
        int64_t x[3];
        find_cell(box, c, x);
        place[c] =
            (int32_t)(how->inner == HEDRA_ORDER_MORTON ||
                              how->inner == HEDRA_ORDER_MORTON_I
                          ? interleaved(x, how->dims,
                                        how->inner == HEDRA_ORDER_MORTON_I)
                          : linear(x, how->tile, how->dims,
                                   how->inner == HEDRA_ORDER_COLUMN));
    }
    return true;
}

/* Boxes -------------------------------------------------------------------- */

static const int64_t MOST_SIDE = INT64_C(1) << 40;

/* Sets all sizes; false: they are too large. */
static bool find_sizes(struct ordered_box *box, const int64_t size[3])
{
    const struct hedra_ordered *how = box->how;
    int64_t total = (int64_t)box->bytes, count = 1;
    box->cells = 1;
    for (int k = 0; k < 3; k++)
        if (size[k] < 0 || size[k] > MOST_SIDE ||
            __builtin_mul_overflow(total, size[k], &total))
            return false;
    total = (int64_t)box->bytes;
    for (int a = 0; a < 3; a++) {
        int64_t behind = 1;
        for (int k = how->axis[a] + 1; k < how->dims; k++)
            behind *= size[k];
        box->stride[a] = behind;
        box->size[a] = size[how->axis[a]];
        box->tiles[a] = (box->size[a] + how->tile[a] - 1) / how->tile[a];
        box->cells *= how->tile[a];
        if (__builtin_mul_overflow(total, box->tiles[a] * how->tile[a],
                                   &total) ||
            __builtin_mul_overflow(count, box->tiles[a], &count))
            return false;
    }
    box->span = count * box->cells;
    box->table_count = (has_patterns(box) ? ORDERED_PATTERNS * box->cells : 0) +
                       (has_numbers(box) ? count : 0);
    if (!has_patterns(box) && !has_numbers(box))
        box->table_count = 0;
    return total <= INT64_MAX / 4;
}

static bool fill_tables(struct ordered_box *box, struct report *why)
{
    int64_t patterns = has_patterns(box) ? ORDERED_PATTERNS * box->cells : 0;
    bool curve = has_patterns(box) && box->how->curve;
    if (box->span == 0)
        return true;
    if (has_numbers(box) && !number_tiles(box, box->table + patterns, why))
        return false;
    if (curve)
        return add_patterns(box, box->table + patterns, box->place, why);
    if (!fill_place(box, box->place, why))
        return false;
    for (int64_t t = patterns; t < box->table_count && patterns; t++)
        box->table[t] =
            (int32_t)((uint32_t)box->table[t] << ORDERED_PATTERN_BITS);
    return true;
}

bool ordered_make(struct ordered_box *box, const struct hedra_ordered *how,
                  size_t bytes, const int64_t size[3], struct report *why)
{
    *box = (struct ordered_box){.how = how, .bytes = bytes};
    if (!find_sizes(box, size))
        return report_set(why, "it is too large");
    size_t places =
        (size_t)(box->cells * (has_patterns(box) ? ORDERED_PATTERNS : 1));
    size_t count = (size_t)(box->table_count ? box->table_count : 1);
    if (!host_memory_has(count * sizeof *box->table))
        return report_lack(why, "out of memory");
    box->table = calloc(count, sizeof *box->table);
    box->place = calloc(places, sizeof *box->place);
    bool good = box->table && box->place;
    good = good ? fill_tables(box, why) : report_lack(why, "out of memory");
    if (!good)
        ordered_free(box);
    else if (has_patterns(box))
        memcpy(box->table, box->place, places * sizeof *box->place);
    return good;
}

void ordered_free(struct ordered_box *box)
{
    free(box->table);
    free(box->place);
    box->table = box->place = NULL;
}

/* Elements ----------------------------------------------------------------- */

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
    int64_t patterns = has_patterns(box) ? ORDERED_PATTERNS * box->cells : 0;
    int64_t number = linear(t, box->tiles, 3, false);
    *place = box->place;
    if (!has_numbers(box))
        return linear(t, box->tiles, how->dims,
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
                move_element(m, linear(x, box->size, box->how->dims, column),
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
    if (box->span > 0)
        host_pool_run(choose_threads(), move_rows, &m,
                      parts(box, 0) * parts(box, 1));
}
