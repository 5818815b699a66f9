/*
 * Transcendental operations as arithmetic, for targets that have none.
 *
 * Each is expanded where it stands, in f64, from additions, multiplications,
 * divisions, square roots, fused multiply-adds and integer operations on the
 * bits: the same on every target, to the last bit. Special values follow C's
 * Annex F. Largest errors found on dense samples against long double, in units
 * in the last place of f64 (tests/backends/math.c holds them to these):
 *
 *     log2, log10, cbrt, hypot          0.51
 *     exp, exp2, log, log1p, pow, sin, cos, sinh, tanh, asin, acos, atan,
 *     erf                               1
 *     expm1, tan, cosh, atan2           1.5
 *     fmod                              exact
 *
 * f32 is computed in f64 and rounded once more: within 0.51 units.
 */
#include "backends/math/local.h"

static const struct {
    int (*unary)(struct math *m, int x);
    int (*binary)(struct math *m, int x, int y);
} expansion[KIR_OP_COUNT] = {
    [KIR_FMOD] = {.binary = math_fmod},   [KIR_EXP] = {math_exp, NULL},
    [KIR_EXP2] = {math_exp2, NULL},       [KIR_EXPM1] = {math_expm1, NULL},
    [KIR_LOG] = {math_log, NULL},         [KIR_LOG2] = {math_log2, NULL},
    [KIR_LOG10] = {math_log10, NULL},     [KIR_LOG1P] = {math_log1p, NULL},
    [KIR_POW] = {.binary = math_pow},     [KIR_SIN] = {math_sin, NULL},
    [KIR_COS] = {math_cos, NULL},         [KIR_TAN] = {math_tan, NULL},
    [KIR_SINH] = {math_sinh, NULL},       [KIR_COSH] = {math_cosh, NULL},
    [KIR_TANH] = {math_tanh, NULL},       [KIR_ASIN] = {math_asin, NULL},
    [KIR_ACOS] = {math_acos, NULL},       [KIR_ATAN] = {math_atan, NULL},
    [KIR_ATAN2] = {.binary = math_atan2}, [KIR_CBRT] = {math_cbrt, NULL},
    [KIR_ERF] = {math_erf, NULL},         [KIR_HYPOT] = {.binary = math_hypot},
};

struct expander {
    const struct kir_func *in;
    struct math m;
    int *map; /* of each old value: the new one */
};

static int expand_operation(struct math *m, const struct kir_value *v, int a,
                            int b)
{
    enum kir_type type = v->type;
    int result;

    a = kir_cast(m->f, KIR_F64, a);
    if (expansion[v->op].unary)
        result = expansion[v->op].unary(m, a);
    else
        result = expansion[v->op].binary(m, a, kir_cast(m->f, KIR_F64, b));
    return kir_cast(m->f, type, result);
}

static int new_value(void *expander, int value)
{
    struct expander *e = expander;
    const struct kir_value *v = &e->in->value[value];

    if (v->op == KIR_PARAM)
        return e->m.f->param[v->imm.i].value;
    if (kir_is_leaf(v->op) && v->op != KIR_ITER)
        return kir_put_value(e->m.f, v);
    return e->map[value];
}

static int expand_value(struct expander *e, const struct kir_value *old)
{
    struct kir_value v = *old;

    for (int i = 0; i < kir_op_operands(v.op); i++)
        v.arg[i] = new_value(e, v.arg[i]);
    if (v.origin)
        v.origin = arena_strdup(e->m.f->module->arena, v.origin);
    if (expansion[v.op].unary || expansion[v.op].binary)
        return expand_operation(&e->m, &v, v.arg[0], v.arg[1]);
    return kir_put_value(e->m.f, &v);
}

static void expand_block(struct expander *e, const struct kir_block *block);

static void expand_body(struct expander *e, struct kir_stmt *to,
                        const struct kir_stmt *from, int body)
{
    kir_open(e->m.f, to, body);
    expand_block(e, &from->body[body]);
    kir_close(e->m.f);
}

/* The parts of a statement that name values, where it stands. */
static void expand_operands(struct expander *e, struct kir_stmt *to,
                            const struct kir_stmt *from)
{
    if (from->kind == KIR_SET || from->kind == KIR_IF ||
        from->kind == KIR_STORE || from->kind == KIR_ATOMIC)
        to->value = new_value(e, from->value);
    if (from->kind == KIR_STORE || from->kind == KIR_ATOMIC)
        to->index = new_value(e, from->index);
    if (from->kind == KIR_LAUNCH)
        kir_launch_like(e->m.f, to, from, new_value, e);
    if (from->kind == KIR_FOR) {
        to->lo = new_value(e, from->lo);
        to->hi = new_value(e, from->hi);
        to->step = new_value(e, from->step);
        to->iter = kir_put_value(e->m.f, &e->in->value[from->iter]);
        e->map[from->iter] = to->iter;
    }
}

static void expand_stmt(struct expander *e, const struct kir_stmt *from)
{
    struct kir_stmt *to = kir_put_stmt(e->m.f, from->kind);
    struct kir_stmt *next = to->next;

    *to = *from;
    to->next = next;
    to->body[0] = to->body[1] = (struct kir_block){NULL, NULL};
    expand_operands(e, to, from);
    if (from->text)
        to->text = arena_strdup(e->m.f->module->arena, from->text);
    if (from->origin)
        to->origin = arena_strdup(e->m.f->module->arena, from->origin);
    expand_body(e, to, from, 0);
    if (from->kind == KIR_WHILE)
        to->value = new_value(e, from->value);
    expand_body(e, to, from, 1);
}

static void expand_block(struct expander *e, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        kir_line(e->m.f, s->line);
        if (s->kind == KIR_LET)
            e->map[s->value] = expand_value(e, &e->in->value[s->value]);
        else
            expand_stmt(e, s);
    }
}

struct kir_module *kir_expand_math(struct arena *arena,
                                   const struct kir_module *module)
{
    struct kir_module *out =
        kir_module_new(arena, module->name, module->source_file);

    for (int i = 0; i < module->func_count; i++) {
        struct arena *scratch = arena_new();
        struct expander e = {.in = module->func[i]};

        e.m = (struct math){kir_func_like(out, e.in), -1};
        e.map = arena_alloc(scratch, (size_t)e.in->value_count * sizeof(int));
        expand_block(&e, &e.in->body);
        arena_free(scratch);
    }
    return out;
}
