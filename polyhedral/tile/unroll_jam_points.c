/*
 * The points of a band whose threads are given several of them (unroll_jam.c),
 * as sets and maps.
 */
#include "polyhedral/tile/unroll_jam.h"

#include <isl/id.h>

bool unroll_jam_is_in(const struct poly *poly, int stmt,
                      isl_union_set *statements)
{
    isl_union_set *set =
        isl_union_set_from_set(isl_set_copy(poly->stmt[stmt].domain));
    bool in = isl_union_set_is_disjoint(set, statements) == isl_bool_false;
    isl_union_set_free(set);
    return in;
}

/* statements -> [h…, f…] */
isl_union_map *unroll_jam_places(const struct unroll_jam *j)
{
    isl_union_map *map = isl_union_map_flat_range_product(
        isl_union_map_copy(j->kernel->prefix),
        isl_union_map_copy(j->kernel->parallel));
    return isl_union_map_intersect_domain(
        map, isl_union_set_copy(j->kernel->domain));
}

/* [h…, f…] of a set or map's domain as parameters hd_h…, and hd_f… if they are
 * to be parameters too. */
isl_map *unroll_jam_with_params(const struct unroll_jam *j, isl_map *map,
                                int count, const char *name, int from)
{
    int first = (int)isl_map_dim(map, isl_dim_param);
    map = isl_map_move_dims(map, isl_dim_param, (unsigned)first, isl_dim_in, 0,
                            (unsigned)count);
    for (int k = 0; k < count; k++)
        map = isl_map_set_dim_id(
            map, isl_dim_param, (unsigned)(first + k),
            isl_id_alloc(j->poly->ctx,
                         arena_printf(j->poly->arena, "%s%d", name, from + k),
                         NULL));
    return map;
}

/* The points f of a statement for which it does something: { [f…] }, parameters
 * hd_h…. */
isl_set *unroll_jam_points_of(const struct unroll_jam *j,
                              isl_union_set *statements)
{
    isl_union_map *map = isl_union_map_intersect_domain(
        unroll_jam_places(j), isl_union_set_copy(statements));
    isl_set *set = isl_set_from_union_set(isl_union_map_range(map));
    isl_map *from = isl_map_from_range(isl_set_reset_tuple_id(set));
    int prefix = j->kernel->prefix_count;
    from = isl_map_move_dims(from, isl_dim_in, 0, isl_dim_out, 0,
                             (unsigned)prefix);
    from = unroll_jam_with_params(j, from, prefix, "hd_h", 0);
    return isl_set_coalesce(isl_map_range(from));
}

/* The points of the statements as parameters hd_f…. */
isl_set *unroll_jam_points(const struct unroll_jam *j,
                           isl_union_set *statements)
{
    isl_map *points = isl_map_from_domain(unroll_jam_points_of(j, statements));
    return isl_map_params(
        unroll_jam_with_params(j, points, j->dims, "hd_f", 0));
}
