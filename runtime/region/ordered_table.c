/*
 * Tables of arrays in another order. The numbers of tiles, and the patterns in
 * which a curve goes through each, come from the library's orderings
 * (hedra_order.h).
 */
#include "runtime/host/host.h"
#include "runtime/order/order.h"
#include "runtime/region/ordered.h"

#include <stdlib.h>
#include <string.h>

bool ordered_has_patterns(const struct ordered_box *box)
{
    return box->how->inner == HEDRA_ORDER_HILBERT;
}

bool ordered_has_numbers(const struct ordered_box *box)
{
    return box->how->outer >= HEDRA_ORDER_MORTON;
}

int64_t ordered_linear(const int64_t x[3], const int64_t size[3], int dims,
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
    int64_t most =
        INT32_MAX >> (ordered_has_patterns(box) ? ORDERED_PATTERN_BITS : 0);
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

/* Tiles that are looked at together, and where a curve comes to the corners of
 * each, within the tile: they tell its pattern from all others. */
enum { CORNERS = 8, TOGETHER = 256 };

struct corners {
    int64_t number[CORNERS]; /* of the corners, among the cells of a tile */
    int64_t first, count;    /* of the tiles, in row-major order */
    int32_t cell[3][TOGETHER];
    uint64_t index[TOGETHER];
    int32_t place[CORNERS][TOGETHER];
};

/* A corner of a tile, as its coordinates there. */
static void find_corner(const struct ordered_box *box, int corner, int64_t x[3])
{
    for (int a = 0; a < 3; a++)
        x[a] = corner >> a & 1 ? box->how->tile[a] - 1 : 0;
}

static bool read_corners(const struct ordered_box *box,
                         const struct hedra_order *order, struct corners *c,
                         struct report *why)
{
    const int64_t *tile = box->how->tile, *tiles = box->tiles;
    for (int corner = 0; corner < 1 << box->how->dims; corner++) {
        struct hedra_error error;
        int64_t x[3];
        find_corner(box, corner, x);
        c->number[corner] = ordered_linear(x, tile, 3, false);
        for (int64_t n = 0; n < c->count; n++) {
            int64_t t = c->first + n;
            c->cell[0][n] = (int32_t)(t / tiles[2] / tiles[1] * tile[0] + x[0]);
            c->cell[1][n] = (int32_t)(t / tiles[2] % tiles[1] * tile[1] + x[1]);
            c->cell[2][n] = (int32_t)(t % tiles[2] * tile[2] + x[2]);
        }
        if (hedra_order_index_batch(order, c->count, c->cell[0], c->cell[1],
                                    c->cell[2], c->index, &error))
            return report_set(why, "%s", error.text);
        for (int64_t n = 0; n < c->count; n++)
            c->place[corner][n] = (int32_t)(c->index[n] % (uint64_t)box->cells);
    }
    return true;
}

/* Do the corners of the n-th of the tiles come where the pattern has them? */
static bool is_pattern(const struct ordered_box *box, const struct corners *c,
                       int64_t n, const int32_t *place)
{
    for (int corner = 0; corner < 1 << box->how->dims; corner++)
        if (place[c->number[corner]] != c->place[corner][n])
            return false;
    return true;
}

/* The number of the pattern in the n-th of the tiles, which is noted if it is
 * new; -1: there are too many. */
static int find_pattern(const struct ordered_box *box,
                        const struct hedra_order *order,
                        const struct corners *c, int64_t n, int32_t *patterns,
                        int *count)
{
    const int64_t *tile = box->how->tile, *tiles = box->tiles;
    int64_t t = c->first + n;
    const int64_t from[3] = {t / tiles[2] / tiles[1] * tile[0],
                             t / tiles[2] % tiles[1] * tile[1],
                             t % tiles[2] * tile[2]};
    for (int k = 0; k < *count; k++)
        if (is_pattern(box, c, n, patterns + k * box->cells))
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
    const int64_t *tiles = box->tiles;
    int64_t size[3], all = tiles[0] * tiles[1] * tiles[2];
    struct corners c;
    int count = 0;
    for (int a = 0; a < 3; a++)
        size[a] = tiles[a] * box->how->tile[a];
    struct hedra_order *order =
        new_order(box, box->how->inner, HEDRA_ORDER_PAD, size, why);
    bool good = order != NULL;
    for (c.first = 0; c.first < all && good; c.first += TOGETHER) {
        c.count = all - c.first < TOGETHER ? all - c.first : TOGETHER;
        good = read_corners(box, order, &c, why);
        for (int64_t n = 0; n < c.count && good; n++) {
            int pattern = find_pattern(box, order, &c, n, patterns, &count);
            int32_t *entry = &number[c.first + n];
            good =
                pattern >= 0 || report_set(why, "its curve has no such tiles");
            *entry = (int32_t)((uint32_t)*entry << ORDERED_PATTERN_BITS |
                               (uint32_t)pattern);
        }
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
    if (ordered_has_patterns(box)) {
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
                          : ordered_linear(x, how->tile, how->dims,
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
    if (box->boxes < 0 || __builtin_mul_overflow(total, box->boxes, &total))
        return false;
    box->cells = 1;
    for (int k = 0; k < 3; k++)
        if (size[k] < 0 || size[k] > MOST_SIDE ||
            __builtin_mul_overflow(total, size[k], &total))
            return false;
    total = (int64_t)box->bytes * box->boxes;
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
    box->table_count =
        (ordered_has_patterns(box) ? ORDERED_PATTERNS * box->cells : 0) +
        (ordered_has_numbers(box) ? count : 0);
    if (!ordered_has_patterns(box) && !ordered_has_numbers(box))
        box->table_count = 0;
    return total <= INT64_MAX / 4;
}

static bool fill_tables(struct ordered_box *box, struct report *why)
{
    int64_t patterns =
        ordered_has_patterns(box) ? ORDERED_PATTERNS * box->cells : 0;
    bool curve = ordered_has_patterns(box) && box->how->curve;
    if (box->span == 0)
        return true;
    if (ordered_has_numbers(box) &&
        !number_tiles(box, box->table + patterns, why))
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

/* Larger tiles would have tables that fill a cache. */
enum { FROM_MOST = 512 };

static bool fill_from(struct ordered_box *box, struct report *why)
{
    int64_t patterns = ordered_has_patterns(box) ? ORDERED_PATTERNS : 1;
    if (box->how->inner == HEDRA_ORDER_ROW || box->cells > FROM_MOST)
        return true;
    box->from = calloc((size_t)(patterns * box->cells), sizeof *box->from);
    if (!box->from)
        return report_lack(why, "out of memory");
    for (int64_t c = 0; c < patterns * box->cells; c++) {
        int64_t x[3], first = c / box->cells * box->cells;
        find_cell(box, c % box->cells, x);
        box->from[first + box->place[c]] = x[0] * box->stride[0] +
                                           x[1] * box->stride[1] +
                                           x[2] * box->stride[2];
    }
    return true;
}

bool ordered_make(struct ordered_box *box, const struct hedra_ordered *how,
                  size_t bytes, int64_t boxes, const int64_t size[3],
                  struct report *why)
{
    *box = (struct ordered_box){.how = how, .bytes = bytes, .boxes = boxes};
    if (!find_sizes(box, size))
        return report_set(why, "it is too large");
    size_t places =
        (size_t)(box->cells *
                 (ordered_has_patterns(box) ? ORDERED_PATTERNS : 1));
    size_t count = (size_t)(box->table_count ? box->table_count : 1);
    if (!host_memory_has(count * sizeof *box->table))
        return report_lack(why, "out of memory");
    box->table = calloc(count, sizeof *box->table);
    box->place = calloc(places, sizeof *box->place);
    bool good = box->table && box->place;
    good = good ? fill_tables(box, why) && fill_from(box, why)
                : report_lack(why, "out of memory");
    if (!good)
        ordered_free(box);
    else if (ordered_has_patterns(box))
        memcpy(box->table, box->place, places * sizeof *box->place);
    return good;
}

void ordered_free(struct ordered_box *box)
{
    free(box->table);
    free(box->place);
    free(box->from);
    box->table = box->place = NULL;
    box->from = NULL;
}

int64_t ordered_tile(const struct ordered_box *box, const int64_t t[3],
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
