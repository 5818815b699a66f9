/*
 * Chunks: a scan's passes take turns.
 *
 * A loop that became a scan (scan_build.c) is several nests, the last of which
 * reads again what the first has read. On the host they run chunk by chunk, a
 * chunk being the blocks of one group, so that what is read again comes from a
 * cache: with c the number of a chunk,
 *
 *   for c:  all nests' iterations of blocks and groups that belong to c
 *
 * The order within a nest is what it was, and so are the results.
 */
#include "polyhedral/poly.h"

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

/* If isl reaches a limit the passes stay whole, and the stage begins again. */
isl_schedule *poly_chunk(struct poly *poly, isl_schedule *schedule)
{
    isl_schedule *whole = isl_schedule_copy(schedule);
    for (int begin = 0, end; begin < poly->stmt_count; begin = end) {
        const struct scop_loop *loop = chunk_loop(poly, begin);
        end = begin + 1;
        for (int k = end; loop && k < poly->stmt_count; k++) {
            const struct scop_loop *other = chunk_loop(poly, k);
            if (other && other->chunk_of == loop->chunk_of)
                end = k + 1;
        }
        if (loop)
            schedule = by_chunks(poly, schedule, begin, end);
    }
    bool lost = poly_out_of_budget(poly);
    isl_schedule_free(lost ? schedule : whole);
    if (lost)
        poly_budget(poly, 2);
    return lost ? whole : schedule;
}
