/*
 * Between which ends a scalar of the region lies: within what any statement
 * gives it, and what its steps, k = k + step, may add to that: each as often as
 * the loops run that are around it, and not around a statement that gives the
 * scalar another value.
 */
#include "polyhedral/bounds/local.h"

#include <string.h>

static int number(const struct bounds *b, int64_t value)
{
    return kir_int(b->in.f, KIR_I64, value);
}

static int both(const struct bounds *b, enum kir_op op, int x, int y)
{
    return kir_binary(b->in.f, op, x, y);
}

/* Without conversions that keep what a type of so many bytes holds, but for
 * what wraps around. */
static const struct scop_expr *without_casts(const struct scop_expr *e,
                                             int size)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->type) &&
           !scop_type_is_float(e->arg[0]->type) &&
           scop_type_size(e->type) >= size)
        e = e->arg[0];
    return e;
}

/* The step if the statement is scalar = scalar + step or, with *down, scalar -
 * step; NULL: it is neither. */
static const struct scop_expr *step_of(const struct scop_expr *rhs,
                                       const struct scop_array *scalar, int ref,
                                       bool *down)
{
    int size = scop_type_size(scalar->type);
    rhs = without_casts(rhs, size);
    *down = rhs->op == SCOP_SUB;
    if (rhs->op != SCOP_ADD && rhs->op != SCOP_SUB)
        return NULL;
    for (int k = 0; k < 2 - *down; k++) {
        const struct scop_expr *a = without_casts(rhs->arg[k], size);
        if (a->op == SCOP_ACCESS && a->ref == ref &&
            !scop_expr_reads(rhs->arg[1 - k], ref))
            return rhs->arg[1 - k];
    }
    return NULL;
}

static bool is_step(const struct scop *scop, const struct scop_expr *rhs,
                    int scalar)
{
    bool down;
    return step_of(rhs, &scop->array[scalar], scalar, &down) != NULL;
}

/* Values of a scalar: what statements give it, and steps up and down. */
struct values {
    int scalar;
    bool up, down, any;
    struct interval whole;
};

static bool add_value(struct bounds *b, const struct scop_expr *rhs,
                      struct values *v)
{
    bool down;
    struct interval x;
    const struct scop_expr *step =
        step_of(rhs, &b->of->scop->array[v->scalar], v->scalar, &down);
    if (step) {
        bool counts = step->op == SCOP_INT;
        down ^= counts && step->ival < 0;
        v->up |= !down || !counts;
        v->down |= down || !counts;
        return true;
    }
    if (!bounds_expr(b, rhs, &x))
        return false;
    v->whole = v->any ? interval_hull(&b->in, v->whole, x) : x;
    v->any = true;
    return true;
}

static bool add_values(struct bounds *b, const struct scop_node *node,
                       struct values *v)
{
    bool good = node->kind != SCOP_SET || node->lhs->ref != v->scalar ||
                add_value(b, node->rhs, v);
    bool parts = node->kind == SCOP_IF || node->kind == SCOP_LOOP;
    if (node->kind == SCOP_SET || node->kind == SCOP_LOOP)
        bounds_forget_facts(b, node);
    for (int k = 0; k < node->count && good; k++) {
        struct bounds part = *b;
        if (parts)
            bounds_enter(&part, node, k);
        good = add_values(parts ? &part : b, node->child[k], v);
        b->lost |= part.lost;
    }
    if (node->kind == SCOP_IF)
        bounds_leave_if(b, node);
    return good;
}

/* May the scalar take steps without leaving its type for the other end? */
static bool may_step(enum scop_type type, const struct values *v)
{
    bool wide = scop_type_size(type) == 8;
    return (!v->up && !v->down) || type == SCOP_I32 || type == SCOP_I64 ||
           (wide && !v->down);
}

/* Does the statement run in each iteration of the loops around it? */
static bool always_runs(const struct scop_node *node, int stmt)
{
    bool found = node->kind == SCOP_STMT && node->stmt == stmt;
    for (int k = 0; k < node->count && !found && node->kind != SCOP_IF; k++)
        found = always_runs(node->child[k], stmt);
    return found;
}

/* How many loops are around both? */
static int common_loops(const struct scop_stmt *a, const struct scop_stmt *b)
{
    int count = 0;
    while (count < a->depth && count < b->depth &&
           a->loop[count] == b->loop[count])
        count++;
    return count;
}

/* In so many loops around the statement each iteration gives the scalar a value
 * that is no step, or has one of its own: steps add up in the others alone. */
static int fresh_loops(const struct scop *scop, const struct scop_stmt *s,
                       int scalar)
{
    int scope = scop->array[scalar].scope;
    int most = scope == SCOP_POINT ? s->depth : scop_loop_depth(s, scope) + 1;
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *other = &scop->stmt[k];
        bool gives = !other->body && other->guard_count == 0 &&
                     other->lhs->ref == scalar &&
                     !is_step(scop, other->rhs, scalar);
        int common = common_loops(s, other);
        if (gives && common == other->depth && common > most &&
            always_runs(scop->root, k))
            most = common;
    }
    return most;
}

/* Adds to *moves what the statement may step the scalar by. */
static bool add_step(struct bounds *b, const struct scop_expr *rhs, int scalar,
                     struct interval *moves)
{
    bool down;
    const struct scop_expr *step =
        step_of(rhs, &b->of->scop->array[scalar], scalar, &down);
    struct interval x;
    if (!step)
        return true;
    if (!bounds_expr(b, step, &x) || !interval_is_closed(x))
        return false;
    if (down)
        x = interval_negative(&b->in, x);
    x = interval_hull(&b->in, x, interval_point(&b->in, number(b, 0)));
    interval_demand_between(&b->in, -INTERVAL_MOST, INTERVAL_MOST, &x);
    *moves = interval_sum(&b->in, *moves, x);
    return true;
}

static bool steps(const struct scop *scop, const struct scop_node *node,
                  int scalar)
{
    bool found = node->kind == SCOP_SET && node->lhs->ref == scalar &&
                 is_step(scop, node->rhs, scalar);
    for (int k = 0; k < node->count && !found; k++)
        found = steps(scop, node->child[k], scalar);
    return found;
}

/* What the steps of a body add up to; false: loops in it hold some. */
static bool add_steps(struct bounds *b, const struct scop_node *node,
                      int scalar, struct interval *moves)
{
    bool good = node->kind != SCOP_LOOP || !steps(b->of->scop, node, scalar);
    if (node->kind == SCOP_SET && node->lhs->ref == scalar)
        good = add_step(b, node->rhs, scalar, moves);
    for (int k = 0; k < node->count && good && node->kind != SCOP_LOOP; k++)
        good = add_steps(b, node->child[k], scalar, moves);
    return good;
}

/* How often the statement may run between two values that are no steps, before
 * statement `at` does: not in an iteration of its loops in which that comes
 * first. */
static bool count_runs(struct bounds *b, int stmt, int scalar, int at,
                       struct interval *runs)
{
    const struct scop *scop = b->of->scop;
    const struct scop_stmt *s = &scop->stmt[stmt];
    int fresh = fresh_loops(scop, s, scalar);
    int zero = number(b, 0), one = number(b, 1);
    *runs = interval_point(&b->in, one);
    for (int k = fresh; k < s->depth; k++) {
        struct interval i;
        if (!b->of->iterator(b->of->user, stmt, s->loop[k], &i))
            return false;
        int count = both(b, KIR_ADD, both(b, KIR_SUB, i.high, i.low), one);
        count = kir_select(b->in.f, i.some, count, zero);
        if (!interval_product(&b->in, *runs, interval_point(&b->in, count),
                              runs))
            return false;
    }
    bool later = !s->body && stmt >= at && fresh < s->depth &&
                 common_loops(s, &scop->stmt[at]) == s->depth;
    if (later)
        *runs = interval_point(
            &b->in, both(b, KIR_MAX, both(b, KIR_SUB, runs->high, one), zero));
    return true;
}

/* Adds to *sum what the statement may step the scalar by before statement `at`
 * runs. */
static bool add_moves(struct bounds *b, int stmt, int scalar, int at,
                      struct interval *sum)
{
    const struct scop *scop = b->of->scop;
    const struct scop_stmt *s = &scop->stmt[stmt];
    bool any = s->body ? steps(scop, s->body, scalar)
                       : s->lhs->ref == scalar && is_step(scop, s->rhs, scalar);
    struct interval moves = interval_point(&b->in, number(b, 0)), runs;
    if (!any)
        return true;
    b->stmt = stmt;
    if (!(s->body ? add_steps(b, s->body, scalar, &moves)
                  : add_step(b, s->rhs, scalar, &moves)) ||
        !count_runs(b, stmt, scalar, at, &runs) ||
        !interval_product(&b->in, moves, runs, &moves))
        return false;
    *sum = interval_sum(&b->in, *sum, moves);
    return true;
}

/* Adds what all steps move the scalar by at most: a cursor, k in x[k++]. No
 * value on the way leaves its type then, nor wraps around. */
static bool bound_moves(struct bounds *b, int scalar, int at,
                        struct interval *out)
{
    const struct scop *scop = b->of->scop;
    struct interval sum = interval_point(&b->in, number(b, 0));
    for (int k = 0; k < scop->stmt_count; k++)
        if (!add_moves(b, k, scalar, at, &sum))
            return false;
    *out = interval_sum(&b->in, *out, sum);
    return interval_demand_type(&b->in, scop->array[scalar].type, out);
}

/* What the caller has put into the scalar: 0, or the value of a parameter of
 * the same text (compiler/front). */
static bool bound_first(struct bounds *b, int scalar, struct interval *out)
{
    const struct scop *scop = b->of->scop;
    const struct scop_array *a = &scop->array[scalar];
    if (a->each || a->moves) {
        *out = interval_point(&b->in, number(b, 0));
        return true;
    }
    for (int k = 0; k < scop->param_count && a->base; k++)
        if (scop->param[k].type == a->type &&
            strcmp(scop->param[k].text, a->base) == 0) {
            struct scop_expr first = {
                .op = SCOP_PARAM, .type = a->type, .ref = k, .loc = a->loc};
            *out = interval_point(&b->in, b->of->value(b->of->user, &first));
            interval_demand_between(&b->in, -INTERVAL_MOST, INTERVAL_MOST, out);
            return true;
        }
    return false;
}

/* What it was before the region must not matter, or be known. */
bool bounds_scalar(struct bounds *b, int scalar, struct interval *out)
{
    const struct scop *scop = b->of->scop;
    const struct scop_array *array = &scop->array[scalar];
    struct bounds all = *b;
    struct values v = {.scalar = scalar};
    bool inside = array->scope != SCOP_OUTSIDE && array->scope != SCOP_REGION;
    bool good = !scop_type_is_float(array->type) && array->rank == 0;
    if (good && !inside && (b->of->part || array->live_in))
        good = v.any = !b->of->part && bound_first(b, scalar, &v.whole);
    for (int k = 0; k < scop->stmt_count && good; k++) {
        const struct scop_stmt *s = &scop->stmt[k];
        all.stmt = k;
        all.fact_count = 0;
        if (s->body)
            good = add_values(&all, s->body, &v);
        else if (s->lhs->ref == scalar)
            good = add_value(&all, s->rhs, &v);
    }
    all.fact_count = 0;
    good = good && v.any;
    *out = v.whole;
    bool still = !v.up && !v.down;
    bool closed = good && !still && interval_is_closed(v.whole) &&
                  bound_moves(&all, scalar, b->stmt, out);
    b->lost |= all.lost;
    if (closed || !good || still)
        return good;
    *out = v.whole;
    if (v.up)
        out->high = -1;
    if (v.down)
        out->low = -1;
    return may_step(array->type, &v);
}
