/*
 * Operations of KIR, by those of processing elements: one node each, and a few
 * for what unsigned and narrow integers are. What they have not is refused.
 */
#include "backends/dataflow/local.h"

static bool is_real(enum kir_type type)
{
    return type == KIR_F32 || type == KIR_F64;
}

static bool lacks(struct flow *flow, enum kir_op op)
{
    return flow_refuse(flow,
                       "run this nest on another device, or write it by"
                       " additions, products, quotients, roots and comparisons",
                       "processing elements have no '%s'", kir_op_name(op));
}

/* Signed comparisons of numbers moved by half of the range are unsigned ones of
 * them. */
static struct racer_operand moved(struct flow *flow, struct racer_operand a,
                                  enum kir_type type)
{
    if (type == KIR_U32)
        return flow_op2(flow, RACER_OP_xor, a,
                        flow_whole(flow, RACER_I32, INT32_MIN));
    if (type == KIR_U64)
        return flow_op2(flow, RACER_OP_xor, a,
                        flow_whole(flow, RACER_I64, INT64_MIN));
    return a;
}

/* A number of 32 bits without sign, as one of 64. */
struct racer_operand flow_without_sign(struct flow *flow,
                                       struct racer_operand a)
{
    return flow_op2(flow, RACER_OP_and, flow_op1(flow, RACER_OP_toi64, a),
                    flow_whole(flow, RACER_I64, UINT32_MAX));
}

static bool shift(struct flow *flow, const struct kir_value *v,
                  struct racer_operand a, struct racer_operand b,
                  struct racer_operand *result)
{
    bool wide = flow_type(v->type) == RACER_I64;

    if (wide)
        b = flow_op1(flow, RACER_OP_toi64, b);
    if (v->op == KIR_SHR && v->type == KIR_U64)
        *result = flow_shift_u64(flow, a, b);
    else if (v->op == KIR_SHR && v->type == KIR_U32)
        *result =
            flow_op1(flow, RACER_OP_toi32,
                     flow_op2(flow, RACER_OP_ishr, flow_without_sign(flow, a),
                              flow_op1(flow, RACER_OP_toi64, b)));
    else
        *result = flow_op2(
            flow, v->op == KIR_SHL ? RACER_OP_ishl : RACER_OP_ishr, a, b);
    return true;
}

struct racer_operand flow_narrowed(struct flow *flow, enum kir_type type,
                                   struct racer_operand a)
{
    int bits = type == KIR_I8 || type == KIR_U8 ? 8 : 16;
    struct racer_operand lost = flow_whole(flow, RACER_I32, 32 - bits);

    if (type == KIR_U8 || type == KIR_U16)
        return flow_op2(flow, RACER_OP_and, a,
                        flow_whole(flow, RACER_I32, (1 << bits) - 1));
    return flow_op2(flow, RACER_OP_ishr, flow_op2(flow, RACER_OP_ishl, a, lost),
                    lost);
}

static bool cast(struct flow *flow, const struct kir_value *v,
                 struct racer_operand a, struct racer_operand *result)
{
    enum kir_type from = flow->f->value[v->arg[0]].type, to = v->type;
    bool wide = flow_type(to) == RACER_I64;

    *result = a;
    if (v->narrow != to && v->narrow < KIR_I32) {
        *result = flow_narrowed(flow, v->narrow, a);
    } else if (to == KIR_PRED) {
        *result = flow_op2(
            flow, is_real(from) ? RACER_OP_fne : RACER_OP_ine, a,
            flow_literal(flow, flow_type(from), (union racer_bits){.u = 0}));
    } else if (is_real(to)) {
        if (from == KIR_U64) {
            *result = flow_u64_to_real(flow, flow_type(to), a);
            return true;
        }
        if (from == KIR_U32)
            a = flow_without_sign(flow, a);
        if (from == KIR_PRED)
            a = flow_op1(flow, RACER_OP_toi32, a);
        if (from != to)
            *result = flow_op1(
                flow, to == KIR_F32 ? RACER_OP_tof32 : RACER_OP_tof64, a);
    } else if (is_real(from)) {
        if (to == KIR_U64) {
            *result = flow_real_to_u64(flow, a);
            return true;
        }
        *result = flow_op1(
            flow, wide || to == KIR_U32 ? RACER_OP_toi64 : RACER_OP_toi32, a);
        if (to == KIR_U32)
            *result = flow_op1(flow, RACER_OP_toi32, *result);
    } else if (wide && from == KIR_U32) {
        *result = flow_without_sign(flow, a);
    } else if (flow_type(from) != flow_type(to)) {
        *result = flow_op1(flow, wide ? RACER_OP_toi64 : RACER_OP_toi32, a);
    }
    return true;
}

static bool arithmetic(struct flow *flow, const struct kir_value *v,
                       const struct racer_operand *in,
                       struct racer_operand *result)
{
    bool real = is_real(v->type);
    struct racer_operand zero =
        flow_literal(flow, flow_type(v->type), (union racer_bits){.u = 0});

    switch (v->op) {
    case KIR_ADD:
        *result =
            flow_op(flow, real ? RACER_OP_fadd : RACER_OP_iadd, "s", 2, in);
        return true;
    case KIR_SUB:
        *result =
            flow_op(flow, real ? RACER_OP_fsub : RACER_OP_isub, "d", 2, in);
        return true;
    case KIR_MUL:
        *result =
            flow_op(flow, real ? RACER_OP_fmul : RACER_OP_imul, "p", 2, in);
        return true;
    case KIR_MULADD: /* rounds twice */
        *result = flow_op2(flow, RACER_OP_fadd,
                           flow_op(flow, RACER_OP_fmul, "p", 2, in), in[2]);
        return true;
    case KIR_NEG:
        *result = real ? flow_op1(flow, RACER_OP_fneg, in[0])
                       : flow_op2(flow, RACER_OP_isub, zero, in[0]);
        return true;
    case KIR_ABS:
        *result = real ? flow_op1(flow, RACER_OP_fabs, in[0])
                       : flow_op2(flow, RACER_OP_imax, in[0],
                                  flow_op2(flow, RACER_OP_isub, zero, in[0]));
        return true;
    default: /* MIN, MAX */
        if (real)
            *result =
                flow_op2(flow, v->op == KIR_MIN ? RACER_OP_fmin : RACER_OP_fmax,
                         in[0], in[1]);
        else
            *result = moved(
                flow,
                flow_op2(flow, v->op == KIR_MIN ? RACER_OP_imin : RACER_OP_imax,
                         moved(flow, in[0], v->type),
                         moved(flow, in[1], v->type)),
                v->type);
        return true;
    }
}

_Static_assert(KIR_NE - KIR_LT == 5 && RACER_OP_fne - RACER_OP_flt == 5 &&
                   RACER_OP_ine - RACER_OP_ilt == 5,
               "lt, le, gt, ge, eq, ne");

static struct racer_operand test(struct flow *flow, const struct kir_value *v,
                                 struct racer_operand a, struct racer_operand b)
{
    enum kir_type type = flow->f->value[v->arg[0]].type;
    int number = (int)v->op - KIR_LT;
    enum racer_op first = is_real(type) ? RACER_OP_flt : RACER_OP_ilt;
    const struct racer_operand both[2] = {moved(flow, a, type),
                                          moved(flow, b, type)};

    return flow_op(flow, (enum racer_op)((int)first + number), "c", 2, both);
}

static bool logic(struct flow *flow, const struct kir_value *v,
                  const struct racer_operand *in, struct racer_operand *result)
{
    static const struct {
        enum kir_op op;
        enum racer_op as;
    } ops[] = {{KIR_AND, RACER_OP_and},       {KIR_OR, RACER_OP_or},
               {KIR_XOR, RACER_OP_xor},       {KIR_NOT, RACER_OP_not},
               {KIR_SELECT, RACER_OP_select}, {KIR_SQRT, RACER_OP_fsqrt}};

    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
        if (ops[k].op != v->op)
            continue;
        *result = flow_op(flow, ops[k].as, "t", kir_op_operands(v->op), in);
        return true;
    }
    return lacks(flow, v->op);
}

static bool compute(struct flow *flow, const struct kir_value *v,
                    const struct racer_operand *in,
                    struct racer_operand *result)
{
    switch (v->op) {
    case KIR_ADD:
    case KIR_SUB:
    case KIR_MUL:
    case KIR_MULADD:
    case KIR_NEG:
    case KIR_ABS:
    case KIR_MIN:
    case KIR_MAX:
        return arithmetic(flow, v, in, result);
    case KIR_DIV:
    case KIR_REM:
        *result = is_real(v->type) ? flow_op(flow, RACER_OP_fdiv, "q", 2, in)
                                   : flow_divide(flow, v, in[0], in[1]);
        return true;
    case KIR_LT:
    case KIR_LE:
    case KIR_GT:
    case KIR_GE:
    case KIR_EQ:
    case KIR_NE:
        *result = test(flow, v, in[0], in[1]);
        return true;
    case KIR_SHL:
    case KIR_SHR:
        return shift(flow, v, in[0], in[1], result);
    case KIR_TRUNC:
    case KIR_FLOOR:
    case KIR_CEIL:
        *result = flow_rounded(flow, v->op, in[0]);
        return true;
    case KIR_CAST:
        return cast(flow, v, in[0], result);
    default:
        return logic(flow, v, in, result);
    }
}

/* A cast of a thread's index to 64 bits is the index as its source has it. */
static bool is_index(const struct flow *flow, const struct kir_value *v)
{
    return v->op == KIR_CAST && v->type == KIR_I64 &&
           flow->f->value[v->arg[0]].op == KIR_BLOCK_INDEX &&
           flow->rings == 0 && flow->ordered;
}

bool flow_let(struct flow *flow, int value)
{
    const struct kir_value *v = &flow->f->value[value];
    struct racer_operand in[3] = {{.name = NULL}};

    if (v->op == KIR_LOAD)
        return flow_load(flow, value);
    if (v->op == KIR_GET) {
        flow->value[value] = flow->variable[v->imm.i];
        return flow->value[value].name ||
               flow_refuse(flow, "give it a value first",
                           "variable '%s' is read before it is set",
                           flow->f->variable[v->imm.i].name);
    }
    for (int k = 0; k < kir_op_operands(v->op); k++)
        in[k] = flow_get(flow, v->arg[k]);
    if (is_index(flow, v)) {
        struct racer_value *index =
            flow->indices
                ->output[flow->dims - 1 - flow->f->value[v->arg[0]].imm.i];

        flow->value[value] =
            (struct racer_operand){.value = index, .name = index->name};
    } else if (flow->failed || !compute(flow, v, in, &flow->value[value])) {
        return false;
    }
    flow_find_affine(flow, value);
    return true;
}
