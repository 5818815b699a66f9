/*
 * Where an element lies of an array with a layout. Orders that are sums over
 * the subscripts are computed, by shifts and masks where sides are powers of
 * two; the others are looked up, a tile at a time. The tables are those that
 * hedra_ordered_open makes (runtime/region/ordered.c): first the patterns, in
 * which the elements of a tile follow each other, then for each tile its
 * number, with the pattern's in the lowest bits if there are patterns.
 */
#include "polyhedral/address/address.h"

/* An address being made. */
struct maker {
    struct kir_func *f;
    const struct scop_array *array;
    const struct scop_layout *layout;
    const struct address_source *source;
    struct address_split part[LAYOUT_DIMS]; /* of each axis' subscript */
};

static int op(struct maker *m, enum kir_op op, int a, int b)
{
    return kir_binary(m->f, op, a, b);
}

static int shifted_down(struct maker *m, int x, int places)
{
    return kir_binary(m->f, KIR_SHR, x, kir_int(m->f, KIR_I32, places));
}

static int look_up(struct maker *m, int index)
{
    return m->source->look_up(m->source->user, index);
}

static bool is_power(int64_t n)
{
    return (n & (n - 1)) == 0;
}

static int bits_of(int64_t side)
{
    int bits = 0;
    while (INT64_C(1) << bits < side)
        bits++;
    return bits;
}

/* x / side and x % side, which is not negative. */
static int divided(struct maker *m, int x, int64_t side)
{
    return side == 1        ? x
           : is_power(side) ? shifted_down(m, x, bits_of(side))
                            : op(m, KIR_DIV, x, kir_i64(m->f, side));
}

static int rest_of(struct maker *m, int x, int64_t side)
{
    int64_t multiple = address_multiple(m->f, m->source->around, x);
    return multiple % side == 0 ? kir_i64(m->f, 0)
           : is_power(side)     ? op(m, KIR_AND, x, kir_i64(m->f, side - 1))
                                : op(m, KIR_REM, x, kir_i64(m->f, side));
}

/* Bits interleaved: those of x[0] are the least significant ones of each group,
 * or the most. */
static int interleaved(struct maker *m, const int *x, int dims, int bits,
                       bool first)
{
    int at = kir_i64(m->f, 0);
    for (int a = 0; a < dims; a++) {
        int place = first ? dims - 1 - a : a;
        const struct address_dilation d = {bits, dims, place};
        at = op(m, KIR_OR, at,
                address_dilated(m->f, &d, x[a], m->source->counters));
    }
    return at;
}

/* Row-major, the last of x fastest, or the first. */
static int linear(struct maker *m, const int *x, const int *size, int dims,
                  bool reversed)
{
    int at = x[reversed ? dims - 1 : 0];
    for (int k = 1; k < dims; k++) {
        int a = reversed ? dims - 1 - k : k;
        at = op(m, KIR_ADD, op(m, KIR_MUL, at, size[a]), x[a]);
    }
    return at;
}

static struct address_dilation inner_form(const struct maker *m, int a,
                                          int64_t side)
{
    int dims = m->layout->dims;
    bool last = m->layout->inner == LAYOUT_MORTON_I;
    return (struct address_dilation){bits_of(side), dims,
                                     last ? dims - 1 - a : a};
}

/* How far the rests of the subscripts lead on from the place of their bases, in
 * a tile or in a whole array of Morton's order whose sides are `size`. */
static int rests(struct maker *m, const int64_t *size)
{
    const struct scop_layout *layout = m->layout;
    int at = kir_i64(m->f, 0);
    for (int a = 0; a < layout->dims; a++) {
        const struct address_split *p = &m->part[a];
        int64_t behind = 1;
        if (layout->inner == LAYOUT_MORTON ||
            layout->inner == LAYOUT_MORTON_I) {
            const struct address_dilation d = inner_form(m, a, size[a]);
            at = kir_offset(m->f, at, address_dilated_number(&d, p->number));
            continue;
        }
        bool column = layout->inner == LAYOUT_COLUMN;
        for (int k = column ? 0 : a + 1; k < (column ? a : layout->dims); k++)
            behind *= size[k];
        int x = p->small < 0 ? kir_i64(m->f, p->number)
                             : kir_offset(m->f, p->small, p->number);
        at = op(m, KIR_ADD, at, op(m, KIR_MUL, x, kir_i64(m->f, behind)));
    }
    return at;
}

/* The number of an element within its tile, whose pattern `entry` names, if
 * there are patterns; x: of the subscripts' bases. */
static int within(struct maker *m, const int *x, int entry)
{
    const struct scop_layout *layout = m->layout;
    int size[LAYOUT_DIMS], on = rests(m, layout->tile), at;
    for (int a = 0; a < layout->dims; a++)
        size[a] = kir_i64(m->f, layout->tile[a]);
    if (layout->inner == LAYOUT_MORTON || layout->inner == LAYOUT_MORTON_I)
        at = interleaved(m, x, layout->dims, bits_of(layout->tile[0]),
                         layout->inner == LAYOUT_MORTON_I);
    else
        at = linear(m, x, size, layout->dims, layout->inner == LAYOUT_COLUMN);
    if (layout->inner != LAYOUT_HILBERT)
        return op(m, KIR_ADD, at, on);
    if (entry >= 0) {
        int64_t cells = layout_cells(layout);
        int pattern = op(m, KIR_AND, entry, kir_i64(m->f, LAYOUT_PATTERNS - 1));
        at = op(m, KIR_ADD, op(m, KIR_MUL, pattern, kir_i64(m->f, cells)), at);
    }
    return look_up(m, op(m, KIR_ADD, at, on));
}

/* The tiles of a box along each axis. */
static void find_tiles(struct maker *m, int size[LAYOUT_DIMS])
{
    const struct scop_layout *layout = m->layout;
    for (int a = 0; a < layout->dims; a++) {
        int extent = m->source->extent(m->source->user, layout->axis[a]);
        extent = op(m, KIR_ADD, extent, kir_i64(m->f, layout->tile[a] - 1));
        size[a] = divided(m, extent, layout->tile[a]);
    }
}

/* What the leading subscripts skip, boxes of `each`, before `at`. */
static int behind_boxes(struct maker *m, const int *subscript, int each, int at)
{
    int number = subscript[0];
    for (int k = 1; k < m->layout->lead; k++)
        number =
            op(m, KIR_ADD,
               op(m, KIR_MUL, number, m->source->extent(m->source->user, k)),
               subscript[k]);
    return m->layout->lead ? op(m, KIR_ADD, op(m, KIR_MUL, number, each), at)
                           : at;
}

/* The tile's number in its box; *entry is its entry in the table, or -1. */
static int tile_number(struct maker *m, const int *x,
                       const int size[LAYOUT_DIMS], int *entry)
{
    const struct scop_layout *layout = m->layout;
    bool patterns = layout_has_pattern_table(layout);
    *entry = -1;
    int at = linear(m, x, size, layout->dims, layout->outer == LAYOUT_COLUMN);
    if (!layout_has_tile_table(layout))
        return at;
    int64_t first = patterns ? LAYOUT_PATTERNS * layout_cells(layout) : 0;
    at = look_up(m, op(m, KIR_ADD, at, kir_i64(m->f, first)));
    if (!patterns)
        return at;
    *entry = at;
    return shifted_down(m, at, bits_of(LAYOUT_PATTERNS));
}

static bool is_closed(const struct scop_array *array)
{
    return array->layout->curve && array->layout->outer != LAYOUT_HILBERT &&
           scop_is_cube(array);
}

static int64_t side_of_cube(const struct scop_array *array)
{
    return array->extent[array->layout->lead]->ival;
}

int address_dilations(const struct scop_array *array,
                      struct address_dilation list[LAYOUT_DIMS])
{
    int dims = array->layout->dims;
    if (!is_closed(array))
        return 0;
    for (int a = 0; a < dims; a++)
        list[a] =
            (struct address_dilation){bits_of(side_of_cube(array)), dims, a};
    return dims;
}

/* The same in one curve of Morton's order through the whole array: sides are
 * powers of two. */
static int in_one_curve(struct maker *m, const int *x)
{
    int64_t size[LAYOUT_DIMS], side = side_of_cube(m->array);
    for (int a = 0; a < m->layout->dims; a++)
        size[a] = side;
    int at = interleaved(m, x, m->layout->dims, bits_of(side),
                         m->layout->outer == LAYOUT_MORTON_I);
    return op(m, KIR_ADD, at, rests(m, size));
}

int64_t address_side(const struct scop_array *array, int a)
{
    return is_closed(array) ? side_of_cube(array) : array->layout->tile[a];
}

int address_of_element(struct kir_func *f, const struct scop_array *array,
                       const int *subscript,
                       const struct address_source *source)
{
    const struct scop_layout *layout = array->layout;
    struct maker maker = {f, array, layout, source, {{0}}}, *m = &maker;
    int x[LAYOUT_DIMS], tile[LAYOUT_DIMS], rest[LAYOUT_DIMS], entry;
    int size[LAYOUT_DIMS];
    for (int a = 0; a < layout->dims; a++) {
        m->part[a] = address_split(
            f, source->around, subscript[layout->axis[a]],
            address_side(array, a),
            layout->inner == LAYOUT_MORTON || layout->inner == LAYOUT_MORTON_I);
        x[a] = m->part[a].base;
    }
    if (is_closed(array)) {
        int64_t cells = INT64_C(1)
                        << layout->dims * bits_of(side_of_cube(array));
        return behind_boxes(m, subscript, kir_i64(f, cells),
                            in_one_curve(m, x));
    }
    for (int a = 0; a < layout->dims; a++) {
        tile[a] = divided(m, x[a], layout->tile[a]);
        rest[a] = rest_of(m, x[a], layout->tile[a]);
    }
    find_tiles(m, size);
    int at = tile_number(m, tile, size, &entry), all = size[0];
    for (int a = 1; a < layout->dims && layout->lead; a++)
        all = op(m, KIR_MUL, all, size[a]);
    at = behind_boxes(m, subscript, all, at);
    at = op(m, KIR_MUL, at, kir_i64(f, layout_cells(layout)));
    return op(m, KIR_ADD, at, within(m, rest, entry));
}
