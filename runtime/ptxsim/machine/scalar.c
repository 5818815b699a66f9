/*
 * What is too rare for loops of its own: directed rounding, the general
 * conversion, carries, predicates, testp. One lane after the other.
 */
#include "runtime/ptxsim/machine/scalar.h"
#include "runtime/ptxsim/text/text.h"

#include <math.h>

static float flush(float a)
{
    return fabsf(a) < 1.17549435e-38f ? copysignf(0, a) : a;
}

static double read_real(const struct ptxsim_warp *w,
                        const struct ptxsim_insn *i, ptxsim_slot slot,
                        bool single, int lane)
{
    float a;

    if (slot == PTXSIM_NO_SLOT)
        return 0;
    if (!single)
        return ((const double_lane *)exec_operand(w, slot))[lane];
    a = ((const float_lane *)exec_operand(w, slot))[lane];
    return i->flags & PTXSIM_FTZ ? flush(a) : a;
}

static void write_real(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                       double value, bool single, int lane)
{
    if (!single) {
        ((double_lane *)exec_operand(w, i->d))[lane] = value;
        return;
    }
    float a = (float)value;

    if (i->flags & PTXSIM_FTZ)
        a = flush(a);
    if (i->flags & PTXSIM_SAT)
        a = a > 0 ? a < 1 ? a : 1 : 0;
    ((uint32_t_lane *)exec_operand(w, i->d))[lane] =
        a != a ? 0x7fffffff : bits_of_f32(a);
}

HANDLER(exec_real)
{
    bool single = i->type == PTX_f32;
    enum real_round mode = (enum real_round)i->mode;

    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        double a = read_real(w, i, i->a, single, l);
        double b = read_real(w, i, i->b, single, l);
        double c = read_real(w, i, i->c, single, l), r;

        switch ((enum ptx_op)i->op) {
        case PTX_OP_add:
            r = real_add(a, b, mode, single);
            break;
        case PTX_OP_sub:
            r = real_add(a, -b, mode, single);
            break;
        case PTX_OP_mul:
            r = real_mul(a, b, mode, single);
            break;
        case PTX_OP_div:
            r = real_div(a, b, mode, single);
            break;
        case PTX_OP_rcp:
            r = real_div(1, a, mode, single);
            break;
        case PTX_OP_sqrt:
            r = real_sqrt(a, mode, single);
            break;
        default: /* fma, mad */
            r = real_fma(a, b, c, mode, single);
        }
        write_real(w, i, r, single, l);
    }
}

/* Conversions -------------------------------------------------------------- */

static bool is_real(enum ptx_type type)
{
    return type == PTX_f32 || type == PTX_f64;
}

static bool is_signed(enum ptx_type type)
{
    return type >= PTX_s8 && type <= PTX_s64;
}

static uint64_t extend(uint64_t bits, enum ptx_type type)
{
    int shift = 64 - ptx_type_bits(type);

    return is_signed(type) ? (uint64_t)((int64_t)(bits << shift) >> shift)
                           : bits << shift >> shift;
}

/* The least and the largest value of an integer type, as doubles. */
static double low_of(enum ptx_type type)
{
    return is_signed(type) ? -(double)(UINT64_C(1) << (ptx_type_bits(type) - 1))
                           : 0;
}

static double limit_of(enum ptx_type type)
{
    int bits = ptx_type_bits(type) - is_signed(type);

    return bits == 64 ? 18446744073709551616.0 : (double)(UINT64_C(1) << bits);
}

static uint64_t largest_of(enum ptx_type type)
{
    return UINT64_MAX >> (64 - ptx_type_bits(type) + is_signed(type));
}

static uint64_t smallest_of(enum ptx_type type)
{
    return is_signed(type) ? UINT64_MAX << (ptx_type_bits(type) - 1) : 0;
}

/* To the nearest integer that the type holds. NaN is 0, but the top bit where
 * one of the types has 64 bits. */
static uint64_t real_to_integer(double a, enum ptx_type from, enum ptx_type to,
                                enum real_round mode)
{
    if (a != a)
        return from == PTX_f64 || ptx_type_bits(to) == 64
                   ? UINT64_C(1) << (ptx_type_bits(to) - 1)
                   : 0;
    a = real_integral(a, mode);
    if (a < low_of(to))
        return smallest_of(to);
    if (a >= limit_of(to))
        return largest_of(to);
    return a < 0 ? (uint64_t)(int64_t)a : (uint64_t)a;
}

/* .sat between integers: the value's sign is that of the source's type. */
static uint64_t saturate(uint64_t a, enum ptx_type from, enum ptx_type to)
{
    bool negative = is_signed(from) && (int64_t)a < 0;

    if (negative)
        return (int64_t)a < (int64_t)smallest_of(to) || !is_signed(to)
                   ? smallest_of(to)
                   : a;
    return a > largest_of(to) ? largest_of(to) : a;
}

static uint64_t read_bits(const struct ptxsim_warp *w, ptxsim_slot slot,
                          bool wide, int lane)
{
    return wide ? ((const uint64_t_lane *)exec_operand(w, slot))[lane]
                : ((const uint32_t_lane *)exec_operand(w, slot))[lane];
}

static void write_bits(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                       uint64_t bits, int lane)
{
    if (i->wide)
        ((uint64_t_lane *)exec_operand(w, i->d))[lane] = bits;
    else
        ((uint32_t_lane *)exec_operand(w, i->d))[lane] = (uint32_t)bits;
}

static double to_real(const struct ptxsim_insn *i, uint64_t bits)
{
    enum ptx_type from = (enum ptx_type)i->type2;
    enum real_round mode = (enum real_round)i->mode;
    bool single = i->type == PTX_f32, negative;

    if (!is_real(from)) {
        negative = is_signed(from) && (int64_t)bits < 0;
        return real_from_integer(negative, negative ? 0 - bits : bits, mode,
                                 single);
    }
    double wide = f64_of_bits(bits);
    if (from == PTX_f32) {
        float narrow = f32_of_bits((uint32_t)bits);
        wide = i->flags & PTXSIM_FTZ ? flush(narrow) : narrow;
    }
    if (i->mode2 & CONVERT_INTEGRAL)
        wide = real_integral(wide, mode);
    return single && from == PTX_f64 ? real_narrow(wide, mode) : wide;
}

HANDLER(exec_convert)
{
    enum ptx_type to = (enum ptx_type)i->type, from = (enum ptx_type)i->type2;

    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        uint64_t bits = read_bits(w, i->a, i->mode2 & CONVERT_FROM_WIDE, l);

        if (!is_real(from))
            bits = extend(bits, from);
        if (is_real(to)) {
            double value = to_real(i, bits);

            if (to == PTX_f64 && value != value)
                value = real_add(value, value, REAL_RN, false);
            if (to == PTX_f64 && i->flags & PTXSIM_SAT)
                value = value > 0 ? value < 1 ? value : 1 : 0;
            write_real(w, i, value, to == PTX_f32, l);
            continue;
        }
        if (is_real(from))
            bits = real_to_integer(read_real(w, i, i->a, from == PTX_f32, l),
                                   from, to, (enum real_round)i->mode);
        else if (i->flags & PTXSIM_SAT)
            bits = saturate(bits, from, to);
        write_bits(w, i, extend(bits, to), l);
    }
}

/* Carries ------------------------------------------------------------------ */

/* add, addc, sub, subc, mad, madc with CC.CF: the carry or borrow of the lane.
 */
HANDLER(exec_carry)
{
    bool wide = ptx_type_bits((enum ptx_type)i->type) == 64;
    enum ptx_op op = (enum ptx_op)i->op;

    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        uint64_t a = read_bits(w, i->a, wide, l);
        uint64_t b = read_bits(w, i->b, wide, l);
        unsigned __int128 sum;
        uint32_t in = i->flags & PTXSIM_CC_IN ? w->carry >> l & 1 : 0;

        if (op == PTX_OP_mad || op == PTX_OP_madc) {
            bool sign = is_signed((enum ptx_type)i->type);
            unsigned __int128 product =
                !sign  ? (unsigned __int128)a * b
                : wide ? (unsigned __int128)((__int128)(int64_t)a * (int64_t)b)
                       : (unsigned __int128)(uint64_t)((int64_t)(int32_t)a *
                                                       (int32_t)b);

            a = (uint64_t)(i->mode ? product >> (wide ? 64 : 32) : product);
            a = wide ? a : (uint32_t)a;
            b = read_bits(w, i->c, wide, l);
        }
        if (op == PTX_OP_sub || op == PTX_OP_subc)
            sum = (unsigned __int128)a - b - in;
        else
            sum = (unsigned __int128)a + b + in;
        if (i->flags & PTXSIM_CC_OUT)
            w->carry = (w->carry & ~(1u << l)) |
                       (uint32_t)(sum >> (wide ? 64 : 32) & 1) << l;
        write_bits(w, i, (uint64_t)sum, l);
    }
}

/* Predicates --------------------------------------------------------------- */

static bool test_real(double a, bool single, int test)
{
    double least =
        single ? 1.17549435082228750797e-38 : 2.2250738585072014e-308;
    double size = fabs(a);

    switch (test) {
    case TESTP_FINITE:
        return size < HUGE_VAL;
    case TESTP_INFINITE:
        return size == HUGE_VAL;
    case TESTP_NUMBER:
        return a == a;
    case TESTP_NOTANUMBER:
        return a != a;
    case TESTP_NORMAL:
        return size >= least && size < HUGE_VAL;
    default:
        return size < least && size > 0;
    }
}

HANDLER(exec_predicate_op)
{
    uint32_t a, b, value;

    if (i->op == PTX_OP_testp) {
        bool single = i->type == PTX_f32;

        value = 0;
        for (int l = 0; l < PTXSIM_LANES; l++)
            value |= (uint32_t)test_real(read_real(w, i, i->a, single, l),
                                         single, i->mode)
                     << l;
        exec_set_predicate(w, i->d, value, mask);
        return;
    }
    a = exec_predicate(w, i->a);
    b = i->b == PTXSIM_NO_SLOT ? 0 : exec_predicate(w, i->b);
    value = i->op == PTX_OP_and   ? a & b
            : i->op == PTX_OP_or  ? a | b
            : i->op == PTX_OP_xor ? a ^ b
            : i->op == PTX_OP_not ? ~a
                                  : a;
    exec_set_predicate(w, i->d, value, mask);
}

/* mov between a register and its parts, of insn.bytes bits each. */
HANDLER(exec_pack)
{
    const ptxsim_slot *part = &w->block->program->vector[i->list];

    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        uint64_t whole = 0, low = UINT64_MAX >> (64 - i->bytes);

        for (int k = 0; k < i->width; k++)
            whole |= (read_bits(w, part[k], false, l) & low) << k * i->bytes;
        write_bits(w, i, whole, l);
    }
}

HANDLER(exec_unpack)
{
    const ptxsim_slot *part = &w->block->program->vector[i->list];

    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        uint64_t whole = read_bits(w, i->a, i->wide, l);
        uint64_t low = UINT64_MAX >> (64 - i->bytes);

        for (int k = 0; k < i->width; k++)
            if (part[k] != PTXSIM_NO_SLOT)
                ((uint32_t_lane *)exec_operand(w, part[k]))[l] =
                    (uint32_t)(whole >> k * i->bytes & low);
    }
}
