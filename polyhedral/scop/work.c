/*
 * How much a region has to do (work.h). What conditions leave out counts as if
 * it were done.
 */
#include "polyhedral/scop/scop.h"

#include <string.h>

/* A sum of parameters, each with a factor. */
struct sum {
    double constant, *factor;
};

static struct sum new_sum(const struct scop *scop, double constant)
{
    size_t size = sizeof(double) * (size_t)(scop->param_count + 1);
    struct sum sum = {constant, arena_alloc(scop->arena, size)};
    memset(sum.factor, 0, size);
    return sum;
}

static void add(const struct scop *scop, struct sum *to, double times,
                const struct sum *from)
{
    to->constant += times * from->constant;
    for (int k = 0; k < scop->param_count; k++)
        to->factor[k] += times * from->factor[k];
}

/* Adds so many times the expression; `middle`: of the loops around. False: it
 * is no such sum. */
static bool add_times(const struct scop *scop, const struct sum *middle,
                      struct sum *to, double times, const struct scop_expr *e)
{
    switch (e->op) {
    case SCOP_INT:
        to->constant += times * (double)e->ival;
        return true;
    case SCOP_PARAM:
        to->factor[e->ref] += times;
        return true;
    case SCOP_ITER:
        add(scop, to, times, &middle[e->ref]);
        return true;
    case SCOP_CAST:
        return add_times(scop, middle, to, times, e->arg[0]);
    case SCOP_NEG:
        return add_times(scop, middle, to, -times, e->arg[0]);
    case SCOP_ADD:
    case SCOP_SUB:
        return add_times(scop, middle, to, times, e->arg[0]) &&
               add_times(scop, middle, to, e->op == SCOP_ADD ? times : -times,
                         e->arg[1]);
    case SCOP_MUL:
        for (int k = 0; k < 2; k++)
            if (e->arg[k]->op == SCOP_INT)
                return add_times(scop, middle, to,
                                 times * (double)e->arg[k]->ival, e->arg[!k]);
        return false;
    case SCOP_DIV: /* as if it were not rounded */
        return e->arg[1]->op == SCOP_INT && e->arg[1]->ival > 0 &&
               add_times(scop, middle, to, times / (double)e->arg[1]->ival,
                         e->arg[0]);
    default:
        return false;
    }
}

/* The bound that the condition has for the loop's iterator, from any of its
 * parts: all have to hold. *equal: the loop runs with it, too. NULL: there is
 * none. */
static const struct scop_expr *bound_of(const struct scop_expr *cond, int loop,
                                        bool *equal)
{
    if (cond->op == SCOP_LAND) {
        const struct scop_expr *left = bound_of(cond->arg[0], loop, equal);
        return left ? left : bound_of(cond->arg[1], loop, equal);
    }
    *equal = cond->op == SCOP_LE || cond->op == SCOP_GE;
    bool compares = *equal || cond->op == SCOP_LT || cond->op == SCOP_GT ||
                    cond->op == SCOP_NE;
    for (int k = 0; compares && k < 2; k++) {
        const struct scop_expr *e = scop_expr_unwidened(cond->arg[k]);
        if (e->op == SCOP_ITER && e->ref == loop)
            return cond->arg[!k];
    }
    return NULL;
}

/* Of the loop, whose ones around are known. */
static bool know_loop(const struct scop *scop, const struct scop_node *node,
                      struct sum *middle, struct scop_trips *trips)
{
    bool equal;
    const struct scop_expr *bound = bound_of(node->cond, node->loop, &equal);
    struct sum first = new_sum(scop, 0), end = new_sum(scop, 0);
    if (!bound || !add_times(scop, middle, &first, 1, node->init) ||
        !add_times(scop, middle, &end, 1, bound))
        return false;
    double step = (double)node->step;
    struct sum length =
        new_sum(scop, equal ? 1 / (step < 0 ? -step : step) : 0);
    add(scop, &length, 1 / step, &end);
    add(scop, &length, -1 / step, &first);
    trips[node->loop] = (struct scop_trips){length.constant, length.factor};
    middle[node->loop] = new_sum(scop, 0);
    add(scop, &middle[node->loop], 0.5, &first);
    add(scop, &middle[node->loop], 0.5, &end);
    return true;
}

static bool is_operation(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op != SCOP_INT && e->op != SCOP_FLOAT && e->op != SCOP_ITER &&
           e->op != SCOP_PARAM && e->op != SCOP_CAST && e->op != SCOP_BITS;
}

static bool is_slow(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_DIV || e->op == SCOP_REM || e->op == SCOP_CALL;
}

/* So many operations take as long as a division, or a function. */
enum { SLOW = 16 };

static double operations_of(const struct scop_expr *e)
{
    return scop_expr_count(e, is_operation, NULL) +
           (SLOW - 1) * scop_expr_count(e, is_slow, NULL);
}

/* How often a loop in a body runs that counts up to a number, at most; 0: data
 * tell. */
static double body_trips(const struct scop_node *loop)
{
    const struct scop_expr *test = loop->test;
    bool counts = !loop->last && test && test->count == 2 &&
                  (test->op == SCOP_LT || test->op == SCOP_LE) &&
                  test->arg[1]->op == SCOP_INT && test->arg[1]->ival > 0;
    return counts ? (double)test->arg[1]->ival + (test->op == SCOP_LE) : 0;
}

/* False: data tell how much a body does. */
static bool add_body(const struct scop_node *node, double times,
                     double *operations)
{
    if (node->kind == SCOP_LOOP)
        times *= body_trips(node);
    if (times <= 0)
        return false;
    *operations +=
        times * (operations_of(node->lhs) + operations_of(node->rhs) +
                 operations_of(node->test));
    bool known = true;
    for (int k = 0; k < node->count && known; k++)
        known = add_body(node->child[k], times, operations);
    return known;
}

static bool add_stmt(const struct scop_stmt *s, struct scop_work *work,
                     struct scop_work_term *term)
{
    double operations = operations_of(s->lhs) + operations_of(s->rhs);
    for (int k = 0; k < s->guard_count; k++)
        operations += operations_of(s->guard[k]);
    if (s->body && !add_body(s->body, 1, &operations))
        return false;
    int k = 0;
    while (k < work->count &&
           (term[k].depth != s->depth ||
            memcmp(term[k].loop, s->loop, sizeof(int) * (size_t)s->depth) != 0))
        k++;
    if (k == work->count)
        term[work->count++] = (struct scop_work_term){0, s->depth, s->loop};
    term[k].operations += operations;
    return true;
}

static bool add_node(const struct scop *scop, const struct scop_node *node,
                     struct sum *middle, struct scop_trips *trips,
                     struct scop_work *work, struct scop_work_term *term)
{
    if (node->kind == SCOP_REPEAT ||
        (node->kind == SCOP_FOR && !know_loop(scop, node, middle, trips)) ||
        (node->kind == SCOP_STMT &&
         !add_stmt(&scop->stmt[node->stmt], work, term)))
        return false;
    for (int k = 0; k < node->count; k++)
        if (!add_node(scop, node->child[k], middle, trips, work, term))
            return false;
    return true;
}

const struct scop_work *scop_work(const struct scop *scop)
{
    struct arena *arena = scop->arena;
    size_t loops = (size_t)scop->loop_count + 1,
           stmts = (size_t)scop->stmt_count + 1;
    struct sum *middle = arena_alloc(arena, sizeof *middle * loops);
    struct scop_trips *trips = arena_alloc(arena, sizeof *trips * loops);
    struct scop_work_term *term = arena_alloc(arena, sizeof *term * stmts);
    struct scop_work *work = arena_alloc(arena, sizeof *work);
    *work = (struct scop_work){trips, 0, term};
    return add_node(scop, scop->root, middle, trips, work, term) ? work : NULL;
}
