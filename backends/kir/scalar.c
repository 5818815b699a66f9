/*
 * The arithmetic of KIR: the value of an operation on constants. The optimiser
 * folds with it and the evaluator runs programs with it, so it is exact, wraps
 * integers as C's unsigned ones, and says where KIR leaves a result open.
 */
#include "backends/kir/kir.h"

#include <float.h>
#include <math.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "float operations must be evaluated in their own type"
#endif

int64_t kir_wrap(enum kir_type type, uint64_t bits)
{
    int drop = 64 - kir_type_bits(type);

    bits <<= drop;
    return kir_is_signed(type) ? (int64_t)bits >> drop
                               : (int64_t)(bits >> drop);
}

/* Integers ----------------------------------------------------------------- */

static bool less(enum kir_type type, int64_t a, int64_t b)
{
    return kir_is_signed(type) ? a < b : (uint64_t)a < (uint64_t)b;
}

static bool divide(enum kir_op op, enum kir_type type, int64_t a, int64_t b,
                   uint64_t *r)
{
    if (b == 0)
        return false;
    if (!kir_is_signed(type)) {
        *r = op == KIR_DIV ? (uint64_t)a / (uint64_t)b
                           : (uint64_t)a % (uint64_t)b;
        return true;
    }
    if (b == -1 && a == kir_wrap(type, 1ull << (kir_type_bits(type) - 1)))
        return false;
    *r = (uint64_t)(op == KIR_DIV ? a / b : a % b);
    return true;
}

static bool shift(enum kir_op op, enum kir_type type, int64_t a, int64_t n,
                  uint64_t *r)
{
    if (n < 0 || n >= kir_type_bits(type))
        return false;
    if (op == KIR_SHL)
        *r = (uint64_t)a << n;
    else
        *r = kir_is_signed(type) ? (uint64_t)(a >> n) : (uint64_t)a >> n;
    return true;
}

/* Zeros above the first 1 of so many bits. */
static uint64_t leading_zeros(uint64_t x, int bits)
{
    uint64_t count = 0;

    while (bits > 0 && !(x >> --bits & 1))
        count++;
    return count;
}

static uint64_t ones(uint64_t x, int bits)
{
    uint64_t count = 0;

    while (bits > 0)
        count += x >> --bits & 1;
    return count;
}

static bool scalar_integer(enum kir_op op, enum kir_type type, int64_t a,
                           int64_t b, int64_t *result)
{
    uint64_t ua = (uint64_t)a, ub = (uint64_t)b, r;

    switch (op) {
    case KIR_ADD:
        r = ua + ub;
        break;
    case KIR_SUB:
        r = ua - ub;
        break;
    case KIR_MUL:
        r = ua * ub;
        break;
    case KIR_DIV:
    case KIR_REM:
        if (!divide(op, type, a, b, &r))
            return false;
        break;
    case KIR_NEG:
        r = 0 - ua;
        break;
    case KIR_ABS:
        r = less(type, a, 0) ? 0 - ua : ua;
        break;
    case KIR_MIN:
        r = less(type, b, a) ? ub : ua;
        break;
    case KIR_MAX:
        r = less(type, a, b) ? ub : ua;
        break;
    case KIR_AND:
        r = ua & ub;
        break;
    case KIR_OR:
        r = ua | ub;
        break;
    case KIR_XOR:
        r = ua ^ ub;
        break;
    case KIR_NOT:
        r = ~ua;
        break;
    case KIR_POPCOUNT:
        r = ones(ua, kir_type_bits(type));
        break;
    case KIR_CLZ:
        r = leading_zeros(ua, kir_type_bits(type));
        break;
    case KIR_BARRED:
    case KIR_THREADS:
        r = ua;
        break;
    case KIR_SHL:
    case KIR_SHR:
        if (!shift(op, type, a, b, &r))
            return false;
        break;
    default:
        return false;
    }
    *result = kir_wrap(type, r);
    return true;
}

/* Floats ------------------------------------------------------------------- */

/* C leaves open which zero fmin(-0, 0) is; here -0 < 0, so that min and max
 * commute. */
static double min_f64(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

static double max_f64(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    if (a == b)
        return signbit(a) ? b : a;
    return a > b ? a : b;
}

static float min_f32(float a, float b)
{
    return (float)min_f64(a, b);
}

static float max_f32(float a, float b)
{
    return (float)max_f64(a, b);
}

#define ARITHMETIC(name, operator)                                             \
    static double name##_f64(double a, double b)                               \
    {                                                                          \
        return a operator b;                                                   \
    }                                                                          \
    static float name##_f32(float a, float b)                                  \
    {                                                                          \
        return a operator b;                                                   \
    }

ARITHMETIC(add, +)
ARITHMETIC(sub, -)
ARITHMETIC(mul, *)
ARITHMETIC(div, /)

static double muladd_f64(double a, double b, double c)
{
    return a * b + c;
}

static float muladd_f32(float a, float b, float c)
{
    return a * b + c;
}

static const struct {
    double (*f64)(double);
    float (*f32)(float);
} unary[KIR_OP_COUNT] = {
    [KIR_SQRT] = {sqrt, sqrtf},    [KIR_FLOOR] = {floor, floorf},
    [KIR_CEIL] = {ceil, ceilf},    [KIR_TRUNC] = {trunc, truncf},
    [KIR_RINT] = {rint, rintf},    [KIR_ROUND] = {round, roundf},
    [KIR_EXP] = {exp, expf},       [KIR_EXP2] = {exp2, exp2f},
    [KIR_EXPM1] = {expm1, expm1f}, [KIR_LOG] = {log, logf},
    [KIR_LOG2] = {log2, log2f},    [KIR_LOG10] = {log10, log10f},
    [KIR_LOG1P] = {log1p, log1pf}, [KIR_SIN] = {sin, sinf},
    [KIR_COS] = {cos, cosf},       [KIR_TAN] = {tan, tanf},
    [KIR_SINH] = {sinh, sinhf},    [KIR_COSH] = {cosh, coshf},
    [KIR_TANH] = {tanh, tanhf},    [KIR_ASIN] = {asin, asinf},
    [KIR_ACOS] = {acos, acosf},    [KIR_ATAN] = {atan, atanf},
    [KIR_CBRT] = {cbrt, cbrtf},    [KIR_ERF] = {erf, erff},
};

static const struct {
    double (*f64)(double, double);
    float (*f32)(float, float);
} binary[KIR_OP_COUNT] = {
    [KIR_ADD] = {add_f64, add_f32}, [KIR_SUB] = {sub_f64, sub_f32},
    [KIR_MUL] = {mul_f64, mul_f32}, [KIR_DIV] = {div_f64, div_f32},
    [KIR_MIN] = {min_f64, min_f32}, [KIR_MAX] = {max_f64, max_f32},
    [KIR_FMOD] = {fmod, fmodf},     [KIR_POW] = {pow, powf},
    [KIR_ATAN2] = {atan2, atan2f},  [KIR_HYPOT] = {hypot, hypotf},
};

static const struct {
    double (*f64)(double, double, double);
    float (*f32)(float, float, float);
} ternary[KIR_OP_COUNT] = {
    [KIR_FMA] = {fma, fmaf},
    [KIR_MULADD] = {muladd_f64, muladd_f32},
};

/* Which NaN an operation makes is unspecified; here always the same one, so
 * that operations commute bit for bit. */
static double canonical(double x)
{
    return isnan(x) ? (double)NAN : x;
}

/* An operation of a table, in the type's own arithmetic. */
static bool scalar_table(enum kir_op op, bool single, double a, double b,
                         double c, double *result)
{
    float a32 = (float)a, b32 = (float)b, c32 = (float)c;

    if (unary[op].f64)
        *result = single ? unary[op].f32(a32) : unary[op].f64(a);
    else if (binary[op].f64)
        *result = single ? binary[op].f32(a32, b32) : binary[op].f64(a, b);
    else if (ternary[op].f64)
        *result =
            single ? ternary[op].f32(a32, b32, c32) : ternary[op].f64(a, b, c);
    else
        return false;
    *result = canonical(*result);
    return true;
}

static bool scalar_float(enum kir_op op, enum kir_type type,
                         const union kir_imm *a, int operands, double *result)
{
    double b = operands > 1 ? a[1].f : 0, c = operands > 2 ? a[2].f : 0;

    if (op == KIR_NEG)
        *result = canonical(-a[0].f);
    else if (op == KIR_ABS)
        *result = canonical(fabs(a[0].f));
    else if (op == KIR_COPYSIGN)
        *result = canonical(copysign(a[0].f, b));
    else
        return scalar_table(op, type == KIR_F32, a[0].f, b, c, result);
    return true;
}

/* Comparisons -------------------------------------------------------------- */

enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

static const unsigned test_truth[KIR_OP_COUNT] = {
    [KIR_LT] = LESS,    [KIR_LE] = LESS | EQUAL,
    [KIR_GT] = GREATER, [KIR_GE] = GREATER | EQUAL,
    [KIR_EQ] = EQUAL,   [KIR_NE] = LESS | GREATER | UNORDERED,
};

static unsigned order(enum kir_type type, union kir_imm a, union kir_imm b)
{
    if (!kir_is_float(type))
        return a.i == b.i ? EQUAL : less(type, a.i, b.i) ? LESS : GREATER;
    if (isnan(a.f) || isnan(b.f))
        return UNORDERED;
    return a.f == b.f ? EQUAL : a.f < b.f ? LESS : GREATER;
}

/* Conversions -------------------------------------------------------------- */

/* Whether trunc(x) is a number of the integer type: the bounds 2^n are exact,
 * and x may exceed a lower bound by less than one. */
static bool float_fits(enum kir_type to, double x)
{
    double limit = ldexp(1, kir_type_bits(to) - kir_is_signed(to));
    double t = trunc(x);

    return t < limit && t >= (kir_is_signed(to) ? -limit : 0);
}

static bool convert(enum kir_type to, enum kir_type from, union kir_imm a,
                    union kir_imm *r)
{
    if (to == KIR_PRED) {
        r->i = kir_is_float(from) ? a.f != 0 : a.i != 0;
    } else if (kir_is_float(from)) {
        if (kir_is_float(to)) {
            r->f = to == KIR_F32 ? (double)(float)a.f : a.f;
            return true;
        }
        if (!float_fits(to, a.f))
            return false;
        r->i = to == KIR_U64 ? (int64_t)(uint64_t)a.f : (int64_t)a.f;
    } else if (to == KIR_F32) {
        r->f = from == KIR_U64 ? (float)(uint64_t)a.i : (float)a.i;
    } else if (to == KIR_F64) {
        r->f = from == KIR_U64 ? (double)(uint64_t)a.i : (double)a.i;
    } else {
        r->i = kir_wrap(to, (uint64_t)a.i);
    }
    return true;
}

static void bitcast(enum kir_type to, enum kir_type from, union kir_imm a,
                    union kir_imm *r)
{
    float f = 0;
    uint32_t bits = 0;

    if (from == KIR_F32) {
        f = (float)a.f;
        memcpy(&bits, &f, sizeof bits);
        a.i = bits;
    }
    if (to == KIR_F32) {
        bits = (uint32_t)a.i;
        memcpy(&f, &bits, sizeof f);
        r->f = f;
    } else if (to == KIR_F64) {
        *r = a;
    } else {
        r->i = kir_wrap(to, (uint64_t)a.i);
    }
}

bool kir_scalar(const struct kir_value *value, enum kir_type from,
                const union kir_imm *arg, union kir_imm *result)
{
    int operands = kir_op_operands(value->op);

    if (value->op == KIR_SELECT) {
        *result = arg[0].i ? arg[1] : arg[2];
        return true;
    }
    if (value->op == KIR_CAST)
        return convert(value->narrow, from, arg[0], result);
    if (value->op == KIR_BITCAST) {
        bitcast(value->type, from, arg[0], result);
        return true;
    }
    if (test_truth[value->op]) {
        result->i = (test_truth[value->op] & order(from, arg[0], arg[1])) != 0;
        return true;
    }
    if (kir_is_float(value->type))
        return scalar_float(value->op, value->type, arg, operands, &result->f);
    return scalar_integer(value->op, value->type, arg[0].i,
                          operands > 1 ? arg[1].i : 0, &result->i);
}

/* Elements in memory ------------------------------------------------------- */

/* One member for each type that has elements. */
union element {
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    int64_t i64;
    float f32;
    double f64;
};

union kir_imm kir_read_element(enum kir_type type, const void *array, int64_t i)
{
    union kir_imm imm = {.i = 0};
    union element e;
    int size = kir_type_size(type);

    memcpy(&e, (const char *)array + i * size, (size_t)size);
    if (type == KIR_F32)
        imm.f = e.f32;
    else if (type == KIR_F64)
        imm.f = e.f64;
    else if (size == 1)
        imm.i = kir_wrap(type, e.u8);
    else if (size == 2)
        imm.i = kir_wrap(type, e.u16);
    else if (size == 4)
        imm.i = kir_wrap(type, e.u32);
    else
        imm.i = e.i64;
    return imm;
}

void kir_write_element(enum kir_type type, void *array, int64_t i,
                       union kir_imm value)
{
    union element e;
    int size = kir_type_size(type);

    if (type == KIR_F32)
        e.f32 = (float)value.f;
    else if (type == KIR_F64)
        e.f64 = value.f;
    else if (size == 1)
        e.u8 = (uint8_t)value.i;
    else if (size == 2)
        e.u16 = (uint16_t)value.i;
    else if (size == 4)
        e.u32 = (uint32_t)value.i;
    else
        e.i64 = value.i;
    memcpy((char *)array + i * size, &e, (size_t)size);
}
