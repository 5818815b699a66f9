/*
 * Cursors: integers that count up or down, and tell where the next element
 * goes:
 *
 *     if (p[i]) out[k++] = a[i];    as    if (p[i]) { out[k] = a[i]; k = k + 1;
 * }
 *
 * No two iterations write the same element, since whoever writes moves the
 * cursor on before the next one reads it: its statement is the only one in
 * these loops that changes the cursor, and wherever the write is executed it is
 * executed too, behind it or before it. The subscript may be f k + c where f d
 * > c >= 0, for steps of d: elements of one iteration are then below those of
 * the next. What is left is the running sum of the cursor itself, a scan
 * (scan.c). There elements run[block][lane] are in its place, which stand for
 * the same values (scop_array.cursor).
 */
#include "polyhedral/model/model.h"

/* Without conversions of integers that drop no bits. */
static const struct scop_expr *bare(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type) &&
           scop_type_size(e->type) >= scop_type_size(e->arg[0]->type))
        e = e->arg[0];
    return e;
}

/* Does what an operation of the type makes not wrap around, but where C leaves
 * open what happens then, or beyond all memory? */
static bool is_wide(enum scop_type type)
{
    return scop_type_size(type) >= 8 ||
           (scop_type_size(type) >= 4 && scop_type_is_signed(type));
}

static bool is_small(const struct scop_expr *e)
{
    return e->op == SCOP_INT && e->ival >= -INT16_MAX && e->ival <= INT16_MAX;
}

/* The d > 0 of c = c + d or c = c - d, 0 if it is none. */
static int64_t step_of(const struct scop_stmt *s,
                       const struct scop_expr *cursor)
{
    if (!s->lhs || !scop_expr_equal(s->lhs, cursor))
        return 0;
    const struct scop_expr *e = s->rhs;
    while (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type) &&
           scop_type_size(e->type) >= scop_type_size(cursor->type))
        e = e->arg[0];
    if (e->op != SCOP_ADD && e->op != SCOP_SUB)
        return 0;
    const struct scop_expr *x = bare(e->arg[0]), *y = bare(e->arg[1]);
    if (e->op == SCOP_ADD && scop_expr_equal(y, cursor)) {
        y = x;
        x = cursor;
    }
    if (!scop_expr_equal(x, cursor) || !is_small(y))
        return 0;
    return y->ival < 0 ? -y->ival : y->ival;
}

/* Takes a subscript f k + c apart, k being an access. */
static const struct scop_expr *take_apart(const struct scop_expr *e,
                                          int64_t *factor, int64_t *constant)
{
    *factor = 1;
    *constant = 0;
    e = bare(e);
    if (e->op == SCOP_ADD || e->op == SCOP_SUB) {
        const struct scop_expr *c = bare(e->arg[1]);
        if (!is_small(c) || !is_wide(e->type))
            return NULL;
        *constant = e->op == SCOP_ADD ? c->ival : -c->ival;
        e = bare(e->arg[0]);
    }
    if (e->op == SCOP_MUL) {
        bool first = is_small(bare(e->arg[0]));
        const struct scop_expr *f = bare(e->arg[!first]);
        if (!is_small(f) || f->ival <= 0 || !is_wide(e->type))
            return NULL;
        *factor = f->ival;
        e = bare(e->arg[first]);
    }
    return e->op == SCOP_ACCESS && !scop_type_is_float(e->type) ? e : NULL;
}

static bool is_constant(const struct scop_expr *e)
{
    bool constant = e->op != SCOP_ITER && e->op != SCOP_ACCESS;
    for (int k = 0; k < e->count && constant; k++)
        constant = is_constant(e->arg[k]);
    return constant;
}

bool cursor_writes(const struct poly *poly, int stmt, int array)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    int memory = poly->scop->array[array].view_of;
    bool found = false;
    for (int k = s->access_begin; k < s->access_end && !found; k++) {
        int other = poly->array[poly->access[k].array].array;
        found =
            poly->access[k].write && poly->scop->array[other].view_of == memory;
    }
    return found;
}

/* Does nothing else in the loops around its statement write it? */
static bool is_moved_alone(const struct poly *poly, int mover,
                           const struct scop_expr *cursor)
{
    const struct scop_stmt *s = poly->stmt[mover].stmt;
    for (int k = 0; k < cursor->count; k++)
        if (!is_constant(cursor->arg[k]))
            return false;
    for (int k = 0; k < poly->stmt_count; k++)
        if (k != mover &&
            scop_loop_depth(poly->stmt[k].stmt, s->loop[0]) >= 0 &&
            cursor_writes(poly, k, cursor->ref))
            return false;
    return true;
}

/* Does a statement from `first` to before `end` write what `e` reads? */
static bool is_changed(const struct poly *poly, int first, int end,
                       const struct scop_expr *e)
{
    for (int k = first; k < end && e->op == SCOP_ACCESS; k++)
        if (cursor_writes(poly, k, e->ref))
            return true;
    for (int k = 0; k < e->count; k++)
        if (is_changed(poly, first, end, e->arg[k]))
            return true;
    return false;
}

static bool has_guard(const struct scop_stmt *s, const struct scop_expr *guard)
{
    for (int k = 0; k < s->guard_count; k++)
        if (scop_expr_equal(s->guard[k], guard))
            return true;
    return false;
}

/* Is `mover` executed with each execution of `stmt`, in the same iteration of
 * all loops around it? */
static bool goes_along(const struct poly *poly, int stmt, int mover)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    const struct scop_stmt *m = poly->stmt[mover].stmt;
    int first = stmt < mover ? stmt : mover;
    int end = stmt < mover ? mover : stmt;
    if (m->depth == 0 || m->depth > s->depth)
        return false;
    for (int d = 0; d < m->depth; d++)
        if (s->loop[d] != m->loop[d])
            return false;
    for (int k = 0; k < m->guard_count; k++)
        if (!has_guard(s, m->guard[k]) ||
            is_changed(poly, first, end, m->guard[k]))
            return false;
    isl_set *here = isl_set_copy(poly->stmt[stmt].domain);
    here = isl_set_project_out(here, isl_dim_set, (unsigned)m->depth,
                               (unsigned)(s->depth - m->depth));
    here = isl_set_reset_tuple_id(here);
    isl_set *there =
        isl_set_reset_tuple_id(isl_set_copy(poly->stmt[mover].domain));
    bool always = isl_set_is_subset(here, there) == isl_bool_true;
    isl_set_free(here);
    isl_set_free(there);
    return always;
}

/* The next statement (step -1: the one before) that writes the array, -1 if
 * there is none. */
static int next_writer(const struct poly *poly, int stmt, int step, int array)
{
    int k = stmt + step;
    while (k >= 0 && k < poly->stmt_count && !cursor_writes(poly, k, array))
        k += step;
    return k < poly->stmt_count ? k : -1;
}

/* May the cursor not come back to where it was? C leaves open what signed ones
 * do then; others would have to count for longer than a program may run, or
 * than the iterator's type allows. */
static bool stays_apart(const struct poly *poly, int mover,
                        const struct scop_expr *subscript,
                        const struct scop_expr *cursor, int64_t step)
{
    const struct scop_stmt *m = poly->stmt[mover].stmt;
    int size = scop_type_size(cursor->type);
    if (is_wide(cursor->type))
        return true;
    return size == 4 && bare(subscript) == cursor && step == 1 &&
           (poly->scop->array[cursor->ref].cursor ||
            (m->depth == 1 &&
             scop_type_size(poly->scop->loop[m->loop[0]].type) <= 4));
}

/* What moves the cursor of a subscript with a write, if it is one. */
static struct cursor cursor_of(const struct poly *poly, int stmt,
                               const struct scop_expr *subscript)
{
    struct cursor none = {.mover = -1}, c = none;
    int64_t factor, constant;
    c.expr = take_apart(subscript, &factor, &constant);
    for (int side = 1; c.expr && side >= -1; side -= 2) {
        int mover = next_writer(poly, stmt, side, c.expr->ref);
        if (mover < 0 || !goes_along(poly, stmt, mover))
            continue;
        int64_t step = step_of(poly->stmt[mover].stmt, c.expr);
        if (!step || !stays_apart(poly, mover, subscript, c.expr, step) ||
            (!poly->scop->array[c.expr->ref].cursor &&
             !is_moved_alone(poly, mover, c.expr)))
            continue;
        int64_t width = factor * step;
        c.mover = mover;
        c.side = side;
        c.factor = factor;
        c.window = (constant - (constant < 0 ? width - 1 : 0)) / width;
        return c;
    }
    return none;
}

struct cursor cursor_find(const struct poly *poly, int access)
{
    const struct poly_access *a = &poly->access[access];
    struct cursor c = {.mover = -1};
    if (!a->write || a->exact || !poly->stmt[a->stmt].stmt->lhs)
        return c;
    for (int k = 0; k < a->expr->count && c.mover < 0; k++) {
        c = cursor_of(poly, a->stmt, a->expr->arg[k]);
        c.place = k;
    }
    return c;
}

bool cursor_same(const struct cursor *a, const struct cursor *b)
{
    return a->mover == b->mover && a->place == b->place && a->side == b->side &&
           a->factor == b->factor && a->window == b->window;
}

bool cursor_is_used(const struct poly *poly, const struct scop_expr *target)
{
    for (int k = 0; k < poly->access_count; k++) {
        struct cursor c = cursor_find(poly, k);
        if (c.mover >= 0 && scop_expr_equal(c.expr, target))
            return true;
    }
    return false;
}

bool cursor_is_meant(const struct poly *poly, int array)
{
    bool meant = false;
    for (int k = 0; k < poly->access_count && !meant; k++) {
        const struct poly_access *a = &poly->access[k];
        for (int d = 0; d < a->expr->count && a->write && !meant; d++) {
            int64_t factor, constant;
            const struct scop_expr *e =
                take_apart(a->expr->arg[d], &factor, &constant);
            meant = e && e->ref == array;
        }
    }
    return meant;
}

/* Reasons ------------------------------------------------------------------ */

/* Does the statement's condition, or what computes a scalar in it, read the
 * array? */
static bool depends_on(const struct poly *poly, const struct scop_stmt *s,
                       int array)
{
    for (int k = 0; k < s->guard_count; k++) {
        const struct scop_expr *g = s->guard[k];
        if (scop_expr_reads(g, array))
            return true;
        for (int t = 0; g->op == SCOP_ACCESS && t < poly->stmt_count; t++) {
            const struct scop_stmt *maker = poly->stmt[t].stmt;
            if (maker->lhs && maker->lhs->ref == g->ref &&
                scop_expr_reads(maker->rhs, array))
                return true;
        }
    }
    return false;
}

/* The statements in the loop that write the array: up to two, and how many. */
static int find_writers(const struct poly *poly, int loop, int array,
                        int writer[2])
{
    int count = 0;
    for (int k = 0; k < poly->stmt_count; k++)
        if (scop_loop_depth(poly->stmt[k].stmt, loop) >= 0 &&
            cursor_writes(poly, k, array)) {
            if (count < 2)
                writer[count] = k;
            count++;
        }
    return count;
}

/* Is the cursor a subscript of the access, alone or in f k + c? */
static bool is_told_by(const struct poly_access *a,
                       const struct scop_expr *cursor)
{
    bool told = false;
    for (int d = 0; d < a->expr->count && !told; d++) {
        int64_t factor, constant;
        const struct scop_expr *e =
            take_apart(a->expr->arg[d], &factor, &constant);
        told = e && scop_expr_equal(e, cursor);
    }
    return told;
}

/* Why a write where the cursor tells meets others, as a message; NULL: it does
 * not. */
static const char *explain_write(const struct poly *poly, int access, int mover,
                                 const struct scop_expr *cursor)
{
    const struct poly_access *a = &poly->access[access];
    const char *name = poly->scop->array[cursor->ref].name;
    const struct cursor own = cursor_find(poly, access);
    int line = a->expr->loc.line;
    if (!goes_along(poly, a->stmt, mover))
        return arena_printf(
            poly->arena,
            "'%s' does not move, at line %d, each time that line %d writes "
            "where it tells: do both under one condition, as in if (test) "
            "x[%s++] = value",
            name, poly->stmt[mover].stmt->loc.line, line, name);
    if (own.mover < 0)
        return arena_printf(
            poly->arena,
            "'%s' may wrap around, and tell a place twice: make it an int or "
            "a long",
            name);
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *b = &poly->access[k];
        const struct cursor other = cursor_find(poly, k);
        if (b->array != a->array || (b->write && cursor_same(&own, &other)))
            continue;
        return arena_printf(
            poly->arena,
            "places of '%s' that '%s' tells, written at line %d, are %s at "
            "line %d as well, by other iterations: write them to an array of "
            "their own, as many for each as '%s' moves",
            poly->scop->array[a->expr->ref].name, name, line,
            b->write ? "written" : "read", b->expr->loc.line, name);
    }
    return NULL;
}

static const char *explain_writes(const struct poly *poly, int mover,
                                  const struct scop_expr *cursor)
{
    const char *text = NULL;
    for (int k = 0; k < poly->access_count && !text; k++)
        if (poly->access[k].write && is_told_by(&poly->access[k], cursor))
            text = explain_write(poly, k, mover, cursor);
    return text;
}

static const char *explain_writers(const struct poly *poly, int loop,
                                   const char *name, const int writer[2])
{
    for (int k = 0; k < 2; k++) {
        const struct scop_stmt *s = poly->stmt[writer[k]].stmt;
        if (s->lhs && !step_of(s, s->lhs))
            return arena_printf(
                poly->arena,
                "'%s' is set at line %d to where other iterations of loop '%s' "
                "may write: places that it tells are made in parallel if it "
                "goes on from where it was, as in if (test) x[%s++] = value",
                name, s->loc.line, poly->scop->loop[loop].name, name);
    }
    return arena_printf(
        poly->arena,
        "'%s' is moved at line %d and at line %d: places that it tells are "
        "made in parallel if one statement moves it, as in if (test) x[%s++] = "
        "value",
        name, poly->stmt[writer[0]].stmt->loc.line,
        poly->stmt[writer[1]].stmt->loc.line, name);
}

const char *cursor_explain(const struct poly *poly, int loop, int array)
{
    const char *name = poly->scop->array[array].name;
    int w[2] = {-1, -1}, count = find_writers(poly, loop, array, w);
    const struct scop_stmt *s = count ? poly->stmt[w[0]].stmt : NULL;
    if (!s || !s->lhs || poly->scop->array[array].cursor)
        return NULL;
    if (count > 1)
        return explain_writers(poly, loop, name, w);
    if (!scop_expr_reads(s->rhs, array))
        return NULL; /* does not go on from where it was */
    if (!step_of(s, s->lhs))
        return arena_printf(
            poly->arena,
            "line %d does not move '%s' by a constant: places that it tells "
            "are made in parallel if it does, as in if (test) x[%s++] = value",
            s->loc.line, name, name);
    if (depends_on(poly, s, array))
        return arena_printf(
            poly->arena,
            "whether line %d moves '%s' depends on where that is: test this "
            "before the write alone, as in if (test) { if (%s < n) x[%s] = "
            "value; %s++; }",
            s->loc.line, name, name, name, name);
    return explain_writes(poly, w[0], s->lhs);
}
