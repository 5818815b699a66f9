/*
 * Scans in three passes over blocks of neighbouring iterations, T = LANES STEPS
 * of them in a block b, STEPS that follow each other in each lane l of it:
 *
 *   for b:     part[b][l] = e of l's iterations, combined;
 *              block[b] = part[b][0] op part[b][1] op …
 *   for c:     group[c] = the GROUP blocks from block c GROUP on, combined
 *   for c:     start[c] = s; s = s op group[c]                     in order
 *   for c:     before[b] = start[c] op what precedes b in its group
 *   for b:     run[l] = before[b] op what precedes l in its block;
 *              the loop's iterations in lanes, with run[l] in place of s
 *
 * Wherever LANES or GROUP results are combined, FOLDS lanes combine neighbours
 * first. The host makes the passes group by group (map/scan_chunk.c), and its
 * vectors hold lanes (backends/vector/vector.h). An accumulator s is where
 * the loop found it, and has the value after the loop at its end. For elements,
 * s is a variable that starts as x[i-1] of the first iteration. A linear
 * recurrence s = f s + e has two results per block, the product of its factors
 * and the value that it makes of 0.
 */
#include "polyhedral/rewrite/build.h"
#include "polyhedral/rewrite/reduction.h"

#include "polyhedral/dependence/dependence.h"

/* STEPS is odd: neighbouring lanes use different banks of shared memory. What a
 * group reads fits a cache of half a megabyte, if it is one array of floats. */
enum { LANES = 128, STEPS = 31, GROUP = 32, FOLDS = 16 };

enum {
    LEVEL_PART,   /* [block][lane] */
    LEVEL_FEW,    /* [block][lane < FOLDS] */
    LEVEL_BLOCK,  /* [block] */
    LEVEL_MEMBER, /* [group][lane] */
    LEVEL_GROUP,  /* [group] */
    LEVEL_START,  /* [group]; these and the following are values of s */
    LEVEL_BEFORE, /* [block] */
    LEVEL_CARRY,  /* [block][0] */
    LEVEL_FIRST,  /* [block][lane < FOLDS] */
    LEVEL_RUN,    /* [block][lane] */
    LEVEL_COUNT
};

static const char *const level_name[] = {
    [LEVEL_PART] = "part",     [LEVEL_FEW] = "few",     [LEVEL_BLOCK] = "block",
    [LEVEL_MEMBER] = "member", [LEVEL_GROUP] = "group", [LEVEL_START] = "start",
    [LEVEL_BEFORE] = "before", [LEVEL_CARRY] = "carry", [LEVEL_FIRST] = "first",
    [LEVEL_RUN] = "run",
};

/* The arrays of a level, of one value; factor: -1 if it has none. */
struct level {
    int value, factor;
};

struct work {
    struct scop_build *b;
    const struct poly *poly;
    const struct scan_loop *scan;
    struct strip strip;
    struct scop_expr **value;         /* per value: s */
    struct level *level[LEVEL_COUNT]; /* per value */
};

/* An element of a level: its subscripts. LEVEL_COUNT: s itself. */
struct place {
    int level, count;
    struct scop_expr *subscript[2];
};

static bool is_linear(const struct scan_value *v)
{
    return v->update.kind == REDUCE_NONE;
}

/* Arrays ------------------------------------------------------------------- */

static int new_array(struct work *w, const struct scan_value *v,
                     const char *suffix, int rank, int64_t lanes)
{
    const char *name = w->poly->scop->array[v->update.target->ref].name;
    int array =
        build_array(w->b, arena_printf(w->b->arena, "%s_%s", name, suffix),
                    v->update.target->type, rank);
    if (lanes)
        build_team_array(w->b, array, 1, &lanes);
    return array;
}

/* Adds a level with one subscript or, with lanes, with two, the second of which
 * is a team's if `team`. */
static void new_level(struct work *w, int level, int64_t lanes, bool team)
{
    int count = w->scan->value_count;
    w->level[level] =
        arena_alloc(w->b->arena, sizeof(struct level) * (size_t)count);
    for (int k = 0; k < count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        const char *name = level_name[level];
        int rank = lanes ? 2 : 1;
        struct level *made = &w->level[level][k];
        *made =
            (struct level){new_array(w, v, name, rank, team ? lanes : 0), -1};
        if (is_linear(v) && level < LEVEL_START)
            made->factor =
                new_array(w, v, arena_printf(w->b->arena, "%s_factor", name),
                          rank, team ? lanes : 0);
    }
}

static void new_values(struct work *w)
{
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        if (!v->element) {
            w->value[k] = build_copy(w->b, v->update.target);
            continue;
        }
        int last = new_array(w, v, "last", 0, 0);
        w->value[k] = build_access(w->b, last, 0, NULL);
    }
}

static struct scop_expr *element(struct work *w, const struct place *place,
                                 int k, bool factor)
{
    if (place->level == LEVEL_COUNT)
        return w->value[k];
    const struct level *level = &w->level[place->level][k];
    return build_access(w->b, factor ? level->factor : level->value,
                        place->count, place->subscript);
}

static struct place at(int level, struct scop_expr *first,
                       struct scop_expr *second)
{
    return (struct place){level, second ? 2 : 1, {first, second}};
}

/* Values ------------------------------------------------------------------- */

/* Are factors kept of what is there? */
static bool has_factors(const struct place *place)
{
    return place->level < LEVEL_START;
}

/* What one place takes several assignments for, a statement's body does. */
static bool is_single(const struct work *w, const struct place *into)
{
    return w->scan->value_count == 1 &&
           !(is_linear(&w->scan->value[0]) && has_factors(into));
}

static void open_sets(struct work *w, const struct place *into)
{
    if (!is_single(w, into))
        build_body_open(w->b);
}

static void put_set(struct work *w, const struct place *into,
                    struct scop_expr *lhs, struct scop_expr *rhs)
{
    if (is_single(w, into))
        build_stmt(w->b, lhs, rhs, 0, NULL);
    else
        build_set(w->b, lhs, rhs);
}

static void close_sets(struct work *w, const struct place *into)
{
    if (!is_single(w, into))
        build_body_close(w->b);
}

/* Arithmetic as C does it, in the type of x. */
static struct scop_expr *computed(struct work *w, enum scop_op op,
                                  struct scop_expr *x, struct scop_expr *y)
{
    struct scop_build *b = w->b;
    enum scop_type type = scop_type_size(x->type) < 4 ? SCOP_I32 : x->type;
    struct scop_expr *xy =
        build_binary(b, op, build_cast(b, type, x), build_cast(b, type, y));
    return build_cast(b, x->type, xy);
}

static void put_neutral(struct work *w, const struct place *into)
{
    struct scop_build *b = w->b;
    open_sets(w, into);
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        enum scop_type type = v->update.target->type;
        put_set(w, into, element(w, into, k, false),
                is_linear(v) ? reduce_number(b, type, 0)
                             : reduce_identity(b, &v->update));
        if (is_linear(v) && has_factors(into))
            put_set(w, into, element(w, into, k, true),
                    reduce_number(b, type, 1));
    }
    close_sets(w, into);
}

/* into op from; where an iteration forgets what was before, its factor is 0,
 * and nothing is left of an infinity. */
static struct scop_expr *appended(struct work *w, int k,
                                  const struct place *into,
                                  const struct place *from)
{
    struct scop_build *b = w->b;
    const struct scan_value *v = &w->scan->value[k];
    struct scop_expr *x = element(w, into, k, false);
    struct scop_expr *y = element(w, from, k, false);
    if (!is_linear(v))
        return reduce_joined(b, &v->update, x, y);
    struct scop_expr *f = element(w, from, k, true);
    struct scop_expr *all =
        computed(w, SCOP_ADD, computed(w, SCOP_MUL, x, f), y);
    if (!scop_type_is_float(x->type))
        return all;
    struct scop_expr *zero = reduce_number(b, f->type, 0);
    return build_choice(b, build_binary(b, SCOP_EQ, f, zero), y, all);
}

/* into = into op from. */
static void append(struct work *w, const struct place *into,
                   const struct place *from)
{
    open_sets(w, into);
    for (int k = 0; k < w->scan->value_count; k++) {
        put_set(w, into, element(w, into, k, false),
                appended(w, k, into, from));
        if (is_linear(&w->scan->value[k]) && has_factors(into))
            put_set(w, into, element(w, into, k, true),
                    computed(w, SCOP_MUL, element(w, into, k, true),
                             element(w, from, k, true)));
    }
    close_sets(w, into);
}

/* The values alone, of s. */
static void copy_values(struct work *w, const struct place *into,
                        const struct place *from)
{
    open_sets(w, into);
    for (int k = 0; k < w->scan->value_count; k++)
        put_set(w, into, element(w, into, k, false),
                element(w, from, k, false));
    close_sets(w, into);
}

/* Loops -------------------------------------------------------------------- */

/* Opens a loop over pieces of `size` iterations, its old iterator bound to
 * where one begins until it is unbound. */
static struct scop_expr *open_pieces(struct work *w, const char *name,
                                     int64_t size, int64_t team)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    int piece = build_for(b, s->node->loop, name, s->type);
    if (team)
        build_team(b, piece, team);
    build_chunk(b, piece, s->size * GROUP / size, s->node->loop);
    strip_bind(b, s, build_times(b, build_iter(b, piece), size));
    build_while(b, strip_goes_on(b, s));
    build_unbind(b, 1);
    return build_iter(b, piece);
}

/* Opens a loop that counts from 0 to a constant. */
static struct scop_expr *open_count(struct work *w, const char *suffix,
                                    int64_t count, bool lanes)
{
    struct scop_build *b = w->b;
    int loop = build_for(b, w->strip.node->loop, suffix, w->strip.type);
    build_while(b, build_binary(b, SCOP_LT, build_iter(b, loop),
                                build_int(b, w->strip.type, count)));
    if (lanes)
        build_lane(b, loop);
    return build_iter(b, loop);
}

/* Opens the loops over the iterations of a block, in lanes, the old iterator
 * bound until it is unbound; returns the lane. The steps are inside: one of the
 * host's threads keeps the running value in a register and goes on to the next
 * lane before it is there. */
static struct scop_expr *open_iterations(struct work *w,
                                         struct scop_expr *block)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    struct scop_expr *lane = open_count(w, "lane", LANES, true);
    int step = build_for(b, s->node->loop, "step", s->type);
    struct scop_expr *begin = build_sum(b, build_times(b, block, s->size),
                                        build_times(b, lane, STEPS));
    strip_bind(b, s, build_sum(b, begin, build_iter(b, step)));
    build_while(b, strip_both(b, s, step, STEPS));
    b->loop_of[s->node->loop] = step;
    return lane;
}

/* Opens the loop over the blocks of a group, one for each lane; returns the
 * block, and the lane. */
static struct scop_expr *open_members(struct work *w, struct scop_expr *group,
                                      struct scop_expr **lane)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    int member = build_for(b, s->node->loop, "lane", s->type);
    build_lane(b, member);
    *lane = build_iter(b, member);
    struct scop_expr *block = build_sum(b, build_times(b, group, GROUP), *lane);
    strip_bind(b, s, build_times(b, block, s->size));
    build_while(b, strip_both(b, s, member, GROUP));
    build_unbind(b, 1);
    return block;
}

static struct scop_expr *zero(struct work *w)
{
    return build_int(w->b, w->strip.type, 0);
}

/* few[p] = what `lanes` lanes of `level` hold, by neighbours. */
static void fold(struct work *w, int level, int64_t lanes,
                 struct scop_expr *team)
{
    struct scop_build *b = w->b;
    int64_t each = lanes / FOLDS;
    struct scop_expr *lane = open_count(w, "lane", FOLDS, true);
    struct place few = at(LEVEL_FEW, team, lane);
    put_neutral(w, &few);
    build_close(b);
    struct scop_expr *other = open_count(w, "fold", each, false);
    lane = open_count(w, "lane", FOLDS, true);
    few = at(LEVEL_FEW, team, lane);
    struct place from =
        at(level, team, build_sum(b, build_times(b, lane, each), other));
    append(w, &few, &from);
    build_close(b);
    build_close(b);
}

/* into = all of few. */
static void fold_few(struct work *w, const struct place *into,
                     struct scop_expr *team)
{
    put_neutral(w, into);
    struct scop_expr *other = open_count(w, "fold", FOLDS, false);
    struct place from = at(LEVEL_FEW, team, other);
    append(w, into, &from);
    build_close(w->b);
}

/* Computes for lane l of `level` (whose few are folded) what `start` is with
 * all lanes before it; puts it into run[l] or, for a group, into before[…]. */
static void spread(struct work *w, const struct place *start, int level,
                   int64_t lanes, struct scop_expr *team)
{
    struct scop_build *b = w->b;
    int64_t each = lanes / FOLDS;
    struct place carry = at(LEVEL_CARRY, team, zero(w));
    copy_values(w, &carry, start);
    struct scop_expr *other = open_count(w, "fold", FOLDS, false);
    struct place first = at(LEVEL_FIRST, team, other);
    struct place few = at(LEVEL_FEW, team, other);
    copy_values(w, &first, &carry);
    append(w, &carry, &few);
    build_close(b);
    other = open_count(w, "fold", each, false);
    struct scop_expr *lane = open_count(w, "lane", FOLDS, true);
    struct scop_expr *number = build_sum(b, build_times(b, lane, each), other);
    first = at(LEVEL_FIRST, team, lane);
    struct place part = at(level, team, number);
    struct place into = at(LEVEL_RUN, team, number);
    if (level == LEVEL_MEMBER)
        into = at(LEVEL_BEFORE,
                  build_sum(b, build_times(b, team, lanes), number), NULL);
    copy_values(w, &into, &first);
    append(w, &first, &part);
    build_close(b);
    build_close(b);
}

/* The values' statements --------------------------------------------------- */

/* Lets the target be `by` wherever the loop (or with `stmt` that statement)
 * reads it, and where it writes it unless that is an element of its own. */
static void replace_target(struct work *w, const struct scan_value *v,
                           bool everywhere, struct scop_expr *by)
{
    const struct poly *poly = w->poly;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        bool here =
            everywhere && !v->element
                ? reduce_inside(&poly->stmt[a->stmt], w->scan->node->loop)
                : a->stmt == v->stmt;
        bool mine = scop_expr_equal(a->expr, v->update.target) &&
                    !(v->element && a->write);
        if (a->array == v->update.array && here && mine)
            build_replace(w->b, a->expr, by);
    }
}

/* Lets what the statement reads of the same iteration's earlier results be what
 * these are computed from. */
static void replace_definitions(struct work *w, const struct scan_value *v,
                                int stmt)
{
    const struct poly *poly = w->poly;
    for (int k = poly->stmt[stmt].access_begin; k < poly->stmt[stmt].access_end;
         k++) {
        int definition = scan_definition(poly, k, w->scan->node->loop);
        if (definition < 0 || poly->access[k].array == v->update.array)
            continue;
        replace_definitions(w, v, definition);
        build_replace(w->b, poly->access[k].expr,
                      build_copy(w->b, poly->stmt[definition].stmt->rhs));
    }
}

/* What the linear expression makes of `factor` in place of the target without
 * what does not depend on it; NULL: nothing. */
static struct scop_expr *linear_part(struct work *w, const struct scan_value *v,
                                     const struct scop_expr *e,
                                     struct scop_expr *factor)
{
    struct scop_build *b = w->b;
    const struct scop_expr *target = v->element ? v->update.target : NULL;
    struct scop_expr *arg[3] = {NULL};
    if (reduce_is_target(w->poly, v->stmt, v->update.array, target, e))
        return build_cast(b, e->type, factor);
    if (!reduce_reads_target(w->poly, v->stmt, v->update.array, target, e))
        return NULL;
    for (int k = 0; k < e->count; k++)
        arg[k] = linear_part(w, v, e->arg[k], factor);
    if (e->op == SCOP_ADD && (!arg[0] || !arg[1]))
        return arg[arg[0] ? 0 : 1];
    if (e->op == SCOP_SUB && !arg[1])
        return arg[0];
    struct scop_expr *copy =
        scop_expr_new(b->arena, e->op, e->type, e->count, e->loc);
    for (int k = 0; k < e->count; k++) {
        bool other = e->op == SCOP_MUL || e->op == SCOP_DIV ||
                     (e->op == SCOP_COND && k == 0);
        copy->arg[k] = arg[k]  ? arg[k]
                       : other ? build_copy(b, e->arg[k])
                               : reduce_number(b, e->arg[k]->type, 0);
    }
    return copy;
}

/* The value's statement, which goes to `into`; with `factors`, its factor. */
static void put_step(struct work *w, const struct scan_value *v,
                     struct scop_expr *into, bool factors)
{
    struct scop_build *b = w->b;
    const struct scop_stmt *s = w->poly->stmt[v->stmt].stmt;
    int replaced = b->replaced_count;
    replace_target(w, v, false, into);
    replace_definitions(w, v, v->stmt);
    struct scop_expr *rhs =
        factors ? linear_part(w, v, s->rhs, into) : build_copy(b, s->rhs);
    struct scop_expr **guard =
        arena_alloc(b->arena, sizeof *guard * (s->guard_count + 1));
    for (int k = 0; k < s->guard_count; k++)
        guard[k] = build_copy(b, s->guard[k]);
    build_stmt(b, into, rhs, s->guard_count, guard);
    b->replaced_count = replaced;
}

/* Passes ------------------------------------------------------------------- */

static void sum_blocks(struct work *w)
{
    struct scop_build *b = w->b;
    new_level(w, LEVEL_PART, LANES, false);
    new_level(w, LEVEL_FEW, FOLDS, true);
    new_level(w, LEVEL_BLOCK, 0, false);
    struct scop_expr *block = open_pieces(w, "block", w->strip.size, LANES);
    struct scop_expr *lane = open_count(w, "lane", LANES, true);
    struct place part = at(LEVEL_PART, block, lane);
    put_neutral(w, &part);
    build_close(b);
    part = at(LEVEL_PART, block, open_iterations(w, block));
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        put_step(w, v, element(w, &part, k, false), false);
        if (is_linear(v))
            put_step(w, v, element(w, &part, k, true), true);
    }
    build_unbind(b, 1);
    build_close(b);
    build_close(b);
    fold(w, LEVEL_PART, LANES, block);
    struct place into = at(LEVEL_BLOCK, block, NULL);
    fold_few(w, &into, block);
    build_close(b);
}

/* The blocks of a group, one in each lane, and their FOLDS. */
static void load_members(struct work *w, struct scop_expr *group)
{
    struct scop_build *b = w->b;
    new_level(w, LEVEL_MEMBER, GROUP, true);
    new_level(w, LEVEL_FEW, FOLDS, true);
    struct scop_expr *lane = open_count(w, "lane", GROUP, true);
    struct place member = at(LEVEL_MEMBER, group, lane);
    put_neutral(w, &member);
    build_close(b);
    struct scop_expr *block = open_members(w, group, &lane);
    member = at(LEVEL_MEMBER, group, lane);
    struct place from = at(LEVEL_BLOCK, block, NULL);
    append(w, &member, &from);
    build_close(b);
    fold(w, LEVEL_MEMBER, GROUP, group);
}

static void sum_groups(struct work *w)
{
    new_level(w, LEVEL_GROUP, 0, false);
    struct scop_expr *group =
        open_pieces(w, "group", w->strip.size * GROUP, GROUP);
    struct place into = at(LEVEL_GROUP, group, NULL);
    load_members(w, group);
    fold_few(w, &into, group);
    build_close(w->b);
}

/* x[i-1] of the first iteration, if there is one. */
static void load_firsts(struct work *w)
{
    struct scop_build *b = w->b;
    const struct scop_node *node = w->scan->node;
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        if (!v->element)
            continue;
        build_bind(b, node->loop, build_copy(b, node->init));
        build_if(b, build_copy(b, node->cond));
        build_stmt(b, w->value[k], build_copy(b, v->update.target), 0, NULL);
        build_endif(b);
        build_unbind(b, 1);
    }
}

static void link_groups(struct work *w)
{
    new_level(w, LEVEL_START, 0, false);
    struct scop_expr *group = open_pieces(w, "group", w->strip.size * GROUP, 0);
    struct place value = {LEVEL_COUNT, 0, {NULL}};
    struct place start = at(LEVEL_START, group, NULL);
    struct place sum = at(LEVEL_GROUP, group, NULL);
    copy_values(w, &start, &value);
    append(w, &value, &sum);
    build_close(w->b);
}

static void start_blocks(struct work *w)
{
    new_level(w, LEVEL_BEFORE, 0, false);
    new_level(w, LEVEL_CARRY, 1, true);
    new_level(w, LEVEL_FIRST, FOLDS, true);
    struct scop_expr *group =
        open_pieces(w, "group", w->strip.size * GROUP, GROUP);
    struct place start = at(LEVEL_START, group, NULL);
    load_members(w, group);
    spread(w, &start, LEVEL_MEMBER, GROUP, group);
    build_close(w->b);
}

/* Running values that subscripts of writes are. */
static void mark_cursors(struct work *w)
{
    for (int k = 0; k < w->scan->value_count; k++)
        w->b->scop->array[w->level[LEVEL_RUN][k].value].cursor =
            cursor_is_used(w->poly, w->scan->value[k].update.target);
}

static void scan_blocks(struct work *w)
{
    struct scop_build *b = w->b;
    int replaced = b->replaced_count, through = b->through_count;
    new_level(w, LEVEL_FEW, FOLDS, true);
    new_level(w, LEVEL_CARRY, 1, true);
    new_level(w, LEVEL_FIRST, FOLDS, true);
    new_level(w, LEVEL_RUN, LANES, true);
    mark_cursors(w);
    struct scop_expr *block = open_pieces(w, "block", w->strip.size, LANES);
    struct place start = at(LEVEL_BEFORE, block, NULL);
    fold(w, LEVEL_PART, LANES, block);
    spread(w, &start, LEVEL_PART, LANES, block);
    struct place run = at(LEVEL_RUN, block, open_iterations(w, block));
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        struct scop_expr *running = element(w, &run, k, false);
        replace_target(w, v, true, running);
        if (v->element)
            build_through(b, v->stmt, running);
    }
    build_node(b, w->strip.node->child[0]);
    b->replaced_count = replaced;
    b->through_count = through;
    build_unbind(b, 1);
    build_close(b);
    build_close(b);
    build_close(b);
}

void scan_build(struct scop_build *b, const struct poly *poly,
                const struct scan_loop *scan)
{
    struct work w = {.b = b, .poly = poly, .scan = scan};
    struct loc loc = b->loc;
    enum scop_type type = poly->scop->loop[scan->node->loop].type;
    b->loc = scan->value[0].update.target->loc;
    w.strip = (struct strip){
        .node = scan->node,
        .type = type == SCOP_I32 ? SCOP_I32 : SCOP_I64,
        .size = LANES * STEPS,
    };
    w.value =
        arena_alloc(b->arena, sizeof *w.value * (size_t)scan->value_count);
    new_values(&w);
    sum_blocks(&w);
    sum_groups(&w);
    load_firsts(&w);
    link_groups(&w);
    start_blocks(&w);
    scan_blocks(&w);
    b->loc = loc;
}
