/*
 * Loops, bounds, conditions and subscripts: expressions over the iterators in
 * scope and the parameters. A loop is drawn, run, and drawn again if it does
 * not end in the budget, wraps around, or (mostly) has no iteration.
 */
#include "tests/fuzz/nest.h"

enum { LOOP_TRIES = 12 };

static struct expr *iter_ref(struct kernel *k, int iter)
{
    return expr_ref(k, OP_ITER, iter, k->iter[iter].type);
}

static struct expr *param_ref(struct kernel *k)
{
    int p = rng_below(k, k->param_count);
    return expr_ref(k, OP_PARAM, p, k->param[p].type);
}

/* An iterator in scope, the innermost more often; a parameter or constant
 * without one. */
static struct expr *any_iter(struct kernel *k, const struct scope *scope)
{
    if (scope->depth == 0 && rng_chance(k, 70))
        return param_ref(k);
    if (scope->depth == 0)
        return expr_int(k, rng_below(k, 4), TYPE_I32);
    int i = rng_chance(k, 50) ? scope->depth - 1 : rng_below(k, scope->depth);
    return iter_ref(k, scope->iter[i]);
}

static struct expr *plus(struct kernel *k, struct expr *e, int c)
{
    if (c == 0)
        return e;
    enum op op = c < 0 ? OP_SUB : OP_ADD;
    return expr_binary(k, op, e, expr_int(k, c < 0 ? -c : c, TYPE_I32));
}

static struct expr *scaled(struct kernel *k, struct expr *e)
{
    if (!rng_chance(k, 20))
        return e;
    return expr_binary(k, OP_MUL, expr_int(k, 2 + rng_below(k, 2), TYPE_I32),
                       e);
}

/* An iterator in scope other than that of `e`, or a parameter. */
static struct expr *other_than(struct kernel *k, const struct scope *scope,
                               const struct expr *e)
{
    for (int tries = 0; tries < 4 && scope->depth > 1; tries++) {
        int iter = scope->iter[rng_below(k, scope->depth)];
        if (e->op != OP_ITER || e->ref != iter)
            return iter_ref(k, iter);
    }
    return param_ref(k);
}

/* A sum of two or three iterators or parameters and a constant. */
static struct expr *skewed(struct kernel *k, const struct scope *scope)
{
    struct expr *first = any_iter(k, scope), *e = scaled(k, first);
    int terms = rng_chance(k, 70) ? 1 : 2;
    for (int t = 0; t < terms; t++) {
        struct expr *term = rng_chance(k, 85) ? other_than(k, scope, first)
                                              : any_iter(k, scope);
        if (rng_chance(k, 15))
            e = expr_binary(k, OP_SUB, term, e);
        else if (rng_chance(k, 25))
            e = expr_binary(k, OP_SUB, e, term);
        else
            e = expr_binary(k, OP_ADD, e, scaled(k, term));
    }
    return plus(k, e, rng_below(k, 5) - 2);
}

static struct expr *simple(struct kernel *k, const struct scope *scope)
{
    struct expr *e = rng_chance(k, 65) ? any_iter(k, scope) : param_ref(k);
    return plus(k, e, rng_below(k, 5) - 2);
}

/* A quotient or remainder by a constant, of either sign. */
static struct expr *quotient(struct kernel *k, const struct scope *scope)
{
    struct expr *e = rng_chance(k, 50) ? simple(k, scope) : skewed(k, scope);
    if (rng_chance(k, 30))
        e = plus(k, e, -3 - rng_below(k, 6));
    int divisor = 2 + rng_below(k, 4);
    struct expr *by =
        expr_int(k, rng_chance(k, 8) ? -divisor : divisor, TYPE_I32);
    e = expr_binary(k, rng_chance(k, 60) ? OP_DIV : OP_REM, e, by);
    return plus(k, e, rng_below(k, 3));
}

/* A remainder (or quotient) by a parameter, near which the dividend is. */
static struct expr *wrapped(struct kernel *k, const struct scope *scope)
{
    struct expr *size = param_ref(k);
    struct expr *e = plus(k, any_iter(k, scope), rng_below(k, 5) - 2);
    if (rng_chance(k, 70))
        e = expr_binary(k, OP_ADD, e, expr_copy(k, size));
    return expr_binary(k, rng_chance(k, 15) ? OP_DIV : OP_REM, e, size);
}

static struct expr *ternary(struct kernel *k, const struct scope *scope)
{
    struct expr *a = simple(k, scope);
    struct expr *b = rng_chance(k, 50) ? param_ref(k) : simple(k, scope);
    struct expr *test = expr_binary(k, rng_chance(k, 50) ? OP_LT : OP_GT,
                                    expr_copy(k, a), expr_copy(k, b));
    return expr_cond(k, test, a, b);
}

struct expr *gen_bound(struct kernel *k, const struct scope *scope)
{
    const struct shape *s = k->shape;
    const int weight[] = {s->bound_constant,
                          s->bound_param,
                          scope->depth > 0 ? s->bound_outer : 0,
                          s->bound_skewed,
                          s->bound_quotient,
                          s->bound_ternary};
    switch (rng_weighted(k, weight, 6)) {
    case 0:
        return expr_int(k, 1 + rng_below(k, 12), TYPE_I32);
    case 1:
        return plus(k, param_ref(k), rng_below(k, 5) - 2);
    case 2:
        return plus(k, any_iter(k, scope), rng_below(k, 5) - 1);
    case 3:
        return skewed(k, scope);
    case 4:
        return quotient(k, scope);
    default:
        return ternary(k, scope);
    }
}

static struct expr *comparison(struct kernel *k, const struct scope *scope)
{
    static const enum op ops[] = {OP_LT, OP_LE, OP_GT, OP_GE, OP_EQ, OP_NE};
    if (rng_chance(k, 25)) {
        int divisor = 2 + rng_below(k, 3);
        struct expr *e =
            rng_chance(k, 60) ? any_iter(k, scope) : skewed(k, scope);
        e = expr_binary(k, OP_REM, e, expr_int(k, divisor, TYPE_I32));
        if (rng_chance(k, 15))
            return e;
        int rest = rng_below(k, divisor);
        return expr_binary(k, rng_chance(k, 70) ? OP_EQ : OP_NE, e,
                           expr_int(k, rest, TYPE_I32));
    }
    struct expr *a = any_iter(k, scope);
    struct expr *b = rng_chance(k, 75)
                         ? plus(k, other_than(k, scope, a), rng_below(k, 5) - 2)
                         : gen_bound(k, scope);
    return expr_binary(k, ops[rng_below(k, 6)], a, b);
}

struct expr *gen_condition(struct kernel *k, const struct scope *scope)
{
    struct expr *e = comparison(k, scope);
    if (rng_chance(k, 25))
        e = expr_binary(k, rng_chance(k, 60) ? OP_LAND : OP_LOR, e,
                        comparison(k, scope));
    if (rng_chance(k, 10))
        e = expr_unary(k, OP_NOT, e);
    e->control = true;
    return e;
}

struct expr *gen_subscript(struct kernel *k, const struct scope *scope)
{
    const struct shape *s = k->shape;
    const int weight[] = {s->sub_near,  s->sub_affine,   s->sub_constant,
                          s->sub_param, s->sub_quotient, s->sub_ternary,
                          s->sub_wrap};
    struct expr *e = NULL;
    switch (rng_weighted(k, weight, 7)) {
    case 0:
        e = any_iter(k, scope);
        break;
    case 1:
        e = skewed(k, scope);
        break;
    case 2:
        e = expr_int(k, rng_below(k, 4), TYPE_I32);
        break;
    case 3:
        e = param_ref(k);
        break;
    case 4:
        e = quotient(k, scope);
        break;
    case 5:
        e = ternary(k, scope);
        break;
    default:
        e = wrapped(k, scope);
        break;
    }
    e->control = true;
    return e;
}

/* An iterator that no loop around uses. One declared outside the region may
 * serve several loops. */
static int new_iter(struct kernel *k, const struct scope *scope)
{
    static const char *const names[] = {"i", "j", "k", "l", "p", "q"};
    const struct shape *s = k->shape;
    bool outside = rng_chance(k, s->iter_outside);
    for (int i = 0; outside && i < k->iter_count; i++) {
        bool busy = !k->iter[i].outside;
        for (int d = 0; d < scope->depth; d++)
            busy |= scope->iter[d] == i;
        if (!busy && rng_chance(k, 60))
            return i;
    }
    int room = (int)(sizeof k->iter / sizeof *k->iter);
    if (k->iter_count == room)
        return -1;
    const int weight[] = {s->iter_i32, s->iter_i64, s->iter_u32, s->iter_u64,
                          s->iter_i16};
    static const enum type types[] = {TYPE_I32, TYPE_I64, TYPE_U32, TYPE_U64,
                                      TYPE_I16};
    struct iter *it = &k->iter[k->iter_count];
    it->type = types[rng_weighted(k, weight, 5)];
    it->spelling = rng_chance(k, 30);
    it->outside = outside;
    it->live = outside && rng_chance(k, s->iter_live);
    it->name = outside ? arena_printf(k->arena, "x%d", k->iter_count)
                       : names[scope->depth];
    return k->iter_count++;
}

static struct expr *loop_test(struct kernel *k, int iter, enum op op,
                              struct expr *bound)
{
    static const enum op mirror[OP_COUNT] = {[OP_LT] = OP_GT,
                                             [OP_GT] = OP_LT,
                                             [OP_LE] = OP_GE,
                                             [OP_GE] = OP_LE,
                                             [OP_NE] = OP_NE};
    struct expr *it = iter_ref(k, iter);
    if (rng_chance(k, 10))
        return expr_binary(k, mirror[op], bound, it);
    return expr_binary(k, op, it, bound);
}

static void draw_header(struct kernel *k, const struct scope *scope,
                        struct stmt *loop)
{
    const struct shape *s = k->shape;
    bool down = rng_chance(k, s->loop_down);
    struct expr *low = rng_chance(k, 60)
                           ? expr_int(k, rng_below(k, 3), TYPE_I32)
                           : gen_bound(k, scope);
    struct expr *high = gen_bound(k, scope);
    loop->step = rng_chance(k, s->loop_stride) ? 2 + rng_below(k, 3) : 1;
    loop->step = down ? -loop->step : loop->step;
    loop->step_spelling = rng_below(k, 3);
    loop->init = down ? high : low;
    struct expr *end = down ? low : high;
    enum op op = down ? (rng_chance(k, 75) ? OP_GE : OP_GT)
                      : (rng_chance(k, 80) ? OP_LT : OP_LE);
    if (rng_chance(k, s->loop_ne))
        op = OP_NE;
    loop->cond = loop_test(k, loop->iter, op, end);
    if (rng_chance(k, s->loop_two)) {
        struct expr *more =
            loop_test(k, loop->iter, down ? OP_GT : OP_LT, gen_bound(k, scope));
        if (down)
            more = loop_test(k, loop->iter, OP_GE, gen_bound(k, scope));
        loop->cond = expr_binary(k, OP_LAND, loop->cond, more);
    }
    loop->init->control = loop->cond->control = true;
}

struct stmt *gen_counted_loop(struct kernel *k, const struct scope *scope,
                              int count, struct stmt *block)
{
    int iter = new_iter(k, scope);
    if (iter < 0)
        return NULL;
    struct stmt *loop = stmt_new(k, STMT_FOR);
    loop->iter = iter;
    loop->step = 1;
    loop->init = expr_int(k, 0, TYPE_I32);
    loop->cond =
        expr_binary(k, OP_LT, iter_ref(k, iter), expr_int(k, count, TYPE_I32));
    loop->init->control = loop->cond->control = true;
    stmt_append(k, block, loop);
    return loop;
}

struct stmt *gen_loop(struct kernel *k, const struct scope *scope,
                      struct stmt *block)
{
    int iter = new_iter(k, scope);
    if (iter < 0)
        return NULL;
    struct stmt *loop = stmt_new(k, STMT_FOR);
    loop->iter = iter;
    bool may_be_empty = rng_chance(k, k->shape->loop_empty);
    stmt_append(k, block, loop);
    for (int n = 0; n < LOOP_TRIES; n++) {
        draw_header(k, scope, loop);
        if (kernel_control_run(k) && (loop->visits > 1 || may_be_empty))
            return loop;
    }
    block->count--;
    return NULL;
}
