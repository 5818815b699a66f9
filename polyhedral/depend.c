/*
 * Dependences between the statements of a region, on its poly arrays.
 *
 * Flow is by value (the last write before each read); anti and output
 * dependences are to the next write, the chain of writes covers the rest. Where
 * that is too costly, all pairs of accesses to one element are taken.
 * Statements of the prologue take no part: they run before everything.
 */
#include "polyhedral/poly.h"

#include <isl/flow.h>

isl_union_map *poly_accesses(const struct poly *poly, bool writes,
                             bool certain_only)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (poly->stmt[access->stmt].prologue || access->write != writes ||
            (certain_only && !access->certain))
            continue;
        all = isl_union_map_add_map(all, isl_map_copy(access->map));
    }
    return all;
}

static isl_union_map *compute(const struct poly *poly, isl_union_map *sink,
                              isl_union_map *may, isl_union_map *must)
{
    isl_union_access_info *info = isl_union_access_info_from_sink(sink);
    info = isl_union_access_info_set_may_source(info, may);
    info = isl_union_access_info_set_must_source(info, must);
    info = isl_union_access_info_set_schedule(
        info, isl_schedule_copy(poly->original));
    isl_union_flow *flow = isl_union_access_info_compute_flow(info);
    isl_union_map *dep = isl_union_flow_get_may_dependence(flow);
    isl_union_flow_free(flow);
    return dep;
}

/* Value-based dependences: only the last write before each access counts. */
static void exact(struct poly *poly)
{
    isl_union_map *reads = poly_accesses(poly, false, false);
    isl_union_map *writes = poly_accesses(poly, true, false);
    isl_union_map *certain = poly_accesses(poly, true, true);

    poly->flow =
        compute(poly, isl_union_map_copy(reads), isl_union_map_copy(writes),
                isl_union_map_copy(certain));
    isl_union_map *anti = compute(poly, isl_union_map_copy(writes), reads,
                                  isl_union_map_copy(certain));
    isl_union_map *output =
        compute(poly, isl_union_map_copy(writes), writes, certain);
    poly->anti_output =
        isl_union_map_coalesce(isl_union_map_union(anti, output));
    poly->flow = isl_union_map_coalesce(poly->flow);
}

/* Pairs of accesses of `source` and `sink` to one element, in that order. */
static isl_union_map *pairs(isl_union_map *source, isl_union_map *sink,
                            isl_union_map *before)
{
    isl_union_map *same =
        isl_union_map_apply_range(source, isl_union_map_reverse(sink));
    return isl_union_map_intersect(same, before);
}

/* Memory-based dependences: every earlier access to the same element. They
 * follow from the exact ones by transitivity, and are cheaper to find. */
static void by_memory(struct poly *poly)
{
    isl_union_map *reads = poly_accesses(poly, false, false);
    isl_union_map *writes = poly_accesses(poly, true, false);
    isl_union_map *order = isl_schedule_get_map(poly->original);
    isl_union_map *before =
        isl_union_map_lex_lt_union_map(isl_union_map_copy(order), order);

    poly->flow = pairs(isl_union_map_copy(writes), isl_union_map_copy(reads),
                       isl_union_map_copy(before));
    isl_union_map *all = isl_union_map_union(reads, isl_union_map_copy(writes));
    poly->anti_output = pairs(all, writes, before);
}

bool poly_depend(struct poly *poly)
{
    poly_budget(poly, 4);
    exact(poly);
    if (poly_out_of_budget(poly)) {
        isl_union_map_free(poly->flow);
        isl_union_map_free(poly->anti_output);
        poly_budget(poly, 2);
        by_memory(poly);
    }
    return !poly_isl_failed(poly, "computing dependences");
}
