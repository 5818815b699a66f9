/*
 * Reductions in partial results: the loops that replace a nest.
 *
 * For one loop, whose number i' = 0, 1, … counts its iterations, a block b of
 * LANES x STEPS of them, and a lane l of the block:
 *
 *   for b, for l:          lane[b][l] = identity
 *   for b, for l, for k:   body at i' = (b STEPS + k) LANES + l, updating
 *                          lane[b][l]
 *   for b:                 block[b] = lane[b][0] op lane[b][1] op …
 *   for c:                 group[c] = the blocks of GROUP that follow c GROUP
 *   for c:                 a = a op group[c]
 *
 * so that lanes are neighbours in memory: threads of a GPU's warp, or elements
 * of the host's vectors. Where order counts, a lane has STEPS iterations that
 * follow each other: i' = (b LANES + l) STEPS + k. Of nested loops the
 * innermost one has lanes, the others blocks of ROWS iterations; block[b0][b1]
 * is summed up to row[b0] first. A loop that has other loops inside has no
 * lanes.
 */
#include "polyhedral/reduce.h"
#include "polyhedral/scop_build.h"

#include <math.h>

enum {
    LANES = 128,
    STEPS = 128,
    INNER_LANES = 32, /* of nested loops, or where order counts */
    INNER_STEPS = 32,
    ORDERED_STEPS = 64,
    ROWS = 16, /* of two loops, or of one without lanes */
    DEEP_ROWS = 4,
    GROUP = 128
};

/* The arrays of one level of partial results, per update: of the target, then
 * of its followers. */
struct level {
    int array[1 + REDUCE_MAX_FOLLOWERS];
};

enum { LEVEL_LANE, LEVEL_BLOCK, LEVEL_ROW, LEVEL_GROUP, LEVEL_COUNT };

struct work {
    struct scop_build *b;
    const struct poly *poly;
    const struct reduce_nest *nest;
    bool ordered;
    int64_t lanes, steps;
    struct strip strip[REDUCE_MAX_CHAIN];
    struct level *level[LEVEL_COUNT]; /* per update */
};

/* Values ------------------------------------------------------------------- */

struct scop_expr *reduce_number(struct scop_build *b, enum scop_type type,
                                double value)
{
    if (!scop_type_is_float(type))
        return build_int(b, type, (int64_t)value);
    struct scop_expr *e = scop_expr_new(b->arena, SCOP_FLOAT, type, 0, b->loc);
    e->fval = value;
    return e;
}

/* The least or greatest value of a type. */
static struct scop_expr *extreme(struct scop_build *b, enum scop_type type,
                                 bool greatest)
{
    int bits = 8 * scop_type_size(type);
    bool is_signed = scop_type_is_signed(type);
    if (scop_type_is_float(type))
        return reduce_number(b, type, greatest ? HUGE_VAL : -HUGE_VAL);
    uint64_t ones = ~(uint64_t)0 >> (64 - bits);
    if (!is_signed)
        return build_int(b, type, greatest ? (int64_t)ones : 0);
    int64_t most = (int64_t)(ones >> 1);
    return build_int(b, type, greatest ? most : -most - 1);
}

/* x with identity op x = x, bit for bit: -0 + x is x for both zeros, a NaN
 * gives way to a number in fmin, and no value is strictly beyond an extreme. */
struct scop_expr *reduce_identity(struct scop_build *b,
                                  const struct reduce_update *u)
{
    enum scop_type type = u->target->type;
    if (u->kind == REDUCE_CALL)
        return reduce_number(b, type, NAN);
    if (u->kind == REDUCE_CHOICE)
        return extreme(b, type, u->op == SCOP_LT || u->op == SCOP_LE);
    switch (u->op) {
    case SCOP_ADD:
        return reduce_number(b, type, -0.0);
    case SCOP_MUL:
    case SCOP_LAND:
        return reduce_number(b, type, 1);
    case SCOP_AND:
        return scop_type_is_signed(type) ? build_int(b, type, -1)
                                         : extreme(b, type, true);
    default:
        return reduce_number(b, type, 0);
    }
}

/* C's integer promotion. */
static struct scop_expr *promoted(struct scop_build *b, struct scop_expr *e)
{
    return scop_type_size(e->type) < 4 ? build_cast(b, SCOP_I32, e) : e;
}

static struct scop_expr *not_zero(struct scop_build *b, struct scop_expr *e)
{
    e = promoted(b, e);
    return build_binary(b, SCOP_NE, e, build_int(b, e->type, 0));
}

struct scop_expr *reduce_joined(struct scop_build *b,
                                const struct reduce_update *u,
                                struct scop_expr *into, struct scop_expr *from)
{
    if (u->kind == REDUCE_OP)
        return build_cast(b, into->type,
                          build_binary(b, (enum scop_op)u->op,
                                       promoted(b, into), promoted(b, from)));
    if (u->kind == REDUCE_LOGIC)
        return build_cast(b, into->type,
                          build_binary(b, (enum scop_op)u->op,
                                       not_zero(b, into), not_zero(b, from)));
    struct scop_expr *e =
        scop_expr_new(b->arena, u->kind == REDUCE_CALL ? SCOP_CALL : SCOP_COND,
                      into->type, u->kind == REDUCE_CALL ? 2 : 3, b->loc);
    if (u->kind == REDUCE_CALL) {
        e->ref = u->op;
        e->arg[0] = into;
        e->arg[1] = from;
    } else {
        e->arg[0] = build_binary(b, (enum scop_op)u->op, promoted(b, from),
                                 promoted(b, into));
        e->arg[1] = from;
        e->arg[2] = into;
    }
    return e;
}

/* Partial results ---------------------------------------------------------- */

static const char *const level_name[] = {
    [LEVEL_LANE] = "lane",
    [LEVEL_BLOCK] = "block",
    [LEVEL_ROW] = "row",
    [LEVEL_GROUP] = "group",
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

static void new_level(struct work *w, int level, int rank)
{
    const struct reduce_nest *nest = w->nest;
    w->level[level] =
        arena_alloc(w->b->arena, sizeof(struct level) * nest->update_count);
    for (int k = 0; k < nest->update_count; k++) {
        const struct reduce_update *u = &nest->update[k];
        int *array = w->level[level][k].array;
        array[0] = new_array(w, u->target, level, rank);
        for (int f = 0; f < u->follower_count; f++)
            array[1 + f] = new_array(w, u->follower[f], level, rank);
    }
}

/* An element of a level: its subscripts. */
struct place {
    int level, count;
    struct scop_expr *subscript[REDUCE_MAX_CHAIN + 1];
};

static struct scop_expr *element(struct work *w, const struct place *place,
                                 int update, int part)
{
    return build_access(w->b, w->level[place->level][update].array[part],
                        place->count, place->subscript);
}

static void put_identities(struct work *w, const struct place *into)
{
    for (int k = 0; k < w->nest->update_count; k++) {
        const struct reduce_update *u = &w->nest->update[k];
        build_stmt(w->b, element(w, into, k, 0), reduce_identity(w->b, u), 0,
                   NULL);
        for (int f = 0; f < u->follower_count; f++)
            build_stmt(w->b, element(w, into, k, 1 + f),
                       reduce_number(w->b, u->follower[f]->type, 0), 0, NULL);
    }
}

/* into = into op from, for all updates; NULL: into the targets. */
static void put_joined(struct work *w, const struct place *into,
                       const struct place *from)
{
    struct scop_build *b = w->b;
    for (int k = 0; k < w->nest->update_count; k++) {
        const struct reduce_update *u = &w->nest->update[k];
        struct scop_expr *a =
            into ? element(w, into, k, 0) : build_copy(b, u->target);
        struct scop_expr *x = element(w, from, k, 0);
        if (u->follower_count == 0) {
            build_stmt(b, a, reduce_joined(b, u, a, x), 0, NULL);
            continue;
        }
        struct scop_expr *test = build_binary(b, (enum scop_op)u->op,
                                              promoted(b, x), promoted(b, a));
        for (int f = 0; f < u->follower_count; f++)
            build_stmt(b,
                       into ? element(w, into, k, 1 + f)
                            : build_copy(b, u->follower[f]),
                       element(w, from, k, 1 + f), 1, &test);
        build_stmt(b, a, x, 1, &test);
    }
}

/* Loops -------------------------------------------------------------------- */

/* The old iterator's value in its iteration `count`. */
static struct scop_expr *iterator(struct scop_build *b, const struct strip *s,
                                  struct scop_expr *count)
{
    struct scop_expr *first = build_copy(b, s->node->init);
    enum scop_type type = first->type;
    first = build_cast(b, s->type, first);
    return build_cast(
        b, type, build_sum(b, first, build_times(b, count, s->node->step)));
}

void strip_bind(struct scop_build *b, const struct strip *s,
                struct scop_expr *count)
{
    build_bind(b, s->node->loop, iterator(b, s, count));
}

struct scop_expr *strip_both(struct scop_build *b, const struct strip *s,
                             int iter, int64_t limit)
{
    struct scop_expr *below = build_binary(b, SCOP_LT, build_iter(b, iter),
                                           build_int(b, s->type, limit));
    return build_binary(b, SCOP_LAND, below, build_copy(b, s->node->cond));
}

/* Opens the loops over the blocks of chain[from …), their iterators bound to
 * where the block begins. */
static void open_blocks(struct work *w, int from)
{
    for (int q = from; q < w->nest->chain_count; q++) {
        struct strip *s = &w->strip[q];
        s->block = build_for(w->b, s->node->loop, "block", s->type);
        strip_bind(w->b, s,
                   build_times(w->b, build_iter(w->b, s->block), s->size));
        build_while(w->b, build_copy(w->b, s->node->cond));
    }
}

static void close_blocks(struct work *w, int from)
{
    for (int q = from; q < w->nest->chain_count; q++)
        build_close(w->b);
    build_unbind(w->b, w->nest->chain_count - from);
}

static int open_lanes(struct work *w)
{
    const struct strip *s = &w->strip[w->nest->chain_count - 1];
    int lane = build_for(w->b, s->node->loop, "lane", s->type);
    build_while(w->b, build_binary(w->b, SCOP_LT, build_iter(w->b, lane),
                                   build_int(w->b, s->type, w->lanes)));
    return lane;
}

/* The open block's element of a level, with a lane unless it is -1. */
static struct place block_place(struct work *w, int level, int count, int lane)
{
    struct place place = {level, count, {NULL}};
    for (int q = 0; q < count; q++)
        place.subscript[q] = build_iter(w->b, w->strip[q].block);
    if (lane >= 0)
        place.subscript[place.count++] = build_iter(w->b, lane);
    return place;
}

static void start_partials(struct work *w)
{
    int chain = w->nest->chain_count;
    open_blocks(w, 0);
    int lane = w->nest->lanes ? open_lanes(w) : -1;
    struct place into =
        block_place(w, w->nest->lanes ? LEVEL_LANE : LEVEL_BLOCK, chain, lane);
    put_identities(w, &into);
    if (lane >= 0)
        build_close(w->b);
    close_blocks(w, 0);
}

/* The iteration's number in terms of block, lane and step. */
static struct scop_expr *counted(struct work *w, const struct strip *s,
                                 int lane, int step)
{
    struct scop_build *b = w->b;
    struct scop_expr *block = build_iter(b, s->block),
                     *at = build_iter(b, step);
    if (lane < 0)
        return build_sum(b, build_times(b, block, s->size), at);
    struct scop_expr *l = build_iter(b, lane);
    struct scop_expr *major = w->ordered ? l : at, *minor = w->ordered ? at : l;
    int64_t outer = w->ordered ? w->lanes : w->steps;
    int64_t inner = w->ordered ? w->steps : w->lanes;
    struct scop_expr *rows = build_sum(b, build_times(b, block, outer), major);
    return build_sum(b, build_times(b, rows, inner), minor);
}

/* Lets the accesses of the old body name the open block's element. */
static void replace_targets(struct work *w, const struct place *into)
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

static void accumulate(struct work *w)
{
    struct scop_build *b = w->b;
    int chain = w->nest->chain_count, opened = 0, replaced = b->replaced_count;
    open_blocks(w, 0);
    int lane = w->nest->lanes ? open_lanes(w) : -1;
    struct place into =
        block_place(w, w->nest->lanes ? LEVEL_LANE : LEVEL_BLOCK, chain, lane);
    build_unbind(b, chain);
    for (int q = 0; q < chain; q++) {
        const struct strip *s = &w->strip[q];
        bool last = q == chain - 1;
        b->loop_of[s->node->loop] = s->block;
        if (s->size == 1) {
            strip_bind(w->b, s, build_iter(b, s->block));
            continue;
        }
        int step = build_for(b, s->node->loop, "step", s->type);
        b->loop_of[s->node->loop] = step;
        strip_bind(w->b, s, counted(w, s, last ? lane : -1, step));
        build_while(
            b, strip_both(b, s, step, last && lane >= 0 ? w->steps : s->size));
        opened++;
    }
    replace_targets(w, &into);
    build_node(b, w->strip[chain - 1].node->child[0]);
    b->replaced_count = replaced;
    for (; opened > 0; opened--)
        build_close(b);
    if (lane >= 0)
        build_close(b);
    close_blocks(w, 0);
}

static void fold_lanes(struct work *w)
{
    int chain = w->nest->chain_count;
    open_blocks(w, 0);
    struct place into = block_place(w, LEVEL_BLOCK, chain, -1);
    put_identities(w, &into);
    struct place from = block_place(w, LEVEL_LANE, chain, open_lanes(w));
    put_joined(w, &into, &from);
    build_close(w->b);
    close_blocks(w, 0);
}

/* block[b0][b1]… to row[b0]. */
static void fold_rows(struct work *w)
{
    struct strip *s = &w->strip[0];
    s->block = build_for(w->b, s->node->loop, "block", s->type);
    strip_bind(w->b, s, build_times(w->b, build_iter(w->b, s->block), s->size));
    build_while(w->b, build_copy(w->b, s->node->cond));
    struct place into = block_place(w, LEVEL_ROW, 1, -1);
    put_identities(w, &into);
    open_blocks(w, 1);
    struct place from = block_place(w, LEVEL_BLOCK, w->nest->chain_count, -1);
    put_joined(w, &into, &from);
    close_blocks(w, 1);
    build_close(w->b);
    build_unbind(w->b, 1);
}

/* Opens the loop over groups of blocks. */
static int open_groups(struct work *w)
{
    struct strip *s = &w->strip[0];
    int group = build_for(w->b, s->node->loop, "group", s->type);
    strip_bind(w->b, s,
               build_times(w->b, build_iter(w->b, group), GROUP * s->size));
    build_while(w->b, build_copy(w->b, s->node->cond));
    build_unbind(w->b, 1);
    return group;
}

static void fold_groups(struct work *w)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip[0];
    int group = open_groups(w);
    struct place into = {LEVEL_GROUP, 1, {build_iter(b, group)}};
    put_identities(w, &into);
    int member = build_for(b, s->node->loop, "block", s->type);
    struct scop_expr *block = build_sum(
        b, build_times(b, build_iter(b, group), GROUP), build_iter(b, member));
    strip_bind(w->b, s, build_times(b, block, s->size));
    build_while(b, strip_both(b, s, member, GROUP));
    build_unbind(b, 1);
    struct place from = {
        w->nest->chain_count > 1 ? LEVEL_ROW : LEVEL_BLOCK, 1, {block}};
    put_joined(w, &into, &from);
    build_close(b);
    build_close(b);
}

static void finish(struct work *w)
{
    int group = open_groups(w);
    struct place from = {LEVEL_GROUP, 1, {build_iter(w->b, group)}};
    put_joined(w, NULL, &from);
    build_close(w->b);
}

static void choose_sizes(struct work *w)
{
    const struct reduce_nest *nest = w->nest;
    int chain = nest->chain_count;
    int64_t rows = nest->slanted || w->ordered ? 1
                   : chain > 2                 ? DEEP_ROWS
                                               : ROWS;
    bool wide = chain == 1 && !w->ordered;
    w->lanes = wide ? LANES : INNER_LANES;
    w->steps = wide ? STEPS : chain == 1 ? ORDERED_STEPS : INNER_STEPS;
    for (int q = 0; q < chain; q++) {
        const struct scop_node *node = nest->chain[q];
        enum scop_type type = w->poly->scop->loop[node->loop].type;
        bool lanes = nest->lanes && q == chain - 1;
        w->strip[q] = (struct strip){
            .node = node,
            .type = type == SCOP_I32 ? SCOP_I32 : SCOP_I64,
            .size = lanes        ? w->lanes * w->steps
                    : chain == 1 ? ROWS
                                 : rows,
        };
    }
}

void reduce_build(struct scop_build *b, const struct poly *poly,
                  const struct reduce_nest *nest)
{
    struct work w = {.b = b, .poly = poly, .nest = nest};
    struct loc loc = b->loc;
    int chain = nest->chain_count;
    for (int k = 0; k < nest->update_count; k++)
        w.ordered |= nest->update[k].ordered;
    b->loc = nest->update[0].target->loc;
    choose_sizes(&w);
    if (nest->lanes)
        new_level(&w, LEVEL_LANE, chain + 1);
    new_level(&w, LEVEL_BLOCK, chain);
    if (chain > 1)
        new_level(&w, LEVEL_ROW, 1);
    new_level(&w, LEVEL_GROUP, 1);
    start_partials(&w);
    accumulate(&w);
    if (nest->lanes)
        fold_lanes(&w);
    if (chain > 1)
        fold_rows(&w);
    fold_groups(&w);
    finish(&w);
    b->loc = loc;
}
