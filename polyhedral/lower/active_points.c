/*
 * The kernels of a Plan: mark, scan, fill, and the nest that walks the list
 * (plan/active_points.h says what each does). On the host a block is one
 * thread, which does in loops what the threads of a GPU's block do together.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/planning.h"

#include "polyhedral/plan/plan.h"

#include <isl/id.h>

#include <string.h>

enum { SCAN_THREADS = 256 };

static int word(struct lower *l, int64_t value)
{
    return kir_int(l->f, KIR_U32, value);
}

static int plan_value(struct lower *l, enum plan_source which, int dim)
{
    return lower_source(l, SOURCE_PLAN, (int)which, dim);
}

/* Makes the kernel NAME_SUFFIX with this many threads on a GPU. */
static void begin_kernel(struct lower *l, struct kir_module *module,
                         const char *name, const char *suffix, int threads)
{
    l->f = kir_func_new(module, KIR_KERNEL,
                        arena_printf(l->poly->arena, "%s_%s", name, suffix),
                        l->mapping->gpu ? threads : 1, 1, 1);
    l->f->line = l->kernel->loc.line;
    kir_line(l->f, l->f->line);
}

static int plan_buffer(struct lower *l, enum plan_row row, bool read_only)
{
    static const char *const name[] = {
        [PLAN_ROW_BITS] = "hd_bits",
        [PLAN_ROW_COUNTS] = "hd_counts",
        [PLAN_ROW_TOTAL] = "hd_total",
        [PLAN_ROW_LIST] = "hd_list",
    };
    ARENA_PUSH(l->poly->arena, l->row, l->row_count, l->row_cap,
               l->kernel->plan->row + (int)row);
    return kir_global(l->f, name[row], KIR_U32, read_only, true);
}

static void bind_point(struct lower *l, int dim, int value)
{
    lower_bind(l, arena_printf(l->poly->arena, "hd_f%d", dim), value);
}

/* The thread's number in its block; the host has one. */
static int thread(struct lower *l)
{
    return l->mapping->gpu ? kir_thread_index(l->f, 0) : kir_i32(l->f, 0);
}

/* Tiles -------------------------------------------------------------------- */

/* The point of the tile's first column and row; its columns follow along
 * dimension 0, its rows along dimension 1 or, in steps of PLAN_LANES, along
 * the only one. */
struct tile {
    int number; /* I64 */
    int first[MAP_MAX_DIMS];
};

static int tile_size(const struct lower *l, int dim)
{
    if (dim == 0)
        return l->kernel->points.dims == 1 ? PLAN_LANES * PLAN_ROWS
                                           : PLAN_LANES;
    return dim == 1 ? PLAN_ROWS : 1;
}

static void find_tile(struct lower *l, struct tile *tile)
{
    struct kir_func *f = l->f;
    int dims = l->kernel->points.dims;
    int rest = kir_block_index(f, 0);
    tile->number = kir_cast(f, KIR_I64, rest);
    for (int d = 0; d < dims; d++) {
        int at = rest;
        if (d < dims - 1) {
            int count = kir_cast(f, KIR_I32, plan_value(l, PLAN_TILES, d));
            at = kir_binary(f, KIR_REM, rest, count);
            rest = kir_binary(f, KIR_DIV, rest, count);
        }
        at = kir_binary(f, KIR_MUL, kir_cast(f, KIR_I64, at),
                        kir_i64(l->f, tile_size(l, d)));
        tile->first[d] = kir_binary(f, KIR_ADD, plan_value(l, PLAN_LOW, d), at);
    }
}

/* The rows that column `lane` (I64) has in the box, from 0 to PLAN_ROWS or,
 * where it has none, negative. */
static int column_rows(struct lower *l, const struct tile *tile, int lane)
{
    struct kir_func *f = l->f;
    int x = kir_binary(f, KIR_ADD, tile->first[0], lane);
    int high = plan_value(l, PLAN_HIGH, 0);
    if (l->kernel->points.dims == 1) {
        int rest = kir_binary(f, KIR_SUB, high, x);
        rest = kir_binary(f, KIR_ADD, rest, kir_i64(l->f, PLAN_LANES));
        return kir_binary(f, KIR_MIN, kir_floor_div(f, rest, PLAN_LANES),
                          kir_i64(l->f, PLAN_ROWS));
    }
    int rows =
        kir_binary(f, KIR_SUB, plan_value(l, PLAN_HIGH, 1), tile->first[1]);
    rows = kir_binary(f, KIR_ADD, rows, kir_i64(l->f, 1));
    rows = kir_binary(f, KIR_MIN, rows, kir_i64(l->f, PLAN_ROWS));
    int inside = kir_binary(f, KIR_LE, x, high);
    return kir_ternary(f, KIR_SELECT, inside, rows, kir_i64(l->f, 0));
}

/* The coordinates of row `row` (I64) of column `lane`. */
static void find_point(struct lower *l, const struct tile *tile, int lane,
                       int row, int *point)
{
    struct kir_func *f = l->f;
    int dims = l->kernel->points.dims;
    memcpy(point, tile->first, sizeof tile->first);
    if (dims == 1) {
        row = kir_binary(f, KIR_MUL, row, kir_i64(l->f, PLAN_LANES));
        lane = kir_binary(f, KIR_ADD, lane, row);
    } else {
        point[1] = kir_binary(f, KIR_ADD, point[1], row);
    }
    point[0] = kir_binary(f, KIR_ADD, point[0], lane);
}

/* The point's number: its coordinates in the box, side by side. */
static int number_of(struct lower *l, const int *point)
{
    struct kir_func *f = l->f;
    int number = -1;
    for (int d = l->kernel->points.dims - 1; d >= 0; d--) {
        int at = kir_binary(f, KIR_SUB, point[d], plan_value(l, PLAN_LOW, d));
        at = kir_cast(f, KIR_U32, at);
        if (number < 0) {
            number = at;
            continue;
        }
        int shift = kir_cast(f, KIR_I32, plan_value(l, PLAN_SHIFT, d));
        number = kir_binary(f, KIR_SHL, number, shift);
        number = kir_binary(f, KIR_OR, number, at);
    }
    return number;
}

/* Binds hd_f… to the coordinates of a point given by its number. */
static void bind_number(struct lower *l, int number)
{
    struct kir_func *f = l->f;
    int dims = l->kernel->points.dims;
    for (int d = 0; d < dims; d++) {
        int at = number;
        if (d < dims - 1) {
            int shift = kir_cast(f, KIR_I32, plan_value(l, PLAN_SHIFT, d));
            int mask = kir_binary(f, KIR_SHL, word(l, 1), shift);
            mask = kir_binary(f, KIR_SUB, mask, word(l, 1));
            at = kir_binary(f, KIR_AND, number, mask);
            number = kir_binary(f, KIR_SHR, number, shift);
        }
        bind_point(l, d,
                   kir_binary(f, KIR_ADD, plan_value(l, PLAN_LOW, d),
                              kir_cast(f, KIR_I64, at)));
    }
}

/* The filter --------------------------------------------------------------- */

/* The points, given that each coordinate is in its range. */
static isl_set *points_in_box(const struct lower *l)
{
    isl_set *points = isl_set_copy(l->kernel->plan->points);
    isl_set *box = isl_set_universe(isl_set_get_space(points));
    for (int d = 0; d < l->kernel->points.dims; d++) {
        isl_set *range = isl_set_copy(points);
        for (int e = 0; e < l->kernel->points.dims; e++) {
            char name[16];
            snprintf(name, sizeof name, "hd_f%d", e);
            if (e != d)
                range = isl_set_project_out_param_id(
                    range, isl_id_alloc(l->poly->ctx, name, NULL));
        }
        range = isl_set_remove_divs(range);
        box = isl_set_intersect(
            box, isl_set_from_basic_set(isl_set_simple_hull(range)));
    }
    return isl_set_gist(points, box);
}

/* What is known where a point runs. */
static isl_set *point_context(const struct lower *l)
{
    isl_set *here = isl_set_remove_divs(isl_set_copy(l->kernel->plan->points));
    here = isl_set_from_basic_set(isl_set_simple_hull(here));
    here = isl_set_intersect(here, isl_set_copy(l->poly->context));
    return isl_set_intersect(here, isl_set_copy(l->poly->assumed));
}

/* Runs the statements of the set (taken) at the point that is bound. */
static void run_point(struct lower *l, isl_union_set *statements)
{
    isl_union_set *mine =
        isl_union_set_intersect(statements, plan_instances(l->poly, l->kernel));
    lower_instances(l, isl_schedule_copy(l->mapping->plain), mine,
                    point_context(l));
}

/* Opens `if`s that let active points through; returns how many. */
static int open_filter(struct lower *l)
{
    const struct map_plan *plan = l->kernel->plan;
    const struct poly_stmt *stmt = &l->poly->stmt[plan->stmt];
    kir_if(l->f, lower_params_test(l, points_in_box(l)));
    if (isl_union_set_is_empty(plan->slice) == isl_bool_false)
        run_point(l, isl_union_set_copy(plan->slice));
    l->stmt = stmt;
    l->iter =
        arena_alloc(l->poly->arena, sizeof(int) * (size_t)(plan->depth + 1));
    for (int d = 0; d < plan->depth; d++)
        l->iter[d] = plan->iter[d]
                         ? lower_pw_aff(l, isl_pw_aff_copy(plan->iter[d]))
                         : kir_i64(l->f, 0);
    for (int g = 0; g < plan->guards; g++)
        kir_if(l->f, lower_condition(l, stmt->stmt->guard[g]));
    return plan->guards + 1;
}

static int mask_sum(struct lower *l, int v, int shift, int64_t mask)
{
    struct kir_func *f = l->f;
    int high = kir_binary(f, KIR_SHR, v, kir_i32(l->f, shift));
    high = kir_binary(f, KIR_AND, high, word(l, mask));
    return kir_binary(f, KIR_ADD, kir_binary(f, KIR_AND, v, word(l, mask)),
                      high);
}

/* The numbers of bits in the four bytes of a word. */
static int byte_counts(struct lower *l, int bits)
{
    int v = mask_sum(l, bits, 1, 0x55555555);
    v = mask_sum(l, v, 2, 0x33333333);
    return mask_sum(l, v, 4, 0x0f0f0f0f);
}

/* How many bits are set. */
static int bit_count(struct lower *l, int bits)
{
    struct kir_func *f = l->f;
    int sums =
        kir_binary(f, KIR_MUL, byte_counts(l, bits), word(l, 0x01010101));
    return kir_binary(f, KIR_SHR, sums, kir_i32(l->f, 24));
}

/* Marks the active points of a column; returns their number. */
static int mark_column(struct lower *l, const struct tile *tile, int lane,
                       int bits)
{
    struct kir_func *f = l->f;
    int bindings = l->binding_count, buffer = l->planning->bits;
    int point[MAP_MAX_DIMS];
    kir_set(f, bits, word(l, 0));
    int row = kir_for(f, kir_i64(l->f, 0), column_rows(l, tile, lane),
                      kir_i64(l->f, 1), 0);
    find_point(l, tile, lane, row, point);
    for (int d = 0; d < l->kernel->points.dims; d++)
        bind_point(l, d, point[d]);
    int opened = open_filter(l);
    int bit = kir_binary(f, KIR_SHL, word(l, 1), kir_cast(f, KIR_I32, row));
    kir_set(f, bits, kir_binary(f, KIR_OR, kir_get(f, bits), bit));
    while (opened--)
        kir_end(f);
    kir_end(f);
    l->binding_count = bindings;
    int at = kir_binary(f, KIR_MUL, tile->number, kir_i64(l->f, PLAN_LANES));
    int all = kir_get(f, bits);
    kir_store(f, buffer, kir_binary(f, KIR_ADD, at, lane), all);
    return bit_count(l, all);
}

static void store_count(struct lower *l, int counts, const struct tile *tile,
                        int count)
{
    kir_store(l->f, counts, tile->number, count);
}

static void mark_points(struct lower *l)
{
    struct kir_func *f = l->f;
    struct tile tile;
    int counts = plan_buffer(l, PLAN_ROW_COUNTS, false);
    int bits = kir_variable(f, "bits", KIR_U32);
    l->planning->bits = plan_buffer(l, PLAN_ROW_BITS, false);
    find_tile(l, &tile);
    if (!l->mapping->gpu) {
        int active = kir_variable(f, "active", KIR_U32);
        kir_set(f, active, word(l, 0));
        int lane = kir_for(f, kir_i64(l->f, 0), kir_i64(l->f, PLAN_LANES),
                           kir_i64(l->f, 1), 0);
        int count = mark_column(l, &tile, lane, bits);
        kir_set(f, active, kir_binary(f, KIR_ADD, kir_get(f, active), count));
        kir_end(f);
        store_count(l, counts, &tile, kir_get(f, active));
        return;
    }
    int sum = kir_shared(f, "hd_sum", KIR_U32, 1);
    int is_first = kir_binary(f, KIR_EQ, thread(l), kir_i32(l->f, 0));
    kir_if(f, is_first);
    kir_store(f, sum, kir_i64(l->f, 0), word(l, 0));
    kir_end(f);
    kir_barrier(f);
    int lane = kir_cast(f, KIR_I64, thread(l));
    int count = mark_column(l, &tile, lane, bits);
    kir_atomic(f, KIR_ADD, sum, kir_i64(l->f, 0), count);
    kir_barrier(f);
    kir_if(f, is_first);
    store_count(l, counts, &tile, kir_load(f, sum, kir_i64(l->f, 0)));
    kir_end(f);
}

/* Prefix sums -------------------------------------------------------------- */

/* The block's threads together: `value` becomes the sum of those of all threads
 * up to this one, which stand in `shared` after a barrier. */
static void scan_block(struct lower *l, int value, int shared, int threads)
{
    struct kir_func *f = l->f;
    int t = kir_cast(f, KIR_I64, thread(l));
    kir_store(f, shared, t, kir_get(f, value));
    kir_barrier(f);
    for (int step = 1; step < threads; step *= 2) {
        kir_if(f, kir_binary(f, KIR_GE, t, kir_i64(l->f, step)));
        int before =
            kir_load(f, shared, kir_binary(f, KIR_SUB, t, kir_i64(l->f, step)));
        kir_set(f, value, kir_binary(f, KIR_ADD, kir_get(f, value), before));
        kir_end(f);
        kir_barrier(f);
        kir_store(f, shared, t, kir_get(f, value));
        kir_barrier(f);
    }
}

static void scan_serially(struct lower *l, int counts, int carry)
{
    struct kir_func *f = l->f;
    int i = kir_for(f, kir_i64(l->f, 0), plan_value(l, PLAN_ALL, 0),
                    kir_i64(l->f, 1), 0);
    int count = kir_load(f, counts, i);
    kir_store(f, counts, i, kir_get(f, carry));
    kir_set(f, carry, kir_binary(f, KIR_ADD, kir_get(f, carry), count));
    kir_end(f);
}

/* SCAN_THREADS counts at a time. */
static void scan_together(struct lower *l, int counts, int carry)
{
    struct kir_func *f = l->f;
    int shared = kir_shared(f, "hd_sums", KIR_U32, SCAN_THREADS);
    int own = kir_variable(f, "own", KIR_U32);
    int value = kir_variable(f, "value", KIR_U32);
    int all = plan_value(l, PLAN_ALL, 0);
    int base =
        kir_for(f, kir_i64(l->f, 0), all, kir_i64(l->f, SCAN_THREADS), 0);
    int i = kir_binary(f, KIR_ADD, base, kir_cast(f, KIR_I64, thread(l)));
    int inside = kir_binary(f, KIR_LT, i, all);
    kir_set(f, own, word(l, 0));
    kir_if(f, inside);
    kir_set(f, own, kir_load(f, counts, i));
    kir_end(f);
    kir_set(f, value, kir_get(f, own));
    scan_block(l, value, shared, SCAN_THREADS);
    int before = kir_binary(f, KIR_SUB, kir_get(f, value), kir_get(f, own));
    kir_if(f, inside);
    kir_store(f, counts, i, kir_binary(f, KIR_ADD, kir_get(f, carry), before));
    kir_end(f);
    int sum = kir_load(f, shared, kir_i64(l->f, SCAN_THREADS - 1));
    kir_set(f, carry, kir_binary(f, KIR_ADD, kir_get(f, carry), sum));
    kir_barrier(f);
    kir_end(f);
}

static void scan_counts(struct lower *l)
{
    struct kir_func *f = l->f;
    int counts = plan_buffer(l, PLAN_ROW_COUNTS, false);
    int total = plan_buffer(l, PLAN_ROW_TOTAL, false);
    int carry = kir_variable(f, "carry", KIR_U32);
    kir_set(f, carry, word(l, 0));
    if (l->mapping->gpu)
        scan_together(l, counts, carry);
    else
        scan_serially(l, counts, carry);
    kir_if(f, kir_binary(f, KIR_EQ, thread(l), kir_i32(l->f, 0)));
    kir_store(f, total, kir_i64(l->f, 0), kir_get(f, carry));
    kir_end(f);
}

/* The list ----------------------------------------------------------------- */

/* The numbers of bits in the four groups of a word, in 16 bits each. */
static int group_counts(struct lower *l, int bits)
{
    struct kir_func *f = l->f;
    int v = byte_counts(l, bits);
    int low = kir_binary(f, KIR_AND, v, word(l, 0x00ff00ff));
    int high = kir_binary(f, KIR_SHR, v, kir_i32(l->f, 8));
    high = kir_binary(f, KIR_AND, high, word(l, 0x00ff00ff));
    /* bytes 0 and 2 in `low`, 1 and 3 in `high` */
    high = kir_cast(f, KIR_U64, high);
    high = kir_binary(f, KIR_SHL, high, kir_i32(l->f, 32));
    return kir_binary(f, KIR_OR, high, kir_cast(f, KIR_U64, low));
}

/* Where group `group` lies in group_counts. */
static int group_shift(int group)
{
    static const int shift[PLAN_ROWS / PLAN_GROUP] = {0, 32, 16, 48};
    return shift[group];
}

static int group_field(struct lower *l, int counts, int group)
{
    struct kir_func *f = l->f;
    int v = kir_binary(f, KIR_SHR, counts, kir_i32(l->f, group_shift(group)));
    v = kir_binary(f, KIR_AND, kir_cast(f, KIR_U32, v), word(l, 0xffff));
    return v;
}

/* Writes the numbers of the points whose bits are set, from place `to` on, and
 * clears the bits. The number of a lone bit is the exponent that it has as a
 * float. */
static void list_bits(struct lower *l, const struct tile *tile, int lane,
                      int list, int bits, int to)
{
    struct kir_func *f = l->f;
    int point[MAP_MAX_DIMS];
    kir_while(f);
    int left = kir_get(f, bits);
    kir_while_body(f, kir_binary(f, KIR_NE, left, word(l, 0)));
    int others =
        kir_binary(f, KIR_AND, left, kir_binary(f, KIR_SUB, left, word(l, 1)));
    int lone = kir_binary(f, KIR_XOR, left, others);
    int row = kir_bitcast(f, KIR_U32, kir_cast(f, KIR_F32, lone));
    row = kir_binary(f, KIR_SHR, row, kir_i32(l->f, 23));
    row = kir_binary(f, KIR_SUB, row, word(l, 127));
    find_point(l, tile, lane, kir_cast(f, KIR_I64, row), point);
    kir_store(f, list, kir_cast(f, KIR_I64, kir_get(f, to)),
              number_of(l, point));
    kir_set(f, to, kir_binary(f, KIR_ADD, kir_get(f, to), word(l, 1)));
    kir_set(f, bits, others);
    kir_end(f);
}

static int load_bits(struct lower *l, const struct tile *tile, int lane)
{
    int at = kir_binary(l->f, KIR_MUL, tile->number, kir_i64(l->f, PLAN_LANES));
    at = kir_binary(l->f, KIR_ADD, at, lane);
    return kir_load(l->f, l->planning->bits, at);
}

static int group_bits(struct lower *l, int bits, int group)
{
    return kir_binary(l->f, KIR_AND, bits,
                      word(l, (int64_t)0xff << (PLAN_GROUP * group)));
}

/* The host: row groups outermost, their columns inside. */
static void fill_serially(struct lower *l, const struct tile *tile, int list,
                          int bits, int to)
{
    struct kir_func *f = l->f;
    for (int g = 0; g < PLAN_ROWS / PLAN_GROUP; g++) {
        int lane = kir_for(f, kir_i64(l->f, 0), kir_i64(l->f, PLAN_LANES),
                           kir_i64(l->f, 1), 0);
        kir_set(f, bits, group_bits(l, load_bits(l, tile, lane), g));
        list_bits(l, tile, lane, list, bits, to);
        kir_end(f);
    }
}

static void fill_together(struct lower *l, const struct tile *tile, int list,
                          int bits, int to)
{
    struct kir_func *f = l->f;
    int shared = kir_shared(f, "hd_sums", KIR_U64, PLAN_LANES);
    int sums = kir_variable(f, "sums", KIR_U64);
    int start = kir_variable(f, "start", KIR_U32);
    int lane = kir_cast(f, KIR_I64, thread(l));
    int mine = load_bits(l, tile, lane);
    int own = group_counts(l, mine);
    kir_set(f, sums, own);
    scan_block(l, sums, shared, PLAN_LANES);
    int before = kir_binary(f, KIR_SUB, kir_get(f, sums), own);
    int all = kir_load(f, shared, kir_i64(l->f, PLAN_LANES - 1));
    kir_set(f, start, kir_get(f, to));
    kir_if(f, kir_binary(f, KIR_NE, mine, word(l, 0)));
    for (int g = 0; g < PLAN_ROWS / PLAN_GROUP; g++) {
        kir_set(f, to,
                kir_binary(f, KIR_ADD, kir_get(f, start),
                           group_field(l, before, g)));
        kir_set(f, bits, group_bits(l, mine, g));
        list_bits(l, tile, lane, list, bits, to);
        kir_set(
            f, start,
            kir_binary(f, KIR_ADD, kir_get(f, start), group_field(l, all, g)));
    }
    kir_end(f);
}

static void fill_list(struct lower *l)
{
    struct kir_func *f = l->f;
    struct tile tile;
    int counts = plan_buffer(l, PLAN_ROW_COUNTS, true);
    int list = plan_buffer(l, PLAN_ROW_LIST, false);
    int bits = kir_variable(f, "bits", KIR_U32);
    int to = kir_variable(f, "to", KIR_U32);
    l->planning->bits = plan_buffer(l, PLAN_ROW_BITS, true);
    find_tile(l, &tile);
    kir_set(f, to, kir_load(f, counts, tile.number));
    if (l->mapping->gpu)
        fill_together(l, &tile, list, bits, to);
    else
        fill_serially(l, &tile, list, bits, to);
}

/* The nest at entry `i` (I64) of those that this launch executes. */
static void run_entry(struct lower *l, int list, int i)
{
    struct kir_func *f = l->f;
    int at = kir_binary(f, KIR_ADD, plan_value(l, PLAN_FIRST, 0), i);
    bind_number(l, kir_load(f, list, at));
    run_point(l, isl_union_set_copy(l->kernel->domain));
}

static void walk_list(struct lower *l)
{
    struct kir_func *f = l->f;
    int list = plan_buffer(l, PLAN_ROW_LIST, true);
    int count = plan_value(l, PLAN_COUNT, 0);
    int block = kir_cast(f, KIR_I64, kir_block_index(f, 0));
    l->skip = l->kernel->plan->skip;
    if (l->mapping->gpu) {
        int i = kir_binary(f, KIR_MUL, block, kir_i64(l->f, PLAN_LANES));
        i = kir_binary(f, KIR_ADD, i, kir_cast(f, KIR_I64, thread(l)));
        kir_if(f, kir_binary(f, KIR_LT, i, count));
        run_entry(l, list, i);
    } else {
        int from = kir_binary(f, KIR_MUL, block,
                              kir_i64(l->f, plan_block(l->mapping)));
        int to =
            kir_binary(f, KIR_ADD, from, kir_i64(l->f, plan_block(l->mapping)));
        to = kir_binary(f, KIR_MIN, to, count);
        run_entry(l, list, kir_for(f, from, to, kir_i64(l->f, 1), 0));
    }
    kir_end(f);
}

struct lowered *plan_lower(struct lower *start, const struct map_kernel *kernel,
                           struct kir_module *module, const char *name)
{
    static const struct {
        const char *suffix;
        int threads;
        void (*body)(struct lower *l);
    } part[PLAN_KERNEL_COUNT] = {
        [PLAN_MARK] = {"mark", PLAN_LANES, mark_points},
        [PLAN_SCAN] = {"scan", SCAN_THREADS, scan_counts},
        [PLAN_FILL] = {"fill", PLAN_LANES, fill_list},
        [PLAN_NEST] = {"list", PLAN_LANES, walk_list},
    };
    struct arena *arena = start->poly->arena;
    struct lowered *out = arena_alloc(arena, sizeof *out * PLAN_KERNEL_COUNT);
    struct map_kernel *bare = arena_alloc(arena, sizeof *bare);
    *bare = *kernel;
    bare->shared.count = 0; /* listed points are not neighbours: no tiles */
    for (int k = 0; k < PLAN_KERNEL_COUNT; k++) {
        struct lower l;
        lower_start(&l, start->poly, start->mapping, start->storage,
                    start->options);
        l.kernel = bare;
        begin_kernel(&l, module, name, part[k].suffix, part[k].threads);
        part[k].body(&l);
        lower_finish_kernel(&l, &out[k]);
        start->failed |= l.failed;
    }
    isl_union_set *launched =
        isl_union_set_intersect(lower_launched(start->poly, kernel),
                                isl_union_set_copy(kernel->plan->acting));
    isl_set *points = lower_mapped_points(kernel->points.map, launched);
    lower_find_box(points, kernel->points.dims, out->low, out->high);
    isl_set_free(points);
    isl_union_set_free(launched);
    return out;
}
