/*
 * Where arrays live. A web is contracted to a variable when, at the deepest
 * node of the schedule tree that all its statements share, some number of outer
 * schedule dimensions is one to one with its elements: while these dimensions
 * keep their values only one element is used, and by one thread if they include
 * the mapped ones, which stand outermost in a kernel.
 */
#include "polyhedral/levels.h"
#include "polyhedral/parts.h"

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

static int mapped_depth(const struct mapping *mapping, isl_schedule_node *mark)
{
    isl_id *id = isl_schedule_node_mark_get_id(mark);
    const struct map_kernel *kernel =
        &mapping->kernel[atoi(isl_id_get_name(id) + 1)];
    isl_id_free(id);
    return kernel->prefix_count + kernel->dims;
}

/* The deepest node that all uses of the array share (the node is taken);
 * *mapped receives the number of schedule dimensions outside the kernel and
 * mapped by it, -1 if the node is in no kernel. */
static isl_schedule_node *shared_node(const struct poly *poly,
                                      const struct mapping *mapping, int array,
                                      int *mapped)
{
    isl_schedule_node *node = isl_schedule_get_root(mapping->plain);
    *mapped = -1;
    for (;;) {
        int count = (int)isl_schedule_node_n_children(node), next = -1;
        if (map_is_kernel(node))
            *mapped = mapped_depth(mapping, node);
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

static bool contractible(const struct poly *poly, const struct mapping *mapping,
                         int array)
{
    int mapped;
    isl_schedule_node *node = shared_node(poly, mapping, array, &mapped);
    isl_union_map *prefix =
        isl_schedule_node_get_prefix_schedule_union_map(node);
    isl_schedule_node_free(node);
    isl_union_map *access = storage_accesses(poly, array);
    isl_union_map *when =
        isl_union_map_apply_range(isl_union_map_reverse(access), prefix);
    if (mapped >= 0)
        return one_at_a_time(when, mapped);
    isl_union_map_free(when);
    return false;
}

/* Is a team's array of use only inside of one kernel's blocks? */
static bool is_of_team(const struct poly *poly, const struct mapping *mapping,
                       int array)
{
    int mapped;
    isl_schedule_node *node = shared_node(poly, mapping, array, &mapped);
    int depth = (int)isl_schedule_node_get_schedule_depth(node);
    isl_schedule_node_free(node);
    return mapped >= 0 && team_holds(poly, array, depth);
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
    bool team = sa->team;
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
