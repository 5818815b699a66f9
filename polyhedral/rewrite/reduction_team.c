/*
 * Reductions that teams take: a row, which each iteration of a parallel loop
 * has for itself, and few outputs of long sums, in blocks of them first.
 */
#include "polyhedral/rewrite/reduction_build.h"

static struct strip row_strip(const struct poly *poly,
                              const struct scop_node *node, int64_t size)
{
    enum scop_type type = poly->scop->loop[node->loop].type;
    return (struct strip){.node = node,
                          .type = type == SCOP_I32 ? SCOP_I32 : SCOP_I64,
                          .size = size};
}

/* The innermost open loop's iterations become teams, with lanes for each
 * iteration of the loops around. */
static struct place open_team(struct work *w)
{
    struct scop_build *b = w->b;
    struct place lanes = {LEVEL_LANE, 0, {NULL}};
    int first = b->depth > REDUCE_MAX_LOOPS ? b->depth - REDUCE_MAX_LOOPS : 0;
    for (int k = first; k < b->depth; k++)
        lanes.subscript[lanes.count++] = build_iter(b, b->around[k]);
    lanes.subscript[lanes.count++] = build_int(b, SCOP_I32, 0);
    partial_new_level(w, LEVEL_LANE, lanes.count, w->lanes);
    build_team(b, b->around[b->depth - 1], w->lanes);
    partial_start_lanes(w, &lanes);
    return lanes;
}

/* Lane l of the open team has the iterations l, LANES + l, … */
static void sum_row(struct work *w, const struct rows_item *item,
                    const struct place *lanes)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip[0];
    int replaced = b->replaced_count;
    struct scop_expr *zero = build_int(b, s->type, 0);
    struct scop_expr *row =
        partial_open_pieces(w, s, "step", zero, w->lanes, 0, false);
    struct scop_expr *number =
        partial_open_pieces(w, s, "lane", row, 1, w->lanes, true);
    int lane = b->around[b->depth - 1];
    struct place into = partial_of_lane(lanes, build_iter(b, lane));
    strip_bind(b, s, number);
    b->loop_of[s->node->loop] = lane;
    partial_replace_targets(w, &into);
    rows_build_body(b, item);
    b->replaced_count = replaced;
    build_unbind(b, 1);
    build_close(b);
    build_close(b);
}

void reduce_build_row(struct scop_build *b, const struct poly *poly,
                      const struct rows_item *item)
{
    const struct reduce_nest *nest = item->nest;
    struct work w = {.b = b, .poly = poly, .nest = nest, .lanes = ROWS_LANES};
    struct loc loc = b->loc;
    b->loc = nest->update[0].target->loc;
    w.strip[0] = row_strip(poly, nest->loop[0], 1);
    struct place lanes = open_team(&w);
    sum_row(&w, item, &lanes);
    partial_fold_lanes(&w, NULL, &lanes);
    b->loc = loc;
}

/* Split sums:
 *
 *   for b, for i, for j:  block[b][i][j] = identity
 *                         for k: body at b STEPS + k, updating block[b][i][j]
 *   for i, for j:         for l: lane[l] = identity
 *                         for k, for l: lane[l] = lane[l] op
 *                                                 block[k LANES + l][i][j]
 *                         a = a op lane[0] op lane[1] op …
 */
static void open_outputs(struct work *w, const struct split_loop *split,
                         struct place *block)
{
    struct scop_build *b = w->b;
    *block = (struct place){LEVEL_BLOCK, 1 + split->depth, {NULL}};
    for (int q = 0; q < split->depth; q++) {
        build_open_copy(b, split->loop[q]);
        block->subscript[1 + q] = build_iter(b, b->around[b->depth - 1]);
    }
}

static void close_outputs(struct work *w, const struct split_loop *split)
{
    for (int q = 0; q < split->depth; q++)
        build_close(w->b);
    build_unbind(w->b, split->depth);
}

static void split_blocks(struct work *w, const struct split_loop *split)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip[0];
    int replaced = b->replaced_count;
    struct place block;
    partial_open_blocks(w, 0);
    build_unbind(b, 1);
    open_outputs(w, split, &block);
    block.subscript[0] = build_iter(b, s->block);
    partial_put_identities(w, &block);
    b->loop_of[s->node->loop] = partial_open_steps(w, s, s->size, 1);
    partial_replace_targets(w, &block);
    build_node(b, s->node->child[0]);
    b->replaced_count = replaced;
    build_close(b);
    build_unbind(b, 1);
    close_outputs(w, split);
    build_close(b);
}

/* The lanes' loops in place of the loop that accumulates. */
static void split_combine(struct work *w, const struct scop_node *node,
                          const struct place *block)
{
    struct scop_build *b = w->b;
    if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            split_combine(w, node->child[k], block);
        return;
    }
    if (node != w->strip[0].node) {
        build_node(b, node);
        return;
    }
    struct place lanes = open_team(w);
    partial_combine_strided(w, 0, &lanes, *block);
    partial_fold_lanes(w, NULL, &lanes);
}

void split_build(struct scop_build *b, const struct poly *poly,
                 const struct split_loop *split)
{
    const struct reduce_nest *nest = split->nest;
    struct work w = {.b = b, .poly = poly, .nest = nest, .lanes = ROWS_LANES};
    struct loc loc = b->loc;
    struct place block;
    b->loc = nest->update[0].target->loc;
    w.strip[0] = row_strip(poly, nest->loop[0], SPLIT_STEPS);
    partial_new_level(&w, LEVEL_BLOCK, 1 + split->depth, 0);
    split_blocks(&w, split);
    open_outputs(&w, split, &block);
    split_combine(&w, split->loop[split->depth - 1]->child[0], &block);
    close_outputs(&w, split);
    b->loc = loc;
}
