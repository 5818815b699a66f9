/*
 * The kernels of loops over time in overlapped tiles (tile/overlapped.h), and
 * their launches.
 *
 * Each element of the window is one thread's in all steps: what a sweep reads
 * where it writes is that thread's own, and a barrier stands only where a
 * sweep reads what others have written, or writes what others have read. A
 * block whose halo lies in all sweeps' boxes goes without conditions on
 * elements, its points spelled out; others test each of them, in loops.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/tiles.h"

#include "polyhedral/tile/tile.h"

#include <string.h>

typedef void visit_fn(struct tiles *t);

/* The first and last coordinates in the window of what reaches beyond the tile
 * so far. */
struct box {
    int64_t first[MAP_MAX_DIMS], last[MAP_MAX_DIMS];
};

static int both(struct tiles *t, int a, int b)
{
    return a < 0 ? b : b < 0 ? a : kir_binary(t->l->f, KIR_AND, a, b);
}

/* low <= value <= high */
static int lies_in(struct tiles *t, int value, int low, int high)
{
    return both(t, kir_binary(t->l->f, KIR_LE, low, value),
                kir_binary(t->l->f, KIR_LE, value, high));
}

static struct box box_of(const struct overlap *o,
                         const struct overlap_reach *reach)
{
    struct box box = {{0}, {0}};
    for (int d = 0; d < o->dims; d++) {
        box.first[d] = o->before[d] - reach->low[d];
        box.last[d] = o->before[d] + o->tile[d] + reach->high[d] - 1;
    }
    return box;
}

/* How far apart in the window a thread's points along d are. */
static int64_t apart(const struct overlap *o, int d)
{
    return d == o->dims - 1 ? o->threads[d] : 1;
}

/* Returns the dimension at a depth: the last one is outermost, then the first
 * one follows, so that the points of a column follow each other. */
static int dim_at(const struct overlap *o, int depth)
{
    return depth == 0 ? o->dims - 1 : depth - 1;
}

/* The threads along d whose point number j lies in the box: those from *from to
 * *to. */
static void find_threads(const struct overlap *o, const struct box *box, int d,
                         int64_t j, int64_t *from, int64_t *to)
{
    bool lanes = d == o->dims - 1;
    int64_t first = box->first[d] - (lanes ? j * o->threads[d] : j);
    int64_t last = box->last[d] - (lanes ? j * o->threads[d] : j);
    int64_t step = lanes ? 1 : o->each[d];
    *from = first <= 0 ? 0 : (first + step - 1) / step;
    *to = last < 0 ? -1 : last / step;
    if (*to > o->threads[d] - 1)
        *to = o->threads[d] - 1;
}

/* Opens a condition if not all threads along d are in the range. */
static bool open_range(struct tiles *t, int d, int64_t from, int64_t to)
{
    int holds = -1;
    if (from > 0)
        holds =
            kir_binary(t->l->f, KIR_LE, kir_i64(t->l->f, from), t->thread[d]);
    if (to < t->o->threads[d] - 1)
        holds = both(
            t, holds,
            kir_binary(t->l->f, KIR_LE, t->thread[d], kir_i64(t->l->f, to)));
    if (holds >= 0)
        kir_if(t->l->f, holds);
    return holds >= 0;
}

/* The thread's points in the box, spelled out. Neighbours that the same threads
 * have share a condition. */
static void spell(struct tiles *t, const struct box *box, int depth,
                  visit_fn *visit)
{
    const struct overlap *o = t->o;
    if (depth == o->dims) {
        visit(t);
        return;
    }
    int d = dim_at(o, depth), place = t->place;
    int64_t from, to, next_from, next_to;
    for (int64_t j = 0, end; j < o->each[d]; j = end) {
        find_threads(o, box, d, j, &from, &to);
        for (end = j + 1; end < o->each[d]; end++) {
            find_threads(o, box, d, end, &next_from, &next_to);
            if (next_from != from || next_to != to)
                break;
        }
        bool opened = from <= to && open_range(t, d, from, to);
        for (int64_t k = j; k < end && from <= to; k++) {
            int64_t step = k * apart(o, d);
            t->place = kir_offset(t->l->f, place, step * t->pitch[d]);
            t->element[d] = kir_offset(
                t->l->f, kir_binary(t->l->f, KIR_ADD, t->start[d], t->own[d]),
                step);
            spell(t, box, depth + 1, visit);
        }
        if (opened)
            kir_end(t->l->f);
    }
    t->place = place;
}

/* Visits the points of the box in loops; `holds`: is the point in the box, as
 * far as that is known?
 */
static void loop(struct tiles *t, const struct box *box, int depth, int holds,
                 visit_fn *visit)
{
    const struct overlap *o = t->o;
    struct kir_func *f = t->l->f;
    if (depth == o->dims) {
        if (holds >= 0)
            kir_if(f, holds);
        visit(t);
        if (holds >= 0)
            kir_end(f);
        return;
    }
    int d = dim_at(o, depth), place = t->place;
    int64_t step = apart(o, d);
    int at = o->each[d] == 1 ? kir_i64(t->l->f, 0)
                             : kir_for(f, kir_i64(t->l->f, 0),
                                       kir_i64(t->l->f, o->each[d] * step),
                                       kir_i64(t->l->f, step), 0);
    int where = kir_binary(f, KIR_ADD, t->own[d], at);
    if (box->first[d] > 0)
        holds =
            both(t, holds,
                 kir_binary(f, KIR_LE, kir_i64(t->l->f, box->first[d]), where));
    if (box->last[d] < o->window[d] - 1)
        holds =
            both(t, holds,
                 kir_binary(f, KIR_LE, where, kir_i64(t->l->f, box->last[d])));
    t->element[d] = kir_binary(f, KIR_ADD, t->start[d], where);
    t->place =
        kir_binary(f, KIR_ADD, place,
                   kir_binary(f, KIR_MUL, at, kir_i64(t->l->f, t->pitch[d])));
    loop(t, box, depth + 1, holds, visit);
    if (o->each[d] > 1)
        kir_end(f);
    t->place = place;
}

static void each_point(struct tiles *t, const struct overlap_reach *reach,
                       visit_fn *visit)
{
    struct box box = box_of(t->o, reach);
    t->place = t->base;
    if (t->full)
        spell(t, &box, 0, visit);
    else
        loop(t, &box, 0, -1, visit);
}

/* Does the sweep have the element at hand? */
static int has_element(struct tiles *t, int sweep)
{
    int holds = -1;
    for (int d = 0; d < t->o->dims; d++)
        holds = both(
            t, holds,
            lies_in(t, t->element[d], t->low[d][sweep], t->high[d][sweep]));
    return holds;
}

/* Does any sweep write the element of the array at hand? */
static int is_written(struct tiles *t)
{
    int some = kir_int(t->l->f, KIR_PRED, 0);
    for (int k = 0; k < t->o->stmt_count; k++)
        if (t->o->stmt[k].array == t->slot)
            some = kir_binary(t->l->f, KIR_OR, some, has_element(t, k));
    return some;
}

static const char *name_of(struct tiles *t, int slot)
{
    return t->l->poly->array[t->o->array[slot].array].name;
}

/* The element at hand, in the array's versions. */
static int linear(struct tiles *t)
{
    return lower_linear(t->l, t->o->array[t->slot].array, t->element);
}

static void copy_from(struct tiles *t, int buffer)
{
    int value = kir_load(t->l->f, buffer, linear(t));
    kir_store(t->l->f, t->shared[t->slot], t->place, value);
}

static void copy_fixed(struct tiles *t)
{
    struct lower *l = t->l;
    int bindings = l->binding_count;
    for (int d = 0; d < t->o->dims; d++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_e%d", d), t->element[d]);
    isl_set *fixed = isl_set_copy(t->o->array[t->slot].fixed);
    kir_if(l->f, lower_params_test(l, fixed));
    copy_from(t, t->fixed[t->slot]);
    kir_end(l->f);
    l->binding_count = bindings;
}

static void visit_load(struct tiles *t)
{
    struct kir_func *f = t->l->f;
    bool crosses = t->o->array[t->slot].crosses;
    bool fixed = t->fixed[t->slot] >= 0;
    if (t->full) {
        copy_from(t, t->in[t->slot]);
        return;
    }
    kir_if(f, is_written(t));
    if (crosses)
        copy_from(t, t->in[t->slot]);
    if (fixed) {
        kir_else(f);
        copy_fixed(t);
    }
    kir_end(f);
}

static void visit_store(struct tiles *t)
{
    struct kir_func *f = t->l->f;
    if (!t->full)
        kir_if(f, is_written(t));
    int value = kir_load(f, t->shared[t->slot], t->place);
    kir_store(f, t->out[t->slot], linear(t), value);
    if (!t->full)
        kir_end(f);
}

static void visit_statement(struct tiles *t)
{
    struct lower *l = t->l;
    const struct overlap_stmt *s = t->stmt;
    int depth = l->poly->scop->stmt[s->stmt].depth;
    l->stmt = &l->poly->stmt[s->stmt];
    l->iter = arena_alloc(l->poly->arena, sizeof(int) * (size_t)depth);
    if (!t->full)
        kir_if(l->f, has_element(t, (int)(s - t->o->stmt)));
    l->iter[0] = t->time;
    for (int k = 1; k < depth; k++)
        l->iter[k] = kir_offset(t->l->f, t->element[s->at[k]], -s->shift[k]);
    lower_statement(l);
    if (!t->full)
        kir_end(l->f);
}

static bool is_near(const struct tiles *t, const struct overlap_read *r)
{
    bool near = true;
    for (int d = 0; d < t->o->dims; d++)
        near &= r->delta[d] == 0;
    return near;
}

/* A barrier, if the sweep needs one; and what it reads and writes. */
static void separate(struct tiles *t, const struct overlap_stmt *s)
{
    bool waits = t->read[s->array];
    for (int r = 0; r < s->read_count; r++)
        waits |= !is_near(t, &s->read[r]) && t->written[s->read[r].array];
    if (waits) {
        kir_barrier(t->l->f);
        for (int k = 0; k < t->o->array_count; k++)
            t->read[k] = t->written[k] = false;
    }
    t->written[s->array] = true;
    for (int r = 0; r < s->read_count; r++)
        t->read[s->read[r].array] |= !is_near(t, &s->read[r]);
}

static void load_tiles(struct tiles *t)
{
    for (t->slot = 0; t->slot < t->o->array_count; t->slot++) {
        const struct overlap_array *a = &t->o->array[t->slot];
        t->read[t->slot] = false;
        t->written[t->slot] =
            a->need.any && (a->crosses || (a->fixed && !t->full));
        if (!t->written[t->slot])
            continue;
        kir_origin(t->l->f, arena_printf(t->l->poly->arena, "0 copy of %s",
                                         name_of(t, t->slot)));
        each_point(t, &a->need, visit_load);
        kir_origin(t->l->f, NULL);
    }
}

static void store_tiles(struct tiles *t)
{
    const struct overlap_reach own = {.any = true};
    for (t->slot = 0; t->slot < t->o->array_count; t->slot++) {
        if (!t->o->array[t->slot].crosses)
            continue;
        kir_origin(t->l->f, arena_printf(t->l->poly->arena, "0 copy of %s",
                                         name_of(t, t->slot)));
        each_point(t, &own, visit_store);
        kir_origin(t->l->f, NULL);
    }
}

/* All that a block does. */
static void lower_block(struct tiles *t)
{
    struct lower *l = t->l;
    int begin = lower_source(l, SOURCE_HOST_DIM, 0, 0);
    load_tiles(t);
    for (int step = 0; step < t->o->steps; step++)
        for (int k = 0; k < t->o->stmt_count; k++) {
            t->stmt = &t->o->stmt[k];
            if (!t->stmt->region[step].any || (t->full && t->stmt->pinned >= 0))
                continue;
            separate(t, t->stmt);
            t->time = kir_offset(t->l->f, begin, step);
            l->overlapped->tiles = t;
            each_point(t, &t->stmt->region[step], visit_statement);
            l->overlapped->tiles = NULL;
        }
    store_tiles(t);
}

/* Does the sweep write all that the block needs of its array, or if it is
 * pinned, nothing? */
static int covers(struct tiles *t, int sweep)
{
    const struct overlap_stmt *s = &t->o->stmt[sweep];
    struct box box = box_of(t->o, &t->o->array[s->array].need);
    int holds = -1;
    for (int d = 0; d < t->o->dims; d++) {
        int first = kir_offset(t->l->f, t->start[d], box.first[d]);
        int last = kir_offset(t->l->f, t->start[d], box.last[d]);
        if (s->pinned < 0)
            holds = both(
                t, holds,
                both(t, lies_in(t, first, t->low[d][sweep], t->high[d][sweep]),
                     lies_in(t, last, t->low[d][sweep], t->high[d][sweep])));
        else if (d == s->pinned)
            holds = kir_binary(
                t->l->f, KIR_OR,
                kir_binary(t->l->f, KIR_LT, last, t->low[d][sweep]),
                kir_binary(t->l->f, KIR_LT, t->high[d][sweep], first));
    }
    return holds;
}

/* Does the block need no element but those that all sweeps write that are not
 * pinned? */
static int is_full(struct tiles *t)
{
    const struct overlap *o = t->o;
    int full = kir_int(t->l->f, KIR_PRED, 1);
    for (int a = 0; a < o->array_count; a++) {
        bool whole = !o->array[a].need.any;
        for (int k = 0; k < o->stmt_count; k++) {
            if (o->stmt[k].array != a || !o->array[a].need.any)
                continue;
            whole |= o->stmt[k].pinned < 0;
            full = both(t, full, covers(t, k));
        }
        if (!whole)
            full = kir_int(t->l->f, KIR_PRED, 0);
    }
    return full;
}

/* The ends of the sweeps' boxes, and of all of them along each dimension. */
static void find_ends(struct tiles *t, int *least, int *most)
{
    struct lower *l = t->l;
    size_t size = sizeof(int) * (size_t)t->o->stmt_count;
    for (int d = 0; d < t->o->dims; d++) {
        t->low[d] = arena_alloc(l->poly->arena, size);
        t->high[d] = arena_alloc(l->poly->arena, size);
        for (int k = 0; k < t->o->stmt_count; k++) {
            const struct overlap_stmt *s = &t->o->stmt[k];
            int low =
                lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(s->low[d])));
            int high =
                lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(s->high[d])));
            t->low[d][k] = low;
            t->high[d][k] = high;
            least[d] = k ? kir_binary(l->f, KIR_MIN, least[d], low) : low;
            most[d] = k ? kir_binary(l->f, KIR_MAX, most[d], high) : high;
        }
    }
}

/* Where the block's window and the thread's points in it are. */
static void find_places(struct tiles *t, const int *least)
{
    const struct overlap *o = t->o;
    struct kir_func *f = t->l->f;
    int64_t pitch = 1;
    t->base = kir_i64(t->l->f, 0);
    for (int d = o->dims - 1; d >= 0; d--) {
        int axis = o->dims - 1 - d;
        int block = kir_cast(f, KIR_I64, kir_block_index(f, axis));
        block = kir_binary(f, KIR_MUL, block, kir_i64(t->l->f, o->tile[d]));
        t->start[d] = kir_offset(
            t->l->f, kir_binary(f, KIR_ADD, least[d], block), -o->before[d]);
        t->thread[d] = o->threads[d] == 1
                           ? kir_i64(t->l->f, 0)
                           : kir_cast(f, KIR_I64, kir_thread_index(f, axis));
        t->own[d] = d == o->dims - 1 ? t->thread[d]
                                     : kir_binary(f, KIR_MUL, t->thread[d],
                                                  kir_i64(t->l->f, o->each[d]));
        t->pitch[d] = pitch;
        t->base = kir_binary(
            f, KIR_ADD, t->base,
            kir_binary(f, KIR_MUL, t->own[d], kir_i64(t->l->f, pitch)));
        pitch *= o->window[d];
    }
}

/* A buffer for a row of the table, another one in every second launch. */
static int add_buffer(struct tiles *t, struct lowered *out, const char *name,
                      bool writes, bool no_alias, int row, int odd_row)
{
    struct lower *l = t->l;
    int array = t->o->array[t->slot].array;
    enum scop_type type =
        l->poly->scop->array[l->poly->array[array].array].type;
    int buffer =
        kir_global(l->f, name, lower_element_type(type), !writes, no_alias);
    out->odd_row[l->row_count] = odd_row;
    ARENA_PUSH(l->poly->arena, l->row, l->row_count, l->row_cap, row);
    return buffer;
}

/* The tiles, and the buffers that they come from and go to. */
static void add_buffers(struct tiles *t, struct lowered *out)
{
    struct arena *arena = t->l->poly->arena;
    const struct overlap *o = t->o;
    size_t size = sizeof(int) * (size_t)o->array_count;
    int64_t points = t->pitch[0] * o->window[0];
    int **list[] = {&t->shared, &t->in, &t->out, &t->fixed};
    for (int k = 0; k < 4; k++) {
        *list[k] = arena_alloc(arena, size);
        memset(*list[k], -1, size);
    }
    out->odd_row = arena_alloc(arena, 3 * size);
    for (t->slot = 0; t->slot < o->array_count; t->slot++) {
        const struct overlap_array *a = &o->array[t->slot];
        const char *name = name_of(t, t->slot);
        int row = t->l->storage->row[a->array],
            number = t->l->poly->array[a->array].array;
        enum scop_type type = t->l->poly->scop->array[number].type;
        t->shared[t->slot] =
            kir_shared(t->l->f, arena_printf(arena, "%s_tile", name),
                       lower_element_type(type), points);
        if (a->crosses)
            t->in[t->slot] =
                add_buffer(t, out, name, false, !a->fixed, row, a->row);
        if (a->crosses)
            t->out[t->slot] =
                add_buffer(t, out, arena_printf(arena, "%s_next", name), true,
                           !a->fixed, a->row, row);
        if (a->fixed)
            t->fixed[t->slot] =
                add_buffer(t, out, arena_printf(arena, "%s_fixed", name), false,
                           !a->crosses, row, row);
    }
}

/* Arrays that are only read are the same in all launches. */
static void complete_rows(struct lower *l, struct lowered *out, int own)
{
    size_t size = sizeof *out->row * (size_t)(out->row_count + 1);
    int *odd = arena_alloc(l->poly->arena, size);
    memcpy(odd, out->row, sizeof *odd * (size_t)out->row_count);
    memcpy(odd, out->odd_row, sizeof *odd * (size_t)own);
    out->odd_row = odd;
}

/* What holds where it is launched: some sweep has elements. */
static isl_set *launch_context(struct lower *l, const struct overlap *o)
{
    isl_set *some = isl_union_set_params(isl_union_set_copy(o->whole.domain));
    some = isl_set_intersect(some, isl_set_copy(l->poly->context));
    return isl_set_intersect(some, isl_set_copy(l->poly->assumed));
}

void lower_overlap_kernel(struct lower *l, const struct overlap *o,
                          struct kir_module *module, const char *name,
                          struct lowered *out)
{
    const int64_t *block = o->whole.block;
    size_t size = sizeof(bool) * (size_t)o->array_count;
    struct tiles t = {.l = l, .o = o};
    int least[MAP_MAX_DIMS], most[MAP_MAX_DIMS];
    l->kernel = &o->whole;
    l->f = kir_func_new(module, KIR_KERNEL, name, (int)block[0], (int)block[1],
                        (int)block[2]);
    l->f->line = o->whole.loc.line;
    kir_line(l->f, o->whole.loc.line);
    l->known = launch_context(l, o);
    find_ends(&t, least, most);
    find_places(&t, least);
    add_buffers(&t, out);
    int own = l->row_count;
    t.written = arena_alloc(l->poly->arena, size);
    t.read = arena_alloc(l->poly->arena, size);
    kir_if(l->f, is_full(&t));
    t.full = true;
    lower_block(&t);
    kir_else(l->f);
    t.full = false;
    lower_block(&t);
    kir_end(l->f);
    l->known = isl_set_free(l->known);
    lower_finish_kernel(l, out);
    complete_rows(l, out, own);
}

static struct lowered *lowered_of(struct lower *l, int number)
{
    return &l->lowered[lower_overlap_at(l->mapping) + number];
}

int lower_overlap_at(const struct mapping *mapping)
{
    return lower_block_at(mapping) + mapping->single_count;
}

struct lower_overlapped *lower_overlapped_new(struct arena *arena)
{
    return arena_alloc(arena, sizeof(struct lower_overlapped));
}

int lower_overlap_resume(const struct lower *l, int number)
{
    return l->overlapped->resume[number];
}

void lower_overlap_start(struct lower *l)
{
    int count = l->mapping->overlap_count;
    l->overlapped->resume = arena_alloc(
        l->poly->arena, sizeof *l->overlapped->resume * (size_t)(count + 1));
    for (int k = 0; k < count; k++) {
        l->overlapped->resume[k] = kir_variable(
            l->f, arena_printf(l->poly->arena, "hd_resume%d", k), KIR_I64);
        kir_set(l->f, l->overlapped->resume[k],
                kir_int(l->f, KIR_I64, INT64_MIN / 2));
    }
}

/* The tiles along each dimension; returns whether there are some. */
static int find_grid(struct tiles *t, int grid[3])
{
    const struct overlap *o = t->o;
    struct kir_func *f = t->l->f;
    int least[MAP_MAX_DIMS], most[MAP_MAX_DIMS], some = -1;
    grid[0] = grid[1] = grid[2] = kir_i64(t->l->f, 1);
    find_ends(t, least, most);
    for (int d = 0; d < o->dims; d++) {
        int reach = kir_binary(f, KIR_SUB, most[d], least[d]);
        int count = kir_floor_div(f, kir_offset(t->l->f, reach, o->tile[d]),
                                  o->tile[d]);
        grid[o->dims - 1 - d] = count;
        some = both(t, some, kir_binary(f, KIR_LE, kir_i64(t->l->f, 1), count));
    }
    return some;
}

/* Pairs of launches, from the arrays to their second versions and back, while
 * more steps are left than they do; none on a device without barriers in
 * branches. */
void lower_overlap_launch(struct lower *l, int number)
{
    const struct overlap *o = &l->mapping->overlap[number];
    struct tiles t = {.l = l, .o = o};
    struct kir_func *f = l->f;
    struct lowered *even = lowered_of(l, number), odd = *even;
    int grid[3];
    kir_line(f, o->whole.loc.line);
    odd.row = even->odd_row;
    int some = find_grid(&t, grid);
    int first = lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(o->first)));
    int last = lower_pw_aff(l, isl_pw_aff_from_aff(isl_aff_copy(o->last)));
    int rest = kir_binary(f, KIR_SUB, last, first);
    rest = kir_binary(f, KIR_MAX, rest, kir_i64(t.l->f, 0));
    int pairs = kir_floor_div(f, rest, 2 * o->steps);
    some = kir_unary(f, KIR_BARRED, some);
    pairs = kir_ternary(f, KIR_SELECT, some, pairs, kir_i64(t.l->f, 0));
    int end = kir_binary(f, KIR_MUL, pairs, kir_i64(t.l->f, 2 * o->steps));
    end = kir_binary(f, KIR_ADD, first, end);
    int time = kir_for(f, first, end, kir_i64(t.l->f, 2 * o->steps), 0);
    lower_source_define(l, SOURCE_HOST_DIM, 0, 0, time);
    lower_launch_kernel(l, even, grid);
    lower_source_define(l, SOURCE_HOST_DIM, 0, 0,
                        kir_offset(t.l->f, time, o->steps));
    lower_launch_kernel(l, &odd, grid);
    kir_end(f);
    kir_set(f, l->overlapped->resume[number], end);
}

int lower_version_rows(struct lower *l, const struct mapping *mapping, int out)
{
    struct kir_func *f = l->f;
    for (int k = 0; mapping && k < mapping->overlap_count; k++)
        for (int a = 0; a < mapping->overlap[k].array_count; a++) {
            const struct overlap_array *array = &mapping->overlap[k].array[a];
            int from = 2 * l->storage->row[array->array];
            for (int end = 0; end < 2 && array->crosses; end++)
                kir_store(f, out, kir_int(f, KIR_I64, 2 * array->row + end),
                          kir_load(f, out, kir_int(f, KIR_I64, from + end)));
        }
    return overlapped_rows(mapping);
}
