/*
 * Cursors: integers that only count up, and tell where the next element goes,
 *
 *     if (p[i]) out[k++] = a[i];    as    if (p[i]) { out[k] = a[i]; k = k + 1;
 * }
 *
 * No two iterations write the same element, since whoever writes moves the
 * cursor on before the next one reads it: its statement comes behind the write
 * in the same loops, wherever the write is executed so is that, and nothing
 * else in these loops changes the cursor. What is left is the running sum of
 * the cursor itself, a scan (scan.c). There its elements run[block][lane] are
 * in its place, which stand for the same values (scop_array.cursor).
 */
#include "polyhedral/relation.h"

static const struct scop_expr *bare(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type))
        e = e->arg[0];
    return e;
}

/* c = c + a positive constant, in the type of c or in one that wraps later. */
static bool counts_up(const struct scop_stmt *s, const struct scop_expr *cursor)
{
    if (!s->lhs || !scop_expr_equal(s->lhs, cursor))
        return false;
    const struct scop_expr *e = bare(s->rhs);
    if (e->op != SCOP_ADD)
        return false;
    bool first = scop_expr_equal(bare(e->arg[0]), cursor);
    const struct scop_expr *by = bare(e->arg[first]);
    return (first || scop_expr_equal(bare(e->arg[1]), cursor)) &&
           by->op == SCOP_INT && by->ival > 0 && by->ival <= INT32_MAX;
}

/* May it not wrap around, but where C leaves open what happens then, or after
 * more steps than a program can make? */
static bool is_wide(enum scop_type type)
{
    return scop_type_is_signed(type) ? scop_type_size(type) >= 4
                                     : scop_type_size(type) >= 8;
}

static bool is_constant(const struct scop_expr *e)
{
    bool constant = e->op != SCOP_ITER && e->op != SCOP_ACCESS;
    for (int k = 0; k < e->count && constant; k++)
        constant = is_constant(e->arg[k]);
    return constant;
}

static bool is_same_memory(const struct poly *poly, int a, int b)
{
    return poly->scop->array[a].view_of == poly->scop->array[b].view_of;
}

static bool writes(const struct poly *poly, int stmt, int array)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++)
        if (poly->access[k].write &&
            is_same_memory(poly, poly->array[poly->access[k].array].array,
                           array))
            return true;
    return false;
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
            poly_loop_depth(poly->stmt[k].stmt, s->loop[0]) >= 0 &&
            writes(poly, k, cursor->ref))
            return false;
    return true;
}

/* Does a statement from `first` to before `end` write what `e` reads? */
static bool is_changed(const struct poly *poly, int first, int end,
                       const struct scop_expr *e)
{
    for (int k = first; k < end && e->op == SCOP_ACCESS; k++)
        if (writes(poly, k, e->ref))
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

/* Is `mover` executed behind each execution of `stmt`, in the same iteration
 * of all loops around it? */
static bool follows(const struct poly *poly, int stmt, int mover)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    const struct scop_stmt *m = poly->stmt[mover].stmt;
    if (m->depth == 0 || m->depth > s->depth)
        return false;
    for (int d = 0; d < m->depth; d++)
        if (s->loop[d] != m->loop[d])
            return false;
    for (int k = 0; k < m->guard_count; k++)
        if (!has_guard(s, m->guard[k]) ||
            is_changed(poly, stmt, mover, m->guard[k]))
            return false;
    isl_set *here = isl_set_copy(poly->stmt[stmt].domain);
    here = isl_set_project_out(here, isl_dim_set, (unsigned)m->depth,
                               (unsigned)(s->depth - m->depth));
    isl_set *there = isl_set_copy(poly->stmt[mover].domain);
    here = isl_set_reset_tuple_id(here);
    there = isl_set_reset_tuple_id(there);
    bool always = isl_set_is_subset(here, there) == isl_bool_true;
    isl_set_free(here);
    isl_set_free(there);
    return always;
}

/* The statement that moves the cursor on, -1 if it is none for `stmt`. */
static int mover_of(const struct poly *poly, int stmt,
                    const struct scop_expr *cursor)
{
    int mover = stmt + 1;
    while (mover < poly->stmt_count && !writes(poly, mover, cursor->ref))
        mover++;
    bool found = mover < poly->stmt_count &&
                 counts_up(poly->stmt[mover].stmt, cursor) &&
                 follows(poly, stmt, mover) &&
                 (poly->scop->array[cursor->ref].cursor ||
                  is_moved_alone(poly, mover, cursor));
    return found ? mover : -1;
}

struct cursor cursor_find(const struct poly *poly, int access)
{
    const struct poly_access *a = &poly->access[access];
    if (a->write && !a->exact && poly->stmt[a->stmt].stmt->lhs)
        for (int k = 0; k < a->expr->count; k++) {
            const struct scop_expr *e = bare(a->expr->arg[k]);
            int mover = e->op == SCOP_ACCESS && is_wide(e->type)
                            ? mover_of(poly, a->stmt, e)
                            : -1;
            if (mover >= 0)
                return (struct cursor){mover, k, e};
        }
    return (struct cursor){-1, 0, NULL};
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
