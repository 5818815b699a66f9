/*
 * Whether a Plan may pay: the instructions that an active point executes behind
 * the filter, as far as they are known before the program runs.
 *
 * The scheduler costs a GPU some 15 instructions for each 32 points, and the
 * list a few to find each point. Where one point in twenty is active, four
 * warps of five have one that is, and the nest executes its body four times as
 * often as the list does: this must be more than the scheduler.
 */
#include "polyhedral/plan/plan.h"

#include <isl/ilp.h>
#include <isl/val.h>

/* Instructions: an access counts as what its latency hides. */
enum { ACCESS = 4, DIVISION = 10, FUNCTION = 20, TYPICAL = 32 };

static double expression(const struct scop_expr *e)
{
    double cost = 1;
    if (e->op == SCOP_ACCESS)
        return ACCESS;
    if (e->op == SCOP_DIV || e->op == SCOP_REM)
        cost = DIVISION;
    else if (e->op == SCOP_CALL)
        cost = FUNCTION;
    else if (e->count == 0)
        return 0;
    for (int k = 0; k < e->count; k++)
        cost += expression(e->arg[k]);
    return cost;
}

/* A body, whose loops iterate as often as they like. */
static double body(const struct scop_node *node)
{
    double cost = node->test ? expression(node->test) : 0;
    if (node->kind == SCOP_SET)
        cost += expression(node->lhs) + expression(node->rhs);
    for (int k = 0; k < node->count; k++)
        cost += body(node->child[k]);
    return node->kind == SCOP_LOOP ? TYPICAL * cost : cost;
}

static double statement(const struct scop_stmt *s, int skip)
{
    double cost =
        s->body ? body(s->body) : expression(s->lhs) + expression(s->rhs);
    for (int g = skip; g < s->guard_count; g++)
        cost += expression(s->guard[g]);
    return cost;
}

/* How often dimension `depth` iterates in the instances. */
static double trips(isl_set *at, int depth, double typical)
{
    isl_pw_aff *high = isl_set_dim_max(isl_set_copy(at), depth);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(at), depth);
    isl_set *length = isl_set_from_pw_aff(isl_pw_aff_sub(high, low));
    isl_local_space *space =
        isl_local_space_from_space(isl_set_get_space(length));
    isl_aff *value = isl_aff_var_on_domain(space, isl_dim_set, 0);
    isl_val *longest = isl_set_max_val(length, value);
    isl_aff_free(value);
    isl_set_free(length);
    double count = typical;
    if (isl_val_is_rat(longest) == isl_bool_true)
        count = isl_val_get_d(longest) + 1;
    isl_val_free(longest);
    return count;
}

double plan_stmt_cost(const struct scop_stmt *s, isl_set *at, int skip,
                      double typical)
{
    double cost = statement(s, skip);
    for (int d = 0; d < s->depth; d++)
        cost *= trips(at, d, typical);
    return cost;
}

double plan_cost(const struct poly *poly, const struct map_kernel *kernel,
                 const struct map_plan *plan)
{
    isl_union_set *all = plan_instances(poly, kernel);
    isl_set_list *list = isl_union_set_get_set_list(all);
    double sum = 0;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *at = isl_set_list_get_set(list, k);
        int number = poly_stmt_index(poly, isl_set_get_space(at));
        const struct scop_stmt *s = poly->stmt[number].stmt;
        if (s->guard_count)
            sum += plan_stmt_cost(s, at, plan->skip[number], TYPICAL);
        isl_set_free(at);
    }
    isl_set_list_free(list);
    isl_union_set_free(all);
    return sum;
}
