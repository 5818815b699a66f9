/*
 * Chunks: a scan's passes are interleaved, in a doacross pipeline.
 *
 * A loop that became a scan (scan_build.c) is several nests, the last of which
 * reads again what the first has read. On the host they run chunk by chunk, a
 * chunk being the blocks of one group, so that what is read again comes from a
 * cache: with c the number of a chunk,
 *
 *   for c:  all nests' iterations of blocks and groups that belong to c
 *
 * The order within a nest is what it was, and so are the results.
 *
 * Only some of a chunk's kernels need what the chunks before computed, or have
 * something that is left for those behind. They are ordered; what comes before
 * them in a chunk needs nothing of other chunks, and what comes after
 * leaves nothing to them, so that the host's threads can each do a chunk, which
 * then lies in the cache of one core (runtime/host/doacross_list.h):
 *
 *   K B C      chunk 0, by one thread; K: ordered
 *   A - K C    chunk 1, by another
 */
#include "polyhedral/map/map.h"

#include "polyhedral/schedule/schedule.h"

/* The loop around all others of a statement if it works on chunks. */
static const struct scop_loop *chunk_loop(const struct poly *poly, int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    if (s->depth == 0)
        return NULL;
    const struct scop_loop *loop = &poly->scop->loop[s->loop[0]];
    return loop->chunk ? loop : NULL;
}

/* { S[i…] -> floor(i0 / chunk) }; what stands in no loop prepares the first
 * chunk. */
static isl_pw_aff *chunk_number(const struct poly *poly, int stmt)
{
    isl_set *domain = isl_set_copy(poly->stmt[stmt].domain);
    isl_local_space *space =
        isl_local_space_from_space(isl_set_get_space(domain));
    const struct scop_loop *loop = chunk_loop(poly, stmt);
    isl_aff *aff = loop ? isl_aff_var_on_domain(space, isl_dim_set, 0)
                        : isl_aff_zero_on_domain(space);
    if (loop)
        aff = isl_aff_floor(isl_aff_scale_down_ui(aff, (unsigned)loop->chunk));
    return isl_pw_aff_intersect_domain(isl_pw_aff_from_aff(aff), domain);
}

static isl_multi_union_pw_aff *chunk_numbers(const struct poly *poly, int begin,
                                             int end)
{
    isl_union_pw_aff *all = isl_union_pw_aff_empty(affine_space(poly, 0));
    for (int k = begin; k < end; k++)
        if (poly->stmt[k].domain && !poly->stmt[k].prologue)
            all = isl_union_pw_aff_add_pw_aff(all, chunk_number(poly, k));
    return isl_multi_union_pw_aff_from_union_pw_aff(all);
}

/* The schedule (taken) with the statements from `begin` to before `end`, whole
 * nests that follow each other outside of all loops, chunk by chunk. */
static isl_schedule *by_chunks(const struct poly *poly, isl_schedule *schedule,
                               int begin, int end)
{
    enum { MAX_PAIRS = 1024 };
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    node = isl_schedule_node_child(node, 0);
    if (begin > 0)
        node = isl_schedule_node_order_before(node,
                                              poly_scheduled(poly, 0, begin));
    if (end < poly->stmt_count)
        node = isl_schedule_node_order_after(
            node, poly_scheduled(poly, end, poly->stmt_count));
    isl_multi_union_pw_aff *numbers = chunk_numbers(poly, begin, end);
    if (!poly_all_forward(poly, node, numbers, MAX_PAIRS)) {
        isl_multi_union_pw_aff_free(numbers);
        isl_schedule_node_free(node);
        return schedule;
    }
    isl_schedule_free(schedule);
    node = isl_schedule_node_insert_partial_schedule(node, numbers);
    schedule = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
    return schedule;
}

/* Returns the end of the nests that share the chunks of the one of `begin`;
 * `begin` if that is none of a scan. */
static int chunk_end(const struct poly *poly, int begin)
{
    const struct scop_loop *loop = chunk_loop(poly, begin);
    int end = begin;
    for (int k = begin; loop && k < poly->stmt_count; k++) {
        const struct scop_loop *other = chunk_loop(poly, k);
        if (other && other->chunk_of == loop->chunk_of)
            end = k + 1;
    }
    return end;
}

/* If isl reaches a limit the passes stay whole, and the stage begins again. */
isl_schedule *poly_chunk(const struct poly *poly, isl_schedule *schedule)
{
    isl_schedule *whole = isl_schedule_copy(schedule);
    for (int begin = 0; begin < poly->stmt_count;) {
        int end = chunk_end(poly, begin);
        if (end > begin)
            schedule = by_chunks(poly, schedule, begin, end);
        begin = end > begin ? end : begin + 1;
    }
    bool lost = poly_out_of_budget(poly);
    isl_schedule_free(lost ? schedule : whole);
    if (lost)
        poly_budget(poly, 2);
    return lost ? whole : schedule;
}

/* Doacross ----------------------------------------------------------------- */

/* The kernels of nests that share chunks, in the order of their launches. */
struct pipeline {
    const struct poly *poly;
    int begin, end;  /* statements */
    int *kernel;     /* per statement: number of its kernel, -1: none */
    int first, last; /* of the kernels that must be ordered */
};

/* Does the kernel hold statements of these nests alone, and is it launched once
 * a chunk, by the chunk's number? */
static bool goes_by_chunks(const struct pipeline *t,
                           const struct map_kernel *kernel)
{
    isl_multi_union_pw_aff *numbers = chunk_numbers(t->poly, t->begin, t->end);
    isl_union_map *expected = isl_union_map_from_multi_union_pw_aff(numbers);
    bool same =
        kernel->prefix_count == 1 && !kernel->plan &&
        isl_union_map_is_subset(kernel->prefix, expected) == isl_bool_true;
    isl_union_map_free(expected);
    return same;
}

/* Notes whose kernel number `number` is; false if it is one of these nests' and
 * of others too. */
static bool note_kernel(struct pipeline *t, const struct map_kernel *kernel,
                        int number)
{
    isl_set_list *list = isl_union_set_get_set_list(kernel->domain);
    int count = (int)isl_set_list_n_set(list), mine = 0;
    for (int k = 0; k < count; k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(t->poly, isl_set_get_space(set));
        isl_set_free(set);
        if (stmt < t->begin || stmt >= t->end)
            continue;
        t->kernel[stmt] = number;
        mine++;
    }
    isl_set_list_free(list);
    return mine == 0 || (mine == count && goes_by_chunks(t, kernel));
}

/* { [chunk] -> A[…] }: what the access touches. */
static isl_map *touched_by(const struct poly *poly,
                           const struct poly_access *access)
{
    isl_map *number = isl_map_from_pw_aff(chunk_number(poly, access->stmt));
    return isl_map_apply_domain(isl_map_copy(access->map), number);
}

/* May a chunk's x and a later one's y touch the same element? */
static bool is_carried(const struct poly *poly, const struct poly_access *x,
                       const struct poly_access *y)
{
    if (x->array != y->array || (!x->write && !y->write))
        return false;
    isl_map *pairs = isl_map_apply_range(touched_by(poly, x),
                                         isl_map_reverse(touched_by(poly, y)));
    pairs = isl_map_order_lt(pairs, isl_dim_in, 0, isl_dim_out, 0);
    bool carried = isl_map_is_empty(pairs) != isl_bool_true;
    isl_map_free(pairs);
    return carried;
}

/* What later chunks take from earlier ones is ordered, and all between. */
static void find_ordered(struct pipeline *t)
{
    const struct poly *poly = t->poly;
    for (int x = 0; x < poly->access_count; x++)
        for (int y = 0; y < poly->access_count; y++) {
            const struct poly_access *from = &poly->access[x];
            const struct poly_access *to = &poly->access[y];
            if (t->kernel[from->stmt] < 0 || t->kernel[to->stmt] < 0 ||
                !is_carried(poly, from, to))
                continue;
            if (t->kernel[from->stmt] > t->last)
                t->last = t->kernel[from->stmt];
            if (t->kernel[to->stmt] < t->first)
                t->first = t->kernel[to->stmt];
        }
}

/* Is what has many iterations in a chunk done by kernels that are not ordered,
 * some before and some after? */
static bool are_worth_it(const struct pipeline *t)
{
    bool before = false, after = false, slow = false;
    for (int k = t->begin; k < t->end; k++) {
        const struct scop_loop *loop = chunk_loop(t->poly, k);
        if (t->kernel[k] < 0 || !loop || loop->chunk == 1)
            continue;
        before |= t->kernel[k] < t->first;
        after |= t->kernel[k] > t->last;
        slow |= t->kernel[k] >= t->first && t->kernel[k] <= t->last;
    }
    return before && after && !slow;
}

static void set_places(const struct pipeline *t, struct mapping *mapping)
{
    for (int k = t->begin; k < t->end; k++)
        if (t->kernel[k] >= 0)
            mapping->kernel[t->kernel[k]].host.doacross =
                t->kernel[k] < t->first  ? KIR_BEFORE
                : t->kernel[k] > t->last ? KIR_AFTER
                                         : KIR_ORDERED;
}

static void pipeline_chunks(const struct poly *poly, struct mapping *mapping,
                            int begin, int end)
{
    struct pipeline t = {poly, begin, end, NULL, mapping->kernel_count, -1};
    bool good = true;
    t.kernel =
        arena_alloc(poly->arena, sizeof *t.kernel * (size_t)poly->stmt_count);
    for (int k = 0; k < poly->stmt_count; k++)
        t.kernel[k] = -1;
    for (int k = 0; k < mapping->kernel_count && good; k++)
        good = note_kernel(&t, &mapping->kernel[k], k);
    if (!good)
        return;
    find_ordered(&t);
    if (are_worth_it(&t) && !poly_isl_lost(poly))
        set_places(&t, mapping);
}

/* Where isl reaches a limit, chunks stay one after the other. */
void poly_doacross(const struct poly *poly, struct mapping *mapping)
{
    for (int begin = 0; begin < poly->stmt_count;) {
        int end = chunk_end(poly, begin);
        if (end > begin)
            pipeline_chunks(poly, mapping, begin, end);
        begin = end > begin ? end : begin + 1;
    }
    if (poly_out_of_budget(poly))
        poly_budget(poly, 2);
}
