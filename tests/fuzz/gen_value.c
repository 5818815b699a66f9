/*
 * Value expressions: what is computed from elements, scalars, temporaries,
 * iterators, parameters and constants.
 */
#include "tests/fuzz/nest.h"

static bool is_integer(enum type t)
{
    return !type_table[t].is_float;
}

static enum type integer_type(struct kernel *k)
{
    static const enum type types[] = {TYPE_I32, TYPE_I32, TYPE_I64,
                                      TYPE_U32, TYPE_I16, TYPE_U8};
    return types[rng_below(k, 6)];
}

static enum type any_type(struct kernel *k)
{
    static const enum type types[] = {TYPE_F64, TYPE_F32, TYPE_I32, TYPE_I64,
                                      TYPE_U32, TYPE_U16, TYPE_I8};
    return types[rng_below(k, 7)];
}

static struct expr *as_integer(struct kernel *k, struct expr *e)
{
    return is_integer(e->type) ? e : expr_cast(k, integer_type(k), e);
}

struct expr *gen_access(struct kernel *k, const struct scope *scope, int array)
{
    const struct array *a = &k->array[array];
    struct expr *e = expr_ref(k, OP_ACCESS, array, a->type);
    e->count = a->rank;
    int temp_size = 1;
    for (int t = 0; t < scope->temp_count; t++) {
        if (scope->temp[t] == array)
            temp_size = scope->temp_size[t];
    }
    for (int d = 0; d < a->rank; d++) {
        if (a->form == FORM_TEMP) {
            e->arg[d] = expr_int(k, rng_below(k, temp_size), TYPE_I32);
            e->arg[d]->control = true;
            continue;
        }
        e->arg[d] = gen_subscript(k, scope);
        e->offset[d] = rng_chance(k, 50) ? 0 : rng_below(k, 4) - 1;
    }
    ARENA_PUSH(k->arena, k->access, k->access_count, k->access_capacity, e);
    return e;
}

/* An element of any array, a scalar, or a temporary in scope. */
static struct expr *any_access(struct kernel *k, const struct scope *scope)
{
    if (scope->temp_count > 0 && rng_chance(k, 25))
        return gen_access(k, scope,
                          scope->temp[rng_below(k, scope->temp_count)]);
    int array = rng_below(k, k->array_count);
    while (k->array[array].form == FORM_TEMP ||
           k->array[array].content == CONTENT_CURSOR)
        array = (array + 1) % k->array_count;
    struct expr *e = gen_access(k, scope, array);
    struct expr *subscript =
        e->count > 0 && knob_chance(k, k->shape->sub_indirect)
            ? gen_indirect(k, scope)
            : NULL;
    if (subscript)
        e->arg[rng_below(k, e->count)] = subscript;
    return e;
}

static struct expr *constant(struct kernel *k)
{
    static const double values[] = {0.5, 0.1, 1.25, -0.75, 2.0, 0.333, 1e-3};
    switch (rng_below(k, 6)) {
    case 0:
    case 1:
        return expr_float(k, values[rng_below(k, 7)], TYPE_F64);
    case 2:
        return expr_float(k, values[rng_below(k, 7)], TYPE_F32);
    case 3:
        return expr_int(k, rng_below(k, 200), TYPE_U32);
    case 4:
        return expr_int(k, 3000000000 + rng_below(k, 9), TYPE_I64);
    default:
        return expr_int(k, rng_below(k, 20) - 6, TYPE_I32);
    }
}

static struct expr *leaf(struct kernel *k, const struct scope *scope)
{
    const struct shape *s = k->shape;
    const int weight[] = {s->leaf_access, s->leaf_constant,
                          scope->depth > 0 ? s->leaf_iter : 0, s->leaf_param};
    switch (rng_weighted(k, weight, 4)) {
    case 0:
        return any_access(k, scope);
    case 1:
        return constant(k);
    case 2: {
        int i = scope->iter[rng_below(k, scope->depth)];
        return expr_ref(k, OP_ITER, i, k->iter[i].type);
    }
    default: {
        int p = rng_below(k, k->param_count);
        return expr_ref(k, OP_PARAM, p, k->param[p].type);
    }
    }
}

static struct expr *binary(struct kernel *k, const struct scope *scope,
                           int depth, const enum op *ops, int n, bool integers)
{
    struct expr *a = gen_value(k, scope, depth - 1);
    struct expr *b = gen_value(k, scope, depth - 1);
    if (integers) {
        a = as_integer(k, a);
        b = as_integer(k, b);
    }
    return expr_binary(k, ops[rng_below(k, n)], a, b);
}

static struct expr *shift(struct kernel *k, const struct scope *scope,
                          int depth)
{
    struct expr *a = as_integer(k, gen_value(k, scope, depth - 1));
    struct expr *by = expr_int(k, rng_below(k, 8), TYPE_I32);
    if (rng_chance(k, 30))
        by = expr_binary(k, OP_AND, as_integer(k, leaf(k, scope)),
                         expr_int(k, 7, TYPE_I32));
    return expr_binary(k, rng_chance(k, 50) ? OP_SHL : OP_SHR, a, by);
}

static struct expr *unary(struct kernel *k, const struct scope *scope,
                          int depth)
{
    struct expr *a = gen_value(k, scope, depth - 1);
    switch (rng_below(k, 4)) {
    case 0:
        return expr_unary(k, OP_NOT, a);
    case 1:
        return expr_unary(k, OP_BITNOT, as_integer(k, a));
    default:
        return expr_unary(k, OP_NEG, a);
    }
}

static struct expr *call(struct kernel *k, const struct scope *scope, int depth)
{
    int weight[FUNC_COUNT];
    for (int i = 0; i < FUNC_COUNT; i++)
        weight[i] = func_table[i].weight;
    int f = rng_weighted(k, weight, FUNC_COUNT);
    struct expr *e = expr_ref(k, OP_CALL, f, func_table[f].type);
    e->count = func_table[f].count;
    for (int i = 0; i < e->count; i++)
        e->arg[i] = gen_value(k, scope, depth - 1);
    return e;
}

static struct expr *helper_call(struct kernel *k, const struct scope *scope,
                                int depth)
{
    if (k->helper_count == 0)
        return leaf(k, scope);
    int h = rng_below(k, k->helper_count);
    struct expr *e = expr_ref(k, OP_HELPER, h, k->helper[h].type);
    e->count = k->helper[h].count;
    for (int i = 0; i < e->count; i++)
        e->arg[i] = gen_value(k, scope, depth - 1);
    return e;
}

struct expr *gen_data_condition(struct kernel *k, const struct scope *scope)
{
    static const enum op ops[] = {OP_LT, OP_LE, OP_GT, OP_GE, OP_EQ, OP_NE};
    struct expr *e = binary(k, scope, 2, ops, 6, false);
    if (scope->depth > 0 && rng_chance(k, 20))
        e = expr_binary(k, rng_chance(k, 70) ? OP_LAND : OP_LOR,
                        gen_condition(k, scope), e);
    if (rng_chance(k, 8))
        e = expr_unary(k, OP_NOT, e);
    return e;
}

struct expr *gen_value(struct kernel *k, const struct scope *scope, int depth)
{
    static const enum op arith[] = {OP_ADD, OP_ADD, OP_SUB, OP_MUL, OP_MUL};
    static const enum op divide[] = {OP_DIV};
    static const enum op bits[] = {OP_REM, OP_AND, OP_OR, OP_XOR};
    static const enum op compare[] = {OP_LT, OP_GE, OP_EQ, OP_NE};
    const struct shape *s = k->shape;
    if (depth <= 0 || rng_chance(k, s->leaf))
        return leaf(k, scope);
    const int weight[] = {s->value_arith, s->value_divide,  s->value_bits,
                          s->value_shift, s->value_compare, s->value_ternary,
                          s->value_cast,  s->value_unary,   s->value_call,
                          s->value_helper};
    switch (rng_weighted(k, weight, 10)) {
    case 0:
        return binary(k, scope, depth, arith, 5, false);
    case 1:
        return binary(k, scope, depth, divide, 1, false);
    case 2:
        return binary(k, scope, depth, bits, 4, true);
    case 3:
        return shift(k, scope, depth);
    case 4:
        return binary(k, scope, depth, compare, 4, false);
    case 5: {
        struct expr *test = rng_chance(k, 50) ? gen_condition(k, scope)
                                              : gen_data_condition(k, scope);
        return expr_cond(k, test, gen_value(k, scope, depth - 1),
                         gen_value(k, scope, depth - 1));
    }
    case 6:
        return expr_cast(k, any_type(k), gen_value(k, scope, depth - 1));
    case 7:
        return unary(k, scope, depth);
    case 8:
        return call(k, scope, depth);
    default:
        return helper_call(k, scope, depth);
    }
}

/* The value of the helper: a small expression over its parameters. */
static struct expr *formula(struct kernel *k, const struct helper *h, int depth)
{
    static const enum op ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_MUL};
    if (depth == 0) {
        if (rng_chance(k, 30))
            return constant(k);
        int i = rng_below(k, h->count);
        return expr_ref(k, OP_FORMAL, i, h->formal[i]);
    }
    if (rng_chance(k, 15)) {
        struct expr *test =
            expr_binary(k, OP_LT, formula(k, h, 0), formula(k, h, 0));
        return expr_cond(k, test, formula(k, h, depth - 1),
                         formula(k, h, depth - 1));
    }
    return expr_binary(k, ops[rng_below(k, 4)], formula(k, h, depth - 1),
                       formula(k, h, rng_below(k, depth)));
}

void gen_helper(struct kernel *k)
{
    struct helper *h = &k->helper[k->helper_count];
    h->name = arena_printf(k->arena, "helper%d_%llu", k->helper_count,
                           (unsigned long long)k->seed);
    h->type = any_type(k);
    h->count = 1 + rng_below(k, 2);
    for (int i = 0; i < h->count; i++)
        h->formal[i] = any_type(k);
    h->body = formula(k, h, 2);
    k->helper_count++;
}
