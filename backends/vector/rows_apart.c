/*
 * Loops that read and write rows of one buffer, as filters in place do:
 *
 *   for k = 0 to 16
 *     a[b - n + k], a[b + k] = filter(a[b - 2 n + k], … a[b + n + k])
 *
 * Iterations do not meet if rows are at least as far apart as the loop is long,
 * which no compiler knows of n, and GCC asks for no more than a few pairs of
 * accesses. Here all pairs need one question, behind which the loop is marked:
 *
 *   if n >= 16
 *     for k = 0 to 16 simd …
 *   else
 *     the loop as it was
 *
 * An index is taken for a sum of products of values that no iteration changes,
 * and of the iterator times a constant. Two that differ by C n + d, with C and
 * d constants, are at least |C| n - |d| apart; n may be such a product.
 */
#include "backends/vector/vector.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TERMS = 16,
    MOST_FACTORS = 3,
    MOST_ACCESSES = 64,
    MOST_STEPS = 512,   /* through the operations of an index */
    MOST_LENGTH = 1024, /* of a loop */
    FEW_PAIRS = 10      /* for which GCC asks itself */
};
#define LARGEST ((int64_t)1 << 31)

/* by * factor[0] * factor[1] …; of none, a number. */
struct term {
    int64_t by;
    int count, factor[MOST_FACTORS]; /* values, in order */
};

struct sum {
    bool known;
    int count;
    struct term term[MOST_TERMS];
};

struct access {
    int buffer;
    bool store;
    int64_t stride; /* by which the index grows with the iterator */
    struct sum rest;
};

struct rows {
    struct kir_func *f;
    const struct kir_stmt *loop;
    bool *inside; /* per value: made in the loop */
    int *copy;    /* per value: its copy, -1: none */
    int known;    /* values below are the function's as it was */
    int steps;
    int64_t length; /* of the loop */
    int access_count;
    struct access access[MOST_ACCESSES];
    int pairs;        /* that a question is needed for: */
    struct term step; /* by: at least */
};

/* Sums --------------------------------------------------------------------- */

static bool same_factors(const struct term *a, const struct term *b)
{
    return a->count == b->count &&
           !memcmp(a->factor, b->factor, (size_t)a->count * sizeof *a->factor);
}

static void add_term(struct sum *sum, const struct term *term)
{
    struct term *t = sum->term;

    while (t < sum->term + sum->count && !same_factors(t, term))
        t++;
    if (t == sum->term + MOST_TERMS) {
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

static struct sum number(int64_t value)
{
    struct sum sum = {.known = llabs(value) < LARGEST};

    if (value != 0 && sum.known)
        add_term(&sum, &(struct term){.by = value});
    return sum;
}

static struct sum plus(struct sum a, const struct sum *b, int64_t times)
{
    a.known &= b->known;
    for (int k = 0; a.known && k < b->count; k++) {
        struct term term = b->term[k];
        term.by *= times;
        add_term(&a, &term);
    }
    return a;
}

/* The product of two terms; false: it has too many factors. */
static bool multiply(const struct term *a, const struct term *b,
                     struct term *product)
{
    if (a->count + b->count > MOST_FACTORS)
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

static struct sum times(const struct sum *a, const struct sum *b)
{
    struct sum sum = {.known = a->known && b->known};

    for (int i = 0; sum.known && i < a->count; i++)
        for (int j = 0; sum.known && j < b->count; j++) {
            struct term term;
            if (multiply(&a->term[i], &b->term[j], &term))
                add_term(&sum, &term);
            else
                sum.known = false;
        }
    return sum;
}

static struct sum itself(int value)
{
    struct sum sum = {.known = true};

    add_term(&sum, &(struct term){.by = 1, .count = 1, .factor = {value}});
    return sum;
}

/* Signed numbers of 64 bits do not wrap around; others are not looked into. */
static struct sum sum_of(struct rows *r, int value)
{
    const struct kir_value *v = &r->f->value[value];
    bool sums = v->op == KIR_ADD || v->op == KIR_SUB || v->op == KIR_MUL;

    if (v->op == KIR_CONST)
        return number(v->imm.i);
    if (v->op == KIR_CAST && v->arg[0] == r->loop->iter)
        return itself(v->arg[0]);
    if (v->type == KIR_I64 && sums && ++r->steps < MOST_STEPS) {
        struct sum a = sum_of(r, v->arg[0]), b = sum_of(r, v->arg[1]);
        return v->op == KIR_MUL ? times(&a, &b)
                                : plus(a, &b, v->op == KIR_ADD ? 1 : -1);
    }
    if (r->inside[value] && value != r->loop->iter)
        return (struct sum){.known = false};
    return itself(value);
}

/* The loop --------------------------------------------------------------- */

/* Takes the iterator out of a sum; false: it stands in a product. */
static bool take_stride(const struct rows *r, struct sum *sum, int64_t *stride)
{
    *stride = 0;
    for (int k = 0; k < sum->count; k++)
        for (int i = 0; i < sum->term[k].count; i++)
            if (sum->term[k].factor[i] == r->loop->iter) {
                if (sum->term[k].count > 1)
                    return false;
                *stride = sum->term[k].by;
                sum->term[k] = sum->term[--sum->count];
                k--;
                break;
            }
    return true;
}

static bool take_access(struct rows *r, const struct kir_stmt *s)
{
    struct access *a = &r->access[r->access_count];
    int index;

    if (!kir_accesses(r->f, s, &a->buffer, &index))
        return true;
    if (r->access_count == MOST_ACCESSES - 1)
        return false;
    a->store = s->kind == KIR_STORE;
    r->steps = 0;
    a->rest = sum_of(r, index);
    r->access_count++;
    return a->rest.known && take_stride(r, &a->rest, &a->stride);
}

/* Only values, assignments and stores are in it. */
static bool take_body(struct rows *r)
{
    for (const struct kir_stmt *s = r->loop->body[0].first; s; s = s->next) {
        if (s->kind != KIR_LET && s->kind != KIR_STORE && s->kind != KIR_SET &&
            s->kind != KIR_COMMENT)
            return false;
        if (s->kind == KIR_LET)
            r->inside[s->value] = true;
        if (!take_access(r, s))
            return false;
    }
    return true;
}

/* May two buffers overlap? */
static bool may_overlap(const struct rows *r, int a, int b)
{
    const struct kir_buffer *p = &r->f->buffer[a], *q = &r->f->buffer[b];

    return a != b && p->space == KIR_GLOBAL && q->space == KIR_GLOBAL &&
           (!p->no_alias || !q->no_alias);
}

/* The iterations are apart if the step is at least so much. */
static bool need_step(struct rows *r, const struct term *step, int64_t apart)
{
    int64_t by = llabs(step->by), least = (apart + by - 1) / by;

    if (r->pairs++ == 0) {
        r->step = *step;
        r->step.by = least;
    }
    r->step.by = least > r->step.by ? least : r->step.by;
    return same_factors(&r->step, step);
}

/* Do other iterations stay away from what one stores? */
static bool take_pair(struct rows *r, const struct access *a,
                      const struct access *b)
{
    struct sum far = plus(a->rest, &b->rest, -1);
    int64_t more = 0, apart = a->stride * (r->length - 1) + 1;
    const struct term *step = NULL;

    if (may_overlap(r, a->buffer, b->buffer))
        return false;
    if (a->buffer != b->buffer)
        return true;
    if (a->stride < 1 || a->stride != b->stride || !far.known)
        return false;
    for (int k = 0; k < far.count; k++)
        if (far.term[k].count == 0)
            more = llabs(far.term[k].by);
        else if (step)
            return false;
        else
            step = &far.term[k];
    if (step)
        return need_step(r, step, apart + more);
    return more % a->stride != 0 || more == 0 || more >= apart;
}

static bool take_pairs(struct rows *r)
{
    for (int i = 0; i < r->access_count; i++)
        for (int j = 0; j < r->access_count; j++)
            if (r->access[i].store && (j > i || !r->access[j].store) &&
                !take_pair(r, &r->access[i], &r->access[j]))
                return false;
    return r->pairs > FEW_PAIRS;
}

static bool take_length(struct rows *r)
{
    const struct kir_value *value = r->f->value;
    const struct kir_stmt *s = r->loop;

    if (value[s->lo].op != KIR_CONST || value[s->hi].op != KIR_CONST)
        return false;
    r->length = value[s->hi].imm.i - value[s->lo].imm.i;
    return r->length > 1 && r->length <= MOST_LENGTH;
}

/* Copying ------------------------------------------------------------------ */

static int copied(const struct rows *r, int value)
{
    bool old = value >= 0 && value < r->known;

    return old && r->copy[value] >= 0 ? r->copy[value] : value;
}

static void copy_stmt(struct rows *r, const struct kir_stmt *s)
{
    struct kir_stmt *made;

    kir_line(r->f, s->line);
    if (s->kind == KIR_LET) {
        struct kir_value v = r->f->value[s->value];
        for (int k = 0; k < kir_op_operands(v.op); k++)
            v.arg[k] = copied(r, v.arg[k]);
        r->copy[s->value] = kir_put_value(r->f, &v);
        kir_last_stmt(r->f)->pack = s->pack;
        return;
    }
    made = kir_put_stmt(r->f, s->kind);
    made->value = copied(r, s->value);
    made->variable = s->variable;
    made->buffer = s->buffer;
    made->index = copied(r, s->index);
    made->text = s->text;
    made->pack = s->pack;
    made->origin = s->origin;
}

static void put_loop(struct rows *r, unsigned flags)
{
    const struct kir_stmt *s = r->loop;

    r->copy[s->iter] = kir_for(r->f, s->lo, s->hi, s->step, flags);
    for (const struct kir_stmt *t = s->body[0].first; t; t = t->next)
        copy_stmt(r, t);
    kir_end(r->f);
}

static struct kir_block build(struct rows *r)
{
    struct kir_stmt place = {.kind = KIR_IF};
    int step = r->step.factor[0];

    kir_open(r->f, &place, 0);
    for (int k = 1; k < r->step.count; k++)
        step = kir_mul(r->f, kir_cast(r->f, KIR_I64, step),
                       kir_cast(r->f, KIR_I64, r->step.factor[k]));
    kir_if(r->f, kir_binary(r->f, KIR_GE, kir_cast(r->f, KIR_I64, step),
                            kir_int(r->f, KIR_I64, r->step.by)));
    put_loop(r, r->loop->flags | KIR_FOR_SIMD);
    kir_else(r->f);
    put_loop(r, r->loop->flags);
    kir_end(r->f);
    kir_close(r->f);
    return place.body[0];
}

static bool mark_loop(struct kir_func *f, const struct kir_stmt *loop,
                      struct kir_block *made)
{
    struct arena *scratch = arena_new();
    size_t values = (size_t)f->value_count;
    struct rows *r = arena_alloc(scratch, sizeof *r);
    bool good;

    *r = (struct rows){.f = f,
                       .loop = loop,
                       .known = f->value_count,
                       .inside =
                           arena_alloc(scratch, values * sizeof *r->inside),
                       .copy = arena_alloc(scratch, values * sizeof *r->copy)};
    for (size_t k = 0; k < values; k++) {
        r->inside[k] = false;
        r->copy[k] = -1;
    }
    good = loop->flags == 0 && take_length(r) && take_body(r) && take_pairs(r);
    if (good)
        *made = build(r);
    arena_free(scratch);
    return good;
}

static bool mark_block(struct kir_func *f, struct kir_block *block)
{
    bool any = false;
    struct kir_stmt *next, *last = NULL;

    for (struct kir_stmt *s = block->first; s; s = next) {
        struct kir_block made = {s, s};
        next = s->next;
        if (s->kind == KIR_FOR && mark_loop(f, s, &made))
            any = true;
        else
            for (int k = 0; k < 2; k++)
                any |= mark_block(f, &s->body[k]);
        last = kir_replace_stmt(block, last, &made, next);
    }
    return any;
}

bool kir_mark_rows_apart(struct kir_module *module)
{
    bool any = false;

    for (int k = 0; k < module->func_count; k++)
        if (module->func[k]->kind == KIR_KERNEL)
            any |= mark_block(module->func[k], &module->func[k]->body);
    return any;
}
