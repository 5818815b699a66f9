/*
 * What a region gains: the work that runs in parallel, or fills vectors,
 * against what one thread does.
 *
 * If most of it is one thread's, that pays for launches, for temporaries that
 * outlive their iterations, and on a GPU for a thread that is many times slower
 * than a CPU's, and gets little for it.
 */
#include "polyhedral/map/map.h"

#include "polyhedral/plan/plan.h"
#include "polyhedral/schedule/schedule.h"

#include <math.h>

/* Iterations of a loop of which nothing is known. */
enum { TYPICAL = 1024 };

/* The instances that run in parallel with others, or may by a Plan whose steps
 * an inspector finds; *around receives how many loops run in order around them,
 * at most. */
static isl_union_set *parallel_part(const struct poly *poly,
                                    const struct mapping *mapping, int *around)
{
    isl_union_set *part = isl_union_set_empty(isl_set_get_space(poly->context));
    *around = 0;
    for (int k = 0; mapping && k < mapping->kernel_count; k++) {
        const struct map_kernel *kernel = &mapping->kernel[k];
        if (!kernel->dims)
            continue;
        part = isl_union_set_union(part, isl_union_set_copy(kernel->domain));
        if (kernel->prefix_count > *around)
            *around = kernel->prefix_count;
    }
    for (int k = 0; mapping && mapping->levels && k < mapping->levels->count;
         k++) {
        const struct levels *v = &mapping->levels->levels[k];
        if (v->inspection && levels_has_mark(mapping, v))
            part = isl_union_set_union(part, isl_union_set_copy(v->domain));
    }
    return part;
}

bool poly_is_as_parallel(const struct poly *poly, const struct mapping *a,
                         const struct mapping *b)
{
    int a_around, b_around;
    isl_union_set *a_part = parallel_part(poly, a, &a_around);
    isl_union_set *b_part = parallel_part(poly, b, &b_around);
    bool all = isl_union_set_is_subset(b_part, a_part) == isl_bool_true;
    bool more = isl_union_set_is_subset(a_part, b_part) == isl_bool_false;
    isl_union_set_free(a_part);
    isl_union_set_free(b_part);
    return all && (more || a_around <= b_around);
}

static bool calls(const struct scop_expr *e)
{
    bool found = e->op == SCOP_CALL;
    for (int k = 0; k < e->count && !found; k++)
        found = calls(e->arg[k]);
    return found;
}

/* Does the statement only give a scalar of the region's own a value that is
 * there already, or the outcome of comparisons? */
static bool is_preparation(const struct poly *poly, int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    if (s->body || poly->scop->array[s->lhs->ref].rank ||
        poly->scop->array[s->lhs->ref].scope == SCOP_OUTSIDE)
        return false;
    const struct scop_expr *value = s->rhs;
    while (value->op == SCOP_CAST)
        value = value->arg[0];
    return value->count == 0 || value->op == SCOP_ACCESS ||
           (scop_op_is_test(value->op) && !calls(value));
}

bool poly_only_prepares(const struct poly *poly, isl_union_set *instances)
{
    bool only = true;
    for (int s = 0; s < poly->stmt_count && only; s++) {
        isl_union_set *domain =
            isl_union_set_from_set(isl_set_copy(poly->stmt[s].domain));
        only = is_preparation(poly, s) ||
               isl_union_set_is_disjoint(domain, instances) == isl_bool_true;
        isl_union_set_free(domain);
    }
    return only;
}

/* Adds the instances of innermost loops that are independent: they may be the
 * lanes of vectors. Only the last member of a band has them. */
static isl_bool add_lanes(isl_schedule_node *node, void *user)
{
    isl_union_set **part = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    int last = (int)isl_schedule_node_band_n_member(node) - 1;
    if (last >= 0 && isl_schedule_node_band_member_get_coincident(node, last) ==
                         isl_bool_true)
        *part = isl_union_set_union(*part, isl_schedule_node_get_domain(node));
    return isl_bool_true;
}

static double work(const struct poly *poly, isl_union_set *instances,
                   bool preparations)
{
    isl_set_list *list = isl_union_set_get_set_list(instances);
    double sum = 0;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *at = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(at));
        if (preparations || !is_preparation(poly, stmt))
            sum += plan_stmt_cost(poly->stmt[stmt].stmt, at, 0, TYPICAL);
        isl_set_free(at);
    }
    isl_set_list_free(list);
    return sum;
}

struct gain poly_gain(const struct poly *poly, isl_schedule *order,
                      const struct mapping *mapping)
{
    struct gain gain = {0, 0};
    int around;
    if (!mapping)
        return gain;
    poly_budget(poly, 2);
    isl_union_set *all = poly_scheduled(poly, 0, poly->stmt_count);
    isl_union_set *part = mapping->overlap_count || mapping_makes_plans(mapping)
                              ? isl_union_set_copy(all)
                              : parallel_part(poly, mapping, &around);
    isl_schedule_node *root = isl_schedule_get_root(order);
    isl_schedule_node_foreach_descendant_top_down(root, add_lanes, &part);
    isl_schedule_node_free(root);
    gain.parallel = work(poly, part, false);
    all = isl_union_set_subtract(all, part);
    gain.serial = work(poly, all, true);
    isl_union_set_free(all);
    if (poly_out_of_budget(poly))
        gain = (struct gain){INFINITY, 0};
    return gain;
}
