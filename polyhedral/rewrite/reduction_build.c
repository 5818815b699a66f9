/*
 * Reductions in partial results: the loops that replace a nest.
 *
 * For one loop, whose number i' = 0, 1, … counts its iterations, a block b of
 * LANES x STEPS of them, and a lane l of the block:
 *
 *   for b:
 *     for l:         lane[l] = identity
 *     for k, for l:  body at i' = (b STEPS + k) LANES + l, updating lane[l]
 *     block[b] = lane[0] op lane[1] op …, as fold_lanes has it
 *   for l:           lane[l] = identity
 *   for k, for l:    lane[l] = lane[l] op block[k LANES + l]
 *   a = a op lane[0] op lane[1] op …, in the same way
 *
 * so that lanes are neighbours in memory: threads of a block that a GPU
 * executes, or elements of the host's vectors. Where order counts, a lane has
 * STEPS iterations that follow each other, i' = (b LANES + l) STEPS + k, and
 * groups of LANES blocks, one for each lane, are combined before a is. Of
 * nested loops the innermost one has lanes, the others blocks of ROWS
 * iterations; block[b0][b1] is combined to row[b0] first. A loop that has other
 * loops inside has no lanes. In rows a block is one iteration, and all blocks
 * are set to the identity before, in a loop of its own, since the iterations do
 * not begin in order.
 *
 * Where threads are alone in their blocks, as on a data-stream array, there are
 * no lanes, and a block of STEPS iterations that follow each other, or of one
 * if it has loops inside, is a thread's:
 *
 *   for b:           block[b] = identity
 *     for k:         body at i' = b STEPS + k, updating block[b]
 *   for g:           group[g] = identity
 *     for k:         group[g] = group[g] op block[g BLOCKS + k]
 *   for g:           a = a op group[g]
 *
 * For a loop that each iteration of another one has for itself (a row) there is
 * one block, of all of its iterations:
 *
 *   for l:           lane[l] = identity
 *   for k, for l:    body at i' = k LANES + l, updating lane[l]
 *   a = a op lane[0] op lane[1] op …
 */
#include "polyhedral/rewrite/reduction_build.h"
#include "polyhedral/rewrite/build.h"

#include "polyhedral/dependence/dependence.h"

enum {
    LANES = 256,
    STEPS = 64,
    ORDERED_LANES = 64, /* where order counts */
    INNER_LANES = 64,   /* of nested loops */
    INNER_STEPS = 16,
    ROWS = 16, /* of two loops, or of one without lanes */
    DEEP_ROWS = 4,
    FEWEST_LANES = 16,
    ALONE_STEPS = 32, /* of one thread */
    ALONE_BLOCKS = 16,
    FOLDS = 32, /* the lanes' results are combined to so many first: a warp's */
    TEAM_BYTES = 16 * 1024 /* of partial results, at most */
};

/* Partial results ---------------------------------------------------------- */

static const char *const level_name[] = {
    [LEVEL_LANE] = "lane", [LEVEL_BLOCK] = "block", [LEVEL_PART] = "part",
    [LEVEL_ROW] = "row",   [LEVEL_GROUP] = "group", [LEVEL_LAST] = "last",
    [LEVEL_ALL] = "all",   [LEVEL_OWN] = "own",     [LEVEL_OTHER] = "other",
};

static int new_array(struct work *w, const struct scop_expr *target, int level,
                     int rank)
{
    return build_array(w->b,
                       arena_printf(w->b->arena, "%s_%s",
                                    w->poly->scop->array[target->ref].name,
                                    level_name[level]),
                       target->type, rank);
}

/* Of `rank` subscripts; with lanes, the last one is a team's. */
void partial_new_level(struct work *w, int level, int rank, int64_t lanes)
{
    const struct reduce_nest *nest = w->nest;
    w->level[level] =
        arena_alloc(w->b->arena, sizeof(struct level) * nest->update_count);
    for (int k = 0; k < nest->update_count; k++) {
        const struct reduce_update *u = &nest->update[k];
        int *array = w->level[level][k].array;
        for (int f = 0; f <= u->follower_count; f++) {
            const struct scop_expr *of = f ? u->follower[f - 1] : u->target;
            array[f] = new_array(w, of, level, rank);
            if (lanes)
                build_team_array(w->b, array[f], 1, &lanes);
        }
    }
}

static struct scop_expr *element(struct work *w, const struct place *place,
                                 int update, int part)
{
    return build_access(w->b, w->level[place->level][update].array[part],
                        place->count, place->subscript);
}

/* Is what one place holds one value? Else a statement's body sets them all:
 * fewer statements are what isl takes less time for. */
static bool is_single(const struct work *w)
{
    return w->nest->update_count == 1 && !w->nest->update[0].follower_count;
}

static void put_set(struct work *w, struct scop_expr *lhs,
                    struct scop_expr *rhs)
{
    if (is_single(w) && !w->in_body)
        build_stmt(w->b, lhs, rhs, 0, NULL);
    else
        build_set(w->b, lhs, rhs);
}

static void open_place(struct work *w)
{
    if (!is_single(w) && !w->in_body)
        build_body_open(w->b);
}

static void close_place(struct work *w)
{
    if (!is_single(w) && !w->in_body)
        build_body_close(w->b);
}

/* into = from. */
static void put_copies(struct work *w, const struct place *into,
                       const struct place *from)
{
    open_place(w);
    for (int k = 0; k < w->nest->update_count; k++)
        for (int f = 0; f <= w->nest->update[k].follower_count; f++)
            put_set(w, element(w, into, k, f), element(w, from, k, f));
    close_place(w);
}

void partial_put_identities(struct work *w, const struct place *into)
{
    open_place(w);
    for (int k = 0; k < w->nest->update_count; k++) {
        const struct reduce_update *u = &w->nest->update[k];
        put_set(w, element(w, into, k, 0), reduce_identity(w->b, u));
        for (int f = 0; f < u->follower_count; f++)
            put_set(w, element(w, into, k, 1 + f),
                    reduce_number(w->b, u->follower[f]->type, 0));
    }
    close_place(w);
}

/* into = into op from, for one update; NULL: into its target. */
static void put_update(struct work *w, int update, const struct place *into,
                       const struct place *from)
{
    struct scop_build *b = w->b;
    const struct reduce_update *u = &w->nest->update[update];
    struct scop_expr *a =
        into ? element(w, into, update, 0) : build_copy(b, u->target);
    struct scop_expr *x = element(w, from, update, 0);
    if (u->follower_count == 0) {
        put_set(w, a, reduce_joined(b, u, a, x));
        return;
    }
    build_if(b, reduce_displaces(b, u, x, a));
    for (int f = 0; f < u->follower_count; f++)
        build_set(b,
                  into ? element(w, into, update, 1 + f)
                       : build_copy(b, u->follower[f]),
                  element(w, from, update, 1 + f));
    build_set(b, a, x);
    build_endif(b);
}

static void put_joined(struct work *w, const struct place *into,
                       const struct place *from)
{
    open_place(w);
    for (int k = 0; k < w->nest->update_count; k++)
        put_update(w, k, into, from);
    close_place(w);
}

/* Is there an update of the array below the node that a condition decides on?
 */
static bool has_condition(const struct scop *scop, const struct scop_node *node,
                          int array, bool conditional)
{
    if (node->kind == SCOP_STMT) {
        const struct scop_stmt *s = &scop->stmt[node->stmt];
        return s->body ||
               ((conditional || s->guard_count) && s->lhs->ref == array);
    }
    for (int k = 0; k < node->count; k++)
        if (has_condition(scop, node->child[k], array,
                          conditional || node->kind == SCOP_IF))
            return true;
    return false;
}

/* May no iteration update the target, which then may not be accessed: a null
 * pointer, or beyond its array's end? */
static bool may_be_untouched(const struct work *w,
                             const struct reduce_update *u)
{
    const struct scop *scop = w->poly->scop;
    return u->target->count &&
           scop->array[u->target->ref].scope == SCOP_OUTSIDE &&
           has_condition(scop, w->strip[0].node, u->target->ref, false);
}

/* Is what was combined another than what nothing combined gives? */
static struct scop_expr *is_touched(struct work *w, int update,
                                    const struct place *from)
{
    const struct reduce_update *u = &w->nest->update[update];
    struct scop_expr *x = element(w, from, update, 0);
    if (u->kind == REDUCE_CALL) /* of which NaN is the identity */
        return build_binary(w->b, SCOP_EQ, x, element(w, from, update, 0));
    return build_binary(w->b, SCOP_NE, x, reduce_identity(w->b, u));
}

/* Combines what all blocks gave with the targets. */
static void put_targets(struct work *w, const struct place *from)
{
    bool guarded = false, open = !w->in_body;
    for (int k = 0; k < w->nest->update_count; k++)
        guarded |= may_be_untouched(w, &w->nest->update[k]);
    if (!guarded) {
        put_joined(w, NULL, from);
        return;
    }
    if (open)
        build_body_open(w->b);
    w->in_body = true;
    for (int k = 0; k < w->nest->update_count; k++) {
        build_if(w->b, is_touched(w, k, from));
        put_update(w, k, NULL, from);
        build_endif(w->b);
    }
    w->in_body = !open;
    if (open)
        build_body_close(w->b);
}

/* Loops -------------------------------------------------------------------- */

/* Opens the loops over the blocks of nest->loop[from …), their iterators bound
 * to where the block begins. */
void partial_open_blocks(struct work *w, int from)
{
    for (int q = from; q < w->nest->loop_count; q++) {
        struct strip *s = &w->strip[q];
        s->block = build_for(w->b, s->node->loop, "block", s->type);
        strip_bind(w->b, s,
                   build_times(w->b, build_iter(w->b, s->block), s->size));
        build_while(w->b, strip_goes_on(w->b, s));
    }
}

static void close_blocks(struct work *w, int from)
{
    for (int q = from; q < w->nest->loop_count; q++)
        build_close(w->b);
    build_unbind(w->b, w->nest->loop_count - from);
}

/* Opens a loop that counts from 0 to a constant. */
static int open_count(struct work *w, const char *suffix, int64_t count)
{
    const struct strip *s = &w->strip[w->nest->loop_count - 1];
    int loop = build_for(w->b, s->node->loop, suffix, s->type);
    build_while(w->b, build_binary(w->b, SCOP_LT, build_iter(w->b, loop),
                                   build_int(w->b, s->type, count)));
    return loop;
}

static int open_lanes(struct work *w, int64_t count)
{
    int lane = open_count(w, "lane", count);
    build_lane(w->b, lane);
    return lane;
}

/* The open block's element of a level, with a lane unless it is NULL. */
static struct place block_place(struct work *w, int level, int count,
                                struct scop_expr *lane)
{
    struct place place = {level, count, {NULL}};
    for (int q = 0; q < count; q++)
        place.subscript[q] = build_iter(w->b, w->strip[q].block);
    if (lane)
        place.subscript[place.count++] = lane;
    return place;
}

/* The element of another lane. */
struct place partial_of_lane(const struct place *lanes, struct scop_expr *lane)
{
    struct place place = *lanes;
    place.subscript[place.count - 1] = lane;
    return place;
}

void partial_start_lanes(struct work *w, const struct place *lanes)
{
    int lane = open_lanes(w, w->lanes);
    struct place into = partial_of_lane(lanes, build_iter(w->b, lane));
    partial_put_identities(w, &into);
    build_close(w->b);
}

/* Opens a loop that is entered once if there are iterations at all: else the
 * targets are nowhere accessed, and may be beyond their array's end. */
static void open_targets(struct work *w)
{
    struct scop_build *b = w->b;
    const struct strip *s = &w->strip[0];
    int loop = build_for(b, s->node->loop, "fold", s->type);
    strip_bind(b, s, build_int(b, s->type, 0));
    build_while(b, strip_both(b, s, loop, 1));
    build_unbind(b, 1);
}

/* The scalars that a fold's body works with. */
static void make_scalars(struct work *w)
{
    struct scop_build *b = w->b;
    w->fold_step = build_array(b, "fold_step", SCOP_I32, 0);
    w->fold_lane = build_array(b, "fold_lane", SCOP_I32, 0);
    build_own(b, w->fold_step);
    build_own(b, w->fold_lane);
    for (int level = LEVEL_OWN; level <= LEVEL_OTHER; level++) {
        partial_new_level(w, level, 0, 0);
        for (int k = 0; k < w->nest->update_count; k++)
            for (int f = 0; f <= w->nest->update[k].follower_count; f++)
                build_own(b, w->level[level][k].array[f]);
    }
}

/* One round: the open body's lane and that `step` further on. */
static void put_pair(struct work *w, const struct place *lanes, int64_t apart,
                     struct scop_expr *lane, struct scop_expr *step)
{
    struct scop_build *b = w->b;
    struct place own = {LEVEL_OWN, 0, {NULL}}, other = {LEVEL_OTHER, 0, {NULL}};
    struct place at = partial_of_lane(lanes, build_times(b, lane, apart));
    struct place further =
        partial_of_lane(lanes, build_times(b, build_sum(b, lane, step), apart));
    for (int k = 0; k < w->nest->update_count; k++)
        for (int f = 0; f <= w->nest->update[k].follower_count; f++) {
            build_set(b, element(w, &own, k, f), element(w, &at, k, f));
            build_set(b, element(w, &other, k, f), element(w, &further, k, f));
        }
    build_part(b);
    put_joined(w, &own, &other);
    build_body_close(b);
    put_copies(w, &at, &own);
}

/* into = `few` lanes, `apart` from each other, combined: halves, then what
 * these have made, and so on; or, where order counts, neighbours first. It is
 * one statement (scop_fold), which a warp's threads may do in their registers.
 */
static void put_fold(struct work *w, const struct place *into,
                     const struct place *lanes, int64_t few, int64_t apart)
{
    struct scop_build *b = w->b;
    if (!w->fold_step)
        make_scalars(w);
    struct scop_expr *step = build_access(b, w->fold_step, 0, NULL);
    struct scop_expr *lane = build_access(b, w->fold_lane, 0, NULL);
    struct scop_expr *zero = build_int(b, SCOP_I32, 0);
    struct scop_expr *two = build_int(b, SCOP_I32, 2);
    struct scop_expr *end = build_int(b, SCOP_I32, few);
    struct place first = partial_of_lane(lanes, zero);
    build_body_open(b);
    build_fold(b, (int)few);
    w->in_body = true;
    build_set(b, step, build_int(b, SCOP_I32, w->ordered ? 1 : few / 2));
    build_loop(b, w->ordered ? build_binary(b, SCOP_LT, step, end)
                             : build_binary(b, SCOP_GT, step, zero));
    build_set(b, lane, zero);
    build_loop(b, build_binary(b, SCOP_LT, lane, w->ordered ? end : step));
    put_pair(w, lanes, apart, lane, step);
    build_step(b);
    build_set(b, lane,
              build_sum(b, lane,
                        w->ordered ? build_times(b, step, 2)
                                   : build_int(b, SCOP_I32, 1)));
    build_body_close(b);
    build_step(b);
    build_set(b, step,
              build_binary(b, w->ordered ? SCOP_MUL : SCOP_DIV, step, two));
    build_body_close(b);
    put_copies(w, into, &first);
    w->in_body = false;
    build_body_close(b);
}

/* The element for what the lanes have together. */
static struct place place_of_all(struct work *w, const struct place *lanes)
{
    struct place all = *lanes;
    all.level = LEVEL_ALL;
    all.count--;
    partial_new_level(w, LEVEL_ALL, all.count, 0);
    return all;
}

/* Combines the lanes' results into `into` (NULL: the targets): to FOLDS of them
 * first, by as many lanes at the same time, then to one. Lane p of the first
 * step combines lanes p, p + FOLDS, … or, where order counts, neighbours. */
void partial_fold_lanes(struct work *w, const struct place *into,
                        const struct place *lanes)
{
    struct scop_build *b = w->b;
    int64_t few = w->lanes < FOLDS ? w->lanes : FOLDS, each = w->lanes / few;
    int64_t outer = w->ordered ? each : 1, inner = w->ordered ? 1 : few;
    if (each > 1) {
        int other = open_count(w, "fold", each - 1);
        int lane = open_lanes(w, few);
        struct scop_expr *first = build_times(b, build_iter(b, lane), outer);
        struct scop_expr *skipped = build_sum(
            b, build_iter(b, other), build_int(b, w->strip[0].type, 1));
        struct place to = partial_of_lane(lanes, first);
        struct place from = partial_of_lane(
            lanes, build_sum(b, first, build_times(b, skipped, inner)));
        put_joined(w, &to, &from);
        build_close(b);
        build_close(b);
    }
    struct place all = into ? *into : place_of_all(w, lanes);
    put_fold(w, &all, lanes, few, outer);
    if (into)
        return;
    open_targets(w);
    put_targets(w, &all);
    build_close(b);
}

/* Lets the accesses of the old body name the open block's element. */
void partial_replace_targets(struct work *w, const struct place *into)
{
    for (int k = 0; k < w->nest->update_count; k++) {
        const struct reduce_update *u = &w->nest->update[k];
        for (int part = 0; part <= u->follower_count; part++) {
            int array = part ? u->follower_array[part - 1] : u->array;
            struct scop_expr *by = element(w, into, k, part);
            for (int a = 0; a < w->poly->access_count; a++)
                if (w->poly->access[a].array == array &&
                    reduce_inside(&w->poly->stmt[w->poly->access[a].stmt],
                                  w->strip[0].node->loop))
                    build_replace(w->b, w->poly->access[a].expr, by);
        }
    }
}

/* Opens a loop over the `count` steps of the open block, the old iterator bound
 * to (block * count + step) * each + offset. */
int partial_open_steps(struct work *w, struct strip *s, int64_t count,
                       int64_t each)
{
    struct scop_build *b = w->b;
    int step = build_for(b, s->node->loop, "step", s->type);
    struct scop_expr *at = build_sum(
        b, build_times(b, build_iter(b, s->block), count), build_iter(b, step));
    strip_bind(b, s, build_times(b, at, each));
    build_while(b, strip_both(b, s, step, count));
    return step;
}

/* Opens the loops over the iterations of the innermost strip's open block in
 * lanes, as the head of this file says; returns the lane. */
static int open_iterations(struct work *w, struct strip *s)
{
    struct scop_build *b = w->b;
    int lane, step;
    struct scop_expr *at;
    if (w->ordered) {
        lane = open_lanes(w, w->lanes);
        step = build_for(b, s->node->loop, "step", s->type);
        at = build_sum(b, build_times(b, build_iter(b, s->block), w->lanes),
                       build_iter(b, lane));
        at = build_sum(b, build_times(b, at, w->steps), build_iter(b, step));
        strip_bind(b, s, at);
        build_while(b, strip_both(b, s, step, w->steps));
        b->loop_of[s->node->loop] = step;
        return lane;
    }
    step = partial_open_steps(w, s, w->steps, w->lanes);
    build_unbind(b, 1);
    lane = build_for(b, s->node->loop, "lane", s->type);
    build_lane(b, lane);
    at = build_sum(b, build_times(b, build_iter(b, s->block), s->size),
                   build_iter(b, lane));
    at = build_sum(b, at, build_times(b, build_iter(b, step), w->lanes));
    strip_bind(b, s, at);
    build_while(b, strip_both(b, s, lane, w->lanes));
    b->loop_of[s->node->loop] = lane;
    return lane;
}

/* The nest's iterations in the open blocks, updating `into`. */
static void accumulate(struct work *w, struct place *into)
{
    struct scop_build *b = w->b;
    int loops = w->nest->loop_count, opened = 0, replaced = b->replaced_count;
    int bound = b->binding_count;
    for (int q = 0; q < loops; q++) {
        struct strip *s = &w->strip[q];
        if (w->nest->lanes && q == loops - 1) {
            int lane = open_iterations(w, s);
            *into = partial_of_lane(into, build_iter(b, lane));
            opened += 2;
        } else if (s->size == 1) {
            strip_bind(b, s, build_iter(b, s->block));
            b->loop_of[s->node->loop] = s->block;
        } else {
            b->loop_of[s->node->loop] = partial_open_steps(w, s, s->size, 1);
            opened++;
        }
    }
    partial_replace_targets(w, into);
    build_node(b, w->strip[loops - 1].node->child[0]);
    b->replaced_count = replaced;
    for (; opened > 0; opened--)
        build_close(b);
    build_unbind(b, b->binding_count - bound);
}

/* block[b0]… = what the iterations of each block make. */
static void sum_blocks(struct work *w)
{
    struct scop_build *b = w->b;
    int loops = w->nest->loop_count;
    struct place block, lanes;
    partial_open_blocks(w, 0);
    block = block_place(w, LEVEL_BLOCK, loops, NULL);
    if (!w->nest->lanes) {
        partial_put_identities(w, &block);
        if (w->nest->rows) {
            close_blocks(w, 0);
            partial_open_blocks(w, 0);
            block = block_place(w, LEVEL_BLOCK, loops, NULL);
        }
        accumulate(w, &block);
        close_blocks(w, 0);
        return;
    }
    build_team(b, w->strip[loops - 1].block, w->lanes);
    lanes = block_place(w, LEVEL_LANE, loops, build_int(b, SCOP_I32, 0));
    partial_start_lanes(w, &lanes);
    struct place own = lanes;
    accumulate(w, &own);
    partial_fold_lanes(w, &block, &lanes);
    close_blocks(w, 0);
}

/* Opens a loop over all pieces of `size` iterations of the strip, from the one
 * whose number is `first` plus `factor` times the loop's. */
struct scop_expr *partial_open_pieces(struct work *w, struct strip *s,
                                      const char *suffix,
                                      struct scop_expr *first, int64_t factor,
                                      int64_t limit, bool lane)
{
    struct scop_build *b = w->b;
    int loop = build_for(b, s->node->loop, suffix, s->type);
    struct scop_expr *number =
        build_sum(b, first, build_times(b, build_iter(b, loop), factor));
    if (lane)
        build_lane(b, loop);
    strip_bind(b, s, build_times(b, number, s->size));
    build_while(b, limit ? strip_both(b, s, loop, limit) : strip_goes_on(b, s));
    build_unbind(b, 1);
    return number;
}

/* Lane l of the open team combines the blocks l, LANES + l, … of the strip, all
 * blocks of the strips inside of it included, from `from`, whose subscript
 * number `at` is the strip's block. */
void partial_combine_strided(struct work *w, int q, const struct place *lanes,
                             struct place from)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip[q];
    struct scop_expr *zero = build_int(b, s->type, 0);
    struct scop_expr *row =
        partial_open_pieces(w, s, "step", zero, w->lanes, 0, false);
    struct scop_expr *number =
        partial_open_pieces(w, s, "lane", row, 1, w->lanes, true);
    struct place into =
        partial_of_lane(lanes, build_iter(b, b->around[b->depth - 1]));
    from.subscript[q] = number;
    int inside = 0;
    if (from.level == LEVEL_BLOCK && q < w->nest->loop_count - 1) {
        strip_bind(b, s, build_times(b, number, s->size));
        partial_open_blocks(w, q + 1);
        for (int k = q + 1; k < w->nest->loop_count; k++)
            from.subscript[k] = build_iter(b, w->strip[k].block);
        inside = w->nest->loop_count - q - 1;
    }
    put_joined(w, &into, &from);
    if (inside) {
        close_blocks(w, q + 1);
        build_unbind(b, 1);
    }
    build_close(b);
    build_close(b);
}

/* row[b0] = block[b0][0] op …, over all blocks of the loops inside. */
static void fold_rows(struct work *w)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip[0];
    s->block = build_for(b, s->node->loop, "block", s->type);
    strip_bind(b, s, build_times(b, build_iter(b, s->block), s->size));
    build_while(b, strip_goes_on(b, s));
    struct place row = block_place(w, LEVEL_ROW, 1, NULL);
    struct place from = block_place(w, LEVEL_BLOCK, 1, NULL);
    from.count = w->nest->loop_count;
    if (w->ordered) {
        partial_put_identities(w, &row);
        partial_open_blocks(w, 1);
        from = block_place(w, LEVEL_BLOCK, w->nest->loop_count, NULL);
        put_joined(w, &row, &from);
        close_blocks(w, 1);
    } else {
        build_team(b, s->block, w->lanes);
        struct place lanes =
            block_place(w, LEVEL_PART, 1, build_int(b, SCOP_I32, 0));
        partial_start_lanes(w, &lanes);
        partial_combine_strided(w, 1, &lanes, from);
        partial_fold_lanes(w, &row, &lanes);
    }
    build_close(b);
    build_unbind(b, 1);
}

/* Opens a loop over groups of so many blocks. */
static struct scop_expr *open_groups(struct work *w, int64_t blocks)
{
    struct strip *s = &w->strip[0];
    int64_t size = s->size;
    s->size *= blocks;
    struct scop_expr *group = partial_open_pieces(
        w, s, "group", build_int(w->b, s->type, 0), 1, 0, false);
    s->size = size;
    return group;
}

/* Combines what groups gave with the targets, in order. */
static void put_groups(struct work *w, int64_t blocks)
{
    struct place from = {LEVEL_GROUP, 1, {open_groups(w, blocks)}};
    put_targets(w, &from);
    build_close(w->b);
}

/* Where order counts: groups of a block for each lane, then the targets. */
static void finish_in_order(struct work *w, int level)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip[0];
    struct scop_expr *zero = build_int(b, s->type, 0);
    struct scop_expr *group = open_groups(w, w->lanes);
    build_team(b, b->around[b->depth - 1], w->lanes);
    struct place lanes = {LEVEL_LAST, 2, {group, zero}};
    struct place into = {LEVEL_GROUP, 1, {group}};
    partial_start_lanes(w, &lanes);
    struct scop_expr *block = partial_open_pieces(
        w, s, "lane", build_times(b, group, w->lanes), 1, w->lanes, true);
    struct place own =
        partial_of_lane(&lanes, build_iter(b, b->around[b->depth - 1]));
    struct place from = {level, 1, {block}};
    put_joined(w, &own, &from);
    build_close(b);
    partial_fold_lanes(w, &into, &lanes);
    build_close(b);
    put_groups(w, w->lanes);
}

/* The same by threads that are alone in their blocks. */
static void finish_alone(struct work *w)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip[0];
    struct scop_expr *group = open_groups(w, ALONE_BLOCKS);
    struct place into = {LEVEL_GROUP, 1, {group}};
    partial_put_identities(w, &into);
    struct scop_expr *block =
        partial_open_pieces(w, s, "step", build_times(b, group, ALONE_BLOCKS),
                            1, ALONE_BLOCKS, false);
    struct place from = {LEVEL_BLOCK, 1, {block}};
    put_joined(w, &into, &from);
    build_close(b);
    build_close(b);
    put_groups(w, ALONE_BLOCKS);
}

/* The targets, by one team. */
static void finish(struct work *w, int level)
{
    struct scop_build *b = w->b;
    int team = open_count(w, "team", 1);
    struct scop_expr *zero = build_int(b, w->strip[0].type, 0);
    struct place lanes = {LEVEL_LAST, 2, {build_iter(b, team), zero}};
    struct place from = {level, 1, {NULL}};
    build_team(b, team, w->lanes);
    partial_start_lanes(w, &lanes);
    partial_combine_strided(w, 0, &lanes, from);
    partial_fold_lanes(w, NULL, &lanes);
    build_close(b);
}

/* As many lanes as their partial results have room for. */
static int64_t fitting(const struct reduce_nest *nest, int64_t lanes)
{
    int64_t bytes = 0;
    for (int k = 0; k < nest->update_count; k++) {
        const struct reduce_update *u = &nest->update[k];
        bytes += scop_type_size(u->target->type);
        for (int f = 0; f < u->follower_count; f++)
            bytes += scop_type_size(u->follower[f]->type);
    }
    while (lanes > FEWEST_LANES && lanes * bytes > TEAM_BYTES)
        lanes /= 2;
    return lanes;
}

static void choose_sizes(struct work *w)
{
    const struct reduce_nest *nest = w->nest;
    int loops = nest->loop_count;
    int64_t rows = nest->slanted || w->ordered ? 1
                   : loops > 2                 ? DEEP_ROWS
                                               : ROWS;
    w->lanes = fitting(nest, loops > 1    ? INNER_LANES
                             : w->ordered ? ORDERED_LANES
                                          : LANES);
    w->steps = loops > 1 ? INNER_STEPS : STEPS;
    for (int q = 0; q < loops; q++) {
        const struct scop_node *node = nest->loop[q];
        enum scop_type type = w->poly->scop->loop[node->loop].type;
        bool lanes = nest->lanes && q == loops - 1;
        w->strip[q] = (struct strip){
            .node = node,
            .type = type == SCOP_I32 ? SCOP_I32 : SCOP_I64,
            .size = lanes        ? w->lanes * w->steps
                    : nest->rows ? 1
                    : nest->alone
                        ? (scop_node_has_loop(node->child[0]) ? 1 : ALONE_STEPS)
                    : loops == 1 ? ROWS
                                 : rows,
        };
    }
}

void reduce_build(struct scop_build *b, const struct poly *poly,
                  const struct reduce_nest *nest)
{
    struct work w = {.b = b, .poly = poly, .nest = nest};
    struct loc loc = b->loc;
    int loops = nest->loop_count, last = LEVEL_BLOCK;
    for (int k = 0; k < nest->update_count; k++)
        w.ordered |= nest->update[k].ordered;
    b->loc = nest->update[0].target->loc;
    choose_sizes(&w);
    if (nest->lanes)
        partial_new_level(&w, LEVEL_LANE, loops + 1, w.lanes);
    partial_new_level(&w, LEVEL_BLOCK, loops, 0);
    sum_blocks(&w);
    if (loops > 1) {
        if (!w.ordered)
            partial_new_level(&w, LEVEL_PART, 2, w.lanes);
        partial_new_level(&w, last = LEVEL_ROW, 1, 0);
        fold_rows(&w);
    }
    if (!nest->alone)
        partial_new_level(&w, LEVEL_LAST, 2, w.lanes);
    if (nest->alone || w.ordered)
        partial_new_level(&w, LEVEL_GROUP, 1, 0);
    if (nest->alone) {
        finish_alone(&w);
    } else if (w.ordered) {
        finish_in_order(&w, last);
    } else {
        finish(&w, last);
    }
    b->loc = loc;
}
