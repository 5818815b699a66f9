/* Functions of vectors, and what is said otherwise beside them, so that
 * compilers make vectors of loops that call them. */
#include "backends/c/vector_call.h"

#include "backends/vector/vector.h"

/* Does the iterator count from a constant to a constant, in the loop of the
 * block that it belongs to? */
static bool is_constant_loop(const struct c_printer *c,
                             const struct kir_block *block, int iterator)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        if (s->kind == KIR_FOR && s->iter == iterator)
            return kir_is_const(c->f, s->lo) && kir_is_const(c->f, s->hi);
        if (is_constant_loop(c, &s->body[0], iterator) ||
            is_constant_loop(c, &s->body[1], iterator))
            return true;
    }
    return false;
}

/* Is the value made of constants alone, and of iterators of loops between such?
 * Compilers round what they compute themselves as exact results are, and may do
 * so where they write loops out. */
static bool is_of_constants(const struct c_printer *c, int value, int depth)
{
    const struct kir_value *v = &c->f->value[value];

    if (depth == 0)
        return false;
    if (v->op == KIR_ITER)
        return is_constant_loop(c, &c->f->body, value);
    if (v->op != KIR_CONST &&
        (kir_is_leaf(v->op) || !(kir_op_properties(v->op) & P_PURE)))
        return false;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (!is_of_constants(c, v->arg[k], depth - 1))
            return false;
    return true;
}

bool c_is_compilers(const struct c_printer *c, const struct kir_value *v)
{
    enum { DEPTH = 12 };

    if (kir_is_product(c->f, v))
        return true;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (!is_of_constants(c, v->arg[k], DEPTH))
            return false;
    return true;
}

bool c_calls_vectors(const struct c_printer *c, int value, int depth)
{
    const struct kir_value *v = &c->f->value[value];

    if (kir_is_leaf(v->op) || depth == 0)
        return false;
    if (c_is_vector_function(c, value))
        return true;
    for (int k = 0; k < kir_op_operands(v->op); k++)
        if (c_calls_vectors(c, v->arg[k], depth - 1))
            return true;
    return false;
}

bool c_fills_vectors(const struct c_printer *c, enum kir_type type)
{
    for (int k = 0; k < c->f->value_count; k++)
        if (c->state[k] != C_DEAD && c->f->value[k].type == type &&
            c_is_vector_function(c, k))
            return true;
    return false;
}

bool c_print_select(struct c_printer *c, const struct kir_value *v)
{
    if (v->op != KIR_SELECT || !kir_is_float(v->type) ||
        !c->dialect->select[0] || !c_fills_vectors(c, v->type))
        return false;
    buf_printf(&c->out, "%s(", c->dialect->select[v->type == KIR_F64]);
    for (int k = 0; k < 3; k++) {
        buf_puts(&c->out, k ? ", " : "");
        c_print_value(c, v->arg[k], PREC_ANY);
    }
    buf_puts(&c->out, ")");
    return true;
}

bool c_print_low(struct c_printer *c, const struct kir_value *v)
{
    const struct kir_value *low = &c->f->value[v->arg[0]];

    if (!c->dialect->low_to_double || v->type != KIR_F64 ||
        low->op != KIR_CAST || low->type != KIR_I32 ||
        c->state[v->arg[0]] == C_NAMED ||
        c->f->value[low->arg[0]].type != KIR_I64 ||
        !c_fills_vectors(c, KIR_F64))
        return false;
    buf_printf(&c->out, "%s(", c->dialect->low_to_double);
    c_print_value(c, low->arg[0], PREC_ANY);
    buf_puts(&c->out, ")");
    return true;
}
