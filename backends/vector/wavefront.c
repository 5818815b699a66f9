/*
 * Wavefronts in vectors.
 *
 * A loop over rows around one over columns (KIR_FOR_WAVE), whose cells need the
 * ones to the left of them, above, and between these,
 *
 *   for i   for j   d[i][j] = g(d[i][j - 1], d[i - 1][j], d[i - 1][j - 1], …)
 *
 * is one chain along each row for a compiler: the processor waits. Here lanes
 * of a vector have neighbouring rows, each a column behind the one before it,
 * so that all that a lane needs was there a step ago: its own last value, that
 * of the lane before it, and the one which that lane had yet another step ago.
 *
 *   for i0 = lo to hi step L
 *     if there are L rows, and many columns
 *       for i, for j        the triangle of columns before all lanes are busy
 *       last, diagonal      what they need at first
 *       for t step STEPS    some steps at a time:
 *         in[s L + l] = x[i0 + l][t + s - l]           (lane_move.c)
 *         for s
 *           up[l] = l == 0 ? d[i0 - 1][t + s] : last[l - 1]
 *           for l simd      the cell of row i0 + l, column t + s - l
 *             last[l] = out[s L + l] = g(last[l], up[l], diagonal[l], in[…])
 *             diagonal[l] = up[l]
 *         d[i0 + l][t + s - l] = out[s L + l]
 *       for i, for j        the triangle behind
 *     else
 *       for i, for j        the rows as they were
 *
 * That may be done since cells need none with a smaller row and a larger column
 * (that is what the loop's mark says), and rows of d lie apart, so that it is
 * different elements that different cells store. Each cell's operations and
 * their order are what they were.
 */
#include "backends/vector/wavefront.h"
#include "backends/vector/kernels.h"

#include <string.h>

/* Copying ------------------------------------------------------------------ */

static void reset(const struct wave *w)
{
    for (int k = 0; k < w->known; k++)
        w->copy[k] = -1;
}

/* Copies that are made until leave are its scope's. */
static int *enter(const struct wave *w)
{
    size_t size = sizeof *w->copy * (size_t)w->known;
    int *kept = arena_alloc(w->scratch, size);

    memcpy(kept, w->copy, size);
    return kept;
}

static void leave(const struct wave *w, const int *kept)
{
    memcpy(w->copy, kept, sizeof *w->copy * (size_t)w->known);
}

/* The value where rows and columns are what they are now, with all that it
 * needs of the loops. */
static int made(struct wave *w, int value)
{
    struct kir_value v;

    if (value >= w->known || !w->inside[value])
        return value;
    if (w->copy[value] >= 0)
        return w->copy[value];
    v = *wave_value(w, value);
    for (int k = 0; k < kir_op_operands(v.op); k++)
        v.arg[k] = made(w, v.arg[k]);
    w->copy[value] =
        v.op == KIR_LOAD || v.op == KIR_GET ? -1 : kir_simplify(w->f, &v);
    if (w->copy[value] < 0)
        w->copy[value] = kir_put_value(w->f, &v);
    return w->copy[value];
}

/* From here on: this row and this column. */
static void stand_at(struct wave *w, int row, int column)
{
    reset(w);
    w->copy[w->rows->iter] = row;
    w->copy[w->columns->iter] = column;
}

static int number(struct wave *w, int64_t value)
{
    return kir_int(w->f, KIR_I64, value);
}

static int add(struct wave *w, int a, int b)
{
    return kir_binary(w->f, KIR_ADD, a, b);
}

static int less(struct wave *w, int a, int b)
{
    return kir_binary(w->f, KIR_SUB, a, b);
}

static int from_0(struct wave *w, int count, unsigned flags)
{
    return kir_for(w->f, number(w, 0), count, number(w, 1), flags);
}

/* What a statement but a branch does. For lanes: what cells give each other
 * stays in `value`, and nothing else is made than they need. */
static void copy_act(struct wave *w, const struct kir_stmt *s, bool lanes)
{
    if (s->kind == KIR_SET)
        kir_set(w->f, s->variable, made(w, s->value));
    if (s->kind != KIR_STORE)
        return;
    for (int k = 0; lanes && k < w->state_count; k++)
        if (w->state[k].store == s) {
            w->state[k].value = made(w, s->value);
            return;
        }
    kir_origin(w->f, s->origin);
    kir_store(w->f, s->buffer, made(w, s->index), made(w, s->value));
    kir_origin(w->f, NULL);
}

static void copy_block(struct wave *w, const struct kir_block *block,
                       bool lanes)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        kir_line(w->f, s->line);
        if (s->kind == KIR_LET && (!lanes || w->needed[s->value]))
            made(w, s->value);
        copy_act(w, s, lanes);
        if (s->kind != KIR_IF)
            continue;
        int condition = made(w, s->value), *kept = enter(w);
        kir_if(w->f, condition);
        copy_block(w, &s->body[0], lanes);
        leave(w, kept);
        if (s->body[1].first) {
            kir_else(w->f);
            copy_block(w, &s->body[1], lanes);
            leave(w, kept);
        }
        kir_end(w->f);
    }
}

/* Rows as they were ------------------------------------------------------- */

enum part { BEFORE, BEHIND, ALL };

/* Columns of `part` of rows first … end - 1: those that a row computes before
 * all lanes are busy, or behind that, or all. */
static void put_rows(struct wave *w, int first, int end, enum part part)
{
    int row, lo = w->columns->lo, hi = w->columns->hi, column;

    reset(w);
    row = kir_for(w->f, first, end, number(w, 1), 0);
    w->copy[w->rows->iter] = row;
    if (part == BEFORE)
        hi = less(w, add(w, lo, number(w, w->lanes - 1)), less(w, row, first));
    if (part == BEHIND)
        lo = less(w, hi, less(w, row, first));
    if (part == ALL && w->guard)
        kir_if(w->f, w->guard->value);
    column = kir_for(w->f, lo, hi, number(w, 1), 0);
    w->copy[w->columns->iter] = column;
    copy_block(w, &w->columns->body[0], false);
    kir_end(w->f);
    if (part == ALL && w->guard)
        kir_end(w->f);
    kir_end(w->f);
}

/* Lanes -------------------------------------------------------------------- */

static void make_locals(struct wave *w)
{
    int64_t all = (int64_t)WAVE_STEPS * w->lanes;

    for (int k = 0; k < w->state_count; k++) {
        struct wave_state *s = &w->state[k];
        s->place.local = kir_local(w->f, "out", s->type, all);
        if (s->load[WAVE_LEFT] >= 0 || s->load[WAVE_UP] >= 0)
            s->last = kir_local(w->f, "last", s->type, w->lanes);
        if (s->load[WAVE_UP] >= 0)
            s->up = kir_local(w->f, "up", s->type, w->lanes);
        if (s->load[WAVE_DIAGONAL] >= 0)
            s->diagonal = kir_local(w->f, "diagonal", s->type, w->lanes);
    }
    for (int k = 0; k < w->turned_count; k++) {
        struct wave_place *p = &w->turned[k];
        p->local = kir_local(w->f, "in", w->f->buffer[p->buffer].type, all);
    }
}

/* A sum of what no iteration changes as a value. */
static int value_of_sum(struct wave *w, const struct index_sum *what)
{
    int sum = number(w, 0);

    for (int k = 0; k < what->count; k++) {
        const struct index_term *t = &what->term[k];
        int product = number(w, t->by);
        for (int i = 0; i < t->count; i++)
            product = kir_binary(w->f, KIR_MUL, product,
                                 kir_cast(w->f, KIR_I64, t->factor[i]));
        sum = add(w, sum, product);
    }
    return sum;
}

static int pitch_of(struct wave *w, const struct wave_place *place)
{
    return value_of_sum(w, &place->pitch);
}

/* What a load of cell (first + lane, column - lane) finds. */
static int loaded_at(struct wave *w, int load, int first, int column, int lane)
{
    stand_at(w, add(w, first, lane), less(w, column, lane));
    return kir_load(w->f, wave_value(w, load)->buffer,
                    made(w, wave_value(w, load)->arg[0]));
}

/* What lanes need in their first common step, whose column is `column` for lane
 * 0. Where no cell needs the left one, lane l needs what the next lane's cell
 * finds above it; nobody needs the last lane's. */
static void put_begin(struct wave *w, int first, int column)
{
    int lane = from_0(w, number(w, w->lanes), 0);

    for (int k = 0; k < w->state_count; k++) {
        const struct wave_state *s = &w->state[k];
        if (s->load[WAVE_LEFT] >= 0)
            kir_store(w->f, s->last, lane,
                      loaded_at(w, s->load[WAVE_LEFT], first, column, lane));
        else if (s->last >= 0)
            kir_store(
                w->f, s->last, lane,
                loaded_at(w, s->load[WAVE_UP], first, column,
                          kir_binary(w->f, KIR_MIN, add(w, lane, number(w, 1)),
                                     number(w, w->lanes - 1))));
        if (s->diagonal >= 0)
            kir_store(
                w->f, s->diagonal, lane,
                loaded_at(w, s->load[WAVE_DIAGONAL], first, column, lane));
    }
    kir_end(w->f);
}

static void put_copy(struct wave *w, const struct wave_place *place, int first,
                     int column, int steps, bool store)
{
    struct kir_lane_copy copy = {.rows = place->buffer,
                                 .columns = place->local,
                                 .apart =
                                     less(w, pitch_of(w, place), number(w, 1)),
                                 .steps = steps,
                                 .lanes = w->lanes,
                                 .store = store};

    stand_at(w, first, column);
    copy.base = made(w, place->index);
    lane_copy_put(w->f, &copy);
}

/* What lanes find in place of loads. */
static void let_loads(struct wave *w, int lane, int column_of_lanes)
{
    for (int v = 0; v < w->known; v++) {
        const struct wave_state *s = &w->state[w->which[v]];
        if (!w->needed[v] || w->kind[v] == WAVE_PLAIN)
            continue;
        if (w->kind[v] == WAVE_TURNED)
            w->copy[v] =
                kir_load(w->f, w->turned[w->which[v]].local, column_of_lanes);
        else
            w->copy[v] = kir_load(w->f,
                                  w->kind[v] == WAVE_LEFT ? s->last
                                  : w->kind[v] == WAVE_UP ? s->up
                                                          : s->diagonal,
                                  lane);
    }
}

static void put_lanes(struct wave *w, int first, int column, int step)
{
    int lane = from_0(w, number(w, w->lanes), KIR_FOR_SIMD);
    int at = add(w, kir_binary(w->f, KIR_MUL, step, number(w, w->lanes)), lane);

    stand_at(w, add(w, first, lane), less(w, column, lane));
    let_loads(w, lane, at);
    copy_block(w, &w->columns->body[0], true);
    for (int k = 0; k < w->state_count; k++) {
        const struct wave_state *s = &w->state[k];
        if (s->diagonal >= 0)
            kir_store(w->f, s->diagonal, lane, kir_load(w->f, s->up, lane));
        if (s->last >= 0)
            kir_store(w->f, s->last, lane, s->value);
        kir_store(w->f, s->place.local, at, s->value);
    }
    kir_end(w->f);
}

/* Are the old elements of the state's rows read by no cell? */
static bool is_overwritten(const struct wave *w, const struct wave_state *s)
{
    for (int k = 0; k < w->turned_count; k++)
        if (w->turned[k].buffer == s->place.buffer)
            return false;
    return true;
}

/* Stores to the first column of each row, which its cell does again. Rows begin
 * side by side, and a page that nobody has touched is mapped twice if it is
 * first read: to the left of that column, where the row before would have
 * stored already. */
static void put_touch(struct wave *w, int first)
{
    int lane = from_0(w, number(w, w->lanes), 0);

    for (int k = 0; k < w->state_count; k++) {
        const struct wave_state *s = &w->state[k];
        if (!is_overwritten(w, s))
            continue;
        stand_at(w, add(w, first, lane), w->columns->lo);
        kir_store(w->f, s->place.buffer, made(w, s->place.index),
                  kir_is_float(s->type) ? kir_float(w->f, s->type, 0)
                                        : kir_int(w->f, s->type, 0));
    }
    kir_end(w->f);
}

/* Steps of all lanes, from `begin` on. */
static void put_steps(struct wave *w, int first, int begin)
{
    int hi = w->columns->hi, t, steps, step, column;

    t = kir_for(w->f, begin, hi, number(w, WAVE_STEPS), 0);
    steps = kir_binary(w->f, KIR_MIN, less(w, hi, t), number(w, WAVE_STEPS));
    for (int k = 0; k < w->turned_count; k++)
        put_copy(w, &w->turned[k], first, t, steps, false);
    step = from_0(w, steps, 0);
    column = add(w, t, step);
    for (int k = 0; k < w->state_count; k++) {
        const struct wave_state *s = &w->state[k];
        if (s->up < 0)
            continue;
        int above = loaded_at(w, s->load[WAVE_UP], first, column, number(w, 0));
        lane_shift_put(w->f, &(struct kir_lane_shift){.to = s->up,
                                                      .from = s->last,
                                                      .first = above,
                                                      .lanes = w->lanes});
    }
    put_lanes(w, first, column, step);
    kir_end(w->f);
    for (int k = 0; k < w->state_count; k++)
        put_copy(w, &w->state[k].place, first, t, steps, true);
    kir_end(w->f);
}

/* Are there lanes for all rows from `first` on, more columns than the triangles
 * have, and rows that lie apart? */
static int pays(struct wave *w, int first)
{
    int rows = less(w, w->rows->hi, first);
    int columns = less(w, w->columns->hi, w->columns->lo);
    int yes = kir_binary(
        w->f, KIR_AND, kir_binary(w->f, KIR_GE, rows, number(w, w->lanes)),
        kir_binary(w->f, KIR_GE, columns, number(w, 2 * (int64_t)w->lanes)));

    if (w->guard)
        yes = kir_binary(w->f, KIR_AND, yes, w->guard->value);
    for (int k = 0; k < w->state_count; k++)
        yes =
            kir_binary(w->f, KIR_AND, yes,
                       kir_binary(w->f, KIR_GE, pitch_of(w, &w->state[k].place),
                                  number(w, 1)));
    return yes;
}

static struct kir_block build(struct wave *w)
{
    struct kir_stmt place = {.kind = KIR_IF};
    int first, end, begin;

    make_locals(w);
    kir_open(w->f, &place, 0);
    kir_line(w->f, w->rows->line);
    first = kir_for(w->f, w->rows->lo, w->rows->hi, number(w, w->lanes), 0);
    end = add(w, first, number(w, w->lanes));
    kir_if(w->f, pays(w, first));
    put_touch(w, first);
    put_rows(w, first, end, BEFORE);
    begin = add(w, w->columns->lo, number(w, w->lanes - 1));
    put_begin(w, first, begin);
    put_steps(w, first, begin);
    put_rows(w, first, end, BEHIND);
    kir_else(w->f);
    put_rows(w, first, kir_binary(w->f, KIR_MIN, end, w->rows->hi), ALL);
    kir_end(w->f);
    kir_end(w->f);
    kir_close(w->f);
    return place.body[0];
}

static bool take_loop(struct kir_func *f, const struct kir_stmt *rows,
                      struct kir_block *block)
{
    struct arena *scratch = arena_new();
    struct wave w = {
        .f = f, .scratch = scratch, .known = f->value_count, .rows = rows};
    bool found;

    w.copy = arena_alloc(scratch, sizeof *w.copy * (size_t)w.known);
    found = wave_find(&w);
    if (found)
        *block = build(&w);
    arena_free(scratch);
    return found;
}

static bool take_block(struct kir_func *f, struct kir_block *block)
{
    bool any = false;
    struct kir_stmt *next, *last = NULL;

    for (struct kir_stmt *s = block->first; s; s = next) {
        struct kir_block changed = {s, s};
        next = s->next;
        if (s->kind == KIR_FOR && s->flags & KIR_FOR_WAVE &&
            take_loop(f, s, &changed))
            any = true;
        else
            for (int k = 0; k < 2; k++)
                any |= take_block(f, &s->body[k]);
        last = kir_replace_stmt(block, last, &changed, next);
    }
    return any;
}

bool kir_wavefront(struct kir_module *module)
{
    return vector_change_kernels(module, take_block);
}
