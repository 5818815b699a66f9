/*
 * Warps: KIR_WARP_LANES threads of a block that follow each other, x fastest,
 * on targets that run them together; what a shuffle asks of its place, and the
 * choice between the two forms that a kernel may have.
 */
#include "backends/kir/kir.h"

bool kir_may_shuffle(const struct kir_func *f, int64_t distance)
{
    int threads = f->block[0] * f->block[1] * f->block[2];

    return f->kind == KIR_KERNEL && threads % KIR_WARP_LANES == 0 &&
           distance > 0 && distance < KIR_WARP_LANES;
}

/* Conditions that split warps ---------------------------------------------- */

/* The value in one thread, if nothing but the thread's index and constants is
 * in it; `budget` bounds the walk. */
static bool of_thread(const struct kir_func *f, int value, int thread,
                      int *budget, union kir_imm *result)
{
    const struct kir_value *v = &f->value[value];
    union kir_imm arg[3];

    if (--*budget < 0)
        return false;
    if (v->op == KIR_CONST) {
        *result = v->imm;
        return true;
    }
    if (v->op == KIR_THREAD_INDEX) {
        const int *size = f->block;

        result->i = v->imm.i == 0   ? thread % size[0]
                    : v->imm.i == 1 ? thread / size[0] % size[1]
                                    : thread / size[0] / size[1];
        return true;
    }
    if (!(kir_op_properties(v->op) & P_PURE) || kir_op_operands(v->op) == 0)
        return false;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (!of_thread(f, v->arg[k], thread, budget, &arg[k]))
            return false;
    return kir_scalar(v, f->value[v->arg[0]].type, arg, result);
}

bool kir_splits_warp(const struct kir_func *f, int condition)
{
    enum { BUDGET = 32 };
    int threads = f->block[0] * f->block[1] * f->block[2];
    union kir_imm first = {0}, other;

    for (int t = 0; t < threads; t++) {
        int budget = BUDGET;

        if (!of_thread(f, condition, t, &budget, &other))
            return false;
        if (t % KIR_WARP_LANES == 0)
            first = other;
        if (first.i != other.i)
            return true;
    }
    return false;
}

/* Either form -------------------------------------------------------------- */

bool kir_asks_warps(const struct kir_module *module)
{
    for (int i = 0; i < module->func_count; i++)
        for (int k = 0; k < module->func[i]->value_count; k++)
            if (module->func[i]->value[k].op == KIR_WARPS)
                return true;
    return false;
}

/* Statements name values by number and are shared by both functions. */
static struct kir_func *settle(struct kir_module *module,
                               const struct kir_func *f, bool warps)
{
    struct kir_func *out = arena_alloc(module->arena, sizeof *out);
    struct kir_value settled = kir_value_of(KIR_CONST, KIR_PRED);

    settled.imm.i = warps;
    *out = *f;
    out->module = module;
    out->value_cap = out->value_count;
    out->value = arena_alloc(module->arena,
                             (size_t)out->value_count * sizeof *out->value);
    for (int k = 0; k < out->value_count; k++)
        out->value[k] = f->value[k].op == KIR_WARPS ? settled : f->value[k];
    return out;
}

const struct kir_module *kir_settle_warps(struct arena *arena,
                                          const struct kir_module *module,
                                          bool warps)
{
    struct kir_module *out = arena_alloc(arena, sizeof *out);

    *out = *module;
    out->arena = arena;
    out->func = arena_alloc(arena, (size_t)module->func_count *
                                       sizeof(struct kir_func *));
    out->func_cap = out->func_count;
    for (int i = 0; i < module->func_count; i++)
        out->func[i] = settle(out, module->func[i], warps);
    return out;
}
