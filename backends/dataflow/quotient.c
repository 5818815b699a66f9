/*
 * Division of integers and rounding to them, which processing elements have
 * not, by what they have. Each result is exact.
 *
 * Numbers of 32 bits are divided as floats of 64: their quotient is at least
 * 2^-31 away from the next integer, or is one, and rounds by 2^-22 at most. Of
 * 64 bits the float quotient is refined by that of what it leaves over; what
 * is left then is smaller than the divisor, but may have the wrong sign.
 */
#include "backends/dataflow/local.h"

static struct racer_operand whole(struct flow *flow, enum kir_type type,
                                  int64_t number)
{
    return flow_whole(flow, flow_type(type), number);
}

/* The power of two that a positive constant is, or -1. */
static int power_of(const struct racer_operand *a)
{
    for (int k = 0; flow_is_literal(a) && k < 31; k++)
        if (a->bits.i == INT64_C(1) << k)
            return k;
    return -1;
}

/* Toward zero: what is below gets all that is cut off before. */
static struct racer_operand by_power(struct flow *flow, enum kir_type type,
                                     struct racer_operand a, int power)
{
    int bits = flow_type(type) == RACER_I64 ? 64 : 32;
    struct racer_operand shift = whole(flow, type, power), low;

    if (power == 0)
        return a;
    if (!kir_is_signed(type)) /* what comes in from above is taken away */
        return flow_op2(
            flow, RACER_OP_and, flow_op2(flow, RACER_OP_ishr, a, shift),
            whole(flow, type, (int64_t)((UINT64_C(1) << (bits - power)) - 1)));
    low =
        flow_op2(flow, RACER_OP_and,
                 flow_op2(flow, RACER_OP_ishr, a, whole(flow, type, bits - 1)),
                 whole(flow, type, (INT64_C(1) << power) - 1));
    return flow_op2(flow, RACER_OP_ishr, flow_op2(flow, RACER_OP_iadd, a, low),
                    shift);
}

static struct racer_operand float_quotient(struct flow *flow,
                                           enum racer_op whole_op,
                                           struct racer_operand a,
                                           struct racer_operand b)
{
    return flow_op1(flow, whole_op,
                    flow_op2(flow, RACER_OP_fdiv,
                             flow_op1(flow, RACER_OP_tof64, a),
                             flow_op1(flow, RACER_OP_tof64, b)));
}

/* a - q * b */
static struct racer_operand rest_of(struct flow *flow, struct racer_operand a,
                                    struct racer_operand q,
                                    struct racer_operand b)
{
    return flow_op2(flow, RACER_OP_isub, a,
                    flow_op2(flow, RACER_OP_imul, q, b));
}

/* Of 64 bits. The rest has the sign of `a`, or is 0: else the quotient is one
 * too far from zero, which has the sign of a xor b. */
static struct racer_operand refined(struct flow *flow, struct racer_operand a,
                                    struct racer_operand b)
{
    struct racer_operand q = float_quotient(flow, RACER_OP_toi64, a, b);
    struct racer_operand zero = whole(flow, KIR_I64, 0), rest, wrong, step;

    q = flow_op2(
        flow, RACER_OP_iadd, q,
        float_quotient(flow, RACER_OP_toi64, rest_of(flow, a, q, b), b));
    rest = rest_of(flow, a, q, b);
    wrong =
        flow_op2(flow, RACER_OP_and, flow_op2(flow, RACER_OP_ine, rest, zero),
                 flow_op2(flow, RACER_OP_ilt,
                          flow_op2(flow, RACER_OP_xor, rest, a), zero));
    step = flow_op2(flow, RACER_OP_or,
                    flow_op2(flow, RACER_OP_ishr,
                             flow_op2(flow, RACER_OP_xor, a, b),
                             whole(flow, KIR_I64, 63)),
                    whole(flow, KIR_I64, 1));
    const struct racer_operand in[3] = {wrong, step, zero};
    return flow_op2(flow, RACER_OP_isub, q,
                    flow_op(flow, RACER_OP_select, "t", 3, in));
}

/* x >= y, of numbers without sign */
static struct racer_operand is_above(struct flow *flow, struct racer_operand x,
                                     struct racer_operand y)
{
    struct racer_operand least = whole(flow, KIR_U64, INT64_MIN);

    return flow_op2(flow, RACER_OP_ige, flow_op2(flow, RACER_OP_xor, x, least),
                    flow_op2(flow, RACER_OP_xor, y, least));
}

static struct racer_operand one_if(struct flow *flow,
                                   struct racer_operand condition)
{
    const struct racer_operand in[3] = {condition, whole(flow, KIR_U64, 1),
                                        whole(flow, KIR_U64, 0)};

    return flow_op(flow, RACER_OP_select, "t", 3, in);
}

/* Of 64 bits without sign: half of `a` has none, and twice its quotient is one
 * too small at most; divisors of 2^63 and more go into `a` once, or not. */
static struct racer_operand of_u64(struct flow *flow, struct racer_operand a,
                                   struct racer_operand b)
{
    struct racer_operand half = by_power(flow, KIR_U64, a, 1), q, in[3];

    q = flow_op2(flow, RACER_OP_ishl, refined(flow, half, b),
                 whole(flow, KIR_U64, 1));
    in[0] = flow_op2(flow, RACER_OP_ilt, b, whole(flow, KIR_U64, 0));
    in[1] = one_if(flow, is_above(flow, a, b));
    in[2] = flow_op2(flow, RACER_OP_iadd, q,
                     one_if(flow, is_above(flow, rest_of(flow, a, q, b), b)));
    return flow_op(flow, RACER_OP_select, "t", 3, in);
}

struct racer_operand flow_divide(struct flow *flow, const struct kir_value *v,
                                 struct racer_operand a, struct racer_operand b)
{
    int power = power_of(&b);
    struct racer_operand q;

    if (power >= 0)
        q = by_power(flow, v->type, a, power);
    else if (v->type == KIR_U64)
        q = of_u64(flow, a, b);
    else if (v->type == KIR_I64)
        q = refined(flow, a, b);
    else if (v->type == KIR_U32)
        q = flow_op1(flow, RACER_OP_toi32,
                     float_quotient(flow, RACER_OP_toi64,
                                    flow_without_sign(flow, a),
                                    flow_without_sign(flow, b)));
    else
        q = float_quotient(flow, RACER_OP_toi32, a, b);
    return v->op == KIR_REM ? rest_of(flow, a, q, b) : q;
}

/* x >> n with zeros from above: ~(-2 << (63 - n)) has the bits that stay. */
struct racer_operand flow_shift_u64(struct flow *flow, struct racer_operand x,
                                    struct racer_operand n)
{
    struct racer_operand above =
        flow_op2(flow, RACER_OP_ishl, whole(flow, KIR_I64, -2),
                 flow_op2(flow, RACER_OP_isub, whole(flow, KIR_I64, 63), n));

    return flow_op2(
        flow, RACER_OP_and, flow_op2(flow, RACER_OP_ishr, x, n),
        flow_op2(flow, RACER_OP_xor, above, whole(flow, KIR_I64, -1)));
}

static struct racer_operand real_of(struct flow *flow, enum racer_type type,
                                    double number)
{
    union racer_bits bits = {.u = 0};

    if (type == RACER_F32)
        bits.f32 = (float)number;
    else
        bits.f64 = number;
    return flow_literal(flow, type, bits);
}

/* By halves, of which each is a float, as the upper one's product is: the sum
 * alone rounds. */
static struct racer_operand to_f64(struct flow *flow, struct racer_operand x)
{
    struct racer_operand low =
        flow_op2(flow, RACER_OP_and, x, whole(flow, KIR_I64, UINT32_MAX));
    struct racer_operand high = by_power(flow, KIR_U64, x, 32);

    return flow_op2(flow, RACER_OP_fadd,
                    flow_op2(flow, RACER_OP_fmul,
                             flow_op1(flow, RACER_OP_tof64, high),
                             real_of(flow, RACER_F64, 0x1p32)),
                    flow_op1(flow, RACER_OP_tof64, low));
}

/* Of more than 53 bits the last eleven leave one bit that says whether any of
 * them is set, so that the float of 64 bits is exact, and rounds to 32 bits as
 * the number would. */
static struct racer_operand to_f32(struct flow *flow, struct racer_operand x)
{
    struct racer_operand last = whole(flow, KIR_U64, 2047), any, in[3];

    any = flow_op2(flow, RACER_OP_iadd, flow_op2(flow, RACER_OP_and, x, last),
                   last);
    in[0] = flow_op2(flow, RACER_OP_ieq, by_power(flow, KIR_U64, x, 53),
                     whole(flow, KIR_U64, 0));
    in[1] = x;
    in[2] = flow_op2(flow, RACER_OP_and, flow_op2(flow, RACER_OP_or, any, x),
                     whole(flow, KIR_U64, -2048));
    return flow_op1(flow, RACER_OP_tof32,
                    to_f64(flow, flow_op(flow, RACER_OP_select, "t", 3, in)));
}

struct racer_operand flow_u64_to_real(struct flow *flow, enum racer_type type,
                                      struct racer_operand x)
{
    return type == RACER_F32 ? to_f32(flow, x) : to_f64(flow, x);
}

struct racer_operand flow_real_to_u64(struct flow *flow, struct racer_operand x)
{
    struct racer_operand half = real_of(flow, RACER_F64, 0x1p63), in[3];

    if (flow_operand_type(&x) == RACER_F32)
        x = flow_op1(flow, RACER_OP_tof64, x);
    in[0] = flow_op2(flow, RACER_OP_flt, x, half);
    in[1] = flow_op1(flow, RACER_OP_toi64, x);
    in[2] = flow_op2(
        flow, RACER_OP_xor,
        flow_op1(flow, RACER_OP_toi64, flow_op2(flow, RACER_OP_fsub, x, half)),
        whole(flow, KIR_I64, INT64_MIN));
    return flow_op(flow, RACER_OP_select, "t", 3, in);
}

/* Toward zero, with the sign of x also of a zero; numbers without a fraction,
 * which all large ones are, infinities and NaN stay. */
static struct racer_operand truncated(struct flow *flow, struct racer_operand x)
{
    enum racer_type type = flow_operand_type(&x);
    double large = type == RACER_F32 ? 0x1p23 : 0x1p52;
    struct racer_operand cut =
        flow_op1(flow, type == RACER_F32 ? RACER_OP_tof32 : RACER_OP_tof64,
                 flow_op1(flow, RACER_OP_toi64, x));
    struct racer_operand zero = real_of(flow, type, 0);
    const struct racer_operand sign[3] = {
        flow_op2(flow, RACER_OP_feq, cut, zero),
        flow_op2(flow, RACER_OP_fmul, x, zero), cut};
    const struct racer_operand in[3] = {
        flow_op2(flow, RACER_OP_flt, flow_op1(flow, RACER_OP_fabs, x),
                 real_of(flow, type, large)),
        flow_op(flow, RACER_OP_select, "t", 3, sign), x};

    return flow_op(flow, RACER_OP_select, "t", 3, in);
}

/* trunc, floor, ceil */
struct racer_operand flow_rounded(struct flow *flow, enum kir_op op,
                                  struct racer_operand x)
{
    struct racer_operand cut = truncated(flow, x), in[3];
    struct racer_operand one = real_of(flow, flow_operand_type(&x), 1);
    bool floor = op == KIR_FLOOR;

    if (op == KIR_TRUNC)
        return cut;
    in[0] = flow_op2(flow, floor ? RACER_OP_fgt : RACER_OP_flt, cut, x);
    in[1] = flow_op2(flow, floor ? RACER_OP_fsub : RACER_OP_fadd, cut, one);
    in[2] = cut;
    return flow_op(flow, RACER_OP_select, "t", 3, in);
}
