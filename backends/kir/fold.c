/*
 * Simplifications that need no new operation: the builder applies them as it
 * goes and the optimiser again after each substitution. Each is exact for every
 * operand, NaNs and signed zeros included, and returns an operand (of the value
 * or of one of its operands) or a constant, so that repeating them terminates.
 */
#include "backends/kir/kir.h"

#include <math.h>

/* The C library's results may differ from a device's: not folded. */
static bool is_transcendental(enum kir_op op)
{
    return op >= KIR_EXP;
}
_Static_assert(KIR_EXP > KIR_FMOD && KIR_HYPOT == KIR_OP_COUNT - 1,
               "kir.def ends with the transcendental operations");

static int constant(struct kir_func *f, enum kir_type type, union kir_imm imm)
{
    return kir_is_float(type) ? kir_float(f, type, imm.f)
                              : kir_int(f, type, imm.i);
}

/* Whether targets may differ on this operation although its operands and so
 * its result are constant: contraction, NaNs, min(-0, 0); devices, on barred
 * and threads. */
static bool is_ambiguous(const struct kir_value *v, const union kir_imm *arg,
                         union kir_imm result)
{
    struct kir_value fused = *v;
    union kir_imm other;

    if (!kir_is_float(v->type))
        return (v->op == KIR_BARRED && result.i) ||
               (v->op == KIR_THREADS && result.i > 1);
    if (isnan(result.f))
        return true;
    if (v->op == KIR_MIN || v->op == KIR_MAX)
        return arg[0].f == arg[1].f && signbit(arg[0].f) != signbit(arg[1].f);
    if (v->op != KIR_MULADD)
        return false;
    fused.op = KIR_FMA;
    return !kir_scalar(&fused, v->type, arg, &other) || other.i != result.i;
}

static int fold_constants(struct kir_func *f, const struct kir_value *v)
{
    int operands = kir_op_operands(v->op);
    union kir_imm arg[3], result;

    if (operands == 0 || v->op == KIR_LOAD || v->op == KIR_FETCH ||
        v->op == KIR_SHUFFLE_DOWN || is_transcendental(v->op))
        return -1;
    for (int i = 0; i < operands; i++) {
        if (!kir_is_const(f, v->arg[i]))
            return -1;
        arg[i] = f->value[v->arg[i]].imm;
    }
    if (!kir_scalar(v, f->value[v->arg[0]].type, arg, &result) ||
        is_ambiguous(v, arg, result))
        return -1;
    return constant(f, v->type, result);
}

static bool is_int_const(const struct kir_func *f, int value, int64_t number)
{
    const struct kir_value *v = &f->value[value];

    return v->op == KIR_CONST && !kir_is_float(v->type) &&
           v->imm.i == kir_wrap(v->type, (uint64_t)number);
}

/* Compares the sign of zeros too. */
static bool is_float_const(const struct kir_func *f, int value, double number)
{
    const struct kir_value *v = &f->value[value];

    return v->op == KIR_CONST && v->imm.f == number &&
           signbit(v->imm.f) == signbit(number);
}

/* Neutral and absorbing constants of integers and preds, on either side of the
 * operations that commute: x+0 x*1 x&~0 x|0 x^0; x*0 x&0 x|~0. */
static int simplify_commutative(struct kir_func *f, const struct kir_value *v)
{
    enum { ABSENT = 2 };
    static const struct {
        enum kir_op op;
        int neutral, absorbing;
    } rule[] = {
        {KIR_ADD, 0, ABSENT}, {KIR_MUL, 1, 0},      {KIR_AND, -1, 0},
        {KIR_OR, 0, -1},      {KIR_XOR, 0, ABSENT},
    };

    for (size_t k = 0; k < sizeof rule / sizeof *rule; k++) {
        if (rule[k].op != v->op)
            continue;
        for (int i = 0; i < 2; i++) {
            if (is_int_const(f, v->arg[i], rule[k].neutral))
                return v->arg[1 - i];
            if (rule[k].absorbing != ABSENT &&
                is_int_const(f, v->arg[i], rule[k].absorbing))
                return v->arg[i];
        }
    }
    return -1;
}

/* x-0 x/1 x%1 x<<0 x>>0 of integers. */
static int simplify_right(struct kir_func *f, const struct kir_value *v)
{
    int b = v->arg[1];

    switch (v->op) {
    case KIR_SUB:
    case KIR_SHL:
    case KIR_SHR:
        return is_int_const(f, b, 0) ? v->arg[0] : -1;
    case KIR_DIV:
        return is_int_const(f, b, 1) ? v->arg[0] : -1;
    case KIR_REM:
        return is_int_const(f, b, 1) ? kir_int(f, v->type, 0) : -1;
    default:
        return -1;
    }
}

/* Both operands the same integer or pred. Floats: x<=x is false on NaN. */
static int simplify_twice(struct kir_func *f, const struct kir_value *v)
{
    switch (v->op) {
    case KIR_SUB:
    case KIR_XOR:
        return kir_int(f, v->type, 0);
    case KIR_AND:
    case KIR_OR:
    case KIR_MIN:
    case KIR_MAX:
        return v->arg[0];
    case KIR_LT:
    case KIR_GT:
    case KIR_NE:
        return kir_int(f, KIR_PRED, 0);
    case KIR_LE:
    case KIR_GE:
    case KIR_EQ:
        return kir_int(f, KIR_PRED, 1);
    default:
        return -1;
    }
}

/* Nothing unsigned is below 0: 0 > x, x < 0 are false, x >= 0, 0 <= x true. */
static int simplify_unsigned(struct kir_func *f, const struct kir_value *v)
{
    bool left = is_int_const(f, v->arg[0], 0);
    bool right = is_int_const(f, v->arg[1], 0);

    if (kir_is_signed(f->value[v->arg[0]].type))
        return -1;
    if ((v->op == KIR_LT && right) || (v->op == KIR_GT && left))
        return kir_int(f, KIR_PRED, 0);
    if ((v->op == KIR_GE && right) || (v->op == KIR_LE && left))
        return kir_int(f, KIR_PRED, 1);
    return -1;
}

/* The float identities that hold for NaNs, infinities and both zeros:
 * x*1 x/1 x+(-0) x-0. */
static int simplify_float(const struct kir_func *f, const struct kir_value *v)
{
    switch (v->op) {
    case KIR_MUL:
        if (is_float_const(f, v->arg[0], 1))
            return v->arg[1];
        return is_float_const(f, v->arg[1], 1) ? v->arg[0] : -1;
    case KIR_DIV:
        return is_float_const(f, v->arg[1], 1) ? v->arg[0] : -1;
    case KIR_ADD:
        if (is_float_const(f, v->arg[0], -0.0))
            return v->arg[1];
        return is_float_const(f, v->arg[1], -0.0) ? v->arg[0] : -1;
    case KIR_SUB:
        return is_float_const(f, v->arg[1], 0.0) ? v->arg[0] : -1;
    case KIR_MIN:
    case KIR_MAX:
        return v->arg[0] == v->arg[1] ? v->arg[0] : -1;
    default:
        return -1;
    }
}

/* The least and the greatest number of a signed type: min(x, greatest) and
 * max(x, least) are x, and the others that number. */
static int simplify_extreme(const struct kir_func *f, const struct kir_value *v)
{
    int64_t high = v->type == KIR_I32 ? INT32_MAX : INT64_MAX;
    bool least = v->op == KIR_MIN;

    if ((v->op != KIR_MIN && v->op != KIR_MAX) || !kir_is_signed(v->type))
        return -1;
    for (int k = 0; k < 2; k++) {
        if (is_int_const(f, v->arg[k], least ? high : -high - 1))
            return v->arg[!k];
        if (is_int_const(f, v->arg[k], least ? -high - 1 : high))
            return v->arg[k];
    }
    return -1;
}

static int simplify_binary(struct kir_func *f, const struct kir_value *v)
{
    enum kir_type type = f->value[v->arg[0]].type;
    int same = -1;

    if (kir_is_float(type))
        return simplify_float(f, v);
    if (v->arg[0] == v->arg[1])
        same = simplify_twice(f, v);
    if (same < 0)
        same = simplify_commutative(f, v);
    if (same < 0)
        same = simplify_right(f, v);
    if (same < 0 && kir_is_integer(type))
        same = simplify_unsigned(f, v);
    if (same < 0)
        same = simplify_extreme(f, v);
    return same;
}

/* A kernel of single threads may run on the host, where the blocks of a launch
 * are more than an I32 holds, and their numbers come as I64. */
static bool is_wide_index(const struct kir_func *f, const struct kir_value *v)
{
    return v->op == KIR_BLOCK_INDEX && f->block[0] == 1 && f->block[1] == 1 &&
           f->block[2] == 1;
}

/* Conversions that do nothing: to the same type; back to where an exact
 * conversion came from; to a narrow type that the operand already fits. */
static int simplify_convert(const struct kir_func *f, const struct kir_value *v)
{
    const struct kir_value *a = &f->value[v->arg[0]], *inner;

    if (a->type == v->narrow)
        return v->arg[0];
    if (!kir_is_value_type(v->narrow)) {
        bool fits =
            (a->op == KIR_CAST && a->narrow == v->narrow) ||
            (a->op == KIR_LOAD && f->buffer[a->buffer].type == v->narrow);

        return fits ? v->arg[0] : -1;
    }
    if (a->op != v->op || a->narrow != a->type)
        return -1;
    inner = &f->value[a->arg[0]];
    if (inner->type != v->type || is_wide_index(f, inner))
        return -1;
    if (v->op == KIR_BITCAST || inner->type == KIR_PRED ||
        (inner->type == KIR_F32 && a->type == KIR_F64))
        return a->arg[0];
    if (kir_is_integer(inner->type) && kir_is_integer(a->type) &&
        kir_type_bits(a->type) >= kir_type_bits(inner->type))
        return a->arg[0];
    return -1;
}

static int simplify_select(const struct kir_func *f, const struct kir_value *v)
{
    if (v->arg[1] == v->arg[2])
        return v->arg[1];
    if (is_int_const(f, v->arg[0], 1))
        return v->arg[1];
    if (is_int_const(f, v->arg[0], 0))
        return v->arg[2];
    if (v->type == KIR_PRED && is_int_const(f, v->arg[1], 1) &&
        is_int_const(f, v->arg[2], 0))
        return v->arg[0];
    return -1;
}

/* Is the value the same in all threads of a block? */
static bool is_uniform(const struct kir_func *f, int value)
{
    enum kir_op op = f->value[value].op;

    return op == KIR_CONST || op == KIR_PARAM || op == KIR_BLOCK_INDEX ||
           op == KIR_GRID_SIZE;
}

int kir_simplify(struct kir_func *f, const struct kir_value *v)
{
    int same = fold_constants(f, v);

    if (same >= 0)
        return same;
    switch (v->op) {
    case KIR_SELECT:
        return simplify_select(f, v);
    case KIR_CAST:
    case KIR_BITCAST:
        return simplify_convert(f, v);
    case KIR_NOT:
    case KIR_NEG:
        if (f->value[v->arg[0]].op == v->op)
            return f->value[v->arg[0]].arg[0];
        return -1;
    case KIR_SHUFFLE_DOWN:
        return is_uniform(f, v->arg[0]) ? v->arg[0] : -1;
    default:
        return kir_op_operands(v->op) == 2 ? simplify_binary(f, v) : -1;
    }
}
