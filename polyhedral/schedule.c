/*
 * The new schedule: isl's scheduler with all dependences as validity and
 * coincidence, flow as proximity.
 */
#include "polyhedral/poly.h"

#include <isl/constraint.h>
#include <isl/options.h>

#include <stdlib.h>

/* The instances that are scheduled: all but the prologue's. */
static isl_union_set *scheduled_domain(const struct poly *poly)
{
    isl_union_set *all = isl_union_set_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->stmt_count; k++)
        if (poly->stmt[k].domain && !poly->stmt[k].prologue)
            all =
                isl_union_set_add_set(all, isl_set_copy(poly->stmt[k].domain));
    return all;
}

static isl_union_map *all_dependences(const struct poly *poly)
{
    return isl_union_map_union(isl_union_map_copy(poly->flow),
                               isl_union_map_copy(poly->anti_output));
}

/* Fills poly->schedule from the given dependences (both taken). */
static void find_schedule(struct poly *poly, isl_union_map *flow,
                          isl_union_map *validity)
{
    validity = isl_union_map_gist_params(validity, isl_set_copy(poly->context));
    isl_schedule_constraints *constraints =
        isl_schedule_constraints_on_domain(scheduled_domain(poly));
    constraints = isl_schedule_constraints_set_context(
        constraints, isl_set_copy(poly->context));
    constraints = isl_schedule_constraints_set_proximity(constraints, flow);
    constraints = isl_schedule_constraints_set_coincidence(
        constraints, isl_union_map_copy(validity));
    constraints = isl_schedule_constraints_set_validity(constraints, validity);
    isl_options_set_schedule_outer_coincidence(poly->ctx, 1);
    isl_options_set_schedule_maximize_band_depth(poly->ctx, 1);
    poly->schedule = isl_schedule_constraints_compute_schedule(constraints);
}

/* The band's only member is coincident if no two dependent instances that agree
 * on everything outside of it differ in it. */
static isl_schedule_node *mark_coincident(isl_schedule_node *node, void *user)
{
    struct poly *poly = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return node;
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    isl_union_set *here = isl_schedule_node_get_domain(node);
    all = isl_union_map_intersect_domain(all, isl_union_set_copy(here));
    all = isl_union_map_intersect_range(all, here);
    if (isl_schedule_node_get_schedule_depth(node) > 0)
        all = isl_union_map_eq_at_multi_union_pw_aff(
            all,
            isl_schedule_node_get_prefix_schedule_multi_union_pw_aff(node));
    isl_union_map *same = isl_union_map_eq_at_multi_union_pw_aff(
        isl_union_map_copy(all),
        isl_schedule_node_band_get_partial_schedule(node));
    bool parallel = isl_union_map_is_subset(all, same) == isl_bool_true;
    isl_union_map_free(all);
    isl_union_map_free(same);
    return isl_schedule_node_band_member_set_coincident(node, 0, parallel);
}

isl_schedule *poly_source_schedule(const struct poly *poly)
{
    return isl_schedule_intersect_domain(isl_schedule_copy(poly->original),
                                         scheduled_domain(poly));
}

/* A coincident loop directly around a permutable band joins it: no dependence
 * that is left has a component along the loop, so that all members commute. */
static isl_schedule_node *join_bands(isl_schedule_node *node, void *user)
{
    (void)user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band ||
        isl_schedule_node_band_member_get_coincident(node, 0) != isl_bool_true)
        return node;
    node = isl_schedule_node_band_set_permutable(node, 1);
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    if (isl_schedule_node_get_type(child) != isl_schedule_node_band) {
        isl_schedule_node_free(child);
        return node;
    }
    int count = (int)isl_schedule_node_band_n_member(child);
    isl_multi_union_pw_aff *all = isl_multi_union_pw_aff_flat_range_product(
        isl_schedule_node_band_get_partial_schedule(node),
        isl_schedule_node_band_get_partial_schedule(child));
    bool *coincident = calloc((size_t)count + 1, sizeof *coincident);
    for (int k = 0; k < count; k++)
        coincident[k] = isl_schedule_node_band_member_get_coincident(
                            child, k) == isl_bool_true;
    isl_schedule_node_free(child);
    node = isl_schedule_node_delete(isl_schedule_node_child(node, 0));
    node = isl_schedule_node_delete(isl_schedule_node_parent(node));
    node = isl_schedule_node_insert_partial_schedule(node, all);
    node = isl_schedule_node_band_set_permutable(node, 1);
    node = isl_schedule_node_band_member_set_coincident(node, 0, 1);
    for (int k = 0; k < count; k++)
        node = isl_schedule_node_band_member_set_coincident(node, k + 1,
                                                            coincident[k]);
    free(coincident);
    return node;
}

isl_schedule *poly_source_bands(struct poly *poly)
{
    isl_schedule *schedule = isl_schedule_map_schedule_node_bottom_up(
        poly_source_schedule(poly), mark_coincident, poly);
    return isl_schedule_map_schedule_node_bottom_up(schedule, join_bands, NULL);
}

static isl_stat add_size(isl_basic_map *piece, void *user)
{
    int *size = user;
    *size += (int)isl_basic_map_n_constraint(piece);
    isl_basic_map_free(piece);
    return isl_stat_ok;
}

static isl_stat add_sizes(isl_map *map, void *user)
{
    isl_stat stat = isl_map_foreach_basic_map(map, add_size, user);
    isl_map_free(map);
    return stat;
}

/* What isl's scheduler does for each piece grows faster than the piece, and its
 * count of operations hardly tells: large dependences are not given to it. */
static bool is_large(isl_union_map *dependences)
{
    enum { MAX_CONSTRAINTS = 700 };
    int size = 0;
    isl_union_map_foreach_map(dependences, add_sizes, &size);
    isl_union_map_free(dependences);
    return size > MAX_CONSTRAINTS;
}

/* Has isl failed to find a schedule? Then its error is cleared, for another way
 * to be tried. */
static bool is_unscheduled(struct poly *poly)
{
    if (!poly_isl_lost(poly))
        return !poly->schedule;
    isl_ctx_reset_error(poly->ctx);
    poly->schedule = isl_schedule_free(poly->schedule);
    return true;
}

static void schedule_relaxed(struct poly *poly)
{
    fault_add(poly->faults, FAULT_APPROXIMATED, poly->scop->loc,
              "the dependences of this region are many: they are approximated, "
              "which may keep loops apart or in the order of the source");
    isl_union_map *flow = poly_relax(poly, isl_union_map_copy(poly->flow));
    isl_union_map *others =
        poly_relax(poly, isl_union_map_copy(poly->anti_output));
    others = isl_union_map_union(others, isl_union_map_copy(flow));
    find_schedule(poly, flow, others);
}

/* isl's scheduler can also give up: it approximates dependences that hold for
 * some remainders only. The order of the source is always valid. */
bool poly_schedule(struct poly *poly)
{
    poly_budget(poly, 4);
    if (!is_large(all_dependences(poly)))
        find_schedule(poly, isl_union_map_copy(poly->flow),
                      all_dependences(poly));
    if (is_unscheduled(poly)) {
        poly_budget(poly, 4);
        schedule_relaxed(poly);
    }
    if (is_unscheduled(poly)) {
        poly_budget(poly, 2);
        poly->schedule = poly_source_bands(poly);
    }
    return !poly_isl_failed(poly, "scheduling");
}
