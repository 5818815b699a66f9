/*
 * Temporaries that outlive an iteration.
 *
 * Privatisation frees a temporary from all loops that none of its values
 * crosses, also from those that are sequential for other reasons, as a time
 * loop around stencils is. The statements that give it its first value then
 * depend on nothing, isl's scheduler takes them out of the sequential loop, and
 * the temporary gets as many elements as the whole nest has points. Where there
 * are parallel loops inside of the sequential one, that is worth no more memory
 * than the nest uses anyway.
 */
#include "polyhedral/dependence/dependence.h"

#include <stdlib.h>

struct lifetimes {
    const struct poly *poly;
    bool *carries; /* per loop; NULL: not looked at yet */
    isl_union_map *order;
};

static bool is_carried(struct lifetimes *p, int loop)
{
    const struct poly *poly = p->poly;
    int count = poly->scop->loop_count;
    if (!p->carries) {
        isl_map_list *dependences = poly_dependences(poly);
        p->carries = calloc((size_t)count + 1, sizeof *p->carries);
        for (int k = 0; k < count; k++)
            p->carries[k] = poly_carries(poly, dependences, k);
        isl_map_list_free(dependences);
    }
    return p->carries[loop];
}

/* Is a loop around the statement, deeper than `depth`, parallel? */
static bool is_parallel_below(struct lifetimes *p, const struct scop_stmt *s,
                              int depth)
{
    for (int d = depth + 1; d < s->depth; d++)
        if (!is_carried(p, s->loop[d]))
            return true;
    return false;
}

/* The loop at this depth around all that uses the array, if it is sequential
 * and parallel loops are around each use inside of it; else NULL. */
static const struct scop_loop *bounding_loop(struct lifetimes *p, int array,
                                             int depth)
{
    const struct poly *poly = p->poly;
    const struct scop_loop *loop = NULL;
    for (int k = 0; k < poly->access_count; k++) {
        if (poly->access[k].array != array)
            continue;
        const struct scop_stmt *s = poly->stmt[poly->access[k].stmt].stmt;
        if (s->depth <= depth + 1)
            return NULL;
        loop = &poly->scop->loop[s->loop[depth]];
    }
    for (int k = 0; loop && k < poly->access_count; k++) {
        if (poly->access[k].array != array)
            continue;
        const struct scop_stmt *s = poly->stmt[poly->access[k].stmt].stmt;
        if (!is_carried(p, s->loop[depth]) || !is_parallel_below(p, s, depth))
            return NULL;
    }
    return loop;
}

/* Returns the map from each element to the one that stands for it so much
 * further along the loop. */
static isl_map *later_life(const struct poly_access *a, int depth,
                           int64_t distance)
{
    isl_space *space = isl_space_range(isl_map_get_space(a->map));
    isl_multi_aff *later =
        isl_multi_aff_identity(isl_space_map_from_set(space));
    isl_aff *aff = isl_multi_aff_get_aff(later, depth);
    aff = isl_aff_add_constant_si(aff, (int)distance);
    return isl_map_from_multi_aff(isl_multi_aff_set_aff(later, depth, aff));
}

/* Returns the map from the instances that read to those that write what stands
 * for the same element so much further along the loop. */
static isl_union_map *order_at(const struct poly *poly, int array, int depth,
                               int64_t distance)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int r = 0; r < poly->access_count; r++) {
        const struct poly_access *read = &poly->access[r];
        if (read->array != array || read->write)
            continue;
        isl_map *later = isl_map_apply_range(isl_map_copy(read->map),
                                             later_life(read, depth, distance));
        for (int w = 0; w < poly->access_count; w++) {
            const struct poly_access *write = &poly->access[w];
            if (write->array != array || !write->write)
                continue;
            isl_map *order = isl_map_apply_range(
                isl_map_copy(later), isl_map_reverse(isl_map_copy(write->map)));
            all = isl_union_map_add_map(all, order);
        }
        isl_map_free(later);
    }
    return all;
}

/* A loop may use the array in every second iteration only, or less often: the
 * next one is looked for. */
static void order_accesses(struct lifetimes *p, int array, int depth,
                           int64_t step)
{
    enum { MOST_STEPS = 4 };
    isl_union_map *order = NULL;
    bool found = false;
    for (int k = 1; k <= MOST_STEPS && !found; k++) {
        isl_union_map_free(order);
        order = order_at(p->poly, array, depth, k * step);
        found = isl_union_map_is_empty(order) == isl_bool_false;
    }
    p->order = isl_union_map_union(p->order, order);
}

/* How many dimensions the arrays of the caller have, at most. */
static int largest_rank(const struct poly *poly)
{
    int rank = 0;
    for (int k = 0; k < poly->array_count; k++)
        if (!poly->array[k].local && poly->array[k].rank > rank)
            rank = poly->array[k].rank;
    return rank;
}

/* Which instances are to come one after the other. */
static isl_union_map *find_order(const struct poly *poly)
{
    int rank = largest_rank(poly);
    struct lifetimes p = {
        .poly = poly,
        .order = isl_union_map_empty(affine_space(poly, 0)),
    };
    for (int k = 0; k < poly->array_count; k++) {
        const struct poly_array *a = &poly->array[k];
        bool large = a->local && a->rank > rank;
        for (int d = 0; large && d < a->expand; d++) {
            const struct scop_loop *loop = bounding_loop(&p, k, d);
            if (loop)
                order_accesses(&p, k, d, loop->node->step);
        }
    }
    free(p.carries);
    return p.order;
}

bool poly_keeps_lifetimes(const struct poly *poly, isl_schedule *schedule)
{
    isl_union_map *order = find_order(poly);
    if (isl_union_map_is_empty(order) != isl_bool_false) {
        isl_union_map_free(order);
        return true;
    }
    isl_union_map *time = isl_schedule_get_map(schedule);
    order = isl_union_map_apply_domain(order, isl_union_map_copy(time));
    order = isl_union_map_apply_range(order, time);
    isl_map *pairs = isl_map_from_union_map(order);
    isl_map *later = isl_map_lex_lt(isl_space_domain(isl_map_get_space(pairs)));
    bool keeps = isl_map_is_subset(pairs, later) != isl_bool_false;
    isl_map_free(pairs);
    isl_map_free(later);
    return keeps;
}
