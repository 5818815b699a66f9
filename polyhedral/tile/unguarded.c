/*
 * Blocks that are not full: statements that may run for all of a block's
 * points, there or not.
 *
 * At the edges of the points, or along the slope of a triangle, a block has
 * fewer points than it has room for. A condition at each of a thread's points
 * costs more than the point's work. None is needed where nothing but registers
 * sees what is done for a point that is not there: its elements do not come
 * from memory and do not go there (lower/unroll_jam.c), and what it reads of
 * tiles in shared memory is something, since what is not there of these is
 * filled with zeros (lower/shared_tile.c).
 *
 * The points that are there must do no more than is theirs: all of them run
 * through the same iterations,
 *
 *     D = { [h, f, s] : (h, f) in F and (h, s) in S },
 *
 * so that those of a block may run through S together; and what a point that is
 * not there reads must be within the tile's box.
 */
#include "polyhedral/tile/tile.h"
#include "polyhedral/tile/unroll_jam.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>

#include <stdio.h>

/* The set, of which dimensions [first, first + count) may have any value. */
static isl_set *free_dims(isl_set *set /* kept */, int first, int count)
{
    set = isl_set_project_out(isl_set_copy(set), isl_dim_set, (unsigned)first,
                              (unsigned)count);
    return isl_set_insert_dims(set, isl_dim_set, (unsigned)first,
                               (unsigned)count);
}

/* statements -> [h…, members…] */
static isl_union_map *members_of(const struct unroll_jam *j,
                                 isl_union_set *statements)
{
    isl_union_map *map = isl_union_map_flat_range_product(
        isl_union_map_copy(j->kernel->prefix),
        isl_union_map_from_multi_union_pw_aff(
            isl_multi_union_pw_aff_copy(j->partial)));
    return isl_union_map_intersect_domain(map, isl_union_set_copy(statements));
}

/* [h…, members…] of the statements. A number of a block among them may be what
 * the statements divide for, too. */
static isl_set *instances(const struct unroll_jam *j, isl_union_set *statements)
{
    isl_set *set =
        isl_set_from_union_set(isl_union_map_range(members_of(j, statements)));
    set = isl_set_coalesce(isl_set_reset_tuple_id(set));
    if (isl_set_involves_locals(set) == isl_bool_true)
        set = isl_set_coalesce(isl_set_detect_equalities(set));
    return set;
}

/* Are the instances (kept) D = F and S, and simple? */
static bool is_product(const struct unroll_jam *j, isl_set *all)
{
    int prefix = j->kernel->prefix_count;
    if (isl_set_n_basic_set(all) != 1 ||
        isl_set_involves_locals(all) != isl_bool_false)
        return false;
    isl_set *same = isl_set_intersect(
        free_dims(all, prefix, j->dims),
        free_dims(all, prefix + j->dims, j->members - j->dims));
    bool product = isl_set_is_subset(same, all) == isl_bool_true;
    isl_set_free(same);
    return product;
}

bool unguarded_is_slanted(const struct unroll_jam *j, isl_union_set *statements)
{
    int prefix = j->kernel->prefix_count, serial = j->members - j->dims;
    isl_set *all = instances(j, statements);
    isl_set *points = free_dims(all, prefix + j->dims, serial);
    isl_set *box = isl_set_universe(isl_set_get_space(all));
    for (int m = 0; m < j->dims; m++) {
        isl_set *side = free_dims(points, prefix + m + 1, j->dims - m - 1);
        isl_set *one = free_dims(side, prefix, m);
        isl_set_free(side);
        box = isl_set_intersect(box, one);
    }
    bool slanted =
        is_product(j, all) && isl_set_is_subset(box, points) == isl_bool_false;
    isl_set_free(all);
    isl_set_free(points);
    isl_set_free(box);
    return slanted;
}

/* What is seen ------------------------------------------------------------- */

static bool may_trap(const struct scop_expr *e)
{
    bool may = (e->op == SCOP_DIV || e->op == SCOP_REM) &&
               !scop_type_is_float(e->type);
    for (int k = 0; k < e->count && !may; k++)
        may = may_trap(e->arg[k]);
    return may;
}

static bool is_promoted(const struct map_kernel *kernel, int array, int access)
{
    bool held = false;
    for (int h = 0; h < kernel->unroll.promoted_count; h++)
        held |= unroll_jam_serves(&kernel->unroll.promoted[h], array, access);
    return held;
}

/* Does the statement use scalars and elements in registers and shared memory
 * only? */
static bool stays_inside(const struct unroll_jam *j, int stmt)
{
    const struct poly *poly = j->poly;
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    bool inside = !s->body && !s->guard_count && !may_trap(s->rhs);
    for (int k = poly->stmt[stmt].access_begin;
         k < poly->stmt[stmt].access_end && inside; k++) {
        const struct poly_access *a = &poly->access[k];
        inside = is_promoted(j->kernel, a->array, k) ||
                 (!a->write && (poly->array[a->array].rank == 0 ||
                                staging_buffer_of(j->kernel, k) >= 0));
    }
    return inside;
}

/* Have only points of the statement elements in registers, where it runs? */
static bool owns_elements(const struct unroll_jam *j, isl_union_set *statement)
{
    isl_set *points = unroll_jam_points(j, statement);
    isl_set *runs = isl_set_copy(points);
    for (int d = 0; d < j->dims; d++) {
        char name[16];
        snprintf(name, sizeof name, "hd_f%d", d);
        runs = isl_set_project_out_param_id(
            runs, isl_id_alloc(j->poly->ctx, name, NULL));
    }
    bool owns = true;
    for (int h = 0; h < j->kernel->unroll.promoted_count && owns; h++) {
        isl_set *held = isl_set_intersect(
            isl_set_copy(j->kernel->unroll.promoted[h].points),
            isl_set_copy(runs));
        owns = isl_set_is_subset(held, points) == isl_bool_true;
        isl_set_free(held);
    }
    isl_set_free(points);
    isl_set_free(runs);
    return owns;
}

/* Boxes -------------------------------------------------------------------- */

static isl_stat take_function(isl_set *set, isl_multi_aff *function, void *user)
{
    isl_map **map = user;
    *map = isl_map_from_multi_aff(function);
    isl_set_free(set);
    return isl_stat_ok;
}

/* The map (taken), if it is one affine function, of everything; or NULL. */
static isl_map *everywhere(isl_map *map)
{
    isl_map *all = NULL;
    if (isl_map_is_single_valued(map) != isl_bool_true) {
        isl_map_free(map);
        return NULL;
    }
    isl_pw_multi_aff *function = isl_pw_multi_aff_from_map(map);
    if (isl_pw_multi_aff_n_piece(function) == 1)
        isl_pw_multi_aff_foreach_piece(function, take_function, &all);
    isl_pw_multi_aff_free(function);
    return all;
}

/* [h…, tiles…] -> [h…, members…] of the box that the tile is. */
static isl_map *points_of_tile(const struct unroll_jam *j)
{
    int prefix = j->kernel->prefix_count;
    int tiled = j->steps ? j->dims : j->members;
    isl_space *space = isl_space_map_from_domain_and_range(
        affine_space(j->poly, prefix + tiled),
        affine_space(j->poly, prefix + j->members));
    isl_map *map = isl_map_universe(isl_space_copy(space));
    isl_local_space *ls = isl_local_space_from_space(space);
    for (int d = 0; d < prefix + tiled; d++) {
        if (d < prefix) {
            map = isl_map_equate(map, isl_dim_in, d, isl_dim_out, d);
            continue;
        }
        isl_constraint *most =
            isl_constraint_alloc_inequality(isl_local_space_copy(ls));
        most = isl_constraint_set_coefficient_si(most, isl_dim_in, d, 1);
        most = isl_constraint_set_coefficient_si(most, isl_dim_out, d, -1);
        most =
            isl_constraint_set_constant_si(most, (int)j->tile[d - prefix] - 1);
        map = isl_map_add_constraint(map, most);
        map = isl_map_order_le(map, isl_dim_in, d, isl_dim_out, d);
    }
    isl_local_space_free(ls);
    return map;
}

/* The tile's box, parameters hd_p…. */
static isl_set *box_of(const struct unroll_jam *j,
                       const struct staging_buffer *buffer)
{
    isl_set *box = NULL;
    for (int k = 0; k < buffer->rank; k++) {
        isl_set *first =
            isl_set_from_pw_aff(isl_pw_aff_copy(buffer->offset[k]));
        isl_set *side = isl_set_universe(isl_set_get_space(first));
        side = isl_set_lower_bound_si(side, isl_dim_set, 0, 0);
        side = isl_set_upper_bound_si(side, isl_dim_set, 0,
                                      (int)buffer->size[k] - 1);
        side = isl_set_sum(first, side);
        box = box ? isl_set_flat_product(box, side) : side;
    }
    return box;
}

/* Is what the access reads for any points in the box that a tile is, in
 * iterations that there are, in the staging buffer's? */
static bool reads_inside(const struct unroll_jam *j, int access,
                         isl_map *members, isl_set *all)
{
    const struct staging_buffer *buffer =
        &j->kernel->shared.buffer[staging_buffer_of(j->kernel, access)];
    int prefix = j->kernel->prefix_count;
    int count = prefix + (j->steps ? j->dims : j->members);
    isl_map *read = everywhere(isl_map_copy(j->poly->access[access].map));
    if (!read)
        return false;
    read = isl_map_apply_domain(read, isl_map_copy(members));
    isl_map *tile = isl_map_intersect_range(points_of_tile(j),
                                            free_dims(all, prefix, j->dims));
    tile = isl_map_apply_range(tile, read);
    tile = isl_map_reset_tuple_id(tile, isl_dim_out);
    isl_set *elements =
        isl_map_range(unroll_jam_with_params(j, tile, count, "hd_p", 0));
    isl_set *box = box_of(j, buffer);
    bool inside = isl_set_is_subset(elements, box) == isl_bool_true;
    isl_set_free(elements);
    isl_set_free(box);
    return inside;
}

/* Does the statement move along all loops around it by itself, so that its
 * iterators are known of any point? */
static bool is_free(const struct poly *poly, int stmt)
{
    isl_basic_set *hull =
        isl_set_affine_hull(isl_set_copy(poly->stmt[stmt].domain));
    bool is = isl_basic_set_plain_is_universe(hull) == isl_bool_true;
    isl_basic_set_free(hull);
    return is;
}

static bool is_unguarded(const struct unroll_jam *j, int stmt,
                         isl_union_set *statement)
{
    const struct poly *poly = j->poly;
    if (!stays_inside(j, stmt) || !is_free(poly, stmt))
        return false;
    isl_set *all = instances(j, statement);
    bool unguarded = is_product(j, all) && owns_elements(j, statement);
    isl_map *members =
        unguarded ? everywhere(isl_map_reset_tuple_id(
                        isl_map_from_union_map(members_of(j, statement)),
                        isl_dim_out))
                  : NULL;
    unguarded = members != NULL;
    for (int k = poly->stmt[stmt].access_begin;
         k < poly->stmt[stmt].access_end && unguarded; k++)
        if (staging_buffer_of(j->kernel, k) >= 0 && !poly->access[k].write)
            unguarded = reads_inside(j, k, members, all);
    isl_map_free(members);
    isl_set_free(all);
    return unguarded;
}

/* Fills `unguarded` for the part's statement; false if it has not one that is.
 */
static bool find_part(const struct unroll_jam *j, int when, bool *unguarded)
{
    const struct poly *poly = j->poly;
    bool found = false;
    if (isl_union_set_n_set(j->part[when]) != 1)
        return false;
    for (int k = 0; k < poly->stmt_count; k++) {
        if (unroll_jam_is_in(poly, k, j->part[when]))
            unguarded[k] = found = is_unguarded(j, k, j->part[when]);
    }
    return found;
}

bool *unguarded_find(const struct unroll_jam *j, int last)
{
    bool *unguarded = arena_alloc(
        j->poly->arena, sizeof *unguarded * (size_t)(j->poly->stmt_count + 1));
    if (!pass_runs(j->poly->passes, PASS_UNGUARDED) ||
        j->members != j->dims + 1 || !j->kernel->shared.count ||
        !j->kernel->unroll.promoted_count || !find_part(j, MAIN, unguarded))
        return NULL;
    find_part(j, BEFORE, unguarded);
    if (last == AFTER)
        find_part(j, AFTER, unguarded);
    return unguarded;
}
