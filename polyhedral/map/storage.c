/*
 * Where arrays live. A web is contracted to a variable when, at the deepest
 * node of the schedule tree that all its statements share, some number of outer
 * schedule dimensions is one to one with its elements: while these dimensions
 * keep their values only one element is used, and by one thread if they include
 * the mapped ones, which stand outermost in a kernel. In the same way a web
 * that stays in memory loses the dimensions that privatisation gave it, if they
 * are one to one with outer dimensions that nothing maps; or they become its
 * last ones.
 */
#include "polyhedral/map/map.h"

#include "polyhedral/cost/cost.h"
#include "polyhedral/plan/plan.h"
#include "polyhedral/rewrite/rewrite.h"
#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>

#include <stdlib.h>

/* The kernel that the node is in, or NULL. */
static const struct map_kernel *kernel_around(const struct mapping *mapping,
                                              isl_schedule_node *node)
{
    const struct map_kernel *kernel = NULL;
    node = isl_schedule_node_copy(node);
    while (!node_is_kernel(node) &&
           isl_schedule_node_has_parent(node) == isl_bool_true)
        node = isl_schedule_node_parent(node);
    if (node_is_kernel(node)) {
        isl_id *id = isl_schedule_node_mark_get_id(node);
        kernel = &mapping->kernel[atoi(isl_id_get_name(id) + 1)];
        isl_id_free(id);
    }
    isl_schedule_node_free(node);
    return kernel;
}

static isl_union_map *times_of_use(const struct poly *poly,
                                   const struct mapping *mapping, int array,
                                   const struct map_kernel **kernel)
{
    isl_schedule_node *node = contraction_node(poly, mapping->plain, array);
    *kernel = kernel_around(mapping, node);
    return contraction_times(poly, node, array);
}

static bool contractible(const struct poly *poly, const struct mapping *mapping,
                         int array)
{
    const struct map_kernel *kernel;
    isl_union_map *when = times_of_use(poly, mapping, array, &kernel);
    if (kernel && !(kernel->team.threads && team_passes(poly, array))) {
        /* A thread of the host goes through a block's points in order. */
        int dims = !mapping->gpu && kernel->dims > 1 ? 1 : kernel->dims;
        return contraction_is_one_at_a_time(when, kernel->prefix_count + dims);
    }
    isl_union_map_free(when);
    return false;
}

/* Are the leading dimensions of the array one to one with outer dimensions that
 * run in order? Then its slices are used one after the other. */
static bool is_foldable(const struct poly *poly, const struct mapping *mapping,
                        int array)
{
    const struct poly_array *pa = &poly->array[array];
    const struct map_kernel *kernel;
    isl_union_map *when = times_of_use(poly, mapping, array, &kernel);
    if (isl_union_map_n_map(when) != 1) {
        isl_union_map_free(when);
        return false;
    }
    isl_map *map = isl_map_from_union_map(when);
    int depth = (int)isl_map_dim(map, isl_dim_out);
    int most = kernel && kernel->dims ? kernel->prefix_count : depth;
    map = isl_map_project_out(map, isl_dim_in, (unsigned)pa->expand,
                              (unsigned)(pa->rank - pa->expand));
    if (most < depth)
        map = isl_map_project_out(map, isl_dim_out, (unsigned)most,
                                  (unsigned)(depth - most));
    bool found = false;
    for (int q = most; q > 0 && !found; q--) {
        found = isl_map_is_bijective(map) == isl_bool_true;
        map = isl_map_project_out(map, isl_dim_out, (unsigned)q - 1, 1);
    }
    isl_map_free(map);
    return found;
}

static void fold(struct poly *poly, int array)
{
    struct poly_array *pa = &poly->array[array];
    for (int k = 0; k < poly->access_count; k++) {
        struct poly_access *access = &poly->access[k];
        if (access->array != array)
            continue;
        access->map = isl_map_project_out(access->map, isl_dim_out, 0,
                                          (unsigned)pa->expand);
        access->map =
            isl_map_set_tuple_name(access->map, isl_dim_out, pa->name);
    }
    pa->rank -= pa->expand;
    pa->expand = 0;
}

static bool may_fold(const struct poly *poly, const struct storage *storage,
                     struct mapping *const *mapping, int count, int array)
{
    bool able =
        storage->kind[array] == STORAGE_TEMP && poly->array[array].expand > 0;
    for (int m = 0; m < count && able; m++)
        able = is_foldable(poly, mapping[m], array);
    return able && !poly_isl_lost(poly);
}

/* Does the statement run in one iteration of its loop d alone, such as what
 * leaves the last iteration's elements? */
static bool runs_once(const struct poly *poly, int stmt, int d)
{
    isl_set *set = isl_set_copy(poly->stmt[stmt].domain);
    unsigned rank = (unsigned)isl_set_dim(set, isl_dim_set), at = (unsigned)d;
    set = isl_set_project_out(set, isl_dim_set, at + 1, rank - at - 1);
    set = isl_set_project_out(set, isl_dim_set, 0, at);
    bool once = isl_set_is_singleton(set) == isl_bool_true;
    isl_set_free(set);
    return once;
}

/* Neighbouring iterations are to find their elements side by side: is the loop
 * that goes innermost on the host, in the statements that access the array, the
 * last one for whose iterations it has elements? */
static bool may_turn(const struct poly *poly, const struct storage *storage,
                     const struct mapping *host, int array)
{
    const struct poly_array *pa = &poly->array[array];
    bool found = false;
    bool able = host && !host->panels && storage->kind[array] == STORAGE_TEMP &&
                pa->expand && pa->rank > pa->expand && !pa->pitch &&
                !pa->turned;
    for (int k = 0; k < poly->access_count && able; k++) {
        const struct poly_access *access = &poly->access[k];
        if (access->array != array ||
            runs_once(poly, access->stmt, pa->expand - 1))
            continue;
        int loop = plain_nest_innermost(poly, host->schedule, access->stmt);
        found |= loop >= 0;
        able = loop < 0 || scop_loop_depth(poly->stmt[access->stmt].stmt,
                                           loop) == pa->expand - 1;
    }
    return able && found && !poly_isl_lost(poly);
}

/* The map to elements whose leading dimensions come last. */
static isl_map *turn_map(isl_map *map, int leading)
{
    isl_space *space = isl_space_range(isl_map_get_space(map));
    isl_multi_aff *same = isl_multi_aff_identity(isl_space_map_from_set(space));
    isl_multi_aff *turned = isl_multi_aff_copy(same);
    int rank = (int)isl_multi_aff_dim(same, isl_dim_out);
    for (int k = 0; k < rank; k++)
        turned = isl_multi_aff_set_aff(
            turned, k, isl_multi_aff_get_aff(same, (k + leading) % rank));
    isl_multi_aff_free(same);
    return isl_map_apply_range(map, isl_map_from_multi_aff(turned));
}

static void turn(struct poly *poly, int array)
{
    struct poly_array *pa = &poly->array[array];
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            poly->access[k].map = turn_map(poly->access[k].map, pa->expand);
    pa->turned = true;
}

struct poly *storage_fold(const struct poly *poly,
                          const struct storage *storage,
                          struct mapping *const *mapping, int count)
{
    struct poly *folded = NULL;
    const struct mapping *host = NULL;
    for (int m = 0; m < count; m++)
        host = mapping[m]->gpu ? host : mapping[m];
    for (int k = 0; k < poly->array_count; k++) {
        bool folds = may_fold(poly, storage, mapping, count, k);
        if (!folds && !may_turn(poly, storage, host, k))
            continue;
        if (!folded)
            folded = poly_copy(poly);
        if (folds)
            fold(folded, k);
        else
            turn(folded, k);
    }
    return folded;
}

/* Is a team's array of use only inside of one kernel's blocks? */
static bool is_of_team(const struct poly *poly, const struct mapping *mapping,
                       int array)
{
    isl_schedule_node *node = contraction_node(poly, mapping->plain, array);
    const struct map_kernel *kernel = kernel_around(mapping, node);
    int depth = (int)isl_schedule_node_get_schedule_depth(node);
    isl_schedule_node_free(node);
    return kernel && team_holds(poly, array, depth);
}

static enum storage_kind choose(const struct poly *poly,
                                struct mapping *const *mapping, int count,
                                int array)
{
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    bool used = false, written = false, prologue = false;
    if (sa->scope == SCOP_POINT)
        return sa->rank ? STORAGE_LOCAL : STORAGE_VARIABLE;
    if (sa->is_order)
        return STORAGE_USER;
    for (int k = 0; k < poly->access_count; k++) {
        if (poly->access[k].array != array)
            continue;
        used = true;
        written |= poly->access[k].write;
        prologue |=
            poly->access[k].write && poly->stmt[poly->access[k].stmt].prologue;
    }
    if (!used)
        return STORAGE_UNUSED;
    if (array < poly->scop->array_count &&
        poly->part->parts->kind[array] != STORAGE_UNUSED)
        return poly->part->parts->kind[array];
    if (prologue)
        return STORAGE_HOST;
    if (pa->rank == 0 && sa->scope == SCOP_OUTSIDE && !written)
        return STORAGE_VALUE;
    if (array < poly->scop->array_count && sa->scope == SCOP_OUTSIDE)
        return STORAGE_USER;
    bool team =
        sa->team > 0 || (pa->rank == pa->expand && team_passes(poly, array));
    for (int k = 0; k < count && team; k++)
        team = is_of_team(poly, mapping[k], array);
    if (team)
        return STORAGE_TEAM;
    for (int k = 0; k < count; k++)
        if (!contractible(poly, mapping[k], array) ||
            !levels_keep_apart(poly, mapping[k]->levels, array))
            return STORAGE_TEMP;
    return STORAGE_VARIABLE;
}

struct storage *storage_choose(const struct poly *poly,
                               struct mapping *const *mapping, int count)
{
    struct storage *storage = arena_alloc(poly->arena, sizeof *storage);
    int rows = 0;
    storage->kind = arena_alloc(poly->arena, sizeof *storage->kind *
                                                 (poly->array_count + 1));
    storage->row =
        arena_alloc(poly->arena, sizeof(int) * (poly->array_count + 1));
    for (int k = 0; k < poly->array_count; k++) {
        storage->kind[k] = choose(poly, mapping, count, k);
        bool row = storage->kind[k] == STORAGE_USER ||
                   storage->kind[k] == STORAGE_TEMP;
        storage->row[k] = row ? rows++ : -1;
    }
    storage->row_count = rows;
    return storage;
}

int storage_expanded_rank(const struct poly *poly,
                          const struct storage *storage)
{
    int most = 0;
    for (int k = 0; k < poly->array_count; k++)
        if (storage->kind[k] == STORAGE_TEMP && poly->array[k].expand &&
            poly->array[k].rank > most)
            most = poly->array[k].rank;
    return most;
}

bool storage_expands(const struct poly *poly, const struct storage *storage)
{
    return storage_expanded_rank(poly, storage) > 0;
}
