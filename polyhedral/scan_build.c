/*
 * Scans in three passes over blocks of neighbouring iterations.
 *
 *   for b:     block[b] = e of b's iterations, combined
 *   for c:     group[c] = the blocks of GROUP that follow c GROUP, combined
 *   for c:     start[c] = s; s = s op group[c]                     in order
 *   for c:     before[b] = start[c] op what precedes b in its group
 *   for b:     the loop's iterations, with before[b] in place of s
 *
 * An accumulator s is where the loop found it, and has the value after the loop
 * at its end. For elements, s is a variable that starts as x[i-1] of the first
 * iteration. A linear recurrence s = f s + e has two results per block, the
 * product of its factors and the value that it makes of 0.
 */
#include "polyhedral/reduce.h"
#include "polyhedral/scop_build.h"

enum { STEPS = 128, GROUP = 256 };

/* What there is of one value. */
struct parts {
    struct scop_expr *value; /* s, where it is when the loop starts */
    int block, block_factor, group, group_factor, start, before;
};

struct work {
    struct scop_build *b;
    const struct poly *poly;
    const struct scan_loop *scan;
    struct strip strip;
    struct parts *parts; /* per value */
};

static bool is_linear(const struct scan_value *v)
{
    return v->update.kind == REDUCE_NONE;
}

static int new_array(struct work *w, const struct scan_value *v,
                     const char *suffix, int rank)
{
    const char *name = w->poly->scop->array[v->update.target->ref].name;
    return build_array(w->b, arena_printf(w->b->arena, "%s_%s", name, suffix),
                       v->update.target->type, rank);
}

static void new_parts(struct work *w)
{
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        struct parts *p = &w->parts[k];
        p->block = new_array(w, v, "block", 1);
        p->group = new_array(w, v, "group", 1);
        p->start = new_array(w, v, "start", 1);
        p->before = new_array(w, v, "before", 1);
        if (is_linear(v)) {
            p->block_factor = new_array(w, v, "block_factor", 1);
            p->group_factor = new_array(w, v, "group_factor", 1);
        }
        if (!v->element) {
            p->value = build_copy(w->b, v->update.target);
            continue;
        }
        int last = new_array(w, v, "last", 0);
        p->value = build_access(w->b, last, 0, NULL);
    }
}

static struct scop_expr *at(struct work *w, int array, struct scop_expr *place)
{
    return build_access(w->b, array, 1, &place);
}

static void assign(struct work *w, struct scop_expr *lhs, struct scop_expr *rhs)
{
    build_stmt(w->b, lhs, rhs, 0, NULL);
}

static struct scop_expr *product(struct work *w, struct scop_expr *x,
                                 struct scop_expr *y)
{
    struct scop_build *b = w->b;
    enum scop_type type = scop_type_size(x->type) < 4 ? SCOP_I32 : x->type;
    struct scop_expr *xy = build_binary(b, SCOP_MUL, build_cast(b, type, x),
                                        build_cast(b, type, y));
    return build_cast(b, x->type, xy);
}

/* into = into op (value, factor). */
static void append(struct work *w, const struct scan_value *v,
                   struct scop_expr *into, struct scop_expr *value,
                   struct scop_expr *factor)
{
    struct scop_build *b = w->b;
    if (!is_linear(v)) {
        assign(w, into, reduce_joined(b, &v->update, into, value));
        return;
    }
    struct scop_expr *scaled = product(w, into, factor);
    enum scop_type type =
        scop_type_size(into->type) < 4 ? SCOP_I32 : into->type;
    struct scop_expr *sum = build_binary(
        b, SCOP_ADD, build_cast(b, type, scaled), build_cast(b, type, value));
    assign(w, into, build_cast(b, into->type, sum));
}

static void put_neutral(struct work *w, const struct scan_value *v, int value,
                        int factor, struct scop_expr *place)
{
    struct scop_build *b = w->b;
    enum scop_type type = v->update.target->type;
    assign(w, at(w, value, place),
           is_linear(v) ? reduce_number(b, type, 0)
                        : reduce_identity(b, &v->update));
    if (is_linear(v))
        assign(w, at(w, factor, place), reduce_number(b, type, 1));
}

/* Opens a loop over pieces of `size` iterations, its old iterator bound to
 * where one begins until it is unbound. */
static int open_pieces(struct work *w, const char *name, int64_t size)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    int piece = build_for(b, s->node->loop, name, s->type);
    strip_bind(b, s, build_times(b, build_iter(b, piece), size));
    build_while(b, build_copy(b, s->node->cond));
    build_unbind(b, 1);
    return piece;
}

/* Opens the loop over the iterations of the open block. */
static void open_steps(struct work *w)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    int step = build_for(b, s->node->loop, "step", s->type);
    strip_bind(b, s,
               build_sum(b, build_times(b, build_iter(b, s->block), s->size),
                         build_iter(b, step)));
    build_while(b, strip_both(b, s, step, s->size));
    b->loop_of[s->node->loop] = step;
}

/* Opens the loop over the blocks of an open group; returns the block. */
static struct scop_expr *open_members(struct work *w, int group)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    int member = build_for(b, s->node->loop, "block", s->type);
    struct scop_expr *block = build_sum(
        b, build_times(b, build_iter(b, group), GROUP), build_iter(b, member));
    strip_bind(b, s, build_times(b, block, s->size));
    build_while(b, strip_both(b, s, member, GROUP));
    build_unbind(b, 1);
    return block;
}

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
        bool mine = !v->element ||
                    (!a->write && scop_expr_equal(a->expr, v->update.target));
        if (a->array == v->update.array && here && mine)
            build_replace(w->b, a->expr, by);
    }
}

/* A copy of the value's statement that goes to `into`; with `factors`, of its
 * factors. */
static void put_step(struct work *w, const struct scan_value *v,
                     struct scop_expr *into, bool factors)
{
    struct scop_build *b = w->b;
    const struct scop_stmt *s = w->poly->stmt[v->stmt].stmt;
    int replaced = b->replaced_count;
    replace_target(w, v, false, into);
    struct scop_expr *rhs = into;
    for (int k = 0; factors && k < v->factor_count; k++)
        rhs = product(w, rhs, build_copy(b, v->factor[k]));
    if (!factors)
        rhs = build_copy(b, s->rhs);
    struct scop_expr **guard =
        arena_alloc(b->arena, sizeof *guard * (s->guard_count + 1));
    for (int k = 0; k < s->guard_count; k++)
        guard[k] = build_copy(b, s->guard[k]);
    build_stmt(b, into, rhs, s->guard_count, guard);
    b->replaced_count = replaced;
}

static void sum_blocks(struct work *w)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    s->block = open_pieces(w, "block", s->size);
    struct scop_expr *block = build_iter(b, s->block);
    for (int k = 0; k < w->scan->value_count; k++)
        put_neutral(w, &w->scan->value[k], w->parts[k].block,
                    w->parts[k].block_factor, block);
    open_steps(w);
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        put_step(w, v, at(w, w->parts[k].block, block), false);
        if (is_linear(v))
            put_step(w, v, at(w, w->parts[k].block_factor, block), true);
    }
    build_close(b);
    build_unbind(b, 1);
    build_close(b);
}

static void sum_groups(struct work *w)
{
    int group = open_pieces(w, "group", w->strip.size * GROUP);
    struct scop_expr *c = build_iter(w->b, group);
    for (int k = 0; k < w->scan->value_count; k++)
        put_neutral(w, &w->scan->value[k], w->parts[k].group,
                    w->parts[k].group_factor, c);
    struct scop_expr *block = open_members(w, group);
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        const struct parts *p = &w->parts[k];
        struct scop_expr *factor =
            is_linear(v) ? at(w, p->block_factor, block) : NULL;
        append(w, v, at(w, p->group, c), at(w, p->block, block), factor);
        if (is_linear(v))
            assign(w, at(w, p->group_factor, c),
                   product(w, at(w, p->group_factor, c), factor));
    }
    build_close(w->b);
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
        assign(w, w->parts[k].value, build_copy(b, v->update.target));
        build_endif(b);
        build_unbind(b, 1);
    }
}

static void chain_groups(struct work *w)
{
    int group = open_pieces(w, "group", w->strip.size * GROUP);
    struct scop_expr *c = build_iter(w->b, group);
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct parts *p = &w->parts[k];
        const struct scan_value *v = &w->scan->value[k];
        assign(w, at(w, p->start, c), p->value);
        append(w, v, p->value, at(w, p->group, c),
               is_linear(v) ? at(w, p->group_factor, c) : NULL);
    }
    build_close(w->b);
}

static void start_blocks(struct work *w)
{
    int group = open_pieces(w, "group", w->strip.size * GROUP);
    struct scop_expr *c = build_iter(w->b, group);
    struct scop_expr *block = open_members(w, group);
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct parts *p = &w->parts[k];
        const struct scan_value *v = &w->scan->value[k];
        assign(w, at(w, p->before, block), at(w, p->start, c));
        append(w, v, at(w, p->start, c), at(w, p->block, block),
               is_linear(v) ? at(w, p->block_factor, block) : NULL);
    }
    build_close(w->b);
    build_close(w->b);
}

static void scan_blocks(struct work *w)
{
    struct scop_build *b = w->b;
    struct strip *s = &w->strip;
    int replaced = b->replaced_count, through = b->through_count;
    s->block = open_pieces(w, "block", s->size);
    open_steps(w);
    for (int k = 0; k < w->scan->value_count; k++) {
        const struct scan_value *v = &w->scan->value[k];
        struct scop_expr *running =
            at(w, w->parts[k].before, build_iter(b, s->block));
        replace_target(w, v, true, running);
        if (v->element)
            build_through(b, v->stmt, running);
    }
    build_node(b, s->node->child[0]);
    b->replaced_count = replaced;
    b->through_count = through;
    build_close(b);
    build_unbind(b, 1);
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
        .size = STEPS,
    };
    w.parts =
        arena_alloc(b->arena, sizeof *w.parts * (size_t)scan->value_count);
    new_parts(&w);
    sum_blocks(&w);
    sum_groups(&w);
    load_firsts(&w);
    chain_groups(&w);
    start_blocks(&w);
    scan_blocks(&w);
    b->loc = loc;
}
