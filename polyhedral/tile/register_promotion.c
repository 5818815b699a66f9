/*
 * Elements of arrays that a thread keeps in registers while it runs through its
 * points (scalar replacement): an array qualifies if each point uses one
 * element of it, which is written, read, and used by no other point.
 */
#include "polyhedral/tile/tile.h"
#include "polyhedral/tile/unroll_jam.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/dependence/dependence.h"
#include "polyhedral/schedule/schedule.h"

/* Has the array's memory no other name in the region? */
static bool has_no_views(const struct poly *poly, int array)
{
    const struct scop *scop = poly->scop;
    int own = poly->array[array].array;
    bool none = true;
    for (int k = 0; k < scop->array_count; k++)
        none &= k == own || scop->array[k].view_of != scop->array[own].view_of;
    return none;
}

/* Which accesses to the array are to the point's own element: all, NULL; where
 * panels have the kernel, those that are not apart from all that is written
 * have to be. */
static const bool *find_own(const struct unroll_jam *j, int array)
{
    const struct poly *poly = j->poly;
    if (!panel_is_elements(j->kernel))
        return NULL;
    bool *own = arena_alloc(poly->arena,
                            sizeof *own * (size_t)(poly->access_count + 1));
    for (int k = 0; k < poly->access_count; k++)
        own[k] =
            poly->access[k].array == array &&
            unroll_jam_is_in(poly, poly->access[k].stmt, j->kernel->domain) &&
            !panel_reads_apart(poly, j->kernel, k);
    return own;
}

bool unroll_jam_serves(const struct promoted_array *promoted, int array,
                       int access)
{
    return promoted->array == array &&
           (!promoted->serves || (access >= 0 && promoted->serves[access]));
}

/* Is the array read, and written in the main part, and may a register stand for
 * its elements in `scope`? */
static bool may_promote(const struct unroll_jam *j, int array,
                        isl_union_set *scope)
{
    const struct poly *poly = j->poly;
    bool written = false, read = false;
    bool plain = poly->array[array].rank > 0 && has_no_views(poly, array);
    for (int k = 0; k < poly->access_count && plain; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array || !unroll_jam_is_in(poly, a->stmt, scope))
            continue;
        plain = a->exact && !a->update && !a->token &&
                !poly->scop->stmt[a->stmt].body;
        written |= a->write && unroll_jam_is_in(poly, a->stmt, j->part[MAIN]);
        read |= !a->write;
    }
    return plain && written && read;
}

/* [h…, f…] -> the only element of the array that the statements access there;
 * NULL if there are several, or if several points have one. */
static isl_map *promoted_element(const struct unroll_jam *j, int array,
                                 const bool *serves, isl_union_set *statements)
{
    isl_union_map *access = serves ? shared_tile_served(j->poly, serves)
                                   : array_accesses(j->poly, array);
    access =
        isl_union_map_intersect_domain(access, isl_union_set_copy(statements));
    access = isl_union_map_apply_domain(access, unroll_jam_places(j));
    if (isl_union_map_n_map(access) != 1) {
        isl_union_map_free(access);
        return NULL;
    }
    isl_map *element = isl_map_coalesce(isl_map_from_union_map(access));
    isl_map *with = isl_set_identity(isl_map_domain(isl_map_copy(element)));
    int prefix = j->kernel->prefix_count;
    with = isl_map_project_out(with, isl_dim_out, (unsigned)prefix,
                               (unsigned)j->dims);
    with = isl_map_flat_range_product(
        with, isl_map_reset_tuple_id(isl_map_copy(element), isl_dim_out));
    bool one = isl_map_is_single_valued(element) == isl_bool_true &&
               isl_map_is_injective(with) == isl_bool_true;
    isl_map_free(with);
    return one ? element : isl_map_free(element);
}

/* Does the statement that comes before write each of the elements at `points`
 * before anything reads them? */
static bool is_fresh(const struct unroll_jam *j, int array, isl_set *points)
{
    const struct poly *poly = j->poly;
    bool writes = false, reads = false;
    if (isl_union_set_n_set(j->part[BEFORE]) != 1)
        return false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array ||
            !unroll_jam_is_in(poly, a->stmt, j->part[BEFORE]))
            continue;
        writes |= a->write && a->certain;
        reads |= !a->write;
    }
    if (!writes || reads)
        return false;
    isl_set *there = unroll_jam_points(j, j->part[BEFORE]);
    bool all = isl_set_is_subset(points, there) == isl_bool_true;
    isl_set_free(there);
    return all;
}

/* Are there elements, those of `points`, that nothing in `scope` writes, while
 * statements outside it access the array? An element that goes back to memory
 * as it was is a write among the reads of other threads. */
static bool is_in_the_way(const struct unroll_jam *j, int array,
                          isl_set *points, isl_union_set *scope)
{
    const struct poly *poly = j->poly;
    isl_union_set *writers =
        isl_union_set_empty(isl_union_set_get_space(scope));
    bool others = false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array ||
            !unroll_jam_is_in(poly, a->stmt, j->kernel->domain))
            continue;
        bool within = unroll_jam_is_in(poly, a->stmt, scope);
        others |= !within;
        if (within && a->write)
            writers = isl_union_set_union(
                writers, isl_union_set_from_set(
                             isl_set_copy(poly->stmt[a->stmt].domain)));
    }
    isl_set *written = unroll_jam_points(j, writers);
    bool all = isl_set_is_subset(points, written) == isl_bool_true;
    isl_set_free(written);
    isl_union_set_free(writers);
    return others && !all;
}

/* Adds the array to what is held in registers if it can be; what data may keep
 * from being accessed, if it is within the array's extents. */
static bool promoted(struct unroll_jam *j, int array, isl_union_set *scope)
{
    enum { MAX_PIECES = 3 };
    struct promoted_array held = {.array = array,
                                  .rank = j->poly->array[array].rank};
    if (!may_promote(j, array, scope))
        return false;
    held.serves = find_own(j, array);
    isl_map *element = promoted_element(j, array, held.serves, scope);
    if (!element)
        return false;
    if (!array_is_certain(j->poly, array)) {
        isl_set *there = isl_map_range(isl_map_copy(element));
        there = dataflow_within(j->poly, array, there);
        element = isl_map_intersect_range(element, there);
    }
    int prefix = j->kernel->prefix_count;
    element = unroll_jam_with_params(j, element, prefix, "hd_h", 0);
    element = unroll_jam_with_params(j, element, j->dims, "hd_f", 0);
    isl_set *range = isl_map_range(element);
    held.points = isl_set_params(isl_set_copy(range));
    isl_pw_multi_aff *at = isl_pw_multi_aff_from_set(range);
    bool good = isl_pw_multi_aff_n_piece(at) == 1 &&
                isl_set_n_basic_set(held.points) <= MAX_PIECES;
    held.subscript =
        arena_alloc(j->poly->arena, sizeof *held.subscript * (size_t)held.rank);
    for (int k = 0; k < held.rank; k++)
        held.subscript[k] = isl_pw_multi_aff_get_pw_aff(at, k);
    isl_pw_multi_aff_free(at);
    held.fresh = good && is_fresh(j, array, held.points);
    good = good &&
           (held.fresh || access_is_user(j->poly, j->poly->array[array].array));
    good = good && !is_in_the_way(j, array, held.points, scope);
    if (good)
        j->kernel->unroll.promoted[j->kernel->unroll.promoted_count++] = held;
    else
        unroll_jam_free_promoted(&held);
    return good;
}

void unroll_jam_free_promoted(struct promoted_array *promoted)
{
    isl_set_free(promoted->points);
    for (int k = 0; k < promoted->rank; k++)
        isl_pw_aff_free(promoted->subscript[k]);
}

static void forget_promoted(struct map_kernel *kernel)
{
    while (kernel->unroll.promoted_count)
        unroll_jam_free_promoted(
            &kernel->unroll.promoted[--kernel->unroll.promoted_count]);
}

/* Holds what can be held in the parts up to `last`. */
static int promote_all(struct unroll_jam *j, int last)
{
    enum { MAX_HELD = 2 };
    forget_promoted(j->kernel);
    isl_union_set *scope = isl_union_set_union(
        isl_union_set_copy(j->part[BEFORE]), isl_union_set_copy(j->part[MAIN]));
    if (last == AFTER)
        scope = isl_union_set_union(scope, isl_union_set_copy(j->part[AFTER]));
    for (int a = 0; a < j->poly->array_count; a++)
        if (j->kernel->unroll.promoted_count < MAX_HELD)
            promoted(j, a, scope);
    isl_union_set_free(scope);
    return j->kernel->unroll.promoted_count;
}

/* Fills the kernel's promoted arrays: the last part that they are for is
 * returned. What comes after is one of them unless that costs an array. */
int unroll_jam_find_promoted(struct unroll_jam *j)
{
    struct map_kernel *kernel = j->kernel;
    kernel->unroll.promoted =
        arena_alloc(j->poly->arena, sizeof *kernel->unroll.promoted *
                                        (size_t)j->poly->array_count);
    if (j->members == j->dims)
        return AFTER;
    int most = promote_all(j, MAIN);
    if (promote_all(j, AFTER) == most)
        return AFTER;
    promote_all(j, MAIN);
    return MAIN;
}

void shared_tile_forget(struct map_kernel *kernel)
{
    for (int s = 0; s < kernel->shared.count; s++) {
        isl_set_free(kernel->shared.buffer[s].elements);
        isl_set_free(kernel->shared.buffer[s].whole);
        for (int k = 0; k < kernel->shared.buffer[s].rank; k++)
            isl_pw_aff_free(kernel->shared.buffer[s].offset[k]);
    }
    for (int k = 0; k < kernel->unroll.promoted_count; k++)
        unroll_jam_free_promoted(&kernel->unroll.promoted[k]);
    isl_set_free(kernel->unroll.full);
}
