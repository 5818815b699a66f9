/*
 * Copies of tiles into shared memory, and the accesses that read them there.
 */
#include "polyhedral/lower.h"

static int constant(struct lower *l, int64_t value)
{
    return kir_int(l->f, KIR_I64, value);
}

static int64_t stage_elements(const struct map_stage *stage)
{
    return layout_rows(stage) * stage->size[stage->rank - 1];
}

/* The place of an element in its tile's buffer, given its row's number (the
 * subscripts but the last, by their sizes) and its column. */
static int place(struct lower *l, const struct map_stage *stage, int row,
                 int column)
{
    struct kir_func *f = l->f;
    const struct map_layout *layout = &stage->layout;
    if (layout->swizzle) {
        int turn =
            kir_binary(f, KIR_SHR, row, kir_int(f, KIR_I32, layout->shift));
        turn = kir_binary(f, KIR_AND, turn, constant(l, layout->swizzle));
        column = kir_binary(f, KIR_XOR, column, turn);
    }
    int at = kir_binary(f, KIR_MUL, row, constant(l, layout->pitch));
    return kir_binary(f, KIR_ADD, at, column);
}

/* Of several tiles of an array the later ones have numbers. */
static const char *tile_name(struct lower *l, int s)
{
    const struct map_stage *stage = l->kernel->stage;
    const char *array = l->poly->array[stage[s].array].name;
    int before = 0;
    for (int k = 0; k < s; k++)
        before += stage[k].array == stage[s].array;
    return arena_printf(l->poly->arena, before ? "%s_tile%d" : "%s_tile", array,
                        before);
}

/* Declares the shared buffers and the variables of the kernel's stages. */
void lower_stage_start(struct lower *l)
{
    const struct map_kernel *kernel = l->kernel;
    struct arena *arena = l->poly->arena;
    size_t count = (size_t)kernel->stage_count + 1;
    l->stage_buffer = arena_alloc(arena, sizeof(int) * count);
    l->stage_offset = arena_alloc(arena, sizeof(int *) * count);
    for (int s = 0; s < kernel->stage_count; s++) {
        const struct map_stage *stage = &kernel->stage[s];
        const struct poly_array *pa = &l->poly->array[stage->array];
        l->stage_buffer[s] =
            kir_shared(l->f, tile_name(l, s),
                       lower_element_type(l->poly->scop->array[pa->array].type),
                       layout_rows(stage) * stage->layout.pitch);
        l->stage_offset[s] =
            arena_alloc(arena, sizeof(int) * (size_t)stage->rank);
        for (int k = 0; k < stage->rank; k++)
            l->stage_offset[s][k] = kir_variable(
                l->f, arena_printf(arena, "%s_at%d", tile_name(l, s), k),
                KIR_I64);
    }
}

int lower_flat_thread(struct lower *l)
{
    const int *block = l->f->block;
    int flat = constant(l, 0);
    for (int d = 2; d >= 0; d--) {
        if (block[d] == 1)
            continue;
        flat = kir_binary(l->f, KIR_MUL, flat, constant(l, block[d]));
        flat = kir_binary(l->f, KIR_ADD, flat,
                          kir_cast(l->f, KIR_I64, kir_thread_index(l->f, d)));
    }
    return flat;
}

/* The line of the first access that reads what is copied. */
static int stage_line(struct lower *l, const struct map_stage *stage)
{
    for (int k = 0; k < l->poly->access_count; k++) {
        const struct poly_access *access = &l->poly->access[k];
        if (stage->serves[k] && access->expr && access->expr->loc.line)
            return access->expr->loc.line;
    }
    return l->kernel->loc.line;
}

static const char *copy_origin(struct lower *l, const struct map_stage *stage)
{
    return arena_printf(l->poly->arena, "0 copy of %s",
                        l->poly->array[stage->array].name);
}

/* Where element `at` of the tile is: its row's number and column, and its
 * subscripts in the array. */
static void find_element(struct lower *l, int s, int at, int *row, int *column,
                         int *sub)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    struct kir_func *f = l->f;
    int last = stage->rank - 1, rest = at;
    *row = constant(l, 0);
    *column = at;
    if (last > 0) {
        *row = rest = kir_floor_div(f, at, stage->size[last]);
        *column = kir_floor_mod(f, at, stage->size[last]);
    }
    sub[last] = *column;
    for (int k = last - 1; k >= 0; k--) {
        sub[k] = k ? kir_floor_mod(f, rest, stage->size[k]) : rest;
        if (k)
            rest = kir_floor_div(f, rest, stage->size[k]);
    }
    for (int k = 0; k <= last; k++)
        sub[k] =
            kir_binary(f, KIR_ADD, sub[k], kir_get(f, l->stage_offset[s][k]));
}

enum { MAX_ROUNDS = 32 };

/* How often the threads go round to copy the tile, `each` neighbours at a time,
 * if each time they take whole rows, or a part of one, or of the only one; else
 * 0. */
static int even_rounds(struct lower *l, const struct map_stage *stage,
                       int64_t each)
{
    const int *block = l->f->block;
    int64_t once = (int64_t)block[0] * block[1] * block[2] * each;
    int64_t count = stage_elements(stage), width = stage->size[stage->rank - 1];
    bool fits = count % once == 0 && count / once * each <= MAX_ROUNDS &&
                (stage->rank == 2 ? once % width == 0
                                  : stage->rank == 1 && !stage->layout.swizzle);
    return fits ? (int)(count / once) : 0;
}

/* How far apart in the array elements are that are so many rows apart, or of
 * one dimension columns. */
static int rows_apart(struct lower *l, int array, int64_t rows)
{
    int below[2] = {constant(l, rows), constant(l, 0)};
    int origin[2] = {constant(l, 0), constant(l, 0)};
    return kir_binary(l->f, KIR_SUB, lower_linear(l, array, below),
                      lower_linear(l, array, origin));
}

/* What a thread copies in so many rounds: element number `first` of the tile,
 * at (row, column) there and `sub` in the array, and others that are so many
 * rows and columns apart. */
struct share {
    int row, column, sub[2];
    int64_t rows, columns;
    int index, step; /* in the array */
};

static struct share find_share(struct lower *l, int s, int each)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    const int *block = l->f->block;
    struct share share = {.columns =
                              (int64_t)block[0] * block[1] * block[2] * each};
    if (stage->rank == 2) {
        share.rows = share.columns / stage->size[1];
        share.columns = 0;
    }
    int first =
        kir_binary(l->f, KIR_MUL, lower_flat_thread(l), constant(l, each));
    find_element(l, s, first, &share.row, &share.column, share.sub);
    share.index = lower_linear(l, stage->array, share.sub);
    share.step = rows_apart(l, stage->array, share.rows + share.columns);
    return share;
}

/* Stores what a thread has loaded, a value for each of its elements. */
static void store_share(struct lower *l, int s, const struct share *share,
                        int rounds, int each, const int *value)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    struct kir_func *f = l->f;
    for (int k = 0; k < rounds * each; k++) {
        int64_t round = k / each;
        int at = place(l, stage,
                       kir_binary(f, KIR_ADD, share->row,
                                  constant(l, round * share->rows)),
                       kir_binary(f, KIR_ADD, share->column,
                                  constant(l, round * share->columns)));
        kir_store(f, l->stage_buffer[s],
                  kir_binary(f, KIR_ADD, at, constant(l, k % each)), value[k]);
    }
}

/* Loads first, then stores; `each` neighbours at a time. */
static void copy_whole(struct lower *l, int s, int rounds, int each)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    struct kir_func *f = l->f;
    struct share share = find_share(l, s, each);
    int value[MAX_ROUNDS], index = share.index;
    kir_origin(f, copy_origin(l, stage));
    for (int k = 0; k < rounds * each; k++) {
        value[k] =
            kir_load(f, lower_buffer(l, stage->array),
                     kir_binary(f, KIR_ADD, index, constant(l, k % each)));
        if (k % each == each - 1)
            index = kir_binary(f, KIR_ADD, index, share.step);
    }
    store_share(l, s, &share, rounds, each, value);
    kir_origin(f, NULL);
}

/* Is the element with these subscripts there (PRED)? */
static int is_there(struct lower *l, const struct map_stage *stage,
                    isl_ast_expr *there /* kept */, const int *sub)
{
    int bindings = l->binding_count;
    for (int k = 0; k < stage->rank; k++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_e%d", k), sub[k]);
    int is = lower_ast_expr(l, isl_ast_expr_copy(there));
    l->binding_count = bindings;
    return kir_cast(l->f, KIR_PRED, is);
}

/* A variable: the element at `index`, 0 where that is not there (PRED). */
static int load_or_zero(struct lower *l, const struct map_stage *stage,
                        int there, int index)
{
    const struct poly_array *pa = &l->poly->array[stage->array];
    enum kir_type type = lower_value_type(l->poly->scop->array[pa->array].type);
    struct kir_func *f = l->f;
    int variable = kir_variable(f, "hd_there", type);
    kir_set(f, variable,
            kir_is_float(type) ? kir_float(f, type, 0) : kir_int(f, type, 0));
    kir_if(f, there);
    kir_set(f, variable, kir_load(f, lower_buffer(l, stage->array), index));
    kir_end(f);
    return variable;
}

/* One element at a time, with zeros for what is not there. Rounds are no code
 * of their own: what is known of each before the tiles would fill registers. */
static void copy_padded(struct lower *l, int s, int rounds)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    struct kir_func *f = l->f;
    struct share share = find_share(l, s, 1);
    isl_ast_expr *expr = lower_params_expr(l, isl_set_copy(stage->elements));
    int last = stage->rank - 1;
    int round =
        kir_for(f, constant(l, 0), constant(l, rounds), constant(l, 1), 0);
    int below = kir_binary(f, KIR_MUL, round, constant(l, share.rows));
    int beside = kir_binary(f, KIR_MUL, round, constant(l, share.columns));
    int index = kir_binary(f, KIR_MUL, round, share.step);
    int sub[2] = {share.sub[0], share.sub[1]};
    if (last)
        sub[0] = kir_binary(f, KIR_ADD, sub[0], below);
    sub[last] = kir_binary(f, KIR_ADD, sub[last], beside);
    kir_origin(f, copy_origin(l, stage));
    int value = load_or_zero(l, stage, is_there(l, stage, expr, sub),
                             kir_binary(f, KIR_ADD, share.index, index));
    int to = place(l, stage, kir_binary(f, KIR_ADD, share.row, below),
                   kir_binary(f, KIR_ADD, share.column, beside));
    kir_store(f, l->stage_buffer[s], to, kir_get(f, value));
    kir_origin(f, NULL);
    kir_end(f);
    isl_ast_expr_free(expr);
}

/* The threads together copy the tile's elements, consecutive threads taking
 * consecutive elements of a row, those that are there; `pads`: with zeros for
 * the others. */
static void copy_some(struct lower *l, int s, bool pads)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    struct kir_func *f = l->f;
    int threads = f->block[0] * f->block[1] * f->block[2];
    int *sub = arena_alloc(l->poly->arena, sizeof(int) * (size_t)stage->rank);
    int at =
        kir_for(f, lower_flat_thread(l), constant(l, stage_elements(stage)),
                constant(l, threads), 0);
    int row, column;
    find_element(l, s, at, &row, &column, sub);
    isl_ast_expr *expr = lower_params_expr(l, isl_set_copy(stage->elements));
    int there = is_there(l, stage, expr, sub), value;
    int index = lower_linear(l, stage->array, sub);
    kir_origin(f, copy_origin(l, stage));
    if (pads) {
        value = kir_get(f, load_or_zero(l, stage, there, index));
    } else {
        kir_if(f, there);
        value = kir_load(f, lower_buffer(l, stage->array), index);
    }
    int width = (int)stage->size[stage->rank - 1];
    int to = stage->layout.pitch == width && !stage->layout.swizzle
                 ? at
                 : place(l, stage, row, column);
    kir_store(f, l->stage_buffer[s], to, value);
    kir_origin(f, NULL);
    if (!pads)
        kir_end(f);
    kir_end(f);
    isl_ast_expr_free(expr);
}

/* A whole tile: threads take neighbours in either case, so that both need the
 * same addresses, but load them at once only where the array lies so. */
static void copy_neighbours(struct lower *l, int s, int rounds, int each)
{
    if (each > 1) {
        kir_if(l->f, lower_aligned(l, l->kernel->stage[s].array, each));
        copy_whole(l, s, rounds, each);
        kir_else(l->f);
    }
    copy_whole(l, s, rounds, each);
    if (each > 1)
        kir_end(l->f);
}

/* Where full blocks have code of their own, all that they read is there. */
static void copy_tile(struct lower *l, int s)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    bool pads = l->kernel->loose && !l->full;
    int each = even_rounds(l, stage, stage->vector) ? (int)stage->vector : 1;
    int rounds = stage->whole ? even_rounds(l, stage, each) : 0;
    int padded = pads ? even_rounds(l, stage, 1) : 0;
    kir_line(l->f, stage_line(l, stage));
    if (rounds) {
        kir_if(l->f, lower_params_test(l, isl_set_copy(stage->whole)));
        copy_neighbours(l, s, rounds, each);
        kir_else(l->f);
    }
    if (padded)
        copy_padded(l, s, padded);
    else
        copy_some(l, s, pads);
    if (rounds)
        kir_end(l->f);
}

void lower_stage(struct lower *l, const int *arg, int count)
{
    const struct map_kernel *kernel = l->kernel;
    int bindings = l->binding_count;
    kir_line(l->f, stage_line(l, &kernel->stage[0]));
    for (int k = 0; k < count; k++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_p%d", k), arg[k]);
    for (int s = 0; s < kernel->stage_count; s++)
        for (int k = 0; k < kernel->stage[s].rank; k++)
            kir_set(
                l->f, l->stage_offset[s][k],
                lower_pw_aff(l, isl_pw_aff_copy(kernel->stage[s].offset[k])));
    kir_barrier(l->f);
    for (int s = 0; s < kernel->stage_count; s++)
        copy_tile(l, s);
    kir_barrier(l->f);
    l->binding_count = bindings;
}

int lower_stage_load(struct lower *l, int s, const struct scop_expr *access)
{
    const struct map_stage *stage = &l->kernel->stage[s];
    int expand = l->poly->array[stage->array].expand;
    int row = constant(l, 0), column = row;
    for (int k = 0; k < stage->rank; k++) {
        int sub =
            k < expand ? l->iter[k] : lower_index(l, access->arg[k - expand]);
        sub = kir_binary(l->f, KIR_SUB, sub,
                         kir_get(l->f, l->stage_offset[s][k]));
        if (k == stage->rank - 1) {
            column = sub;
            break;
        }
        row = kir_binary(l->f, KIR_MUL, row, constant(l, stage->size[k]));
        row = kir_binary(l->f, KIR_ADD, row, sub);
    }
    return lower_load_access(l, access, l->stage_buffer[s],
                             place(l, stage, row, column));
}
