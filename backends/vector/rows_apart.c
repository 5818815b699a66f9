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
#include "backends/vector/index_sum.h"
#include "backends/vector/kernels.h"

#include <stdlib.h>

enum {
    MOST_ACCESSES = 64,
    MOST_LENGTH = 1024, /* of a loop */
    FEW_PAIRS = 10      /* for which GCC asks itself */
};

struct access {
    int buffer;
    bool store;
    int64_t stride; /* by which the index grows with the iterator */
    struct index_sum rest;
};

struct rows {
    struct kir_func *f;
    const struct kir_stmt *loop;
    bool *inside;   /* per value: made in the loop */
    int *copy;      /* per value: its copy, -1: none */
    int known;      /* values below are the function's as it was */
    int64_t length; /* of the loop */
    int access_count;
    struct access access[MOST_ACCESSES];
    int pairs;              /* that a question is needed for: */
    struct index_term step; /* by: at least */
};

/* The loop --------------------------------------------------------------- */

/* Takes the iterator out of a sum; false: it stands in a product. */
static bool take_stride(const struct rows *r, struct index_sum *sum,
                        int64_t *stride)
{
    struct index_sum by;

    return index_take_stride(sum, r->loop->iter, &by) &&
           index_is_number(&by, stride);
}

static bool take_access(struct rows *r, const struct kir_stmt *s)
{
    struct access *a = &r->access[r->access_count];
    struct index_view view = {r->f, r->inside, 1, {r->loop->iter}};
    int index;

    if (!kir_accesses(r->f, s, &a->buffer, &index))
        return true;
    if (r->access_count == MOST_ACCESSES - 1)
        return false;
    a->store = s->kind == KIR_STORE;
    a->rest = index_sum_of(&view, index);
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
static bool need_step(struct rows *r, const struct index_term *step,
                      int64_t apart)
{
    int64_t by = llabs(step->by), least = (apart + by - 1) / by;

    if (r->pairs++ == 0) {
        r->step = *step;
        r->step.by = least;
    }
    r->step.by = least > r->step.by ? least : r->step.by;
    return index_same_factors(&r->step, step);
}

/* Do other iterations stay away from what one stores? */
static bool take_pair(struct rows *r, const struct access *a,
                      const struct access *b)
{
    struct index_sum far = index_plus(a->rest, &b->rest, -1);
    int64_t more = 0, apart = a->stride * (r->length - 1) + 1;
    const struct index_term *step = NULL;

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
    good = (loop->flags & ~(unsigned)KIR_FOR_POINTS) == 0 && take_length(r) &&
           take_body(r) && take_pairs(r);
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
    return vector_change_kernels(module, mark_block);
}
