/*
 * What the points of Plans by levels are: kinds of them, from the best on.
 */
#include "polyhedral/plan/plan.h"

#include <isl/val.h>

/* Statements -> [t, f…] of a band node whose points are a wavefront; NULL if
 * they are not. A permutable band without parallel members: t is the sum of the
 * members, f all but the first (as band_wavefront makes it). A single member
 * around a band that is parallel: t and that band's parallel members; around
 * anything else: t alone. */
static isl_multi_union_pw_aff *wavefront_points(isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    for (int k = 0; k < count; k++)
        if (isl_schedule_node_band_member_get_coincident(band, k) !=
            isl_bool_false)
            return NULL;
    isl_multi_union_pw_aff *outer =
        isl_schedule_node_band_get_partial_schedule(band);
    outer = isl_multi_union_pw_aff_reset_tuple_id(outer, isl_dim_set);
    if (count > 1 && count <= LEVELS_MAX_DIMS &&
        isl_schedule_node_band_get_permutable(band) == isl_bool_true) {
        isl_union_pw_aff *sum =
            isl_multi_union_pw_aff_get_union_pw_aff(outer, 0);
        for (int k = 1; k < count; k++)
            sum = isl_union_pw_aff_add(
                sum, isl_multi_union_pw_aff_get_union_pw_aff(outer, k));
        return isl_multi_union_pw_aff_set_union_pw_aff(outer, 0, sum);
    }
    isl_schedule_node *child = isl_schedule_node_get_child(band, 0);
    int mapped = 0;
    if (count == 1 &&
        isl_schedule_node_get_type(child) == isl_schedule_node_band)
        while (mapped < MAP_MAX_DIMS &&
               mapped < isl_schedule_node_band_n_member(child) &&
               isl_schedule_node_band_member_get_coincident(child, mapped) ==
                   isl_bool_true)
            mapped++;
    if (mapped == 0) {
        isl_schedule_node_free(child);
        return count == 1 ? outer : isl_multi_union_pw_aff_free(outer);
    }
    isl_multi_union_pw_aff *inner =
        isl_schedule_node_band_get_partial_schedule(child);
    int members = (int)isl_schedule_node_band_n_member(child);
    isl_schedule_node_free(child);
    inner = isl_multi_union_pw_aff_reset_tuple_id(inner, isl_dim_set);
    inner = isl_multi_union_pw_aff_drop_dims(
        inner, isl_dim_set, (unsigned)mapped, (unsigned)(members - mapped));
    return isl_multi_union_pw_aff_flat_range_product(outer, inner);
}

/* How many members of a band, the first ones, are parallel; 0: it is none. */
static int parallel_members(isl_schedule_node *node)
{
    int count = 0;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return 0;
    while (count < MAP_MAX_DIMS &&
           count < isl_schedule_node_band_n_member(node) &&
           isl_schedule_node_band_member_get_coincident(node, count) ==
               isl_bool_true)
        count++;
    return count;
}

/* The band below child `k` of a sequence. */
static isl_schedule_node *below(isl_schedule_node *sequence, int k)
{
    isl_schedule_node *filter = isl_schedule_node_get_child(sequence, k);
    return isl_schedule_node_child(filter, 0);
}

/* Of a band's only member t and child `k` of the sequence of `count` below it:
 * statements -> [count * t + k, f…]. */
static isl_union_map *part_points(isl_schedule_node *band,
                                  isl_schedule_node *child, int k, int count,
                                  int dims)
{
    isl_ctx *ctx = isl_schedule_node_get_ctx(band);
    isl_union_set *domain = isl_schedule_node_get_domain(child);
    isl_multi_union_pw_aff *outer =
        isl_schedule_node_band_get_partial_schedule(band);
    outer = isl_multi_union_pw_aff_reset_tuple_id(outer, isl_dim_set);
    outer = isl_multi_union_pw_aff_intersect_domain(outer,
                                                    isl_union_set_copy(domain));
    isl_union_pw_aff *t = isl_multi_union_pw_aff_get_union_pw_aff(outer, 0);
    t = isl_union_pw_aff_scale_val(t, isl_val_int_from_si(ctx, count));
    t = isl_union_pw_aff_add(
        t, isl_union_pw_aff_val_on_domain(domain, isl_val_int_from_si(ctx, k)));
    outer = isl_multi_union_pw_aff_set_union_pw_aff(outer, 0, t);
    isl_multi_union_pw_aff *inner =
        isl_schedule_node_band_get_partial_schedule(child);
    int members = (int)isl_schedule_node_band_n_member(child);
    inner = isl_multi_union_pw_aff_reset_tuple_id(inner, isl_dim_set);
    inner = isl_multi_union_pw_aff_drop_dims(inner, isl_dim_set, (unsigned)dims,
                                             (unsigned)(members - dims));
    return isl_union_map_from_multi_union_pw_aff(
        isl_multi_union_pw_aff_flat_range_product(outer, inner));
}

/* A single member around a sequence of bands that are parallel: the times of
 * statements differ. NULL: it is something else. */
static isl_union_map *sequence_points(isl_schedule_node *band)
{
    if (isl_schedule_node_band_n_member(band) != 1 ||
        isl_schedule_node_band_member_get_coincident(band, 0) != isl_bool_false)
        return NULL;
    isl_schedule_node *sequence = isl_schedule_node_get_child(band, 0);
    int count = 0, dims = MAP_MAX_DIMS;
    if (isl_schedule_node_get_type(sequence) == isl_schedule_node_sequence)
        count = (int)isl_schedule_node_n_children(sequence);
    for (int k = 0; k < count; k++) {
        isl_schedule_node *child = below(sequence, k);
        int own = parallel_members(child);
        isl_schedule_node_free(child);
        dims = own < dims ? own : dims;
    }
    isl_union_map *all = NULL;
    for (int k = 0; k < count && dims > 0; k++) {
        isl_schedule_node *child = below(sequence, k);
        isl_union_map *part = part_points(band, child, k, count, dims);
        all = all ? isl_union_map_union(all, part) : part;
        isl_schedule_node_free(child);
    }
    isl_schedule_node_free(sequence);
    return all;
}

static isl_bool has_no_parallel_member(isl_schedule_node *node, void *user)
{
    (void)user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return isl_bool_true;
    for (int k = 0; k < isl_schedule_node_band_n_member(node); k++)
        if (isl_schedule_node_band_member_get_coincident(node, k) !=
            isl_bool_false)
            return isl_bool_false;
    return isl_bool_true;
}

bool levels_is_serial(isl_schedule_node *band)
{
    return isl_schedule_node_every_descendant(band, has_no_parallel_member,
                                              NULL) == isl_bool_true;
}

/* How many loops of the source, the outermost ones, are around all statements
 * that have instances here. */
static int common_loops(const struct poly *poly, isl_union_set *domain,
                        const int **loop)
{
    int depth = LEVELS_MAX_DIMS;
    *loop = NULL;
    for (int s = 0; s < poly->stmt_count; s++) {
        isl_union_set *set =
            isl_union_set_from_set(isl_set_copy(poly->stmt[s].domain));
        bool here = isl_union_set_is_disjoint(set, domain) == isl_bool_false;
        const struct scop_stmt *stmt = poly->stmt[s].stmt;
        isl_union_set_free(set);
        if (!here)
            continue;
        int same = 0;
        while (same < depth && same < stmt->depth &&
               (!*loop || (*loop)[same] == stmt->loop[same]))
            same++;
        depth = same;
        *loop = *loop ? *loop : stmt->loop;
    }
    return *loop ? depth : 0;
}

/* The iterator of loop `d`, or its negative if it counts down. */
static isl_aff *forward_iterator(const struct poly *poly, isl_space *space,
                                 int loop, int d)
{
    isl_aff *aff =
        isl_aff_var_on_domain(isl_local_space_from_space(isl_space_copy(space)),
                              isl_dim_set, (unsigned)d);
    return poly->scop->loop[loop].node->step < 0 ? isl_aff_neg(aff) : aff;
}

/* The iterations of the source's loops, all statements of one together; the
 * time is the sum of their iterators. */
static isl_union_map *source_points(const struct poly *poly,
                                    isl_schedule_node *band)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    const int *loop;
    int dims = common_loops(poly, domain, &loop);
    isl_union_map *all = NULL;
    for (int s = 0; s < poly->stmt_count && dims > 0; s++) {
        if (poly->stmt[s].stmt->depth < dims)
            continue;
        isl_space *space = isl_set_get_space(poly->stmt[s].domain);
        isl_space *to = isl_space_map_from_domain_and_range(
            isl_space_copy(space), affine_space(poly, dims));
        isl_multi_aff *point = isl_multi_aff_zero(to);
        isl_aff *time = forward_iterator(poly, space, loop[0], 0);
        for (int d = 1; d < dims; d++) {
            isl_aff *at = forward_iterator(poly, space, loop[d], d);
            time = isl_aff_add(time, isl_aff_copy(at));
            point = isl_multi_aff_set_aff(point, d, at);
        }
        point = isl_multi_aff_set_aff(point, 0, time);
        isl_map *map = isl_map_intersect_domain(
            isl_map_from_multi_aff(point), isl_set_copy(poly->stmt[s].domain));
        isl_union_map *part = isl_union_map_from_map(map);
        all = all ? isl_union_map_union(all, part) : part;
        isl_space_free(space);
    }
    isl_union_set_free(domain);
    return all;
}

isl_union_map *levels_points_of(const struct poly *poly,
                                isl_schedule_node *band,
                                enum levels_points kind)
{
    if (kind == LEVELS_OF_SEQUENCE)
        return sequence_points(band);
    if (kind == LEVELS_OF_SOURCE)
        return levels_is_serial(band) ? source_points(poly, band) : NULL;
    isl_multi_union_pw_aff *points = wavefront_points(band);
    return points ? isl_union_map_from_multi_union_pw_aff(points) : NULL;
}

static isl_stat take_dims(isl_map *map, void *user)
{
    *(int *)user = (int)isl_map_dim(map, isl_dim_out);
    isl_map_free(map);
    return isl_stat_ok;
}

int levels_point_dims(isl_union_map *points)
{
    int dims = 0;
    isl_union_map_foreach_map(points, take_dims, &dims);
    return dims;
}
