/*
 * Where arrays live. A web is contracted to a variable when, at the deepest
 * node of the schedule tree that all its statements share, some number of outer
 * schedule dimensions is one to one with its elements: while these dimensions
 * keep their values only one element is used, and by one thread if they include
 * the mapped ones, which stand outermost in a kernel. In the same way a web that
 * stays in memory loses the dimensions that privatisation gave it, if they are
 * one to one with outer dimensions that nothing maps.
 */
#include "polyhedral/plan/level_schedule.h"
#include "polyhedral/rewrite/partition.h"

#include <isl/id.h>

#include <stdlib.h>

static bool uses(const struct poly *poly, int stmt, int array)
{
    for (int k = poly->stmt[stmt].access_begin; k < poly->stmt[stmt].access_end;
         k++)
        if (poly->access[k].array == array)
            return true;
    return false;
}

/* Does a statement that uses the array have instances in the node's child?
 * (What a filter lets through reaches what is below it, not the filter.) */
static bool reaches(const struct poly *poly, isl_schedule_node *node, int child,
                    int array)
{
    isl_schedule_node *below = isl_schedule_node_get_child(node, child);
    if (isl_schedule_node_get_type(below) == isl_schedule_node_filter)
        below = isl_schedule_node_child(below, 0);
    isl_union_set *domain = isl_schedule_node_get_domain(below);
    isl_schedule_node_free(below);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    bool found = false;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        found |= stmt >= 0 && uses(poly, stmt, array);
        isl_set_free(set);
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return found;
}

/* The deepest node that all uses of the array share. */
static isl_schedule_node *shared_node(const struct poly *poly,
                                      isl_schedule *schedule, int array)
{
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    for (;;) {
        int count = (int)isl_schedule_node_n_children(node), next = -1;
        for (int k = 0; k < count; k++) {
            bool here = reaches(poly, node, k, array);
            if (here && next >= 0)
                return node;
            if (here)
                next = k;
        }
        if (next < 0)
            return node;
        node = isl_schedule_node_child(node, next);
    }
}

/* The kernel that the node is in, or NULL. */
static const struct map_kernel *kernel_around(const struct mapping *mapping,
                                              isl_schedule_node *node)
{
    const struct map_kernel *kernel = NULL;
    node = isl_schedule_node_copy(node);
    while (!map_is_kernel(node) &&
           isl_schedule_node_has_parent(node) == isl_bool_true)
        node = isl_schedule_node_parent(node);
    if (map_is_kernel(node)) {
        isl_id *id = isl_schedule_node_mark_get_id(node);
        kernel = &mapping->kernel[atoi(isl_id_get_name(id) + 1)];
        isl_id_free(id);
    }
    isl_schedule_node_free(node);
    return kernel;
}

isl_union_map *storage_accesses(const struct poly *poly, int array)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            all = isl_union_map_add_map(all, isl_map_copy(poly->access[k].map));
    return all;
}

/* Elements -> schedule: is each element used by one thread (the `mapped` outer
 * dimensions) only, and is there a number of outer dimensions whose points are
 * one to one with the elements? */
static bool one_at_a_time(isl_union_map *when, int mapped)
{
    if (isl_union_map_n_map(when) != 1) {
        isl_union_map_free(when);
        return false;
    }
    isl_map *map = isl_map_from_union_map(when);
    bool found = false, alone = true;
    for (int q = (int)isl_map_dim(map, isl_dim_out); q >= 0 && !found; q--) {
        bool single = isl_map_is_single_valued(map) == isl_bool_true;
        if (q == mapped)
            alone = single;
        if (!alone)
            break;
        found = single && isl_map_is_injective(map) == isl_bool_true;
        if (q)
            map = isl_map_project_out(map, isl_dim_out, (unsigned)q - 1, 1);
    }
    isl_map_free(map);
    return found;
}

/* Elements -> schedule dimensions around all that uses them, below node
 * (taken). */
static isl_union_map *times_below(const struct poly *poly,
                                  isl_schedule_node *node, int array)
{
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    isl_schedule_node_free(node);
    isl_union_map *access = storage_accesses(poly, array);
    return isl_union_map_apply_range(isl_union_map_reverse(access), prefix);
}

static isl_union_map *times_of_use(const struct poly *poly,
                                   const struct mapping *mapping, int array,
                                   const struct map_kernel **kernel)
{
    isl_schedule_node *node = shared_node(poly, mapping->plain, array);
    *kernel = kernel_around(mapping, node);
    return times_below(poly, node, array);
}

bool storage_may_contract(const struct poly *poly, isl_schedule *schedule,
                          int array)
{
    isl_schedule_node *node = shared_node(poly, schedule, array);
    return one_at_a_time(times_below(poly, node, array), 0);
}

static bool contractible(const struct poly *poly, const struct mapping *mapping,
                         int array)
{
    const struct map_kernel *kernel;
    isl_union_map *when = times_of_use(poly, mapping, array, &kernel);
    if (kernel && !(kernel->team && team_passes(poly, array)))
        return one_at_a_time(when, kernel->prefix_count + kernel->dims);
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

bool storage_fold(struct poly *poly, const struct storage *storage,
                  struct mapping *const *mapping, int count)
{
    bool any = false;
    for (int k = 0; k < poly->array_count; k++) {
        bool able =
            storage->kind[k] == STORAGE_TEMP && poly->array[k].expand > 0;
        for (int m = 0; m < count && able; m++)
            able = is_foldable(poly, mapping[m], k);
        able &= !poly_isl_lost(poly);
        if (able)
            fold(poly, k);
        any |= able;
    }
    return any;
}

/* Is a team's array of use only inside of one kernel's blocks? */
static bool is_of_team(const struct poly *poly, const struct mapping *mapping,
                       int array)
{
    isl_schedule_node *node = shared_node(poly, mapping->plain, array);
    const struct map_kernel *kernel = kernel_around(mapping, node);
    int depth = (int)isl_schedule_node_get_schedule_depth(node);
    isl_schedule_node_free(node);
    return kernel && team_holds(poly, array, depth);
}

bool storage_is_certain(const struct poly *poly, int array)
{
    bool certain = true;
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array)
            certain &= poly->access[k].certain;
    return certain;
}

isl_set *storage_elements(struct poly *poly, int array)
{
    isl_set *all = NULL;
    for (int k = 0; k < poly->access_count; k++) {
        if (poly->access[k].array != array)
            continue;
        isl_set *range = isl_map_range(isl_map_copy(poly->access[k].map));
        all = all ? isl_set_union(all, range) : range;
    }
    if (all && poly->part->counter_count)
        all = cover_within(poly, array, part_forget_counters(poly, all));
    return all ? isl_set_coalesce(all) : NULL;
}

static enum storage_kind
choose(struct poly *poly, struct mapping *const *mapping, int count, int array)
{
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    bool used = false, written = false, prologue = false;
    if (sa->scope == SCOP_POINT)
        return sa->rank ? STORAGE_LOCAL : STORAGE_VARIABLE;
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

struct storage *storage_choose(struct poly *poly,
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

bool storage_expands(const struct poly *poly, const struct storage *storage)
{
    for (int k = 0; k < poly->array_count; k++)
        if (storage->kind[k] == STORAGE_TEMP && poly->array[k].expand)
            return true;
    return false;
}
