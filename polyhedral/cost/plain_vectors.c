/*
 * What C compilers make no vectors of, and kernels do, in a loop that would
 * fill vectors but for it: calls, roots that set errno, and arithmetic that may
 * raise an exception, which GCC leaves where the condition is that it stands
 * under.
 */
#include "polyhedral/cost/plain_nest.h"
#include "polyhedral/dependence/dependence.h"

#include <math.h>

static bool is_root(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_CALL && e->ref == SCOP_FUNC_SQRT;
}

/* Is it known only when the region runs? */
static bool is_of_run(const struct scop_expr *e, const void *user)
{
    return e->op == SCOP_ACCESS || e->op == SCOP_PARAM ||
           (e->op == SCOP_ITER && scop_loop_trips(user, e->ref) < 0);
}

static bool is_iterator(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_ITER;
}

/* Do C compilers make a product or a quotient of the power? */
static bool is_product(const struct scop_expr *e)
{
    const struct scop_expr *last = e->arg[e->count - 1];
    double power = last->op == SCOP_INT ? (double)last->ival : last->fval;
    return e->ref == SCOP_FUNC_POW &&
           (last->op == SCOP_INT || last->op == SCOP_FLOAT) &&
           power == rint(power) && power >= -1 && power <= 2;
}

/* Is it one of the functions that libhedra has for vectors, and none that
 * compilers may compute? `user`: the scop. */
static bool is_vector_function(const struct scop_expr *e, const void *user)
{
    bool of_run = false;
    enum kir_type type = e->type == SCOP_F32 ? KIR_F32 : KIR_F64;
    if (e->op != SCOP_CALL || !kir_fills_vectors(scop_func_op(e->ref), type) ||
        is_product(e))
        return false;
    for (int k = 0; k < e->count; k++)
        of_run |= scop_expr_count(e->arg[k], is_of_run, user) > 0;
    return of_run;
}

/* Is it another function that a C compiler calls, one by one? Those before and
 * behind them (SCOP_FUNCS) are instructions. */
static bool is_scalar_function(const struct scop_expr *e, const void *user)
{
    bool called = false;
    for (int k = 0; e->op == SCOP_CALL && k < e->count; k++)
        called |= scop_expr_count(e->arg[k], is_of_run, user) ||
                  scop_expr_count(e->arg[k], is_iterator, NULL);
    return called && e->ref > SCOP_FUNC_COPYSIGN && e->ref < SCOP_FUNC_ABS &&
           !is_product(e) && !is_vector_function(e, user);
}

/* The innermost loop of the statement but for those that kernels write out
 * (backends/c/vector_width.c); -1: there is none, or it holds others. */
static int loop_of_vectors(const struct poly *poly, const struct scop_stmt *s)
{
    enum { MOST_COPIES = 64 };
    const struct scop *scop = poly->scop;
    int64_t copies = 1;
    int d = s->depth - 1;
    while (d >= 0 && plain_is_short(scop, s->loop[d]))
        copies *= scop_loop_trips(scop, s->loop[d--]);
    if (d < 0 || copies > MOST_COPIES)
        return -1;
    for (int k = 0; k < scop->loop_count; k++)
        if (k != s->loop[d] && scop_loop_inside(scop, k, s->loop[d]) &&
            !plain_is_short(scop, k))
            return -1;
    return s->loop[d];
}

bool plain_takes_functions(const struct poly *poly, isl_map_list *dependences,
                           int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    if (s->body || !s->depth || s->guard_count || !s->rhs ||
        !scop_expr_count(s->rhs, is_vector_function, poly->scop) ||
        scop_expr_count(s->rhs, is_scalar_function, poly->scop))
        return false;
    int loop = loop_of_vectors(poly, s);
    return loop >= 0 && !plain_holds_loops(poly, loop) &&
           !poly_carries(poly, dependences, loop);
}

bool plain_calls_functions(const struct poly *poly, int loop)
{
    const struct scop *scop = poly->scop;
    bool found = false;
    for (int k = 0; k < poly->stmt_count && !found; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        found = s->depth && s->rhs &&
                scop_loop_inside(scop, s->loop[s->depth - 1], loop) &&
                scop_expr_count(s->rhs, is_vector_function, scop) > 0;
    }
    return found;
}

/* Processors divide integers one by one. */
static bool is_integer_division(const struct scop_expr *e, const void *user)
{
    (void)user;
    return (e->op == SCOP_DIV || e->op == SCOP_REM) &&
           !scop_type_is_float(e->type) && e->arg[1]->op != SCOP_INT;
}

bool plain_takes_roots(const struct poly *poly, isl_map_list *dependences,
                       int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    if (s->body || !s->depth || !scop_expr_count(s->rhs, is_root, NULL) ||
        scop_expr_count(s->lhs, is_integer_division, NULL) ||
        scop_expr_count(s->rhs, is_integer_division, NULL))
        return false;
    int loop = s->loop[s->depth - 1];
    return !plain_holds_loops(poly, loop) &&
           !poly_carries(poly, dependences, loop);
}

static bool is_float_arithmetic(const struct scop_expr *e, const void *user)
{
    (void)user;
    return (e->op == SCOP_ADD || e->op == SCOP_SUB || e->op == SCOP_MUL ||
            e->op == SCOP_DIV) &&
           scop_type_is_float(e->type);
}

bool plain_is_of_iteration(const struct scop_expr *e, const void *user)
{
    const struct scop *scop = user;
    return plain_is_data(e, NULL) ||
           (e->op == SCOP_ACCESS && scop->array[e->ref].scope != SCOP_OUTSIDE);
}

/* Does it choose by data between values of which one is computed? */
static bool is_computed_choice(const struct scop_expr *e, const void *user)
{
    return e->op == SCOP_COND &&
           scop_expr_count(e->arg[0], plain_is_of_iteration, user) &&
           (scop_expr_count(e->arg[1], is_float_arithmetic, NULL) ||
            scop_expr_count(e->arg[2], is_float_arithmetic, NULL));
}

/* Vectors of smaller elements have no stores of some lanes. */
static bool has_masked_store(const struct scop_expr *lhs)
{
    return lhs->type == SCOP_F32 || lhs->type == SCOP_F64;
}

/* Statements under conditions that write the array: each is another store of
 * some lanes, while branches that are foreseen well cost nothing. */
static int stores_under_conditions(const struct poly *poly, int array)
{
    int count = 0;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        count += s->lhs && s->guard_count && s->lhs->op == SCOP_ACCESS &&
                 s->lhs->ref == array;
    }
    return count;
}

/* Is a function that takes long computed under a condition? Vectors compute it
 * in all iterations, and nobody knows how many of them need it. */
static bool calls_under_conditions(const struct poly *poly)
{
    bool found = false;
    for (int k = 0; k < poly->stmt_count && !found; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        found = s->guard_count && s->rhs &&
                scop_expr_count(s->rhs, is_vector_function, poly->scop) > 0;
    }
    return found;
}

static bool is_told_by_data(const struct scop_expr *e, const void *user)
{
    return e->op == SCOP_COND || plain_is_of_iteration(e, user) ||
           (e->op == SCOP_CAST && scop_type_is_float(e->arg[0]->type));
}

/* Is it an element of which data, or a choice, say where it is? Vectors load
 * such elements one by one. */
static bool is_gathered(const struct scop_expr *e, const void *user)
{
    bool found = false;
    for (int k = 0; e->op == SCOP_ACCESS && k < e->count && !found; k++)
        found = scop_expr_count(e->arg[k], is_told_by_data, user) > 0;
    return found;
}

static bool holds_gathers(const struct poly *poly, int loop)
{
    bool found = false;
    for (int k = 0; k < poly->stmt_count && !found; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        bool inside = s->depth &&
                      scop_loop_inside(poly->scop, s->loop[s->depth - 1], loop);
        found = inside && s->rhs &&
                scop_expr_count(s->rhs, is_gathered, poly->scop) > 0;
    }
    return found;
}

bool plain_computes_under_conditions(const struct poly *poly,
                                     isl_map_list *dependences, int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    enum { MOST_STORES = 2 };
    int guards = 0;
    if (s->body || !s->depth || !s->rhs || !has_masked_store(s->lhs) ||
        scop_expr_count(s->rhs, is_scalar_function, poly->scop) ||
        scop_expr_count(s->rhs, is_vector_function, poly->scop) ||
        calls_under_conditions(poly) ||
        stores_under_conditions(poly, s->lhs->ref) > MOST_STORES)
        return false;
    for (int k = 0; k < s->guard_count; k++)
        guards +=
            scop_expr_count(s->guard[k], plain_is_of_iteration, poly->scop);
    if (!(guards && scop_expr_count(s->rhs, is_float_arithmetic, NULL)) &&
        !scop_expr_count(s->rhs, is_computed_choice, poly->scop))
        return false;
    int loop = loop_of_vectors(poly, s);
    return loop >= 0 && !plain_holds_loops(poly, loop) &&
           !holds_gathers(poly, loop) &&
           !plain_strided_along(poly, stmt, loop) &&
           !poly_carries(poly, dependences, loop);
}
