/*
 * Contraction of an array to a variable: at the deepest node of the schedule
 * tree that all uses of the array share, some number of outer schedule
 * dimensions is one to one with its elements. While these dimensions keep their
 * values only one element is used.
 */
#include "polyhedral/schedule/schedule.h"

static bool uses(const struct poly *poly, int stmt, int array)
{
    for (int k = poly->stmt[stmt].access_begin; k < poly->stmt[stmt].access_end;
         k++)
        if (poly->access[k].array == array)
            return true;
    return false;
}

/* Does a statement that uses the array have instances in the node's child?
 * (What a filter lets through reaches what is below it, not the filter.) */
static bool reaches(const struct poly *poly, isl_schedule_node *node, int child,
                    int array)
{
    isl_schedule_node *below = isl_schedule_node_get_child(node, child);
    if (isl_schedule_node_get_type(below) == isl_schedule_node_filter)
        below = isl_schedule_node_child(below, 0);
    isl_union_set *domain = isl_schedule_node_get_domain(below);
    isl_schedule_node_free(below);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    bool found = false;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        found |= stmt >= 0 && uses(poly, stmt, array);
        isl_set_free(set);
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return found;
}

/* The deepest node that all uses of the array share. */
isl_schedule_node *contraction_node(const struct poly *poly,
                                    isl_schedule *schedule, int array)
{
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    for (;;) {
        int count = (int)isl_schedule_node_n_children(node), next = -1;
        for (int k = 0; k < count; k++) {
            bool here = reaches(poly, node, k, array);
            if (here && next >= 0)
                return node;
            if (here)
                next = k;
        }
        if (next < 0)
            return node;
        node = isl_schedule_node_child(node, next);
    }
}

/* Elements -> schedule: is each element used by one thread (the `mapped` outer
 * dimensions) only, and is there a number of outer dimensions whose points are
 * one to one with the elements? */
bool contraction_is_one_at_a_time(isl_union_map *when, int mapped)
{
    if (isl_union_map_n_map(when) != 1) {
        isl_union_map_free(when);
        return false;
    }
    isl_map *map = isl_map_from_union_map(when);
    bool found = false, alone = true;
    for (int q = (int)isl_map_dim(map, isl_dim_out); q >= 0 && !found; q--) {
        bool single = isl_map_is_single_valued(map) == isl_bool_true;
        if (q == mapped)
            alone = single;
        if (!alone)
            break;
        found = single && isl_map_is_injective(map) == isl_bool_true;
        if (q)
            map = isl_map_project_out(map, isl_dim_out, (unsigned)q - 1, 1);
    }
    isl_map_free(map);
    return found;
}

/* Elements -> schedule dimensions around all that uses them, below node
 * (taken). */
isl_union_map *contraction_times(const struct poly *poly,
                                 isl_schedule_node *node, int array)
{
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    isl_schedule_node_free(node);
    isl_union_map *access = array_accesses(poly, array);
    return isl_union_map_apply_range(isl_union_map_reverse(access), prefix);
}

bool contraction_is_possible(const struct poly *poly, isl_schedule *schedule,
                             int array)
{
    isl_schedule_node *node = contraction_node(poly, schedule, array);
    return contraction_is_one_at_a_time(contraction_times(poly, node, array),
                                        0);
}
