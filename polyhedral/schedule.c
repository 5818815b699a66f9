/*
 * The new schedule: isl's scheduler with all dependences as validity and
 * coincidence, flow as proximity.
 */
#include "polyhedral/poly.h"

#include <isl/options.h>

/* The instances that are scheduled: all but the prologue's. */
static isl_union_set *scheduled_domain(const struct poly *poly)
{
    isl_union_set *all = isl_union_set_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->stmt_count; k++)
        if (poly->stmt[k].domain && !poly->stmt[k].prologue)
            all = isl_union_set_add_set(
                all, isl_set_copy(poly->stmt[k].domain));
    return all;
}

bool poly_schedule(struct poly *poly)
{
    isl_union_map *validity =
        isl_union_map_union(isl_union_map_copy(poly->flow),
                            isl_union_map_copy(poly->anti_output));
    validity = isl_union_map_gist_params(
        validity, isl_set_copy(poly->context));
    isl_schedule_constraints *constraints =
        isl_schedule_constraints_on_domain(scheduled_domain(poly));
    constraints = isl_schedule_constraints_set_context(
        constraints, isl_set_copy(poly->context));
    constraints = isl_schedule_constraints_set_proximity(
        constraints, isl_union_map_copy(poly->flow));
    constraints = isl_schedule_constraints_set_coincidence(
        constraints, isl_union_map_copy(validity));
    constraints =
        isl_schedule_constraints_set_validity(constraints, validity);
    isl_options_set_schedule_outer_coincidence(poly->ctx, 1);
    isl_options_set_schedule_maximize_band_depth(poly->ctx, 1);
    poly->schedule = isl_schedule_constraints_compute_schedule(constraints);
    return !poly_isl_failed(poly, "scheduling");
}
