/*
 * Made-up data for Plans that are only made when the program runs: what the
 * arrays hold that filters read.
 *
 * An integer of them is one of the values that the region compares it with, or
 * one more or less; what is tested alone is 0 or 1. The values follow from the
 * array and the subscripts, so that all reads of an element see the same one.
 */
#include "polyhedral/picture/local.h"

#include "polyhedral/plan/plan.h"

#include <math.h>

enum { UNKNOWN = -2, OTHERS = 3 };

static const struct scop_expr *without_casts(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST)
        e = e->arg[0];
    return e;
}

static void widen(struct picture *picture, int array, int64_t low, int64_t high)
{
    struct picture_range *r = &picture->range[array];
    if (low < 0 && !scop_type_is_signed(picture->scop->array[array].type))
        low = 0;
    r->low = r->known && r->low < low ? r->low : low;
    r->high = r->known && r->high > high ? r->high : high;
    r->known = true;
}

/* What the operand of a test, or of a comparison, tells of an array. */
static void read_operand(struct picture *picture, const struct scop_expr *e,
                         const struct scop_expr *with)
{
    e = without_casts(e);
    with = with ? without_casts(with) : NULL;
    if (e->op != SCOP_ACCESS)
        return;
    if (!with)
        widen(picture, e->ref, 0, 1);
    else if (with->op == SCOP_INT)
        widen(picture, e->ref, with->ival - 1, with->ival + 1);
    else if (with->op == SCOP_FLOAT && fabs(with->fval) < 1e9)
        widen(picture, e->ref, (int64_t)with->fval - 1,
              (int64_t)with->fval + 1);
}

static void read_expression(struct picture *picture, const struct scop_expr *e,
                            bool test)
{
    bool compares = scop_op_is_test(e->op) && e->op != SCOP_NOT &&
                    e->op != SCOP_LAND && e->op != SCOP_LOR;
    bool passes = e->op == SCOP_NOT || e->op == SCOP_LAND || e->op == SCOP_LOR;
    if (test)
        read_operand(picture, e, NULL);
    for (int k = 0; compares && k < 2; k++)
        read_operand(picture, e->arg[k], e->arg[1 - k]);
    for (int k = 0; k < e->count; k++)
        read_expression(picture, e->arg[k],
                        passes || (e->op == SCOP_COND && k == 0));
}

void sketch_make_up(struct sketch *s)
{
    const struct scop *scop = s->poly->scop;
    struct picture *picture = s->picture;
    size_t arrays = (size_t)scop->array_count + 1;
    size_t definitions =
        (size_t)s->poly->stmt_count * (size_t)s->poly->array_count + 1;
    picture->range = arena_alloc(s->arena, sizeof *picture->range * arrays);
    s->definition = arena_alloc(s->arena, sizeof(int) * definitions);
    for (size_t k = 0; k < definitions; k++)
        s->definition[k] = UNKNOWN;
    for (int k = 0; k < scop->stmt_count; k++) {
        const struct scop_stmt *stmt = &scop->stmt[k];
        for (int g = 0; g < stmt->guard_count; g++)
            read_expression(picture, stmt->guard[g], true);
        if (stmt->rhs)
            read_expression(picture, stmt->rhs, false);
    }
    for (int k = 0; k < scop->array_count; k++)
        if (!picture->range[k].known)
            widen(picture, k, 0, OTHERS);
}

uint64_t picture_mix(uint64_t seed, int64_t value)
{
    uint64_t x = (seed ^ (uint64_t)value) + 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

int64_t picture_value(const struct picture *picture, int array, int count,
                      const int64_t *at)
{
    const struct picture_range *r = &picture->range[array];
    uint64_t x = picture_mix(0, array);
    for (int k = 0; k < count; k++)
        x = picture_mix(x, at[k]);
    return r->low + (int64_t)(x % (uint64_t)(r->high - r->low + 1));
}

/* The statement that alone makes the temporary that `stmt` reads, -1: none. */
static int find_definition(const struct sketch *s, int array, int stmt)
{
    int *known = &s->definition[stmt * s->poly->array_count + array];
    if (*known == UNKNOWN)
        *known = s->poly->array[array].local
                     ? filter_definition(s->poly, NULL, array, stmt)
                     : -1;
    return *known;
}

/* 0 for what is no integer of 63 bits. */
static int64_t to_integer(double a)
{
    return fabs(a) < 0x1p62 ? (int64_t)a : 0;
}

/* An access: a temporary is what its definition makes it, another one is made
 * up for each instance. */
static double evaluate_access(const struct sketch *s, int stmt,
                              const int64_t *at, const struct scop_expr *e)
{
    int64_t place[PICTURE_SUBSCRIPTS];
    int array = filter_array(s->poly, stmt, e);
    int definition = array < 0 ? -1 : find_definition(s, array, stmt);
    if (definition >= 0)
        return sketch_evaluate(s, definition, at,
                               s->poly->stmt[definition].stmt->rhs);
    if (s->poly->scop->array[e->ref].scope != SCOP_OUTSIDE) {
        int depth = s->poly->stmt[stmt].stmt->depth;
        return (double)picture_value(s->picture, e->ref, depth, at);
    }
    int count = e->count < PICTURE_SUBSCRIPTS ? e->count : PICTURE_SUBSCRIPTS;
    for (int k = 0; k < count; k++)
        place[k] = to_integer(sketch_evaluate(s, stmt, at, e->arg[k]));
    return (double)picture_value(s->picture, e->ref, count, place);
}

double picture_operate(const struct scop_expr *e, double a, double b)
{
    bool whole = !scop_type_is_float(e->type);
    int64_t i = to_integer(a), j = to_integer(b);
    switch (e->op) {
    case SCOP_CAST:
        return whole ? trunc(a) : a;
    case SCOP_NEG:
        return -a;
    case SCOP_BITNOT:
        return (double)~i;
    case SCOP_NOT:
        return a == 0;
    case SCOP_ADD:
        return a + b;
    case SCOP_SUB:
        return a - b;
    case SCOP_MUL:
        return a * b;
    case SCOP_DIV:
        return b == 0 ? 0 : whole ? trunc(a / b) : a / b;
    case SCOP_REM:
        return b == 0 ? 0 : fmod(a, b);
    case SCOP_SHL:
        return (double)(int64_t)((uint64_t)i << (j & 63));
    case SCOP_SHR:
        return (double)(i >> (j & 63));
    case SCOP_AND:
        return (double)(i & j);
    case SCOP_OR:
        return (double)(i | j);
    case SCOP_XOR:
        return (double)(i ^ j);
    case SCOP_LT:
        return a < b;
    case SCOP_LE:
        return a <= b;
    case SCOP_GT:
        return a > b;
    case SCOP_GE:
        return a >= b;
    case SCOP_EQ:
        return a == b;
    case SCOP_NE:
        return a != b;
    default: /* of functions, the argument */
        return a;
    }
}

double sketch_evaluate(const struct sketch *s, int stmt, const int64_t *at,
                       const struct scop_expr *e)
{
    switch (e->op) {
    case SCOP_INT:
        return (double)e->ival;
    case SCOP_FLOAT:
        return e->fval;
    case SCOP_ITER:
        return (double)at[scop_loop_depth(s->poly->stmt[stmt].stmt, e->ref)];
    case SCOP_PARAM:
        return (double)s->picture->size[e->ref];
    case SCOP_ACCESS:
        return evaluate_access(s, stmt, at, e);
    default:
        break;
    }
    double a = sketch_evaluate(s, stmt, at, e->arg[0]);
    if (e->op == SCOP_COND)
        return sketch_evaluate(s, stmt, at, e->arg[a != 0 ? 1 : 2]);
    if ((e->op == SCOP_LAND && a == 0) || (e->op == SCOP_LOR && a != 0))
        return a != 0;
    double b = e->count > 1 ? sketch_evaluate(s, stmt, at, e->arg[1]) : 0;
    return e->op == SCOP_LAND || e->op == SCOP_LOR ? b != 0
                                                   : picture_operate(e, a, b);
}
