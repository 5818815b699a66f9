/*
 * Multiples of powers of two. Integers wrap at a power of two, which changes
 * nothing here; conversions between integers of 32 bits and more neither.
 */
#include "backends/kir/kir.h"

enum { MOST = 30, MAX_DEPTH = 10 /* operations that are looked through */ };

/* What was known before: of a value, or that a buffer is aligned. */
struct kir_fact {
    int value, buffer, power; /* value, buffer: -1: it is the other */
};

struct kir_known kir_known_new(struct arena *arena, const struct kir_func *f)
{
    size_t values = (size_t)f->value_count;
    struct kir_known known = {.f = f, .arena = arena};

    known.loop = arena_alloc(arena, sizeof *known.loop * values);
    known.power = arena_alloc(arena, sizeof *known.power * values);
    known.aligned =
        arena_alloc(arena, sizeof *known.aligned * (size_t)f->buffer_count);
    return known;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int power_of_number(int64_t number)
{
    return number ? least(__builtin_ctzll((uint64_t)number), MOST) : MOST;
}

static int power_at(const struct kir_known *known, int value, int depth);

static int power_of_operation(const struct kir_known *known,
                              const struct kir_value *v, int depth)
{
    int power[3] = {0, 0, 0};

    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (kir_is_integer(known->f->value[v->arg[k]].type))
            power[k] = power_at(known, v->arg[k], depth);
    switch (v->op) {
    case KIR_ADD:
    case KIR_SUB:
    case KIR_MIN:
    case KIR_MAX:
    case KIR_OR:
    case KIR_XOR:
    case KIR_REM:
        return least(power[0], power[1]);
    case KIR_MUL:
        return least(power[0] + power[1], MOST);
    case KIR_AND:
        return power[0] > power[1] ? power[0] : power[1];
    case KIR_SHL:
        return kir_is_const(known->f, v->arg[1])
                   ? least(power[0] +
                               (int)(known->f->value[v->arg[1]].imm.i & 31),
                           MOST)
                   : power[0];
    case KIR_SELECT:
        return least(power[1], power[2]);
    case KIR_NEG:
    case KIR_ABS:
        return power[0];
    case KIR_CAST:
        return v->narrow == v->type ? power[0] : 0;
    default:
        return 0;
    }
}

static int power_at(const struct kir_known *known, int value, int depth)
{
    const struct kir_value *v = &known->f->value[value];
    const struct kir_stmt *loop = known->loop[value];
    int power = known->power[value];

    if (v->op == KIR_CONST)
        return power_of_number(v->imm.i);
    if (depth == MAX_DEPTH || power == MOST)
        return power;
    if (v->op == KIR_ITER) {
        int own = loop ? least(power_at(known, loop->lo, depth + 1),
                               power_at(known, loop->step, depth + 1))
                       : 0;
        return own > power ? own : power;
    }
    int own = power_of_operation(known, v, depth + 1);
    return own > power ? own : power;
}

int kir_multiple(const struct kir_known *known, int value)
{
    return power_at(known, value, 0);
}

/* Conditions --------------------------------------------------------------- */

static void learn_power(struct kir_known *known, int value, int power)
{
    struct kir_fact before = {value, -1, known->power[value]};

    if (power <= before.power)
        return;
    known->power[value] = power;
    ARENA_PUSH(known->arena, known->fact, known->fact_count, known->fact_cap,
               before);
}

/* (x & 3) == 0, or x % 4 == 0. */
static void learn_rest(struct kir_known *known, const struct kir_value *rest)
{
    const struct kir_func *f = known->f;

    if ((rest->op != KIR_AND && rest->op != KIR_REM) ||
        !kir_is_const(f, rest->arg[1]))
        return;
    uint64_t by = (uint64_t)f->value[rest->arg[1]].imm.i;
    by += rest->op == KIR_AND;
    if (by && (by & (by - 1)) == 0)
        learn_power(known, rest->arg[0], power_of_number((int64_t)by));
}

static void learn_condition(struct kir_known *known, int condition)
{
    const struct kir_func *f = known->f;
    const struct kir_value *v = &f->value[condition];
    struct kir_fact fact = {-1, v->buffer, 0};

    if (v->op == KIR_AND) {
        learn_condition(known, v->arg[0]);
        learn_condition(known, v->arg[1]);
    } else if (v->op == KIR_ALIGNED) {
        known->aligned[v->buffer]++;
        ARENA_PUSH(known->arena, known->fact, known->fact_count,
                   known->fact_cap, fact);
    } else if (v->op == KIR_EQ && kir_is_const(f, v->arg[1]) &&
               f->value[v->arg[1]].imm.i == 0 &&
               kir_is_integer(f->value[v->arg[0]].type)) {
        learn_rest(known, &f->value[v->arg[0]]);
    }
}

int kir_learn(struct kir_known *known, const struct kir_stmt *s)
{
    int mark = known->fact_count;

    if (s->kind == KIR_FOR)
        known->loop[s->iter] = s;
    if (s->kind == KIR_IF)
        learn_condition(known, s->value);
    return mark;
}

void kir_unlearn(struct kir_known *known, int mark)
{
    while (known->fact_count > mark) {
        const struct kir_fact *fact = &known->fact[--known->fact_count];

        if (fact->value >= 0)
            known->power[fact->value] = fact->power;
        else
            known->aligned[fact->buffer]--;
    }
}
