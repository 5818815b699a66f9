/*
 * Dependences between the statements of a region, on its poly arrays.
 *
 * Flow is by value (the last write before each read); anti and output
 * dependences are to the next write, the chain of writes covers the rest. Where
 * that is too costly, all pairs of accesses to one element are taken. These,
 * and what is too large for the stages that follow, are relaxed
 * (approximate.c). Statements of the prologue take no part: they run before
 * everything.
 */
#include "polyhedral/dependence/dependence.h"

#include <isl/constraint.h>
#include <isl/flow.h>

/* The user's word (the clause independent) is about elements of the program's
 * arrays: what one iteration leaves in a scalar, another one may read, and the
 * memory of what the region declares may serve several iterations. */
static bool is_meant(const struct poly *poly, const struct poly_access *access)
{
    const struct scop_array *array =
        &poly->scop->array[poly->array[access->array].array];
    return array->rank > 0 && array->scope == SCOP_OUTSIDE;
}

bool poly_kept_apart(const struct poly *poly, const struct poly_access *access,
                     int loop)
{
    return poly->scop->loop[loop].independent && is_meant(poly, access);
}

/* All accesses, as a union map from statements to arrays, or those that the
 * clause is about, or the others. */
enum which { ALL, MEANT, OTHERS };

static isl_union_map *accesses(const struct poly *poly, enum which which,
                               bool writes, bool certain_only)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (poly->stmt[access->stmt].prologue || access->write != writes ||
            (certain_only && !access->certain) ||
            (which != ALL && (which == MEANT) != is_meant(poly, access)))
            continue;
        all = isl_union_map_add_map(all, poly_conflict_map(access));
    }
    return all;
}

static isl_union_map *compute(const struct poly *poly, isl_union_map *sink,
                              isl_union_map *may, isl_union_map *must)
{
    isl_union_access_info *info = isl_union_access_info_from_sink(sink);
    info = isl_union_access_info_set_may_source(info, may);
    info = isl_union_access_info_set_must_source(info, must);
    info =
        isl_union_access_info_set_schedule(info, poly_source_order(poly, -1));
    isl_union_flow *flow = isl_union_access_info_compute_flow(info);
    isl_union_map *dep = isl_union_flow_get_may_dependence(flow);
    isl_union_flow_free(flow);
    return dep;
}

/* `map` (taken) in fewer pieces; as it is where isl fails by a fault of its own
 * (0.25: "cannot relax redundant constraint"). */
static isl_union_map *coalesce(const struct poly *poly, isl_union_map *map)
{
    isl_union_map *fewer = isl_union_map_coalesce(isl_union_map_copy(map));
    if (fewer || !map || budget_spent(poly->budget)) {
        isl_union_map_free(map);
        return fewer;
    }
    budget_clear(poly->budget);
    return map;
}

/* Those of OTHERS are added to what is there. What a write waits for is found
 * at once: reads and writes that no certain write lies behind. */
static void find_exact(struct poly *poly, enum which which)
{
    isl_union_map *reads = accesses(poly, which, false, false);
    isl_union_map *writes = accesses(poly, which, true, false);
    isl_union_map *certain = accesses(poly, which, true, true);
    isl_union_map *flow =
        compute(poly, isl_union_map_copy(reads), isl_union_map_copy(writes),
                isl_union_map_copy(certain));
    isl_union_map *rest = compute(
        poly, isl_union_map_copy(writes),
        isl_union_map_union(reads, isl_union_map_copy(writes)), certain);
    isl_union_map_free(writes);
    bool add = which == OTHERS;
    poly->flow = add ? isl_union_map_union(poly->flow, flow) : flow;
    poly->anti_output =
        add ? isl_union_map_union(poly->anti_output, rest) : rest;
}

/* The pairs (taken) that no loop of which the user says that its iterations are
 * independent carries. */
static isl_union_map *within_iterations(const struct poly *poly,
                                        isl_union_map *pairs)
{
    isl_map_list *list = isl_union_map_get_map_list(pairs);
    for (int m = 0; m < (int)isl_map_list_n_map(list); m++)
        for (int k = 0; k < poly->scop->loop_count; k++) {
            if (!poly->scop->loop[k].independent)
                continue;
            isl_map *map = isl_map_list_get_map(list, m);
            map = poly_carried(poly, map, k);
            if (map)
                pairs =
                    isl_union_map_subtract(pairs, isl_union_map_from_map(map));
        }
    isl_map_list_free(list);
    return pairs;
}

/* Value-based dependences: only the last write before each access counts. */
static void exact(void *user)
{
    struct poly *poly = user;
    bool independent = false;
    for (int k = 0; k < poly->scop->loop_count; k++)
        independent |= poly->scop->loop[k].independent;
    find_exact(poly, independent ? MEANT : ALL);
    if (independent) {
        poly->flow = within_iterations(poly, poly->flow);
        poly->anti_output = within_iterations(poly, poly->anti_output);
        find_exact(poly, OTHERS);
    }
    poly->anti_output = coalesce(poly, poly->anti_output);
    poly->flow = coalesce(poly, poly->flow);
}

bool poly_differ_at(isl_map *pairs, int dim)
{
    isl_map *up = isl_map_order_lt(isl_map_copy(pairs), isl_dim_in, dim,
                                   isl_dim_out, dim);
    isl_map *down = isl_map_order_gt(isl_map_copy(pairs), isl_dim_in, dim,
                                     isl_dim_out, dim);
    bool none = isl_map_is_empty(up) == isl_bool_true &&
                isl_map_is_empty(down) == isl_bool_true;
    isl_map_free(up);
    isl_map_free(down);
    return !none;
}

isl_map_list *poly_dependences(const struct poly *poly)
{
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    isl_map_list *list = isl_union_map_get_map_list(all);
    isl_union_map_free(all);
    return list;
}

isl_map *poly_carried(const struct poly *poly, isl_map *dependence, int loop)
{
    isl_space *space = isl_map_get_space(dependence);
    int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
    int b = poly_stmt_index(poly, isl_space_range(space));
    int depth = a < 0 || b < 0 ? -1 : scop_loop_depth(poly->stmt[a].stmt, loop);
    if (depth < 0 || scop_loop_depth(poly->stmt[b].stmt, loop) < 0)
        return isl_map_free(dependence);
    for (int k = 0; k < depth; k++)
        dependence = isl_map_equate(dependence, isl_dim_in, k, isl_dim_out, k);
    isl_map *same = isl_map_equate(isl_map_copy(dependence), isl_dim_in, depth,
                                   isl_dim_out, depth);
    return isl_map_subtract(dependence, same);
}

struct size {
    int constraints, existentials;
};

static isl_stat add_size(isl_basic_map *piece, void *user)
{
    struct size *size = user;
    size->constraints += (int)isl_basic_map_n_constraint(piece);
    size->existentials += (int)isl_basic_map_dim(piece, isl_dim_div);
    isl_basic_map_free(piece);
    return isl_stat_ok;
}

static isl_stat add_sizes(isl_map *map, void *user)
{
    isl_stat stat = isl_map_foreach_basic_map(map, add_size, user);
    isl_map_free(map);
    return stat;
}

/* What isl's scheduler does for each piece grows faster than the piece, most of
 * all with dependences that hold for some remainders only, and its count of
 * operations hardly tells: large dependences are not given to it. */
static bool is_large(const struct poly *poly)
{
    enum { MAX_CONSTRAINTS = 700, MAX_WITH_REMAINDERS = 200 };
    struct size size = {0, 0};
    isl_union_map_foreach_map(poly->flow, add_sizes, &size);
    isl_union_map_foreach_map(poly->anti_output, add_sizes, &size);
    return size.constraints >
           (size.existentials ? MAX_WITH_REMAINDERS : MAX_CONSTRAINTS);
}

static void relax(struct poly *poly)
{
    poly_budget(poly, 2);
    poly->flow = poly_relax(poly, poly->flow);
    poly->anti_output = poly_relax(poly, poly->anti_output);
}

static void by_memory(struct poly *poly)
{
    isl_union_map_free(poly->flow);
    isl_union_map_free(poly->anti_output);
    poly_budget(poly, 2);
    poly->flow = poly_relaxed_conflicts(poly, true);
    poly->anti_output = poly_relaxed_conflicts(poly, false);
}

/* How many pairs of accesses conflicts are looked for in, without the order. */
static long count_pairs(const struct poly *poly)
{
    long pairs = 0;
    for (int i = 0; i < poly->access_count; i++)
        for (int j = 0; j < poly->access_count; j++)
            pairs += poly->access[i].write &&
                     poly->access[i].array == poly->access[j].array;
    return pairs;
}

/* Exact dependences get more of the limit where all pairs, which are what is
 * left otherwise, are so many that they would take longer. */
static unsigned long exact_share(const struct poly *poly)
{
    enum { MANY_PAIRS = 500 };
    return count_pairs(poly) > MANY_PAIRS ? 1 : 4;
}

static void remark_approximated(struct poly *poly)
{
    const char *why = budget_approximates(poly->budget)
                          ? "exact dependences are not asked for"
                          : "the dependences of this region are many";
    fault_add(poly->faults, FAULT_APPROXIMATED, poly->scop->loc,
              "%s: they are approximated, which may keep loops apart or in the "
              "original schedule",
              why);
}

bool poly_depend(struct poly *poly)
{
    bool costly = poly->scop->blocked || budget_approximates(poly->budget);
    if (!costly) {
        poly_budget(poly, exact_share(poly));
        if (!budget_try(poly->budget, exact, poly))
            poly->flow = poly->anti_output = NULL;
        costly = poly_out_of_budget(poly);
    }
    bool large = !costly && !poly_isl_lost(poly) && is_large(poly);
    if (costly || large)
        remark_approximated(poly);
    if (costly)
        by_memory(poly);
    else if (large)
        relax(poly);
    return !poly_isl_failed(poly, "computing dependences");
}

bool poly_carries(const struct poly *poly, isl_map_list *dependences, int loop)
{
    bool carried = false;
    int count = (int)isl_map_list_n_map(dependences);
    for (int k = 0; k < count && !carried; k++) {
        isl_map *map = isl_map_list_get_map(dependences, k);
        map = poly_carried(poly, map, loop);
        carried = map && isl_map_is_empty(map) != isl_bool_true;
        isl_map_free(map);
    }
    return carried;
}
