/*
 * Products that GCC would fuse although it is told not to: from version 12 on
 * it takes lanes a * b - c and d * e + f that lie next to each other for one
 * instruction of processors with fused operations (fmaddsub), whatever
 * -ffp-contract says. Such lanes are elements that two statements store, or
 * two sums. Where a kernel may have them, what is subtracted from and what is
 * added to is written HD_ROUNDED: see hedra_kernel.h.
 */
#include "backends/c/print.h"

#include "runtime/base/base.h"

#include <string.h>

/* What a function has: terms of two signs, and two places of results. */
struct lanes {
    bool below, above; /* a * b - c, a * b + c */
    int stores[2];     /* of f32 and of f64 */
    int sums[2];
};

/* The value of a variable or of local memory may be one as well. */
static bool may_be_product(const struct c_printer *c, int value)
{
    const struct kir_value *v = &c->f->value[value];

    switch (v->op) {
    case KIR_NEG:
        return may_be_product(c, v->arg[0]);
    case KIR_LOAD:
        return c->f->buffer[v->buffer].space == KIR_LOCAL;
    case KIR_GET:
        return c->is_product[v->imm.i];
    case KIR_MUL:
        return true;
    case KIR_DIV: /* compilers multiply by the inverse of a power of 2 */
        return kir_is_const(c->f, v->arg[1]);
    default:
        return false;
    }
}

static int term_of(const struct c_printer *c, const struct kir_value *v)
{
    if (!kir_is_float(v->type))
        return -1;
    if ((v->op == KIR_ADD || v->op == KIR_SUB) && may_be_product(c, v->arg[0]))
        return 0;
    return v->op == KIR_ADD && may_be_product(c, v->arg[1]) ? 1 : -1;
}

int c_rounded_term(const struct c_printer *c, int value)
{
    return c->alternates ? term_of(c, &c->f->value[value]) : -1;
}

static void look(const struct c_printer *c, const struct kir_block *block,
                 struct lanes *lanes)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        enum kir_type type = s->kind == KIR_STORE || s->kind == KIR_SET
                                 ? c->f->value[s->value].type
                                 : KIR_PRED;

        if (kir_is_float(type) && s->kind == KIR_STORE)
            lanes->stores[type == KIR_F64]++;
        if (kir_is_float(type) && s->kind == KIR_SET)
            lanes->sums[type == KIR_F64]++;
        look(c, &s->body[0], lanes);
        look(c, &s->body[1], lanes);
    }
}

/* Notes which variables are set to products; a sum is not. */
static void note_products(struct c_printer *c, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_SET && may_be_product(c, s->value))
            c->is_product[s->variable] = true;
        note_products(c, &s->body[0]);
        note_products(c, &s->body[1]);
    }
}

bool c_may_alternate(struct c_printer *c)
{
    struct lanes lanes = {0};

    c->is_product = arena_alloc(c->arena, (size_t)c->f->variable_count *
                                              sizeof *c->is_product);
    memset(c->is_product, 0,
           (size_t)c->f->variable_count * sizeof *c->is_product);
    note_products(c, &c->f->body);
    for (int i = 0; i < c->f->value_count; i++) {
        const struct kir_value *v = &c->f->value[i];

        if (c->state[i] == C_DEAD || term_of(c, v) < 0)
            continue;
        lanes.below |= v->op == KIR_SUB;
        lanes.above |= v->op == KIR_ADD;
    }
    if (!lanes.below || !lanes.above)
        return false;
    look(c, &c->f->body, &lanes);
    return lanes.stores[0] > 1 || lanes.stores[1] > 1 || lanes.sums[0] > 1 ||
           lanes.sums[1] > 1;
}
