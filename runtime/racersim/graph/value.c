/*
 * What operations compute: IEEE 754 with one rounding each, whole numbers that
 * wrap round, shifts by the low bits. Conversions to whole numbers cut off and
 * end at the type's ends; of what is no number they make 0.
 */
#include "runtime/racersim/graph/graph.h"

#include <math.h>

static int64_t wrap(uint64_t n, enum racer_type type)
{
    return type == RACER_I32 ? (int32_t)(uint32_t)n : (int64_t)n;
}

static union racer_bits real(double number, enum racer_type type)
{
    union racer_bits bits = {.u = 0};

    if (type == RACER_F32)
        bits.f32 = (float)number;
    else
        bits.f64 = number;
    return bits;
}

static double as_real(union racer_bits bits, enum racer_type type)
{
    if (type == RACER_F32)
        return (double)bits.f32;
    return type == RACER_F64 ? bits.f64 : (double)bits.i;
}

/* The smaller of two numbers, or the larger. C leaves open which zero the
 * smaller of -0 and 0 is; here -0 < 0, as in KIR. */
static double choose(double a, double b, bool largest)
{
    if (a != a || b != b)
        return a != a ? b : a;
    if (a == b)
        return (signbit(a) != 0) != largest ? a : b;
    return (a < b) != largest ? a : b;
}

/* One operation in its own precision: of two floats the double result rounds to
 * the float one, for +, -, *, / and square roots. */
static union racer_bits real_value(enum racer_op op, enum racer_type type,
                                   const union racer_bits *in)
{
    double a = as_real(in[0], type), b = as_real(in[1], type);
    union racer_bits bits = in[0];
    uint64_t sign = type == RACER_F32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;

    switch (op) {
    case RACER_OP_fadd:
        return real(a + b, type);
    case RACER_OP_fsub:
        return real(a - b, type);
    case RACER_OP_fmul:
        return real(a * b, type);
    case RACER_OP_fdiv:
        return real(a / b, type);
    case RACER_OP_fsqrt:
        return real(sqrt(a), type);
    case RACER_OP_fneg:
        bits.u ^= sign;
        return bits;
    case RACER_OP_fabs:
        bits.u &= ~sign;
        return bits;
    case RACER_OP_fmin:
        return real(choose(a, b, false), type);
    default:
        return real(choose(a, b, true), type);
    }
}

/* Tests stand in one order, for numbers with a point and for whole ones. */
_Static_assert(RACER_OP_fne - RACER_OP_flt == 5 &&
                   RACER_OP_ine - RACER_OP_ilt == 5 &&
                   RACER_OP_fge - RACER_OP_flt == RACER_OP_ige - RACER_OP_ilt,
               "lt, le, gt, ge, eq, ne");

/* Test number `test`, from what holds of its operands; nothing but `ne` does
 * where one is no number. */
static bool test_value(int test, bool less, bool equal, bool greater)
{
    const bool holds[] = {less,  less || equal, greater, greater || equal,
                          equal, !equal};

    return holds[test];
}

static int64_t whole_value(enum racer_op op, enum racer_type type, int64_t a,
                           int64_t b)
{
    int most = type == RACER_I32 ? 31 : 63;

    switch (op) {
    case RACER_OP_iadd:
        return wrap((uint64_t)a + (uint64_t)b, type);
    case RACER_OP_isub:
        return wrap((uint64_t)a - (uint64_t)b, type);
    case RACER_OP_imul:
        return wrap((uint64_t)a * (uint64_t)b, type);
    case RACER_OP_imin:
        return a < b ? a : b;
    case RACER_OP_imax:
        return a > b ? a : b;
    case RACER_OP_ishl:
        return wrap((uint64_t)a << (b & most), type);
    default:
        return a >> (b & most);
    }
}

static union racer_bits logic_value(enum racer_op op, enum racer_type type,
                                    const union racer_bits *in)
{
    union racer_bits bits = in[0];

    if (op == RACER_OP_and)
        bits.u = in[0].u & in[1].u;
    else if (op == RACER_OP_or)
        bits.u = in[0].u | in[1].u;
    else if (op == RACER_OP_xor)
        bits.u = in[0].u ^ in[1].u;
    else
        bits.u = type == RACER_PRED ? !in[0].u : ~in[0].u;
    return bits;
}

static int64_t to_whole(union racer_bits in, enum racer_type from,
                        enum racer_type to)
{
    double low = to == RACER_I32 ? -0x1p31 : -0x1p63;
    double number = as_real(in, from);

    if (!racer_type_is_real(from))
        return wrap(in.u, to);
    if (number != number)
        return 0;
    if (number <= low)
        return to == RACER_I32 ? INT32_MIN : INT64_MIN;
    if (number >= -low)
        return to == RACER_I32 ? INT32_MAX : INT64_MAX;
    return (int64_t)number;
}

union racer_bits racer_compute(enum racer_op op, enum racer_type type,
                               const union racer_bits *in)
{
    union racer_bits bits = {.u = 0};
    double a, b;

    switch (racer_op_form(op)) {
    case RACER_FORM_REAL:
        return real_value(op, type, in);
    case RACER_FORM_REAL_TEST:
        a = as_real(in[0], type);
        b = as_real(in[1], type);
        bits.u = test_value((int)op - RACER_OP_flt, a<b, a == b, a> b);
        return bits;
    case RACER_FORM_WHOLE:
        bits.i = whole_value(op, type, in[0].i, in[1].i);
        return bits;
    case RACER_FORM_WHOLE_TEST:
        bits.u =
            test_value((int)op - RACER_OP_ilt,
                       in[0].i<in[1].i, in[0].i == in[1].i, in[0].i> in[1].i);
        return bits;
    case RACER_FORM_BITS:
        return logic_value(op, type, in);
    case RACER_FORM_SELECT:
        return in[0].u ? in[1] : in[2];
    case RACER_FORM_TO_F32:
        if (racer_type_is_real(type))
            return real(as_real(in[0], type), RACER_F32);
        bits.f32 = (float)in[0].i;
        return bits;
    case RACER_FORM_TO_F64:
        return real(as_real(in[0], type), RACER_F64);
    default:
        bits.i = to_whole(in[0], type,
                          racer_op_form(op) == RACER_FORM_TO_I32 ? RACER_I32
                                                                 : RACER_I64);
        return bits;
    }
}
