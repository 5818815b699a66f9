/*
 * Subscripts, split into a multiple of a tile's side and what is left: loops
 * that are tiled have both, and where tiles of the loops and of the layout
 * begin together, all accesses to a tile share what tells where it begins.
 */
#include "polyhedral/address/address.h"

#include <stdlib.h>

enum { DEEPEST = 8, MOST_TERMS = 8 };

static int64_t common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static const struct address_loop *loop_of(const struct address_loops *around,
                                          int iterator)
{
    for (int k = 0; around && k < around->count; k++)
        if (around->at[k].iterator == iterator)
            return &around->at[k];
    return NULL;
}

static int64_t number_of(const struct kir_func *f, int value)
{
    return f->value[value].imm.i;
}

/* Numbers that are no longer small are known to be multiples of nothing. */
static int64_t multiple_of_number(int64_t n)
{
    return n > INT32_MAX || n < -INT32_MAX ? 1 : n < 0 ? -n : n;
}

static int64_t multiple(const struct kir_func *f,
                        const struct address_loops *around, int value,
                        int depth);

static int64_t multiple_of_both(const struct kir_func *f,
                                const struct address_loops *around, int a,
                                int b, int depth)
{
    int64_t first = multiple(f, around, a, depth);
    return first == 1 ? 1 : common(first, multiple(f, around, b, depth));
}

static int64_t multiple_of_product(const struct kir_func *f,
                                   const struct address_loops *around,
                                   const struct kir_value *v, int depth)
{
    int64_t a = multiple(f, around, v->arg[0], depth);
    int64_t b = multiple(f, around, v->arg[1], depth), product;
    return __builtin_mul_overflow(a, b, &product) ? 1
                                                  : multiple_of_number(product);
}

static int64_t multiple(const struct kir_func *f,
                        const struct address_loops *around, int value,
                        int depth)
{
    const struct kir_value *v = &f->value[value];
    const struct address_loop *loop;
    if (v->type != KIR_I64 || depth > DEEPEST)
        return 1;
    switch (v->op) {
    case KIR_CONST:
        return multiple_of_number(v->imm.i);
    case KIR_ITER:
        loop = loop_of(around, value);
        return loop ? multiple_of_both(f, around, loop->lo, loop->step,
                                       depth + 1)
                    : 1;
    case KIR_ADD:
    case KIR_SUB:
    case KIR_MIN:
    case KIR_MAX:
        return multiple_of_both(f, around, v->arg[0], v->arg[1], depth + 1);
    case KIR_MUL:
        return multiple_of_product(f, around, v, depth + 1);
    case KIR_AND:
        if (kir_is_const(f, v->arg[1]) && number_of(f, v->arg[1]))
            return multiple_of_number(number_of(f, v->arg[1]) &
                                      -number_of(f, v->arg[1]));
        return 1;
    default:
        return 1;
    }
}

int64_t address_multiple(const struct kir_func *f,
                         const struct address_loops *around, int value)
{
    return multiple(f, around, value, 0);
}

/* A sum: a number and other terms. */
struct sum {
    int64_t number;
    int count, term[MOST_TERMS];
    bool full; /* there are more */
};

static void add_up(const struct kir_func *f, int x, int depth, struct sum *sum)
{
    const struct kir_value *v = &f->value[x];
    if (kir_is_const(f, x)) {
        sum->number += v->imm.i;
    } else if (v->op == KIR_ADD && depth < DEEPEST) {
        add_up(f, v->arg[0], depth + 1, sum);
        add_up(f, v->arg[1], depth + 1, sum);
    } else if (v->op == KIR_SUB && kir_is_const(f, v->arg[1]) &&
               depth < DEEPEST) {
        add_up(f, v->arg[0], depth + 1, sum);
        sum->number -= number_of(f, v->arg[1]);
    } else if (sum->count == MOST_TERMS) {
        sum->full = true;
    } else {
        sum->term[sum->count++] = x;
    }
}

/* The side, a divisor of `most`, that all terms but one are multiples of. */
static int64_t side_of(const struct kir_func *f,
                       const struct address_loops *around,
                       const struct sum *sum, int but, int64_t most)
{
    for (int k = 0; k < sum->count; k++)
        if (k != but)
            most = common(most, address_multiple(f, around, sum->term[k]));
    return most;
}

/* Does the term, with the number, stay below the side in all iterations? */
static bool is_small(const struct kir_func *f,
                     const struct address_loops *around, const struct sum *sum,
                     int k, int64_t side)
{
    const struct address_loop *loop = loop_of(around, sum->term[k]);
    return loop && kir_is_const(f, loop->lo) && kir_is_const(f, loop->hi) &&
           number_of(f, loop->lo) + sum->number >= 0 &&
           number_of(f, loop->hi) + sum->number <= side;
}

/* Returns the terms but one, and the number, as one value. */
static int sum_up(struct kir_func *f, const struct sum *sum, int but,
                  int64_t number)
{
    int at = -1;
    for (int k = 0; k < sum->count; k++)
        if (k != but)
            at = at < 0 ? sum->term[k]
                        : kir_binary(f, KIR_ADD, at, sum->term[k]);
    return at < 0 ? kir_i64(f, number) : kir_offset(f, at, number);
}

struct address_split address_split(struct kir_func *f,
                                   const struct address_loops *around, int x,
                                   int64_t most, bool numbers)
{
    struct address_split split = {.side = 1, .base = x, .small = -1};
    struct sum sum = {.count = 0};
    add_up(f, x, 0, &sum);
    if (sum.full || most <= 1)
        return split;
    for (int k = 0; k < sum.count && !numbers; k++) {
        int64_t side = side_of(f, around, &sum, k, most);
        if (side > 1 && is_small(f, around, &sum, k, side))
            return (struct address_split){side, sum_up(f, &sum, k, 0),
                                          sum.number, sum.term[k]};
    }
    int64_t side = side_of(f, around, &sum, -1, most);
    if (side <= 1)
        return split;
    int64_t rest = (sum.number % side + side) % side;
    return (struct address_split){side, sum_up(f, &sum, -1, sum.number - rest),
                                  rest, -1};
}

/* Is the value made of the iterator? */
static bool has(const struct kir_func *f, int value, int iterator, int depth)
{
    const struct kir_value *v = &f->value[value];
    bool found = value == iterator;
    if (v->op == KIR_CONST || v->op == KIR_ITER || v->op == KIR_PARAM)
        return found;
    if (depth > 2 * DEEPEST)
        return true;
    for (int k = 0; k < kir_op_operands(v->op) && !found; k++)
        found = has(f, v->arg[k], iterator, depth + 1);
    return found;
}

int64_t address_follows(const struct kir_func *f,
                        const struct address_loops *around, int x, int iterator,
                        int64_t most, int64_t *number)
{
    struct sum sum = {.count = 0};
    int at = -1;
    bool other = false;
    add_up(f, x, 0, &sum);
    for (int k = 0; k < sum.count; k++) {
        other |= sum.term[k] == iterator ? at >= 0
                                         : has(f, sum.term[k], iterator, 0);
        if (sum.term[k] == iterator)
            at = k;
    }
    *number = sum.number;
    if (sum.full || other)
        return 0;
    return at < 0 ? -1 : side_of(f, around, &sum, at, most);
}
