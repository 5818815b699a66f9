/*
 * Register tiles (unroll-and-jam).
 *
 * A loop over rows (KIR_FOR_ROWS: its iterations are independent) around one
 * over steps around one over columns (simd), in which what a column stores is
 * c[base(row) + column], the same in all steps, and nobody else's,
 *
 *   for i   for k   for j simd   c[b(i) + j] = g(c[b(i) + j], x(i, k), y(k, j))
 *
 * loads and stores c in each step. In tiles of ROWS rows and some vectors of
 * columns, it is loaded and stored once for all steps:
 *
 *   for j0, for i0 where all rows have all columns of the tile
 *     sum[r][v][l] = c[b(i0 + r) + j0 + v L + l]
 *     for k
 *       for v   for l simd   for r   sum[r][v][l] = g(sum[r][v][l], …)
 *     c[b(i0 + r) + j0 + v L + l] = sum[r][v][l]
 *   for i   for k   for j simd of the columns in no tile: the body as it was
 *
 * Each sum[r][v] is an array of one vector's length that is used in loops of
 * that length alone: GCC and clang make a register of it. y(k, j) is computed
 * once for all rows. Columns are iterated outside of the rows, so that y's are
 * in the first cache, or in a panel (operand_pack.c). The order of each
 * element's operations is what it was: steps that not all rows of a tile have
 * are done row by row, those before the common ones first. So rows may need
 * each other, if only in steps that are not common (KIR_FOR_ROWS_IN_ORDER):
 *
 *   for i   for k > i   for j simd   b[i][j] = g(b[i][j], x(i, k), b[k][j])
 *
 * What else the rows' loop does is done before and after for all rows.
 */
#include "backends/vector/local.h"

#include <string.h>

static const unsigned any_rows = KIR_FOR_ROWS | KIR_FOR_ROWS_IN_ORDER;

/* Copying ------------------------------------------------------------------ */

static int *copy_at(const struct register_tile *t, int row, int value)
{
    return &t->copy[(size_t)row * (size_t)t->known + (size_t)value];
}

static size_t copies_size(const struct register_tile *t)
{
    return sizeof *t->copy * ROWS * (size_t)t->known;
}

/* Copies that are made until leave are its scope's. */
int *tile_enter(struct register_tile *t)
{
    int *kept = arena_alloc(t->scratch, copies_size(t));
    memcpy(kept, t->copy, copies_size(t));
    return kept;
}

void tile_leave(struct register_tile *t, const int *kept)
{
    memcpy(t->copy, kept, copies_size(t));
}

static void copy_let(struct register_tile *t, int row, int value)
{
    struct kir_value v = *tile_value(t, value);
    int same;
    for (int k = 0; k < kir_op_operands(v.op); k++)
        v.arg[k] = tile_made(t, row, v.arg[k]);
    same = v.op == KIR_LOAD ? -1 : kir_simplify(t->f, &v);
    same = same >= 0 ? same : kir_put_value(t->f, &v);
    for (int r = 0; r < ROWS; r++)
        if (r == row || !t->differs[value])
            *copy_at(t, r, value) = same;
}

/* The value in a row, with all that it needs of the loops. */
int tile_made(struct register_tile *t, int row, int value)
{
    if (value >= t->known || !t->inside[value])
        return value;
    if (*copy_at(t, row, value) < 0)
        copy_let(t, row, value);
    return *copy_at(t, row, value);
}

void tile_let(struct register_tile *t, int row, int value, int copy)
{
    *copy_at(t, row, value) = copy;
}

void tile_let_all(struct register_tile *t, int value, int copy)
{
    for (int r = 0; r < ROWS; r++)
        *copy_at(t, r, value) = copy;
}

int tile_number(struct register_tile *t, int64_t value)
{
    return kir_int(t->f, KIR_I64, value);
}

int tile_plus(struct register_tile *t, int a, int64_t b)
{
    return kir_binary(t->f, KIR_ADD, a, tile_number(t, b));
}

/* The block as it is, for the row of row 0's copies. */
static void put_copy(struct register_tile *t, const struct kir_block *block)
{
    struct kir_func *f = t->f;
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        int *kept = NULL;
        kir_line(f, s->line);
        if (s->kind == KIR_LET) {
            copy_let(t, 0, s->value);
        } else if (s->kind == KIR_STORE) {
            kir_origin(f, s->origin);
            kir_store(f, s->buffer, tile_made(t, 0, s->index),
                      tile_made(t, 0, s->value));
            kir_origin(f, NULL);
        } else if (s->kind == KIR_FOR) {
            int lo = tile_made(t, 0, s->lo), hi = tile_made(t, 0, s->hi);
            int step = tile_made(t, 0, s->step);
            kept = tile_enter(t);
            tile_let_all(t, s->iter,
                         kir_for(f, lo, hi, step, s->flags & ~any_rows));
        } else if (s->kind == KIR_IF) {
            int condition = tile_made(t, 0, s->value);
            kept = tile_enter(t);
            kir_if(f, condition);
        }
        if (!kept)
            continue;
        put_copy(t, &s->body[0]);
        tile_leave(t, kept);
        if (s->body[1].first) {
            kir_else(f);
            put_copy(t, &s->body[1]);
            tile_leave(t, kept);
        }
        kir_end(f);
    }
}

/* The steps for columns from lo to before hi alone, which are some. */
static void put_steps_of(struct register_tile *t, const struct kir_block *block,
                         int lo, int hi)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        struct kir_block one = {(struct kir_stmt *)s, (struct kir_stmt *)s};
        struct kir_stmt single = *s;
        if (s == t->guard) {
            put_steps_of(t, &s->body[0], lo, hi);
            continue;
        }
        one.first = one.last = &single;
        single.next = NULL;
        if (s == t->columns) {
            single.lo = lo;
            single.hi = hi;
        }
        put_copy(t, &one);
    }
}

/* Columns from lo, steps from first, each to before its end. */
static void put_piece(struct register_tile *t, int lo, int hi, int first,
                      int end)
{
    struct kir_func *f = t->f;
    int *kept = tile_enter(t);
    kir_if(f, kir_binary(f, KIR_LT, lo, hi));
    tile_let_all(t, t->steps->iter,
                 kir_for(f, first, end, tile_number(t, 1), 0));
    put_steps_of(t, &t->steps->body[0], lo, hi);
    kir_end(f);
    kir_end(f);
    tile_leave(t, kept);
}

/* Tiles -------------------------------------------------------------------- */

static int row_at(struct register_tile *t, int i0, int r)
{
    return tile_plus(t, i0, r);
}

/* Iterations of the loop over columns or steps that all of the tile's rows
 * have: first to before *end. */
static int put_common(struct register_tile *t, int i0,
                      const struct kir_stmt *loop, int *end)
{
    struct kir_func *f = t->f;
    int *kept = tile_enter(t), low = -1;
    for (int r = 0; r < ROWS; r++) {
        tile_let(t, r, t->rows->iter, row_at(t, i0, r));
        int lo = tile_made(t, r, loop->lo), hi = tile_made(t, r, loop->hi);
        low = r ? kir_binary(f, KIR_MAX, low, lo) : lo;
        *end = r ? kir_binary(f, KIR_MIN, *end, hi) : hi;
    }
    tile_leave(t, kept);
    return low;
}

/* A loop over a vector's lanes; in it the columns' iterator is that of j0's
 * v-th vector. */
static int begin_lanes(struct register_tile *t, int j0, int v)
{
    int j = kir_for(t->f, tile_number(t, 0), tile_number(t, t->lanes),
                    tile_number(t, 1), KIR_FOR_SIMD);
    int column = kir_binary(t->f, KIR_ADD, tile_plus(t, j0, v * t->lanes), j);
    tile_let_all(t, t->columns->iter, column);
    return j;
}

static void put_moves(struct register_tile *t, int j0, bool store)
{
    for (int r = 0; r < ROWS; r++)
        for (int v = 0; v < t->vectors; v++) {
            int *kept = tile_enter(t), j = begin_lanes(t, j0, v);
            int at = tile_made(t, r, t->index), sum = t->sum[r][v];
            if (store)
                kir_store(t->f, t->buffer, at, kir_load(t->f, sum, j));
            else
                kir_store(t->f, sum, j, kir_load(t->f, t->buffer, at));
            kir_end(t->f);
            tile_leave(t, kept);
        }
}

/* A statement of the columns' loop for rows from..to, in vector v. */
static void put_lane(struct register_tile *t, const struct kir_stmt *s,
                     int from, int to, int v, int j)
{
    const struct kir_value *value = tile_value(t, s->value);
    bool sum = s->kind == KIR_LET && tile_is_sum(t, value);
    if (s->kind == KIR_LET && !t->needed[s->value])
        return;
    if (s->kind == KIR_LET && t->panel_of[s->value] >= 0)
        tile_let_all(t, s->value, tile_take(t, t->panel_of[s->value], v, j));
    for (int r = from; r <= to; r++) {
        if (sum)
            *copy_at(t, r, s->value) = kir_load(t->f, t->sum[r][v], j);
        else if (s->kind == KIR_STORE)
            kir_store(t->f, t->sum[r][v], j, tile_made(t, r, s->value));
        else if (s->kind == KIR_LET && t->panel_of[s->value] < 0 &&
                 (r == from || t->differs[s->value]))
            copy_let(t, r, s->value);
    }
}

/* The statements from s to before end, none of them nested, in all vectors. */
static void put_vectors(struct register_tile *t, const struct kir_stmt *s,
                        const struct kir_stmt *end, int from, int to, int j0)
{
    for (int v = 0; v < t->vectors; v++) {
        int *kept = tile_enter(t), j = begin_lanes(t, j0, v);
        for (const struct kir_stmt *i = s; i != end; i = i->next)
            put_lane(t, i, from, to, v, j);
        kir_end(t->f);
        tile_leave(t, kept);
    }
}

static void put_condition(struct register_tile *t, const struct kir_stmt *s,
                          int j0)
{
    bool differs = t->differs[s->value];
    for (int r = 0; r < (differs ? ROWS : 1); r++) {
        int condition = tile_made(t, r, s->value);
        int *kept = tile_enter(t);
        kir_if(t->f, condition);
        put_vectors(t, s->body[0].first, NULL, r, differs ? r : ROWS - 1, j0);
        kir_end(t->f);
        tile_leave(t, kept);
    }
}

static void put_columns(struct register_tile *t, int j0)
{
    const struct kir_stmt *s = t->columns->body[0].first;
    while (s) {
        const struct kir_stmt *end = s;
        if (s->kind == KIR_IF) {
            put_condition(t, s, j0);
            s = s->next;
            continue;
        }
        while (end && end->kind != KIR_IF)
            end = end->next;
        put_vectors(t, s, end, 0, ROWS - 1, j0);
        s = end;
    }
}

/* What a step does outside of the columns' loop, once for the tile. */
static void put_step(struct register_tile *t, const struct kir_block *block,
                     int j0)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool let = s->kind == KIR_LET && t->needed[s->value];
        if (s == t->guard)
            put_step(t, &s->body[0], j0);
        else if (s == t->columns)
            put_columns(t, j0);
        for (int r = 0; let && r < ROWS; r++)
            if (*copy_at(t, r, s->value) < 0)
                copy_let(t, r, s->value);
    }
}

/* The steps of a tile that not all of its rows have, those before `common` or
 * from there on, row by row. */
static void put_uncommon(struct register_tile *t, int i0, int j0, int common,
                         bool before)
{
    struct kir_func *f = t->f;
    int *kept = tile_enter(t), width = tile_width(t);
    int i = kir_for(f, i0, tile_plus(t, i0, ROWS), tile_number(t, 1), 0);
    tile_let_all(t, t->rows->iter, i);
    int first = tile_made(t, 0, t->steps->lo);
    int end = tile_made(t, 0, t->steps->hi);
    put_piece(t, j0, tile_plus(t, j0, width), before ? first : common,
              before ? kir_binary(f, KIR_MIN, common, end) : end);
    kir_end(f);
    tile_leave(t, kept);
}

/* The tile's steps from first to before `end`, or all if these are -1. */
static void put_tile(struct register_tile *t, int i0, int j0, int first,
                     int end)
{
    int *kept = tile_enter(t);
    if (t->slanted) {
        first = put_common(t, i0, t->steps, &end);
        end = kir_binary(t->f, KIR_MAX, first, end);
        put_uncommon(t, i0, j0, first, true);
    }
    for (int r = 0; r < ROWS; r++)
        tile_let(t, r, t->rows->iter, row_at(t, i0, r));
    put_moves(t, j0, false);
    int *moved = tile_enter(t);
    int k = kir_for(t->f, first, end, tile_number(t, 1), 0);
    tile_let_all(t, t->steps->iter, k);
    put_step(t, &t->steps->body[0], j0);
    kir_end(t->f);
    tile_leave(t, moved);
    put_moves(t, j0, true);
    tile_leave(t, kept);
    if (t->slanted)
        put_uncommon(t, i0, j0, end, false);
}

/* The least and the greatest of what is common to the rows of a tile, as
 * variables. Where there is no tile, columns that all rows begin at are the
 * least all the same: what comes before it is in no row. */
static void put_reach(struct register_tile *t, int reach[2])
{
    struct kir_func *f = t->f;
    int variable[2] = {kir_variable(f, "first_column", KIR_I64),
                       kir_variable(f, "end_column", KIR_I64)};
    kir_set(f, variable[0],
            t->differs[t->columns->lo] ? tile_number(t, FAR)
                                       : tile_made(t, 0, t->columns->lo));
    kir_set(f, variable[1], tile_number(t, -FAR));
    int i0 = kir_for(f, t->rows->lo, tile_plus(t, t->rows->hi, 1 - ROWS),
                     tile_number(t, ROWS), 0);
    int end, low = put_common(t, i0, t->columns, &end);
    kir_set(f, variable[0],
            kir_binary(f, KIR_MIN, kir_get(f, variable[0]), low));
    kir_set(f, variable[1],
            kir_binary(f, KIR_MAX, kir_get(f, variable[1]), end));
    kir_end(f);
    for (int k = 0; k < 2; k++)
        reach[k] = kir_get(f, variable[k]);
}

/* The panels, before the first tile that has use for them. */
static void put_first(struct register_tile *t, int j0, int end)
{
    struct kir_func *f = t->f;
    kir_if(f, kir_binary(f, KIR_EQ, kir_get(f, t->filled), tile_number(t, 0)));
    tile_put_panels(t, j0, end);
    kir_set(f, t->filled, tile_number(t, 1));
    kir_end(f);
}

/* The tiles of all rows in columns from j0, steps from first to before `end`.
 */
static void put_column(struct register_tile *t, int j0, int first, int end)
{
    struct kir_func *f = t->f;
    int low, high;
    if (t->panel_count)
        kir_set(f, t->filled, tile_number(t, 0));
    int i0 = kir_for(f, t->rows->lo, tile_plus(t, t->rows->hi, 1 - ROWS),
                     tile_number(t, ROWS), 0);
    if (t->ragged) {
        low = put_common(t, i0, t->columns, &high);
        kir_if(f,
               kir_binary(f, KIR_AND, kir_binary(f, KIR_LE, low, j0),
                          kir_binary(f, KIR_LE, tile_plus(t, j0, tile_width(t)),
                                     high)));
    }
    if (t->panel_count)
        put_first(t, j0, end);
    put_tile(t, i0, j0, first, end);
    for (int k = t->ragged ? 2 : 1; k > 0; k--)
        kir_end(f);
}

static void put_tiles(struct register_tile *t, const int reach[2])
{
    struct kir_func *f = t->f;
    int first = -1, end = -1, depth = 1, width = tile_width(t);
    int *kept = tile_enter(t);
    if (!t->slanted) {
        first = tile_made(t, 0, t->steps->lo);
        end = tile_made(t, 0, t->steps->hi);
        kir_if(f, kir_binary(f, KIR_LT, first, end));
        depth++;
    }
    int j0 = kir_for(f, reach[0], tile_plus(t, reach[1], 1 - width),
                     tile_number(t, width), 0);
    if (t->panel_count) {
        first = t->strip =
            kir_for(f, first, end, tile_number(t, TILE_STRIP), 0);
        end = kir_binary(f, KIR_MIN, tile_plus(t, first, TILE_STRIP), end);
        depth++;
    }
    put_column(t, j0, first, end);
    for (; depth > 0; depth--)
        kir_end(f);
    tile_leave(t, kept);
}

/* Rounded to a multiple of a tile's columns: down, or to 0. */
static int rounded(struct register_tile *t, int value)
{
    int64_t width = tile_width(t);
    if ((width & (width - 1)) == 0)
        return kir_binary(t->f, KIR_AND, value, tile_number(t, -width));
    int rest = kir_binary(t->f, KIR_REM, value, tile_number(t, width));
    return kir_binary(t->f, KIR_SUB, value, rest);
}

/* The columns of i0's rows that lie in tiles: first to before *end. */
static int put_tiled(struct register_tile *t, int i0, const int reach[2],
                     int *end)
{
    struct kir_func *f = t->f;
    int base = reach[0], low = reach[0], high = reach[1];
    if (t->ragged)
        low = put_common(t, i0, t->columns, &high);
    low = kir_binary(f, KIR_SUB, low, base);
    low = rounded(t, tile_plus(t, low, tile_width(t) - 1));
    high = rounded(t, kir_binary(f, KIR_SUB, high, base));
    high = kir_binary(f, KIR_MAX, low, high);
    int whole = kir_binary(f, KIR_LE, tile_plus(t, i0, ROWS), t->rows->hi);
    high = kir_ternary(f, KIR_SELECT, whole, high, low);
    *end = kir_binary(f, KIR_ADD, base, high);
    return kir_binary(f, KIR_ADD, base, low);
}

/* The columns in no tile. */
static void put_rest(struct register_tile *t, const int reach[2])
{
    struct kir_func *f = t->f;
    int i0 = kir_for(f, t->rows->lo, t->rows->hi, tile_number(t, ROWS), 0);
    int *kept = tile_enter(t);
    int end, first = put_tiled(t, i0, reach, &end);
    int last = kir_binary(f, KIR_MIN, tile_plus(t, i0, ROWS), t->rows->hi);
    int i = kir_for(f, i0, last, tile_number(t, 1), 0);
    tile_let_all(t, t->rows->iter, i);
    int lo = tile_made(t, 0, t->columns->lo);
    int hi = tile_made(t, 0, t->columns->hi);
    int begin = tile_made(t, 0, t->steps->lo);
    int done = tile_made(t, 0, t->steps->hi);
    if (t->differs[t->columns->lo])
        put_piece(t, lo, kir_binary(f, KIR_MIN, first, hi), begin, done);
    put_piece(t, kir_binary(f, KIR_MAX, end, lo), hi, begin, done);
    kir_end(f);
    tile_leave(t, kept);
    kir_end(f);
}

static void new_sums(struct register_tile *t)
{
    enum kir_type type = t->f->buffer[t->buffer].type;
    for (int r = 0; r < ROWS && type != t->sum_type; r++)
        for (int v = 0; v < t->vectors; v++)
            t->sum[r][v] = kir_local(t->f, "sum", type, t->lanes);
    t->sum_type = type;
}

static void put_nest(struct register_tile *t)
{
    int *kept = tile_enter(t), reach[2];
    new_sums(t);
    tile_take_panels(t);
    if (t->panel_count)
        t->filled = kir_variable(t->f, "filled", KIR_I64);
    if (t->ragged) {
        put_reach(t, reach);
    } else {
        reach[0] = tile_made(t, 0, t->columns->lo);
        reach[1] = tile_made(t, 0, t->columns->hi);
    }
    put_tiles(t, reach);
    put_rest(t, reach);
    tile_leave(t, kept);
}

/* The rows' loop with the statements from s to before end. */
static void put_others(struct register_tile *t, const struct kir_stmt *s,
                       const struct kir_stmt *end)
{
    bool some = false;
    for (const struct kir_stmt *i = s; i != end; i = i->next)
        some |= i->kind != KIR_LET && i->kind != KIR_COMMENT;
    if (!some)
        return;
    int *kept = tile_enter(t);
    int i = kir_for(t->f, t->rows->lo, t->rows->hi, tile_number(t, 1), 0);
    tile_let_all(t, t->rows->iter, i);
    for (; s != end; s = s->next) {
        struct kir_stmt single = *s;
        const struct kir_block one = {&single, &single};
        single.next = NULL;
        put_copy(t, &one);
    }
    kir_end(t->f);
    tile_leave(t, kept);
}

/* Building ----------------------------------------------------------------- */

static struct register_tile new_rows(struct kir_func *f, struct kir_stmt *loop,
                                     struct arena *scratch, int vectors,
                                     enum kir_packing packing)
{
    size_t values = (size_t)f->value_count;
    struct register_tile t = {
        .f = f, .scratch = scratch, .vectors = vectors, .packing = packing};
    t.known = f->value_count;
    t.rows = loop;
    t.ordered = loop->flags & KIR_FOR_ROWS_IN_ORDER;
    t.inside = arena_alloc(scratch, values);
    t.differs = arena_alloc(scratch, values);
    t.in_steps = arena_alloc(scratch, values);
    t.in_columns = arena_alloc(scratch, values);
    t.needed = arena_alloc(scratch, values);
    t.part = arena_alloc(scratch, values * sizeof *t.part);
    t.panel_of = arena_alloc(scratch, values * sizeof *t.panel_of);
    t.stored = arena_alloc(scratch, (size_t)f->buffer_count + 1);
    t.copy = arena_alloc(scratch, values * sizeof *t.copy * ROWS);
    for (size_t k = 0; k < values * ROWS; k++)
        t.copy[k] = -1;
    t.inside[loop->iter] = t.differs[loop->iter] = true;
    return t;
}

/* Can what the rows' loop makes beside its nests be made again? */
static bool repeats(const struct register_tile *t)
{
    for (const struct kir_stmt *s = t->rows->body[0].first; s; s = s->next)
        if (s->kind == KIR_STORE ||
            (s->kind == KIR_LET && tile_value(t, s->value)->op == KIR_LOAD &&
             t->stored[tile_value(t, s->value)->buffer]))
            return false;
    return true;
}

static void remark(const struct register_tile *t, struct faults *faults)
{
    const struct kir_module *module = t->f->module;
    struct loc loc = {module->source_file, t->columns->line, 0, 0};
    for (struct kir_stmt *s = t->columns->body[0].first; s; s = s->next)
        if (s->kind == KIR_STORE)
            loc.line = s->line;
    fault_add(faults, FAULT_TILED, loc,
              "tiles of %d rows and %d columns of '%s' stay in the host's "
              "registers",
              ROWS, tile_width(t), t->f->buffer[t->buffer].name);
    for (int k = 0; k < t->panel_count; k++) {
        const struct tile_panel *p = &t->panel[k];
        const struct kir_buffer *b =
            &t->f->buffer[tile_value(t, p->value)->buffer];
        fault_add(
            faults, FAULT_TILED, loc,
            "what these tiles read of '%s' is copied to contiguous memory "
            "once for all rows, %d steps at a time%s",
            b->name, TILE_STRIP,
            p->strided   ? ": vectors would be gathered for each tile"
            : p->aliased ? ": its rows share the sets of a cache"
                         : "");
    }
}

static bool tile_rows(struct register_tile *t, struct kir_block *made_block,
                      struct faults *faults)
{
    struct kir_stmt place = {.kind = KIR_IF}, *begin, *s;
    bool some = false;
    if (!tile_mark_made(t, &t->rows->body[0], t->inside) ||
        !tile_is_one(t, t->rows->step) ||
        tile_value(t, t->rows->lo)->type != KIR_I64)
        return false;
    tile_mark_different(t, &t->rows->body[0]);
    if (!repeats(t))
        return false;
    for (s = t->rows->body[0].first; s && !some; s = s->next)
        some = tile_fit(t, s);
    if (!some)
        return false;
    kir_open(t->f, &place, 0);
    for (begin = s = t->rows->body[0].first; s; s = s->next) {
        if (!tile_fit(t, s))
            continue;
        put_others(t, begin, s);
        put_nest(t);
        remark(t, faults);
        begin = s->next;
    }
    put_others(t, begin, NULL);
    kir_close(t->f);
    *made_block = place.body[0];
    return true;
}

static void tile_rows_in(struct kir_func *f, struct kir_block *block,
                         int vectors, enum kir_packing packing,
                         struct faults *faults)
{
    struct kir_stmt *next, *last = NULL;
    for (struct kir_stmt *s = block->first; s; s = next) {
        struct kir_block made_block = {s, s};
        bool done = false;
        next = s->next;
        if (s->kind == KIR_FOR && s->flags & any_rows) {
            struct arena *scratch = arena_new();
            struct register_tile t = new_rows(f, s, scratch, vectors, packing);
            done = tile_rows(&t, &made_block, faults);
            arena_free(scratch);
            s->flags &= ~any_rows;
        }
        if (!done) {
            tile_rows_in(f, &s->body[0], vectors, packing, faults);
            tile_rows_in(f, &s->body[1], vectors, packing, faults);
        }
        last = kir_replace_stmt(block, last, &made_block, next);
    }
}

void kir_register_tile(struct kir_module *module, int vectors,
                       enum kir_packing packing, struct faults *faults)
{
    for (int k = 0; k < module->func_count; k++)
        if (module->func[k]->kind == KIR_KERNEL)
            tile_rows_in(module->func[k], &module->func[k]->body, vectors,
                         packing, faults);
}
