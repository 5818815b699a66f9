/*
 * Remarks about the loops as the user wrote them: which carry a dependence,
 * through which array, between which lines.
 */
#include "polyhedral/poly.h"

static int loop_depth(const struct poly_stmt *stmt, int loop)
{
    for (int d = 0; d < stmt->stmt->depth; d++)
        if (stmt->stmt->loop[d] == loop)
            return d;
    return -1;
}

/* The pairs of one dependence that different iterations of the loop at `depth`
 * make, all outer iterators being equal. */
static isl_map *carried(isl_map *dependence, int depth)
{
    isl_map *map = dependence;
    for (int k = 0; k < depth; k++)
        map = isl_map_equate(map, isl_dim_in, k, isl_dim_out, k);
    isl_map *same = isl_map_equate(isl_map_copy(map), isl_dim_in, depth,
                                   isl_dim_out, depth);
    return isl_map_subtract(map, same);
}

/* Do the two accesses touch a common element on some pair of `pairs`? */
static bool conflict(const struct poly_access *a, const struct poly_access *b,
                     isl_map *pairs)
{
    if (a->array != b->array || (!a->write && !b->write))
        return false;
    isl_map *same = isl_map_apply_range(
        isl_map_copy(a->map), isl_map_reverse(isl_map_copy(b->map)));
    bool touch = isl_map_is_disjoint(same, pairs) == isl_bool_false;
    isl_map_free(same);
    return touch;
}

static void say(struct poly *poly, int loop, const struct poly_access *a,
                const struct poly_access *b)
{
    const struct scop_array *array =
        &poly->scop->array[poly->array[a->array].array];
    fault_add(poly->faults, FAULT_NOT_PARALLEL, poly->scop->loop[loop].loc,
              "loop '%s' is not parallel: '%s', %s at line %d, is %s by a "
              "later iteration at line %d",
              poly->scop->loop[loop].name, array->name,
              a->write ? "written" : "read", a->expr->loc.line,
              b->write ? "written" : "read", b->expr->loc.line);
}

/* Reports the first conflict behind the carried pairs; true if there is one. */
static bool report(struct poly *poly, int loop, int source, int sink,
                   isl_map *pairs)
{
    const struct poly_stmt *s = &poly->stmt[source], *t = &poly->stmt[sink];
    for (int a = s->access_begin; a < s->access_end; a++)
        for (int b = t->access_begin; b < t->access_end; b++)
            if (conflict(&poly->access[a], &poly->access[b], pairs)) {
                say(poly, loop, &poly->access[a], &poly->access[b]);
                return true;
            }
    return false;
}

static bool explain_loop(struct poly *poly, int loop, isl_map_list *list)
{
    bool said = false;
    for (int k = 0; !said && k < isl_map_list_n_map(list); k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        isl_space *space = isl_map_get_space(map);
        int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
        int b = poly_stmt_index(poly, isl_space_range(space));
        int depth = loop_depth(&poly->stmt[a], loop);
        if (depth < 0 || loop_depth(&poly->stmt[b], loop) < 0) {
            isl_map_free(map);
            continue;
        }
        map = carried(map, depth);
        if (isl_map_is_empty(map) == isl_bool_false)
            said = report(poly, loop, a, b, map);
        isl_map_free(map);
    }
    return said;
}

void poly_explain(struct poly *poly)
{
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    isl_map_list *list = isl_union_map_get_map_list(all);
    for (int loop = 0; loop < poly->scop->loop_count; loop++)
        if (!explain_loop(poly, loop, list))
            fault_add(poly->faults, FAULT_PARALLEL,
                      poly->scop->loop[loop].loc, "loop '%s' is parallel",
                      poly->scop->loop[loop].name);
    isl_map_list_free(list);
    isl_union_map_free(all);
}
