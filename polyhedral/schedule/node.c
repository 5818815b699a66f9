/*
 * This file answers questions about the subtree below a node of a schedule
 * tree, which no stage changes for it: whether it is a kernel, whether it holds
 * instances, parallel loops or a team's statements, and at which points of the
 * dimensions outside of it something is executed.
 */
#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>

struct search {
    bool gpu, found;
};

static isl_bool stop_at_band(isl_schedule_node *node, void *user)
{
    bool *found = user;
    *found |= isl_schedule_node_get_type(node) == isl_schedule_node_band;
    return *found ? isl_bool_false : isl_bool_true;
}

bool node_is_innermost(isl_schedule_node *band)
{
    bool found = false;
    isl_schedule_node *child = isl_schedule_node_get_child(band, 0);
    isl_schedule_node_foreach_descendant_top_down(child, stop_at_band, &found);
    isl_schedule_node_free(child);
    return !found;
}

/*
 * Is the band worth a kernel? On the host, a single innermost loop inside
 * sequential ones is not: waking threads costs more than it does, and it
 * fills vectors where it is.
 */
static bool is_parallel_band(isl_schedule_node *node, bool gpu)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return false;
    int count = (int)isl_schedule_node_band_n_member(node);
    if (!gpu && count == 1 && isl_schedule_node_get_schedule_depth(node) > 0 &&
        node_is_innermost(node))
        return false;
    for (int k = 0; k < count; k++)
        if (isl_schedule_node_band_member_get_coincident(node, k) ==
            isl_bool_true)
            return true;
    return count > 1 &&
           isl_schedule_node_band_get_permutable(node) == isl_bool_true;
}

static isl_bool stop_at_parallel(isl_schedule_node *node, void *user)
{
    struct search *search = user;
    search->found |= is_parallel_band(node, search->gpu);
    return search->found ? isl_bool_false : isl_bool_true;
}

bool node_has_parallelism(isl_schedule_node *node, bool gpu)
{
    struct search search = {gpu, false};
    isl_schedule_node_foreach_descendant_top_down(node, stop_at_parallel,
                                                  &search);
    return search.found;
}

bool node_has_instances(isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool any = isl_union_set_is_empty(domain) == isl_bool_false;
    isl_union_set_free(domain);
    return any;
}

bool node_is_kernel(isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_mark)
        return false;
    isl_id *id = isl_schedule_node_mark_get_id(node);
    bool is = isl_id_get_name(id)[0] == 'K';
    isl_id_free(id);
    return is;
}

struct any {
    const struct poly *poly;
    bool (*is)(const struct poly *poly, int stmt);
};

static isl_stat stop_at(isl_set *set, void *user)
{
    const struct any *any = user;
    int stmt = poly_stmt_index(any->poly, isl_set_get_space(set));
    isl_set_free(set);
    return any->is(any->poly, stmt) ? isl_stat_error : isl_stat_ok;
}

bool node_any(const struct poly *poly, isl_schedule_node *node,
              bool (*is)(const struct poly *poly, int stmt))
{
    struct any any = {poly, is};
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool some = isl_union_set_foreach_set(domain, stop_at, &any) != isl_stat_ok;
    isl_union_set_free(domain);
    return some;
}

isl_set *node_points(isl_schedule_node *node)
{
    isl_union_map *prefix = isl_union_map_intersect_domain(
        isl_schedule_node_get_prefix_schedule_union_map(node),
        isl_schedule_node_get_domain(node));
    return isl_set_from_union_set(isl_union_map_range(prefix));
}

isl_schedule_node *node_rise(isl_schedule_node *node, int depth)
{
    while (node && (int)isl_schedule_node_get_tree_depth(node) > depth)
        node = isl_schedule_node_parent(node);
    return node;
}

int node_team_size(const struct poly *poly, isl_schedule_node *band)
{
    int inner = (int)isl_schedule_node_get_schedule_depth(band) +
                (int)isl_schedule_node_band_n_member(band) - 1;
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    int size = 0, count = (int)isl_set_list_n_set(list);
    bool all = true;
    isl_union_set_free(domain);
    for (int k = 0; k < count; k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        isl_set_free(set);
        all &= stmt >= 0 && team_depth(poly, stmt) == inner;
        if (all)
            size = poly->scop->loop[poly->stmt[stmt].stmt->loop[inner]].team;
    }
    isl_set_list_free(list);
    return all ? size : 0;
}

static bool is_of_team(const struct poly *poly, int stmt)
{
    return stmt >= 0 && team_depth(poly, stmt) >= 0;
}

bool node_has_team(const struct poly *poly, isl_schedule_node *node)
{
    return node_any(poly, node, is_of_team);
}
