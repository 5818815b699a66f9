/*
 * Values: each expression with the range that it lies in, so that no signed
 * arithmetic overflows, nothing is divided by zero and no conversion of a
 * floating value goes beyond its type.
 */
#include "tests/fuzz/idiom/idiom.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *spelling[3];
    int bytes;
    bool is_signed, is_float;
    long double low, high; /* of the type; of floats none */
} types[TYPES] = {
    {{"signed char", "int8_t", "signed char"}, 1, true, false, -128, 127},
    {{"unsigned char", "uint8_t", "unsigned char"}, 1, false, false, 0, 255},
    {{"short", "int16_t", "short int"}, 2, true, false, -32768, 32767},
    {{"unsigned short", "half_word", "uint16_t"}, 2, false, false, 0, 65535},
    {{"int", "int32_t", "int"}, 4, true, false, INT32_MIN, INT32_MAX},
    {{"unsigned", "uint32_t", "unsigned int"}, 4, false, false, 0, UINT32_MAX},
    {{"long", "int64_t", "long long"},
     8,
     true,
     false,
     (long double)INT64_MIN,
     (long double)INT64_MAX},
    {{"unsigned long", "uint64_t", "size_t"},
     8,
     false,
     false,
     0,
     (long double)UINT64_MAX},
    {{"float", "float", "float"}, 4, true, true, 0, 0},
    {{"double", "real", "double"}, 8, true, true, 0, 0},
};

uint64_t gen_bits(struct gen *g)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int gen_pick(struct gen *g, int n)
{
    return (int)(gen_bits(g) % (uint64_t)n);
}

bool gen_chance(struct gen *g, int percent)
{
    return gen_pick(g, 100) < percent;
}

const char *gen_text(struct gen *g, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    char *text = arena_vprintf(g->arena, format, ap);
    va_end(ap);
    return text;
}

const char *gen_name(struct gen *g, const char *stem)
{
    return gen_text(g, "%s%d", stem, g->names++);
}

const char *type_name(enum type t)
{
    return types[t].spelling[0];
}

const char *type_spelling(struct gen *g, enum type t)
{
    return types[t].spelling[gen_pick(g, 3)];
}

int type_bytes(enum type t)
{
    return types[t].bytes;
}

bool type_is_float(enum type t)
{
    return types[t].is_float;
}

void type_range(enum type t, long double *low, long double *high)
{
    static const long double most[TYPES] = {
        [I32] = 32767, [I64] = 1073741823, [F32] = 1024, [F64] = 1024};
    *low = most[t] ? -most[t] - !types[t].is_float : types[t].low;
    *high = most[t] ? most[t] : types[t].high;
}

/* The type that the usual arithmetic conversions give. */
static enum type common_type(enum type a, enum type b)
{
    a = a < I32 ? I32 : a;
    b = b < I32 ? I32 : b;
    return a > b ? a : b;
}

static long double magnitude(struct ex e)
{
    return fmaxl(fabsl(e.low), fabsl(e.high));
}

/* The range, cut to what the type has: of unsigned ones, all of it. */
static struct ex in_range(struct ex e)
{
    if (types[e.type].is_float)
        return e;
    if (e.low < types[e.type].low || e.high > types[e.type].high) {
        e.low = types[e.type].low;
        e.high = types[e.type].high;
    }
    return e;
}

struct ex ex_cast(struct gen *g, struct ex e, enum type t)
{
    if (types[e.type].is_float && !types[t].is_float) {
        if (magnitude(e) > 30000)
            e = ex_fit(g, e, e.type);
        e = (struct ex){gen_text(g, "((int)%s)", e.text), I32, floorl(e.low),
                        ceill(e.high)};
    }
    e.text = gen_text(g, "((%s)%s)", type_spelling(g, t), e.text);
    e.type = t;
    return in_range(e);
}

struct ex ex_small(struct gen *g, struct ex e, int modulus)
{
    if (types[e.type].is_float)
        e = ex_cast(g, e, I32);
    if (magnitude(e) < modulus)
        return e;
    bool is_signed = types[common_type(e.type, I32)].is_signed;
    if (e.low >= 0 && gen_chance(g, 30) && (modulus & (modulus - 1)) == 0)
        e.text = gen_text(g, "(%s & %d)", e.text, modulus - 1);
    else
        e.text =
            gen_text(g, "(%s %% %d%s)", e.text, modulus, is_signed ? "" : "u");
    e.low = e.low < 0 ? 1 - modulus : 0;
    e.high = modulus - 1;
    e.type = common_type(e.type, I32);
    return e;
}

struct ex ex_fit(struct gen *g, struct ex e, enum type t)
{
    static const int modulus[TYPES] = {[I32] = 32749, [I64] = 1000000007};
    if (types[t].is_float) {
        if (!types[e.type].is_float)
            return ex_small(g, e, 1021);
        int bits = 0;
        for (long double m = magnitude(e); m > 1024; m /= 2)
            bits++;
        if (bits)
            e.text = gen_text(g, "(%s * 0x1p-%d%s)", e.text, bits,
                              e.type == F32 ? "f" : "");
        e.low = ldexpl(e.low, -bits);
        e.high = ldexpl(e.high, -bits);
        return e;
    }
    if (types[e.type].is_float)
        e = ex_cast(g, e, I32);
    return modulus[t] ? ex_small(g, e, modulus[t]) : e;
}

struct ex ex_constant(struct gen *g, enum type t)
{
    static const char *const real[] = {"0.5", "0.25", "1.5", "3.0", "0.125"};
    static const double value[] = {0.5, 0.25, 1.5, 3, 0.125};
    if (types[t].is_float) {
        int k = gen_pick(g, 5);
        return (struct ex){gen_text(g, "%s%s", real[k], t == F32 ? "f" : ""), t,
                           value[k], value[k]};
    }
    static const char *const suffix[TYPES] = {
        [U32] = "u", [I64] = "L", [U64] = "ul"};
    int k = 1 + gen_pick(g, gen_chance(g, 20) ? 200 : 9);
    enum type own = t < I32 ? I32 : t;
    const char *format = gen_chance(g, 10) ? "%#x%s" : "%d%s";
    const char *s = suffix[own] ? suffix[own] : "";
    char text[32];
    snprintf(text, sizeof text, format[1] == '#' ? "%#x%s" : "%d%s", k, s);
    return (struct ex){gen_text(g, "%s", text), own, k, k};
}

/* The range of a op b, of operands as they are. */
static void combine(char op, struct ex a, struct ex b, struct ex *out)
{
    long double at[4] = {a.low * b.low, a.low * b.high, a.high * b.low,
                         a.high * b.high};
    out->low = op == '+' ? a.low + b.low : a.low - b.high;
    out->high = op == '+' ? a.high + b.high : a.high - b.low;
    for (int k = 0; k < 4 && op == '*'; k++) {
        out->low = k == 0 ? at[0] : fminl(out->low, at[k]);
        out->high = k == 0 ? at[0] : fmaxl(out->high, at[k]);
    }
}

static struct ex as_operand(struct ex e, enum type t)
{
    e.type = t;
    return in_range(e);
}

/* a / b and a % b with a divisor that is neither 0 nor -1. */
static struct ex divide(struct gen *g, char op, struct ex a, struct ex b)
{
    bool is_float = types[common_type(a.type, b.type)].is_float;
    if (is_float) {
        b = ex_fit(g, b, F64);
        struct ex e = {NULL, common_type(a.type, b.type), 0, 0};
        e.text = gen_text(g, "(%s / (%s * %s + 1))", a.text, b.text, b.text);
        e.high = magnitude(a);
        e.low = -e.high;
        return e;
    }
    int by = 2 + gen_pick(g, 11);
    struct ex e = a;
    e.type = common_type(a.type, I32);
    if (gen_chance(g, 30) && b.low > 0 && b.high <= INT32_MAX &&
        types[b.type].is_signed) {
        e.text = gen_text(g, "(%s %c %s)", a.text, op, b.text);
        e.type = common_type(a.type, b.type);
    } else {
        e.text = gen_text(g, "(%s %c %d)", a.text, op, by);
    }
    return in_range(e);
}

static struct ex shift(struct gen *g, char op, struct ex a)
{
    int by = 1 + gen_pick(g, 4);
    struct ex e = a;
    e.type = common_type(a.type, I32);
    bool left = op == '<' && a.low >= 0 &&
                (!types[e.type].is_signed || a.high < (1 << 20));
    e.text = gen_text(g, "(%s %s %d)", a.text, left ? "<<" : ">>", by);
    e.low = left ? a.low : floorl(ldexpl(a.low, -by));
    e.high = left ? ldexpl(a.high, by) : floorl(ldexpl(a.high, -by));
    return in_range(e);
}

/* & | ^ of operands whose range ends at a power of two. */
static struct ex bitwise(struct gen *g, char op, struct ex a, struct ex b)
{
    enum type t = common_type(a.type, b.type);
    long double most = fmaxl(magnitude(a), magnitude(b)), bound = 1;
    while (bound <= most)
        bound *= 2;
    struct ex e = {gen_text(g, "(%s %c %s)", a.text, op, b.text), t,
                   a.low < 0 || b.low < 0 ? -bound : 0, bound - 1};
    return in_range(e);
}

struct ex ex_binary(struct gen *g, char op, struct ex a, struct ex b)
{
    enum type t = common_type(a.type, b.type);
    bool is_float = types[t].is_float;
    if (op == '/' || (op == '%' && !is_float))
        return divide(g, op, a, b);
    if ((op == '<' || op == '>') && !types[a.type].is_float)
        return shift(g, op, a);
    if (strchr("&|^", op) && !is_float)
        return bitwise(g, op, a, b);
    if (!strchr("+-*", op))
        op = '+';
    struct ex e = {NULL, t, 0, 0};
    for (int round = 0;; round++) {
        combine(op, as_operand(a, is_float ? a.type : t),
                as_operand(b, is_float ? b.type : t), &e);
        bool wide = is_float ? magnitude(e) > 1e6L
                             : types[t].is_signed && (e.low < types[t].low ||
                                                      e.high > types[t].high);
        if (!wide || round == 2)
            break;
        a = is_float ? ex_fit(g, a, F64) : ex_small(g, a, 97);
        b = is_float ? ex_fit(g, b, F64) : ex_small(g, b, 61);
        t = e.type = common_type(a.type, b.type);
        is_float = types[t].is_float;
    }
    e.text = gen_text(g, "(%s %c %s)", a.text, op, b.text);
    return in_range(e);
}

struct ex ex_compare(struct gen *g, struct ex a, struct ex b)
{
    static const char *const op[] = {"<", "<=", ">", ">=", "==", "!="};
    return (struct ex){
        gen_text(g, "(%s %s %s)", a.text, op[gen_pick(g, 6)], b.text), I32, 0,
        1};
}

struct ex ex_choose(struct gen *g, struct ex test, struct ex a, struct ex b)
{
    enum type t = common_type(a.type, b.type);
    bool is_float = types[t].is_float;
    if (!is_float) {
        a = (struct ex){a.text, t, a.low, a.high};
        b = (struct ex){b.text, t, b.low, b.high};
        a = in_range(a);
        b = in_range(b);
    }
    return (struct ex){gen_text(g, "(%s ? %s : %s)", test.text, a.text, b.text),
                       t, fminl(a.low, b.low), fmaxl(a.high, b.high)};
}

/* Calls of functions that are the same everywhere, and of the macros and
 * functions of shared.h. */
static struct ex call(struct gen *g, struct ex a, struct ex b)
{
    switch (gen_pick(g, 6)) {
    case 0:
        a = ex_cast(g, ex_small(g, a, 509), I32);
        return (struct ex){gen_text(g, "clamp_to(%s, -7, 90)", a.text), I32, -7,
                           90};
    case 1:
        a = ex_fit(g, a, F64);
        b = ex_fit(g, b, F64);
        return (struct ex){gen_text(g, "blend(%s, %s)", a.text, b.text), F64,
                           -1100, 1100};
    case 2:
        a = ex_small(g, a, 89);
        return (struct ex){gen_text(g, "SQUARE(%s)", a.text),
                           common_type(a.type, I32), 0, 89 * 89};
    case 3:
        return (struct ex){gen_text(g, "IS_ODD(%s)", ex_cast(g, a, I32).text),
                           I32, 0, 1};
    case 4: {
        struct ex test = {gen_text(g, "(%s < %s)", a.text, b.text), I32, 0, 1};
        struct ex e = ex_choose(g, test, a, b);
        e.text = gen_text(g, "%s(%s, %s)", gen_chance(g, 50) ? "MIN2" : "MAX2",
                          a.text, b.text);
        return e;
    }
    default:
        a = ex_cast(g, ex_fit(g, a, F64), F64);
        return (struct ex){
            gen_text(g, gen_chance(g, 50) ? "fabs(%s)" : "sqrt(fabs(%s))",
                     a.text),
            F64, 0, fmaxl(1, magnitude(a))};
    }
}

static struct ex leaf(struct gen *g)
{
    struct ex e;
    int what = gen_pick(g, 100);
    if (what < 60 && gen_read(g, &e))
        return e;
    if (what < 80 && g->temp_count) {
        const struct temp *t = &g->temp[gen_pick(g, g->temp_count)];
        return (struct ex){t->name, t->type, t->low, t->high};
    }
    if (what < 92 && g->iter_count) {
        const struct iter *i = &g->iter[gen_pick(g, g->iter_count)];
        return (struct ex){i->name, i->type, i->low, i->high};
    }
    return ex_constant(g, (enum type)gen_pick(g, TYPES));
}

struct ex ex_test(struct gen *g)
{
    struct ex a = ex_value(g, 1), b = ex_value(g, 0);
    struct ex e = ex_compare(g, a, b);
    if (gen_chance(g, 20)) {
        struct ex other = ex_compare(g, ex_value(g, 0), ex_value(g, 0));
        e.text = gen_text(g, "(%s %s %s)", e.text,
                          gen_chance(g, 50) ? "&&" : "||", other.text);
    }
    if (gen_chance(g, 10))
        e.text = gen_text(g, "(!%s)", e.text);
    return e;
}

struct ex ex_value(struct gen *g, int depth)
{
    static const char op[] = "+++---***/%&|^<>";
    if (depth <= 0)
        return leaf(g);
    int what = gen_pick(g, 100);
    struct ex a = ex_value(g, depth - 1);
    if (what < 10)
        return ex_cast(g, a, (enum type)gen_pick(g, TYPES));
    struct ex b = ex_value(g, depth - 1 - gen_pick(g, 2));
    if (what < 20)
        return ex_choose(g, ex_test(g), a, b);
    if (what < 32)
        return call(g, a, b);
    return ex_binary(g, op[gen_pick(g, (int)sizeof op - 1)], a, b);
}
