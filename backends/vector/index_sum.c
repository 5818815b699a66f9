/*
 * Indices as sums of products, by which accesses are compared (index_sum.h).
 */
#include "backends/vector/index_sum.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 512 }; /* through the operations of an index */
#define LARGEST ((int64_t)1 << 31)

bool index_same_factors(const struct index_term *a, const struct index_term *b)
{
    return a->count == b->count &&
           !memcmp(a->factor, b->factor, (size_t)a->count * sizeof *a->factor);
}

static void add_term(struct index_sum *sum, const struct index_term *term)
{
    struct index_term *t = sum->term;

    while (t < sum->term + sum->count && !index_same_factors(t, term))
        t++;
    if (t == sum->term + INDEX_TERMS) {
        sum->known = false;
        return;
    }
    if (t == sum->term + sum->count) {
        *t = *term;
        sum->count++;
    } else {
        t->by += term->by;
    }
    sum->known &= llabs(t->by) < LARGEST;
    if (t->by == 0)
        *t = sum->term[--sum->count];
}

static struct index_sum number(int64_t value)
{
    struct index_sum sum = {.known = llabs(value) < LARGEST};

    if (value != 0 && sum.known)
        add_term(&sum, &(struct index_term){.by = value});
    return sum;
}

struct index_sum index_plus(struct index_sum a, const struct index_sum *b,
                            int64_t times)
{
    a.known &= b->known;
    for (int k = 0; a.known && k < b->count; k++) {
        struct index_term term = b->term[k];
        term.by *= times;
        add_term(&a, &term);
    }
    return a;
}

/* The product of two terms; false: it has too many factors. */
static bool multiply(const struct index_term *a, const struct index_term *b,
                     struct index_term *product)
{
    if (a->count + b->count > INDEX_FACTORS)
        return false;
    *product = *a;
    product->by *= b->by;
    for (int k = 0; k < b->count; k++) {
        int at = product->count++;
        for (; at > 0 && product->factor[at - 1] > b->factor[k]; at--)
            product->factor[at] = product->factor[at - 1];
        product->factor[at] = b->factor[k];
    }
    return true;
}

static struct index_sum times(const struct index_sum *a,
                              const struct index_sum *b)
{
    struct index_sum sum = {.known = a->known && b->known};

    for (int i = 0; sum.known && i < a->count; i++)
        for (int j = 0; sum.known && j < b->count; j++) {
            struct index_term term;
            if (multiply(&a->term[i], &b->term[j], &term))
                add_term(&sum, &term);
            else
                sum.known = false;
        }
    return sum;
}

static struct index_sum itself(int value)
{
    struct index_sum sum = {.known = true};

    add_term(&sum,
             &(struct index_term){.by = 1, .count = 1, .factor = {value}});
    return sum;
}

static bool is_iterator(const struct index_view *view, int value)
{
    for (int k = 0; k < view->iter_count; k++)
        if (view->iter[k] == value)
            return true;
    return false;
}

/* Signed numbers of 64 bits do not wrap around; others are not looked into. */
static struct index_sum sum_of(const struct index_view *view, int value,
                               int *steps)
{
    const struct kir_value *v = &view->f->value[value];
    bool sums = v->op == KIR_ADD || v->op == KIR_SUB || v->op == KIR_MUL;

    if (v->op == KIR_CONST)
        return number(v->imm.i);
    if (v->op == KIR_CAST && is_iterator(view, v->arg[0]))
        return itself(v->arg[0]);
    if (v->type == KIR_I64 && sums && ++*steps < MOST_STEPS) {
        struct index_sum a = sum_of(view, v->arg[0], steps);
        struct index_sum b = sum_of(view, v->arg[1], steps);
        return v->op == KIR_MUL ? times(&a, &b)
                                : index_plus(a, &b, v->op == KIR_ADD ? 1 : -1);
    }
    if (view->inside[value] && !is_iterator(view, value))
        return (struct index_sum){.known = false};
    return itself(value);
}

struct index_sum index_sum_of(const struct index_view *view, int value)
{
    int steps = 0;

    return sum_of(view, value, &steps);
}

bool index_take_stride(struct index_sum *sum, int iter,
                       struct index_sum *stride)
{
    *stride = (struct index_sum){.known = true};
    for (int k = 0; k < sum->count; k++) {
        struct index_term *term = &sum->term[k];
        int at = 0, times = 0;
        for (int i = 0; i < term->count; i++)
            if (term->factor[i] == iter) {
                at = i;
                times++;
            }
        if (times > 1)
            return false;
        if (times == 0)
            continue;
        memmove(&term->factor[at], &term->factor[at + 1],
                (size_t)(--term->count - at) * sizeof *term->factor);
        add_term(stride, term);
        *term = sum->term[--sum->count];
        k--;
    }
    return stride->known;
}

bool index_is_number(const struct index_sum *sum, int64_t *value)
{
    *value = sum->count ? sum->term[0].by : 0;
    return sum->known &&
           (sum->count == 0 || (sum->count == 1 && sum->term[0].count == 0));
}
