/* What the loops of reductions and scans are made of: the operations' neutral
 * elements and their application, and where a loop that is taken apart is in
 * its own iterations. */
#include "polyhedral/rewrite/build.h"
#include "polyhedral/rewrite/reduction.h"

#include "polyhedral/dependence/dependence.h"

#include <math.h>

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

struct scop_expr *reduce_displaces(struct scop_build *b,
                                   const struct reduce_update *u,
                                   struct scop_expr *from,
                                   struct scop_expr *into)
{
    return build_binary(b, (enum scop_op)u->op, promoted(b, from),
                        promoted(b, into));
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
    if (u->kind == REDUCE_CALL) {
        struct scop_expr *e =
            scop_expr_new(b->arena, SCOP_CALL, into->type, 2, b->loc);
        e->ref = u->op;
        e->arg[0] = into;
        e->arg[1] = from;
        return e;
    }
    return build_choice(b, reduce_displaces(b, u, from, into), from, into);
}
/* Strips ------------------------------------------------------------------- */

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

struct scop_expr *strip_goes_on(struct scop_build *b, const struct strip *s)
{
    struct scop_expr *goes_on = build_copy(b, s->node->cond), *value;
    int k = b->binding_count - 1;
    while (b->binding[k].loop != s->node->loop)
        k--;
    value = b->binding[k].value;
    if (s->node->step > 0 || value->op != SCOP_CAST ||
        scop_type_is_signed(value->type))
        return goes_on;
    value = value->arg[0];
    return build_binary(
        b, SCOP_LAND,
        build_binary(b, SCOP_LE, build_int(b, value->type, 0), value), goes_on);
}

struct scop_expr *strip_both(struct scop_build *b, const struct strip *s,
                             int iter, int64_t limit)
{
    struct scop_expr *below = build_binary(b, SCOP_LT, build_iter(b, iter),
                                           build_int(b, s->type, limit));
    return build_binary(b, SCOP_LAND, below, strip_goes_on(b, s));
}
