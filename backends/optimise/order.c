/*
 * What the nesting of statements says of values: how deep blocks are nested,
 * and that one integer is less than another because of the loops around both.
 */
#include "backends/optimise/local.h"

int order_depth(const struct kir_block *block)
{
    int depth = 0;

    for (const struct kir_stmt *s = block->first; s; s = s->next)
        for (int i = 0; i < 2; i++) {
            int inner = s->body[i].first ? 1 + order_depth(&s->body[i]) : 0;

            depth = inner > depth ? inner : depth;
        }
    return depth;
}

/* iter < hi says that iter is below each operand of a min. */
static bool is_bound_of(const struct kir_func *f, int hi, int b, int budget)
{
    const struct kir_value *v = &f->value[hi];

    if (hi == b)
        return true;
    return budget > 0 && v->op == KIR_MIN &&
           (is_bound_of(f, v->arg[0], b, budget - 1) ||
            is_bound_of(f, v->arg[1], b, budget - 1));
}

static bool less(const struct kir_func *f, const struct kir_stmt *const *loop,
                 int a, int b, int budget)
{
    const struct kir_value *va = &f->value[a], *vb = &f->value[b], *c, *step;

    if (!kir_is_integer(va->type) || budget == 0)
        return false;
    if (va->op == KIR_CONST && vb->op == KIR_CONST)
        return kir_is_signed(va->type)
                   ? va->imm.i < vb->imm.i
                   : (uint64_t)va->imm.i < (uint64_t)vb->imm.i;
    if (vb->op == KIR_MIN)
        return less(f, loop, a, vb->arg[0], budget - 1) &&
               less(f, loop, a, vb->arg[1], budget - 1);
    if (va->op != KIR_ITER)
        return false;
    if (is_bound_of(f, loop[a]->hi, b, budget))
        return true;
    if (vb->op != KIR_ADD || vb->arg[0] != a)
        return false;
    c = &f->value[vb->arg[1]];
    step = &f->value[loop[a]->step];
    return c->op == KIR_CONST && step->op == KIR_CONST && c->imm.i > 0 &&
           (uint64_t)c->imm.i <= (uint64_t)step->imm.i;
}

bool order_less(const struct kir_func *f, const struct kir_stmt *const *loop,
                int a, int b)
{
    return less(f, loop, a, b, 6);
}
