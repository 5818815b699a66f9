/*
 * What the accesses of one launch of a kernel in panels (panel.c) read and
 * write: whether they are the same elements, which decides what may stay in
 * registers and where barriers are needed.
 */
#include "polyhedral/schedule/schedule.h"

bool panel_is_steps(const struct panels *panels, isl_schedule_node *node)
{
    if (!panels)
        return false;
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool are = isl_union_set_is_subset(domain, panels->steps) == isl_bool_true;
    isl_union_set_free(domain);
    return are;
}

bool panel_is_elements(const struct map_kernel *kernel)
{
    return kernel->panels &&
           isl_union_set_is_subset(kernel->domain, kernel->panels->elements) ==
               isl_bool_true;
}

int64_t panel_depth(const struct map_kernel *kernel, int64_t depth)
{
    while (panel_is_elements(kernel) && kernel->panels->size % depth)
        depth--;
    return depth;
}

/* [h…] -> the elements of the array that one launch reads by the access (all
 * that it writes if that is negative). */
static isl_union_map *touched(const struct poly *poly,
                              const struct map_kernel *kernel, int array,
                              int access)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array == array && (access < 0 ? a->write : k == access))
            all = isl_union_map_union(
                all, isl_union_map_from_map(isl_map_copy(a->map)));
    }
    all =
        isl_union_map_intersect_domain(all, isl_union_set_copy(kernel->domain));
    return isl_union_map_apply_domain(all, isl_union_map_copy(kernel->prefix));
}

bool panel_reads_apart(const struct poly *poly, const struct map_kernel *kernel,
                       int access)
{
    const struct poly_access *a = &poly->access[access];
    if (a->write)
        return false;
    isl_union_map *read = touched(poly, kernel, a->array, access);
    isl_union_map *written = touched(poly, kernel, a->array, -1);
    read = isl_union_map_intersect(read, written);
    bool apart = isl_union_map_is_empty(read) == isl_bool_true;
    isl_union_map_free(read);
    return apart;
}

bool panel_reads_other(const struct poly *poly, const struct map_kernel *kernel,
                       int access)
{
    return panel_is_elements(kernel) && panel_reads_apart(poly, kernel, access);
}

bool panel_reads_other_below(const struct poly *poly,
                             const struct panels *panels,
                             isl_schedule_node *node, int access)
{
    if (!panels)
        return false;
    struct map_kernel kernel = {
        .domain = isl_schedule_node_get_domain(node),
        .prefix = isl_schedule_node_get_prefix_schedule_union_map(node),
        .panels = panels,
    };
    bool other = panel_reads_other(poly, &kernel, access);
    isl_union_set_free(kernel.domain);
    isl_union_map_free(kernel.prefix);
    return other;
}

static bool is_own(const struct poly *poly, const struct poly_access *write,
                   const struct poly_access *a)
{
    return a->array == write->array &&
           scop_expr_equal(a->expr, poly->stmt[a->stmt].stmt->lhs);
}

bool panel_updates_one(const struct poly *poly, const struct map_kernel *kernel,
                       int stmt)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    const struct poly_access *write = panel_write(poly, stmt);
    if (!kernel->panels || !write ||
        isl_union_set_is_subset(kernel->domain, kernel->panels->lines) !=
            isl_bool_true)
        return false;
    bool one = true;
    for (int k = s->access_begin; k < s->access_end && one; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != write->array || is_own(poly, write, a))
            continue;
        isl_map *both =
            isl_map_intersect(isl_map_copy(a->map), isl_map_copy(write->map));
        isl_union_map *here = isl_union_map_intersect_domain(
            isl_union_map_from_map(both), isl_union_set_copy(kernel->domain));
        one = isl_union_map_is_empty(here) == isl_bool_true;
        isl_union_map_free(here);
    }
    return one;
}
