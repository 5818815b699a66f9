/*
 * Dilated integers: the bits of a subscript so many places apart, as they stand
 * in the index of Morton's order. They are added with the places between filled
 * with ones, which carries go through, and subtracted as they are (Schrack
 * 1992; Raman and Wise 2008), modulo the power of two that the subscript is
 * below. So neighbours cost an addition and a mask, and a loop counts on in
 * this form by a subtraction and a mask.
 */
#include "polyhedral/address/address.h"

static int op(struct kir_func *f, enum kir_op op, int a, int b)
{
    return kir_binary(f, op, a, b);
}

static int shifted(struct kir_func *f, int x, int places)
{
    return places ? op(f, KIR_SHL, x, kir_int(f, KIR_I32, places)) : x;
}

int64_t address_dilated_number(const struct address_dilation *d, int64_t x)
{
    uint64_t bits = 0;
    for (int k = 0; k < d->bits; k++)
        bits |= ((uint64_t)x >> k & 1) << (k * d->apart + d->place);
    return (int64_t)bits;
}

static int mask(struct kir_func *f, const struct address_dilation *d)
{
    return kir_i64(f, address_dilated_number(d, -1));
}

/* The lowest bits of x, by shifts. */
static int dilate(struct kir_func *f, const struct address_dilation *d, int x)
{
    int step = 1;
    x = op(f, KIR_AND, x, kir_i64(f, (INT64_C(1) << d->bits) - 1));
    while (step < d->bits)
        step *= 2;
    for (step /= 2; step > 0; step /= 2) {
        /* Groups of 2 * step bits become two groups of `step`. */
        uint64_t kept = 0;
        for (int k = 0; k < d->bits; k++)
            kept |= UINT64_C(1) << (k % step + k / step * step * d->apart);
        x = op(f, KIR_OR, x, shifted(f, x, step * (d->apart - 1)));
        x = op(f, KIR_AND, x, kir_i64(f, (int64_t)kept));
    }
    return shifted(f, x, d->place);
}

/* a + b, both dilated. */
static int add(struct kir_func *f, const struct address_dilation *d, int a,
               int b)
{
    int filled = op(f, KIR_OR, a, kir_i64(f, ~address_dilated_number(d, -1)));
    return op(f, KIR_AND, op(f, KIR_ADD, filled, b), mask(f, d));
}

/* a + n: for a power of two, `a` less the bits of the mask from n's on is a + n
 * with ones in between. */
static int add_number(struct kir_func *f, const struct address_dilation *d,
                      int a, int64_t n)
{
    int by = kir_i64(f, address_dilated_number(d, n < 0 ? -n : n));
    if (n == 0)
        return a;
    if (n > 0 && (n & (n - 1)) == 0 && n < INT64_C(1) << d->bits) {
        int above = kir_i64(f, address_dilated_number(d, -n));
        return op(f, KIR_AND, op(f, KIR_SUB, a, above), mask(f, d));
    }
    return n < 0 ? op(f, KIR_AND, op(f, KIR_SUB, a, by), mask(f, d))
                 : add(f, d, a, by);
}

/* A sum, taken apart: a number, what counts in a loop, and the rest. */
struct sum {
    int64_t number;
    const struct address_counter *counter; /* NULL: none */
    int rest;                              /* -1: nothing */
    bool split;
};

static const struct address_counter *
counter_of(const struct address_dilation *d, const struct address_counters *all,
           int value)
{
    for (int k = 0; all && k < all->count; k++) {
        const struct address_counter *c = &all->at[k];
        if (c->iterator == value && c->dilation.bits == d->bits &&
            c->dilation.apart == d->apart && c->dilation.place == d->place)
            return c;
    }
    return NULL;
}

static void take_apart(struct kir_func *f, const struct address_dilation *d,
                       const struct address_counters *all, int x, int depth,
                       struct sum *sum)
{
    enum { DEEPEST = 8 };
    const struct kir_value v = f->value[x];
    const struct address_counter *counter =
        sum->counter ? NULL : counter_of(d, all, x);
    if (kir_is_const(f, x)) {
        sum->number += v.imm.i;
        sum->split = true;
    } else if (counter) {
        sum->counter = counter;
        sum->split = true;
    } else if (v.op == KIR_ADD && depth < DEEPEST) {
        take_apart(f, d, all, v.arg[0], depth + 1, sum);
        take_apart(f, d, all, v.arg[1], depth + 1, sum);
    } else if (v.op == KIR_SUB && kir_is_const(f, v.arg[1]) &&
               depth < DEEPEST) {
        take_apart(f, d, all, v.arg[0], depth + 1, sum);
        sum->number -= f->value[v.arg[1]].imm.i;
        sum->split = true;
    } else {
        sum->rest = sum->rest < 0 ? x : op(f, KIR_ADD, sum->rest, x);
    }
}

int address_dilated(struct kir_func *f, const struct address_dilation *d, int x,
                    const struct address_counters *all)
{
    struct sum sum = {.rest = -1};
    take_apart(f, d, all, x, 0, &sum);
    if (!sum.split)
        return dilate(f, d, x);
    int at = -1;
    if (sum.rest >= 0)
        at = dilate(f, d, sum.rest);
    if (sum.counter) {
        int counter = kir_get(f, sum.counter->variable);
        at = at < 0 ? counter : add(f, d, at, counter);
    }
    return at < 0 ? kir_i64(f, address_dilated_number(d, sum.number))
                  : add_number(f, d, at, sum.number);
}

void address_count_from(struct kir_func *f, struct address_counter *c,
                        int first)
{
    c->variable = kir_variable(f, "dilated", KIR_I64);
    kir_set(f, c->variable, dilate(f, &c->dilation, first));
}

void address_count_on(struct kir_func *f, const struct address_counter *c,
                      int64_t step)
{
    kir_set(f, c->variable,
            add_number(f, &c->dilation, kir_get(f, c->variable), step));
}
