/*
 * Copies of tiles into shared memory, and the accesses that read them there.
 *
 * A tile is copied between two barriers. Where the next one is loaded ahead
 * (tile/double_buffer.c), buffers have two halves, which tiles alternate
 * between, and there is a barrier behind the stores only. In a loop over tiles
 * one that is all there comes from registers then, to which it was loaded
 * before the loop or in the iteration before; any other one is copied as ever.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/staging.h"

#include "polyhedral/tile/tile.h"

#include <isl/id.h>

static int64_t tile_elements(const struct staging_buffer *buffer)
{
    return shared_layout_rows(buffer) * buffer->size[buffer->rank - 1];
}

/* Of several tiles of an array the later ones have numbers. */
static const char *tile_name(struct lower *l, int s)
{
    const struct staging_buffer *buffer = l->kernel->shared.buffer;
    const char *array = l->poly->array[buffer[s].array].name;
    int before = 0;
    for (int k = 0; k < s; k++)
        before += buffer[k].array == buffer[s].array;
    return arena_printf(l->poly->arena, before ? "%s_tile%d" : "%s_tile", array,
                        before);
}

static enum scop_type element_type(struct lower *l,
                                   const struct staging_buffer *buffer)
{
    const struct poly_array *pa = &l->poly->array[buffer->array];
    return l->poly->scop->array[pa->array].type;
}

/* Elements of a tile that a thread copies, all of them being there. */
static int share_of_thread(struct lower *l, const struct staging_buffer *buffer)
{
    int each = double_buffer_each(l->kernel, buffer);
    return each * double_buffer_rounds(l->kernel, buffer, each);
}

/* What is loaded ahead comes to variables. */
static void start_ahead(struct lower *l)
{
    const struct map_kernel *kernel = l->kernel;
    struct arena *arena = l->poly->arena;
    l->staging->half = kir_variable(l->f, "half", KIR_I32);
    kir_set(l->f, l->staging->half, kir_int(l->f, KIR_I32, 0));
    l->staging->loaded =
        arena_alloc(arena, sizeof(int *) * (size_t)kernel->shared.count);
    for (int s = 0; s < kernel->shared.count; s++) {
        const struct staging_buffer *buffer = &kernel->shared.buffer[s];
        int count = share_of_thread(l, buffer);
        l->staging->loaded[s] = arena_alloc(arena, sizeof(int) * (size_t)count);
        for (int k = 0; k < count; k++)
            l->staging->loaded[s][k] = kir_variable(
                l->f, arena_printf(arena, "%s_next%d", tile_name(l, s), k),
                lower_value_type(element_type(l, buffer)));
    }
}

/* Declares the shared buffers and the variables of the kernel's staging
 * buffers. */
void lower_stage_start(struct lower *l)
{
    const struct map_kernel *kernel = l->kernel;
    struct arena *arena = l->poly->arena;
    size_t count = (size_t)kernel->shared.count + 1;
    l->staging = arena_alloc(arena, sizeof *l->staging);
    l->staging->buffer = arena_alloc(arena, sizeof(int) * count);
    l->staging->offset = arena_alloc(arena, sizeof(int *) * count);
    if (kernel->shared.doubled)
        start_ahead(l);
    for (int s = 0; s < kernel->shared.count; s++) {
        const struct staging_buffer *buffer = &kernel->shared.buffer[s];
        l->staging->buffer[s] = kir_shared(
            l->f, tile_name(l, s), lower_element_type(element_type(l, buffer)),
            kernel->shared.doubled
                ? 2 * lower_half_elements(l, buffer)
                : shared_layout_rows(buffer) * buffer->layout.pitch);
        l->staging->offset[s] =
            arena_alloc(arena, sizeof(int) * (size_t)buffer->rank);
        for (int k = 0; k < buffer->rank; k++)
            l->staging->offset[s][k] = kir_variable(
                l->f, arena_printf(arena, "%s_at%d", tile_name(l, s), k),
                KIR_I64);
    }
}

int lower_flat_thread(struct lower *l)
{
    const int *block = l->f->block;
    int flat = kir_i64(l->f, 0);
    for (int d = 2; d >= 0; d--) {
        if (block[d] == 1)
            continue;
        flat = kir_binary(l->f, KIR_MUL, flat, kir_i64(l->f, block[d]));
        flat = kir_binary(l->f, KIR_ADD, flat,
                          kir_cast(l->f, KIR_I64, kir_thread_index(l->f, d)));
    }
    return flat;
}

/* The line of the first access that reads what is copied. */
static int copy_line(struct lower *l, const struct staging_buffer *buffer)
{
    for (int k = 0; k < l->poly->access_count; k++) {
        const struct poly_access *access = &l->poly->access[k];
        if (buffer->serves[k] && access->expr && access->expr->loc.line)
            return access->expr->loc.line;
    }
    return l->kernel->loc.line;
}

static const char *copy_origin(struct lower *l,
                               const struct staging_buffer *buffer)
{
    return arena_printf(l->poly->arena, "0 copy of %s",
                        l->poly->array[buffer->array].name);
}

/* Finds the place of element `at` of the tile that begins at `origin`: its
 * row's number and column, and its subscripts in the array. */
static void find_element(struct lower *l, int s, const int *origin, int at,
                         int *row, int *column, int *sub)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    struct kir_func *f = l->f;
    int last = buffer->rank - 1, rest = at;
    *row = kir_i64(l->f, 0);
    *column = at;
    if (last > 0) {
        *row = rest = kir_floor_div(f, at, buffer->size[last]);
        *column = kir_floor_mod(f, at, buffer->size[last]);
    }
    sub[last] = *column;
    for (int k = last - 1; k >= 0; k--) {
        sub[k] = k ? kir_floor_mod(f, rest, buffer->size[k]) : rest;
        if (k)
            rest = kir_floor_div(f, rest, buffer->size[k]);
    }
    for (int k = 0; k <= last; k++)
        sub[k] = kir_binary(f, KIR_ADD, sub[k], origin[k]);
}

/* Where the tile at hand begins. */
static int *stage_origin(struct lower *l, int s)
{
    int rank = l->kernel->shared.buffer[s].rank;
    int *origin = arena_alloc(l->poly->arena, sizeof(int) * (size_t)rank);
    for (int k = 0; k < rank; k++)
        origin[k] = kir_get(l->f, l->staging->offset[s][k]);
    return origin;
}

/* How far apart in the array elements are that are so many rows apart, or of
 * one dimension columns. */
static int rows_apart(struct lower *l, int array, int64_t rows)
{
    int below[2] = {kir_i64(l->f, rows), kir_i64(l->f, 0)};
    int origin[2] = {kir_i64(l->f, 0), kir_i64(l->f, 0)};
    return kir_binary(l->f, KIR_SUB, lower_linear(l, array, below),
                      lower_linear(l, array, origin));
}

/* What a thread copies in so many rounds: element number `first` of the tile,
 * at (row, column) there and `sub` in the array, and others that are so many
 * rows and columns apart. */
struct share {
    int row, column, sub[2];
    int64_t rows, columns;
    bool laid;       /* the array has a layout, and no such steps */
    int index, step; /* in the array */
};

static struct share find_share(struct lower *l, int s, const int *origin,
                               int each)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    const int *block = l->f->block;
    struct share share = {.columns =
                              (int64_t)block[0] * block[1] * block[2] * each};
    if (buffer->rank == 2) {
        share.rows = share.columns / buffer->size[1];
        share.columns = 0;
    }
    int first =
        kir_binary(l->f, KIR_MUL, lower_flat_thread(l), kir_i64(l->f, each));
    find_element(l, s, origin, first, &share.row, &share.column, share.sub);
    share.laid = lower_is_laid(l, buffer->array);
    if (share.laid)
        return share;
    share.index = lower_linear(l, buffer->array, share.sub);
    share.step = rows_apart(l, buffer->array, share.rows + share.columns);
    return share;
}

/* Where the element of a round (I64) lies in the array. */
static int index_of_round(struct lower *l, const struct staging_buffer *buffer,
                          const struct share *share, int round)
{
    struct kir_func *f = l->f;
    if (!share->laid)
        return kir_binary(f, KIR_ADD, share->index,
                          kir_binary(f, KIR_MUL, round, share->step));
    int apart =
        kir_binary(f, KIR_MUL, round, kir_i64(f, share->rows + share->columns));
    int sub[2] = {kir_binary(f, KIR_ADD, share->sub[0], apart), share->sub[1]};
    return lower_linear(l, buffer->array, sub);
}

/* The same for the element so many behind it in its row, of an array with a
 * layout. */
static int index_of_neighbour(struct lower *l,
                              const struct staging_buffer *buffer,
                              const struct share *share, int64_t round,
                              int64_t behind)
{
    struct share moved = *share;
    int last = buffer->rank - 1;
    moved.sub[last] =
        kir_binary(l->f, KIR_ADD, share->sub[last], kir_i64(l->f, behind));
    return index_of_round(l, buffer, &moved, kir_i64(l->f, round));
}

/* Stores what a thread has loaded, a value for each of its elements. */
static void store_share(struct lower *l, int s, const struct share *share,
                        int rounds, int each, const int *value)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    struct kir_func *f = l->f;
    for (int k = 0; k < rounds * each; k++) {
        int64_t round = k / each;
        int at = lower_staging_place(
            l, buffer,
            kir_binary(f, KIR_ADD, share->row,
                       kir_i64(l->f, round * share->rows)),
            kir_binary(f, KIR_ADD, share->column,
                       kir_i64(l->f, round * share->columns)));
        kir_store(f, l->staging->buffer[s],
                  kir_binary(f, KIR_ADD, at, kir_i64(l->f, k % each)),
                  value[k]);
    }
}

/* Loads them, `each` neighbours at a time. */
static void load_share(struct lower *l, int s, const struct share *share,
                       int rounds, int each, int *value)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    struct kir_func *f = l->f;
    int index = share->index;
    for (int k = 0; k < rounds * each; k++) {
        if (share->laid)
            index = index_of_neighbour(l, buffer, share, k / each, k % each);
        value[k] = kir_load(f, lower_buffer(l, buffer->array),
                            share->laid ? index
                                        : kir_binary(f, KIR_ADD, index,
                                                     kir_i64(l->f, k % each)));
        if (!share->laid && k % each == each - 1)
            index = kir_binary(f, KIR_ADD, index, share->step);
    }
}

/* Loads first, then stores. */
static void copy_whole(struct lower *l, int s, int rounds, int each)
{
    struct share share = find_share(l, s, stage_origin(l, s), each);
    int value[AHEAD_MAX_ROUNDS];
    kir_origin(l->f, copy_origin(l, &l->kernel->shared.buffer[s]));
    load_share(l, s, &share, rounds, each, value);
    store_share(l, s, &share, rounds, each, value);
    kir_origin(l->f, NULL);
}

/* Is the element with these subscripts there (PRED)? */
static int is_there(struct lower *l, const struct staging_buffer *buffer,
                    isl_ast_expr *there /* kept */, const int *sub)
{
    int bindings = l->binding_count;
    for (int k = 0; k < buffer->rank; k++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_e%d", k), sub[k]);
    int is = lower_ast_expr(l, isl_ast_expr_copy(there));
    l->binding_count = bindings;
    return kir_cast(l->f, KIR_PRED, is);
}

/* The index of an element that may not be there; -1 where it takes tables,
 * which are looked up where it is. */
static int index_anyhow(struct lower *l, const struct staging_buffer *buffer,
                        const int *sub)
{
    return lower_is_laid(l, buffer->array)
               ? -1
               : lower_linear(l, buffer->array, sub);
}

/* The element at `index`, or if that is -1 with these subscripts. */
static int load_there(struct lower *l, const struct staging_buffer *buffer,
                      int index, const int *sub)
{
    if (index < 0)
        index = lower_linear(l, buffer->array, sub);
    return kir_load(l->f, lower_buffer(l, buffer->array), index);
}

/* A variable: that element, 0 where it is not there (PRED). */
static int load_or_zero(struct lower *l, const struct staging_buffer *buffer,
                        int there, int index, const int *sub)
{
    const struct poly_array *pa = &l->poly->array[buffer->array];
    enum kir_type type = lower_value_type(l->poly->scop->array[pa->array].type);
    struct kir_func *f = l->f;
    int variable = kir_variable(f, "hd_there", type);
    kir_set(f, variable,
            kir_is_float(type) ? kir_float(f, type, 0) : kir_int(f, type, 0));
    kir_if(f, there);
    kir_set(f, variable, load_there(l, buffer, index, sub));
    kir_end(f);
    return variable;
}

/* Which rounds of a share copy what is there, the others nothing but zeros. */
struct span {
    int from, to;
};

/* What there is of the elements in dimension 0 (kept), as { [e] }, or in the
 * others, as parameters. */
static isl_set *there_along(struct lower *l,
                            const struct staging_buffer *buffer, bool first)
{
    isl_set *set = isl_set_from_params(isl_set_copy(buffer->elements));
    for (int k = 0; k < buffer->rank; k++) {
        isl_id *id = isl_id_alloc(
            l->poly->ctx, arena_printf(l->poly->arena, "hd_e%d", k), NULL);
        int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
        if (first && k == 0 && at >= 0)
            set = isl_set_move_dims(set, isl_dim_set, 0, isl_dim_param,
                                    (unsigned)at, 1);
        else if (first == (k > 0) && at >= 0)
            set = isl_set_project_out(set, isl_dim_param, (unsigned)at, 1);
        isl_id_free(id);
    }
    return first ? set : isl_set_params(set);
}

/* Are the elements a box, from low to high in dimension 0? */
static bool is_box(const struct staging_buffer *buffer,
                   isl_set *along /* kept */, isl_set *others /* kept */)
{
    bool box =
        isl_set_dim(along, isl_dim_set) == 1 &&
        isl_set_n_basic_set(along) == 1 &&
        isl_set_involves_locals(along) == isl_bool_false &&
        isl_set_dim_has_lower_bound(along, isl_dim_set, 0) == isl_bool_true &&
        isl_set_dim_has_upper_bound(along, isl_dim_set, 0) == isl_bool_true;
    if (!box)
        return false;
    isl_set *both = isl_set_move_dims(
        isl_set_copy(along), isl_dim_param,
        (unsigned)isl_set_dim(along, isl_dim_param), isl_dim_set, 0, 1);
    unsigned last = (unsigned)isl_set_dim(both, isl_dim_param) - 1;
    isl_id *id = isl_id_alloc(isl_set_get_ctx(both), "hd_e0", NULL);
    both = isl_set_params(isl_set_set_dim_id(both, isl_dim_param, last, id));
    both = isl_set_intersect(both, isl_set_copy(others));
    box = isl_set_is_subset(both, buffer->elements) == isl_bool_true;
    isl_set_free(both);
    return box;
}

static int clamp(struct lower *l, int value, int low, int high)
{
    value = kir_binary(l->f, KIR_MAX, value, low);
    return kir_binary(l->f, KIR_MIN, value, high);
}

/* The rounds that copy; false: the elements are no box. */
static bool find_span(struct lower *l, int s, const struct share *share,
                      int rounds, struct span *span)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    struct kir_func *f = l->f;
    int64_t apart = share->rows + share->columns;
    isl_set *along = there_along(l, buffer, true);
    isl_set *others = there_along(l, buffer, false);
    bool box = is_box(buffer, along, others);
    if (box) {
        int low = lower_pw_aff(l, isl_set_dim_min(isl_set_copy(along), 0));
        int high = lower_pw_aff(l, isl_set_dim_max(isl_set_copy(along), 0));
        int zero = kir_i64(l->f, 0), all = kir_i64(l->f, rounds);
        low = kir_binary(f, KIR_SUB, low, share->sub[0]);
        low = kir_binary(f, KIR_ADD, low, kir_i64(l->f, apart - 1));
        high = kir_binary(f, KIR_SUB, high, share->sub[0]);
        high = kir_binary(f, KIR_ADD, high, kir_i64(l->f, apart));
        span->from = clamp(l, kir_floor_div(f, low, apart), zero, all);
        span->to = clamp(l, kir_floor_div(f, high, apart), span->from, all);
        isl_ast_expr *expr = lower_params_expr(l, isl_set_copy(others));
        span->to =
            kir_ternary(f, KIR_SELECT, is_there(l, buffer, expr, share->sub),
                        span->to, span->from);
        isl_ast_expr_free(expr);
    }
    isl_set_free(along);
    isl_set_free(others);
    return box;
}

/* Where the share's element of a round goes. */
static int place_of_round(struct lower *l, const struct staging_buffer *buffer,
                          const struct share *share, int round)
{
    struct kir_func *f = l->f;
    int below = kir_binary(f, KIR_MUL, round, kir_i64(l->f, share->rows));
    int beside = kir_binary(f, KIR_MUL, round, kir_i64(l->f, share->columns));
    return lower_staging_place(l, buffer,
                               kir_binary(f, KIR_ADD, share->row, below),
                               kir_binary(f, KIR_ADD, share->column, beside));
}

/* Rounds [from, to), `each` at a time. */
static void copy_rounds(struct lower *l, int s, const struct share *share,
                        int from, int to, int each)
{
    enum { MOST = 4 };
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    struct kir_func *f = l->f;
    int value[MOST], at[MOST];
    int round = kir_for(f, from, to, kir_i64(l->f, each), 0);
    for (int k = 0; k < each; k++) {
        int next = kir_binary(f, KIR_ADD, round, kir_i64(l->f, k));
        int index = index_of_round(l, buffer, share, next);
        at[k] = place_of_round(l, buffer, share, next);
        value[k] = kir_load(f, lower_buffer(l, buffer->array), index);
    }
    for (int k = 0; k < each; k++)
        kir_store(f, l->staging->buffer[s], at[k], value[k]);
    kir_end(f);
}

static void store_zeros(struct lower *l, int s, const struct share *share,
                        int rounds)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    enum kir_type type = lower_value_type(element_type(l, buffer));
    struct kir_func *f = l->f;
    int zero = kir_is_float(type) ? kir_float(f, type, 0) : kir_int(f, type, 0);
    for (int k = 0; k < rounds; k++)
        kir_store(f, l->staging->buffer[s],
                  place_of_round(l, buffer, share, kir_i64(l->f, k)), zero);
}

/* What there is of the tile, some rounds at a time, over zeros if it `pads` and
 * not all is there; false: it is no box, or has too few rounds for that. */
static bool copy_box(struct lower *l, int s, int rounds, bool pads)
{
    enum { EACH = 4 };
    struct kir_func *f = l->f;
    struct span span;
    if (rounds < EACH)
        return false;
    struct share share = find_share(l, s, stage_origin(l, s), 1);
    if (!find_span(l, s, &share, rounds, &span))
        return false;
    kir_origin(f, copy_origin(l, &l->kernel->shared.buffer[s]));
    int count = kir_binary(f, KIR_SUB, span.to, span.from);
    int rest = kir_binary(f, KIR_SUB, span.to, kir_floor_mod(f, count, EACH));
    if (pads) {
        kir_if(f, kir_binary(f, KIR_LT, count, kir_i64(l->f, rounds)));
        store_zeros(l, s, &share, rounds);
        kir_end(f);
    }
    copy_rounds(l, s, &share, span.from, rest, EACH);
    copy_rounds(l, s, &share, rest, span.to, 1);
    kir_origin(f, NULL);
    return true;
}

/* Copies one element at a time, with zeros for what lies outside. Rounds are no
 * code of their own: what is known of each before the tiles would fill
 * registers. */
static void copy_padded(struct lower *l, int s, int rounds)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    struct kir_func *f = l->f;
    struct share share = find_share(l, s, stage_origin(l, s), 1);
    isl_ast_expr *expr = lower_params_expr(l, isl_set_copy(buffer->elements));
    int round = kir_for(f, kir_i64(l->f, 0), kir_i64(l->f, rounds),
                        kir_i64(l->f, 1), 0);
    int index = share.laid ? -1 : index_of_round(l, buffer, &share, round);
    int apart = kir_binary(f, KIR_MUL, round,
                           kir_i64(l->f, share.rows + share.columns));
    int sub[2] = {kir_binary(f, KIR_ADD, share.sub[0], apart), share.sub[1]};
    kir_origin(f, copy_origin(l, buffer));
    int value =
        load_or_zero(l, buffer, is_there(l, buffer, expr, sub), index, sub);
    int to = place_of_round(l, buffer, &share, round);
    kir_store(f, l->staging->buffer[s], to, kir_get(f, value));
    kir_origin(f, NULL);
    kir_end(f);
    isl_ast_expr_free(expr);
}

/* The threads together copy the tile's elements, consecutive threads taking
 * consecutive elements of a row, those that are there; `pads`: with zeros for
 * the others. */
static void copy_some(struct lower *l, int s, bool pads)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    struct kir_func *f = l->f;
    int threads = f->block[0] * f->block[1] * f->block[2];
    int *sub = arena_alloc(l->poly->arena, sizeof(int) * (size_t)buffer->rank);
    int at =
        kir_for(f, lower_flat_thread(l), kir_i64(l->f, tile_elements(buffer)),
                kir_i64(l->f, threads), 0);
    int row, column;
    find_element(l, s, stage_origin(l, s), at, &row, &column, sub);
    isl_ast_expr *expr = lower_params_expr(l, isl_set_copy(buffer->elements));
    int there = is_there(l, buffer, expr, sub), value;
    int index = index_anyhow(l, buffer, sub);
    kir_origin(f, copy_origin(l, buffer));
    if (pads) {
        value = kir_get(f, load_or_zero(l, buffer, there, index, sub));
    } else {
        kir_if(f, there);
        value = load_there(l, buffer, index, sub);
    }
    int width = (int)buffer->size[buffer->rank - 1];
    int to = buffer->layout.pitch == width && !buffer->layout.swizzle
                 ? lower_in_half(l, buffer, at)
                 : lower_staging_place(l, buffer, row, column);
    kir_store(f, l->staging->buffer[s], to, value);
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
        kir_if(l->f, lower_aligned(l, l->kernel->shared.buffer[s].array, each));
        copy_whole(l, s, rounds, each);
        kir_else(l->f);
    }
    copy_whole(l, s, rounds, each);
    if (each > 1)
        kir_end(l->f);
}

/* A whole tile that has been loaded. */
static void store_loaded(struct lower *l, int s, int rounds, int each)
{
    struct share share = find_share(l, s, stage_origin(l, s), each);
    int value[AHEAD_MAX_ROUNDS];
    for (int k = 0; k < rounds * each; k++)
        value[k] = kir_get(l->f, l->staging->loaded[s][k]);
    kir_origin(l->f, copy_origin(l, &l->kernel->shared.buffer[s]));
    store_share(l, s, &share, rounds, each, value);
    kir_origin(l->f, NULL);
}

/* Where full blocks have code of their own, all that they read is there. */
static void copy_tile(struct lower *l, int s, bool loaded)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    bool pads = l->kernel->unroll.unguarded && !lower_is_full(l);
    int each = double_buffer_each(l->kernel, buffer);
    int rounds =
        buffer->whole ? double_buffer_rounds(l->kernel, buffer, each) : 0;
    int alone = double_buffer_rounds(l->kernel, buffer, 1);
    kir_line(l->f, copy_line(l, buffer));
    if (rounds) {
        kir_if(l->f, lower_params_test(l, isl_set_copy(buffer->whole)));
        if (loaded)
            store_loaded(l, s, rounds, each);
        else
            copy_neighbours(l, s, rounds, each);
        kir_else(l->f);
    }
    if (!copy_box(l, s, alone, pads)) {
        if (alone && pads)
            copy_padded(l, s, alone);
        else
            copy_some(l, s, pads);
    }
    if (rounds)
        kir_end(l->f);
}

/* The tile that hd_stage's arguments say is the one at hand. */
static void bind_tile(struct lower *l, const int *arg, int count)
{
    for (int k = 0; k < count; k++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_p%d", k), arg[k]);
}

static int stage_offset(struct lower *l, int s, int k)
{
    return lower_pw_aff(l,
                        isl_pw_aff_copy(l->kernel->shared.buffer[s].offset[k]));
}

/* Ahead ---------------------------------------------------------------------
 */

/* A loop over tiles, whose first statement copies them. */
struct staging_loop {
    isl_ast_node *copy;
    const char *iterator;
    int end, step;
};

static void load_neighbours(struct lower *l, int s, const int *origin, int each)
{
    int rounds =
        double_buffer_rounds(l->kernel, &l->kernel->shared.buffer[s], each);
    struct share share = find_share(l, s, origin, each);
    int value[AHEAD_MAX_ROUNDS];
    load_share(l, s, &share, rounds, each, value);
    for (int k = 0; k < rounds * each; k++)
        kir_set(l->f, l->staging->loaded[s][k], value[k]);
}

/* The tile at hand, if all of it is there. */
static void load_whole(struct lower *l, int s)
{
    const struct staging_buffer *buffer = &l->kernel->shared.buffer[s];
    int each = double_buffer_each(l->kernel, buffer);
    int *origin =
        arena_alloc(l->poly->arena, sizeof(int) * (size_t)buffer->rank);
    kir_line(l->f, copy_line(l, buffer));
    kir_if(l->f, lower_params_test(l, isl_set_copy(buffer->whole)));
    for (int k = 0; k < buffer->rank; k++)
        origin[k] = stage_offset(l, s, k);
    kir_origin(l->f, copy_origin(l, buffer));
    if (each > 1) {
        kir_if(l->f, lower_aligned(l, buffer->array, each));
        load_neighbours(l, s, origin, each);
        kir_else(l->f);
    }
    load_neighbours(l, s, origin, each);
    if (each > 1)
        kir_end(l->f);
    kir_origin(l->f, NULL);
    kir_end(l->f);
}

/* The tiles of the iteration, if there is one. */
static void load_ahead(struct lower *l, const struct staging_loop *loop,
                       int iteration)
{
    int bindings = l->binding_count, count;
    kir_if(l->f, kir_binary(l->f, KIR_LT, iteration, loop->end));
    lower_bind(l, loop->iterator, iteration);
    const int *arg = lower_arguments(l, loop->copy, &count);
    bind_tile(l, arg, count);
    for (int s = 0; s < l->kernel->shared.count; s++)
        load_whole(l, s);
    l->binding_count = bindings;
    kir_end(l->f);
}

/* The statement hd_stage that a loop's body begins with; NULL: it does not. */
static isl_ast_node *first_copy(isl_ast_node *loop /* kept */)
{
    isl_ast_node *body = isl_ast_node_for_get_body(loop), *first = NULL;
    if (isl_ast_node_get_type(body) == isl_ast_node_block) {
        isl_ast_node_list *list = isl_ast_node_block_get_children(body);
        first = isl_ast_node_list_get_ast_node(list, 0);
        isl_ast_node_list_free(list);
    }
    isl_ast_node_free(body);
    if (first && lower_is_call(first, "hd_stage"))
        return first;
    return isl_ast_node_free(first);
}

bool lower_staging_for(struct lower *l, isl_ast_node *node)
{
    struct staging_loop loop = {0};
    if (l->kernel && l->kernel->shared.doubled &&
        isl_ast_node_for_is_degenerate(node) == isl_bool_false)
        loop.copy = first_copy(node);
    if (!loop.copy)
        return false;
    isl_ast_expr *iterator = isl_ast_node_for_get_iterator(node);
    isl_id *id = isl_ast_expr_get_id(iterator);
    isl_ast_expr_free(iterator);
    loop.iterator = isl_id_get_name(id);
    int low = lower_ast_expr(l, isl_ast_node_for_get_init(node));
    int bindings = l->binding_count;
    loop.end = lower_loop_end(l, node);
    loop.step = lower_ast_expr(l, isl_ast_node_for_get_inc(node));
    load_ahead(l, &loop, low);
    int at = kir_for(l->f, low, loop.end, loop.step, 0);
    lower_bind(l, loop.iterator, at);
    l->staging->loop = &loop;
    l->below(l, isl_ast_node_for_get_body(node));
    l->staging->loop = NULL;
    kir_end(l->f);
    l->binding_count = bindings;
    isl_ast_node_free(loop.copy);
    isl_id_free(id);
    return true;
}

void lower_stage(struct lower *l, const int *arg, int count)
{
    const struct map_kernel *kernel = l->kernel;
    const struct staging_loop *loop = l->staging->loop;
    struct kir_func *f = l->f;
    int bindings = l->binding_count;
    kir_line(f, copy_line(l, &kernel->shared.buffer[0]));
    bind_tile(l, arg, count);
    for (int s = 0; s < kernel->shared.count; s++)
        for (int k = 0; k < kernel->shared.buffer[s].rank; k++)
            kir_set(f, l->staging->offset[s][k], stage_offset(l, s, k));
    if (kernel->shared.doubled)
        kir_set(f, l->staging->half,
                kir_binary(f, KIR_XOR, kir_get(f, l->staging->half),
                           kir_int(f, KIR_I32, 1)));
    else
        kir_barrier(f);
    for (int s = 0; s < kernel->shared.count; s++)
        copy_tile(l, s, loop != NULL);
    kir_barrier(f);
    l->binding_count = bindings;
    l->staging->loop = NULL;
    if (loop)
        load_ahead(
            l, loop,
            kir_binary(f, KIR_ADD, lower_name(l, loop->iterator), loop->step));
}
