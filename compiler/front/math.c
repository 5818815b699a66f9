/*
 * <math.h>: its functions by their names, and what its macros (INFINITY, isnan
 * and their like) become in common C libraries; builtins that count bits.
 */
#include "compiler/front/expr.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What a call becomes. */
struct meaning {
    enum {
        NOTHING,
        FUNCTION,
        INTEGER,
        CONSTANT,
        PROPERTY,
        COMPARISON,
        DIFFERENCE,
        BITS
    } kind;
    enum scop_func func;
    enum scop_type type; /* FUNCTION: unless ABS; INTEGER: of the argument */
    double value;        /* CONSTANT */
    enum { NOT_A_NUMBER, INFINITE, FINITE, NORMAL, SIGN } property;
    enum scop_op op; /* COMPARISON; NE: unordered */
    enum { ONES, LEADING, TRAILING, FIRST, PARITY, SWAP } bits;
};

struct word {
    const char *name;
    struct meaning meaning;
};

static const char *strip_prefix(const char *name)
{
    static const char prefix[] = "__builtin_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0
               ? name + sizeof prefix - 1
               : name;
}

/* nearbyint, which is rint but for exceptions; lround and its like, which
 * round, and convert then. */
static struct meaning find_rounding(const char *name)
{
    static const struct word table[] = {
        {"nearbyint", {.kind = FUNCTION, .func = SCOP_FUNC_RINT}},
        {"lrint", {.kind = INTEGER, .func = SCOP_FUNC_RINT}},
        {"llrint", {.kind = INTEGER, .func = SCOP_FUNC_RINT}},
        {"lround", {.kind = INTEGER, .func = SCOP_FUNC_ROUND}},
        {"llround", {.kind = INTEGER, .func = SCOP_FUNC_ROUND}},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        size_t n = strlen(table[k].name);
        if (strncmp(name, table[k].name, n) != 0)
            continue;
        struct meaning m = table[k].meaning;
        m.type = name[n] ? SCOP_F32 : SCOP_F64;
        if (!name[n] || strcmp(name + n, "f") == 0)
            return m;
    }
    return (struct meaning){.kind = NOTHING};
}

/* sqrt, sqrtf, labs: the F64 form as scop.h has it, the F32 form with an f. */
static struct meaning find_function(const char *name)
{
    static const char *const integer[] = {"abs", "labs", "llabs", "imaxabs"};
    struct meaning m = {.kind = FUNCTION, .func = SCOP_FUNC_ABS};
    for (size_t k = 0; k < sizeof integer / sizeof *integer; k++)
        if (strcmp(name, integer[k]) == 0)
            return m;
    for (int k = 0; k < SCOP_FUNC_ABS; k++) {
        const char *math = scop_func_name((enum scop_func)k);
        size_t n = strlen(math);
        if (strncmp(name, math, n) != 0)
            continue;
        m.func = (enum scop_func)k;
        m.type = name[n] ? SCOP_F32 : SCOP_F64;
        if (!name[n] || strcmp(name + n, "f") == 0)
            return m;
    }
    return find_rounding(name);
}

/* popcount, popcountl, popcountll and the like; ffs is a function, too. */
static struct meaning find_bits(const char *name, bool builtin)
{
    static const struct word table[] = {
        {"popcount", {.kind = BITS, .bits = ONES}},
        {"clz", {.kind = BITS, .bits = LEADING}},
        {"ctz", {.kind = BITS, .bits = TRAILING}},
        {"ffs", {.kind = BITS, .bits = FIRST}},
        {"parity", {.kind = BITS, .bits = PARITY}},
        {"bswap16", {.kind = BITS, .bits = SWAP}},
        {"bswap32", {.kind = BITS, .bits = SWAP}},
        {"bswap64", {.kind = BITS, .bits = SWAP}},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        size_t n = strlen(table[k].name);
        if ((builtin || table[k].meaning.bits == FIRST) &&
            strncmp(name, table[k].name, n) == 0 &&
            (!name[n] || strcmp(name + n, "l") == 0 ||
             strcmp(name + n, "ll") == 0))
            return table[k].meaning;
    }
    return (struct meaning){.kind = NOTHING};
}

static struct meaning find(const char *full)
{
    static const struct word table[] = {
        {"inf", {.kind = CONSTANT, .value = INFINITY}},
        {"inff", {.kind = CONSTANT, .value = INFINITY}},
        {"huge_val", {.kind = CONSTANT, .value = INFINITY}},
        {"huge_valf", {.kind = CONSTANT, .value = INFINITY}},
        {"nan", {.kind = CONSTANT, .value = NAN}},
        {"nanf", {.kind = CONSTANT, .value = NAN}},
        {"isnan", {.kind = PROPERTY, .property = NOT_A_NUMBER}},
        {"isinf_sign", {.kind = PROPERTY, .property = INFINITE}},
        {"isfinite", {.kind = PROPERTY, .property = FINITE}},
        {"isnormal", {.kind = PROPERTY, .property = NORMAL}},
        {"signbit", {.kind = PROPERTY, .property = SIGN}},
        {"signbitf", {.kind = PROPERTY, .property = SIGN}},
        {"isgreater", {.kind = COMPARISON, .op = SCOP_GT}},
        {"isgreaterequal", {.kind = COMPARISON, .op = SCOP_GE}},
        {"isless", {.kind = COMPARISON, .op = SCOP_LT}},
        {"islessequal", {.kind = COMPARISON, .op = SCOP_LE}},
        {"isunordered", {.kind = COMPARISON, .op = SCOP_NE}},
    };
    const char *name = strip_prefix(full);
    for (size_t k = 0; name != full && k < sizeof table / sizeof *table; k++)
        if (strcmp(name, table[k].name) == 0)
            return table[k].meaning;
    if (strcmp(name, "fdim") == 0 || strcmp(name, "fdimf") == 0)
        return (struct meaning){.kind = DIFFERENCE};
    struct meaning m = find_bits(name, name != full);
    return m.kind == BITS ? m : find_function(name);
}

bool math_is_known(const char *name)
{
    return find(name).kind != NOTHING;
}

static void refuse_declaration(struct front *f, CXCursor c)
{
    FRONT_HINT(f,
               front_refuse(f, FAULT_CALL, c,
                            "this function is not declared as in <math.h>"),
               "include <math.h>, or give a function of your own another "
               "name");
}

/* Is it declared with as many operands, and a result of this type, as the
 * function has? */
static bool is_declared(CXCursor c, const struct meaning *m,
                        enum scop_type type)
{
    return clang_Cursor_getNumArguments(c) == scop_func_operands(m->func) &&
           (m->func == SCOP_FUNC_ABS ? !scop_type_is_float(type)
                                     : type == m->type);
}

int math_operands(struct front *f, CXCursor c, const char *name)
{
    struct meaning m = find(name);
    enum scop_type type;
    switch (m.kind) {
    case FUNCTION:
        if (!type_scalar(f, clang_getCursorType(c), c, &type))
            return -1;
        return is_declared(c, &m, type) ? scop_func_operands(m.func) : 0;
    case INTEGER:
    case BITS:
        return clang_Cursor_getNumArguments(c) == 1;
    case PROPERTY:
        return 1;
    case DIFFERENCE:
        return clang_Cursor_getNumArguments(c) == 2 ? 2 : 0;
    case COMPARISON:
        return 2;
    default:
        return 0;
    }
}

static struct scop_expr *call_function(struct front *f, CXCursor c,
                                       const struct meaning *m,
                                       struct scop_expr *const *arg)
{
    enum scop_type type;
    if (!type_scalar(f, clang_getCursorType(c), c, &type))
        return NULL;
    bool good = is_declared(c, m, type);
    struct scop_expr *e =
        scop_expr_new(f->arena, SCOP_CALL, type,
                      good ? scop_func_operands(m->func) : 0, front_loc(f, c));
    e->ref = (int)m->func;
    for (int k = 0; k < e->count; k++) {
        e->arg[k] = arg[k];
        good &= e->arg[k]->type == type;
    }
    if (good)
        return e;
    refuse_declaration(f, c);
    return NULL;
}

struct scop_expr *math_apply(struct front *f, enum scop_func func,
                             struct scop_expr *x, struct scop_expr *y)
{
    struct scop_expr *e =
        scop_expr_new(f->arena, SCOP_CALL, x->type, y ? 2 : 1, x->loc);
    e->ref = (int)func;
    e->arg[0] = x;
    if (y)
        e->arg[1] = y;
    return e;
}

static struct scop_expr *round_to_integer(struct front *f, CXCursor c,
                                          const struct meaning *m,
                                          struct scop_expr *x)
{
    if (x && x->type == m->type)
        return type_convert_to(f, math_apply(f, m->func, x, NULL),
                               clang_getCursorType(c), c);
    refuse_declaration(f, c);
    return NULL;
}

/* isless(x, y): x < y. isunordered(x, y): x != x || y != y. */
static struct scop_expr *compare(struct front *f, const struct meaning *m,
                                 struct scop_expr *x, struct scop_expr *y)
{
    enum scop_type type = type_common(x->type, y->type);
    x = type_convert(f, x, type);
    y = type_convert(f, y, type);
    if (m->op != SCOP_NE)
        return expr_binary(f, m->op, x, y);
    return expr_binary(f, SCOP_LOR, expr_binary(f, SCOP_NE, x, x),
                       expr_binary(f, SCOP_NE, y, y));
}

/* isnan(x): x != x. isinf(x): x == inf ? 1 : x == -inf ? -1 : 0, as its builtin
 * has it. isfinite(x): |x| < inf. isnormal(x): least <= |x| && |x| < inf.
 * signbit(x): copysign(1, x) < 0. */
static struct scop_expr *test_property(struct front *f, CXCursor c,
                                       const struct meaning *m,
                                       struct scop_expr *x)
{
    if (!scop_type_is_float(x->type)) {
        FRONT_HINT(f,
                   front_refuse(f, FAULT_CALL, c,
                                "this asks an integer for a property of "
                                "floating numbers"),
                   "convert it to double, or leave the test out");
        return NULL;
    }
    struct scop_expr *inf = expr_float(f, INFINITY, x->type, x->loc);
    if (m->property == NOT_A_NUMBER)
        return expr_binary(f, SCOP_NE, x, x);
    if (m->property == SIGN)
        return expr_binary(f, SCOP_LT,
                           math_apply(f, SCOP_FUNC_COPYSIGN,
                                      expr_float(f, 1, x->type, x->loc), x),
                           expr_float(f, 0, x->type, x->loc));
    struct scop_expr *size = math_apply(f, SCOP_FUNC_FABS, x, NULL);
    struct scop_expr *finite = expr_binary(f, SCOP_LT, size, inf);
    double least = x->type == SCOP_F32 ? (double)FLT_MIN : DBL_MIN;
    if (m->property == NORMAL)
        return expr_binary(f, SCOP_LAND,
                           expr_binary(f, SCOP_GE, size,
                                       expr_float(f, least, x->type, x->loc)),
                           finite);
    if (m->property == FINITE)
        return finite;
    struct scop_expr *negative =
        expr_binary(f, SCOP_EQ, x, expr_float(f, -INFINITY, x->type, x->loc));
    return expr_choose(
        f, expr_binary(f, SCOP_EQ, x, inf), expr_int(f, 1, SCOP_I32, x->loc),
        expr_choose(f, negative, expr_int(f, -1, SCOP_I32, x->loc),
                    expr_int(f, 0, SCOP_I32, x->loc)));
}

/* fdim(x, y): x <= y ? 0 : x - y, which is a NaN where one of them is. */
static struct scop_expr *difference(struct front *f, CXCursor c,
                                    struct scop_expr *x, struct scop_expr *y)
{
    enum scop_type type;
    if (x && y && type_scalar(f, clang_getCursorType(c), c, &type) &&
        scop_type_is_float(type) && x->type == type && y->type == type)
        return expr_choose(f, expr_binary(f, SCOP_LE, x, y),
                           expr_float(f, 0, type, x->loc),
                           expr_binary(f, SCOP_SUB, x, y));
    refuse_declaration(f, c);
    return NULL;
}

/* The other order of bytes: halves of 8, 16 and 32 bits change places. */
static struct scop_expr *swap_bytes(struct front *f, struct scop_expr *x)
{
    static const uint64_t halves[] = {0x00ff00ff00ff00ff, 0x0000ffff0000ffff,
                                      0x00000000ffffffff};
    enum scop_type given = x->type;
    int bits = 8 * scop_type_size(given);
    enum scop_type type = bits == 64 ? SCOP_U64 : SCOP_U32;
    x = type_convert(f, x, type);
    for (int k = 0; 8 << k < bits; k++) {
        uint64_t mask = halves[k] & (UINT64_MAX >> (64 - bits));
        struct scop_expr *low = expr_int(f, (int64_t)mask, type, x->loc);
        struct scop_expr *by = expr_int(f, 8 << k, SCOP_I32, x->loc);
        struct scop_expr *up =
            expr_binary(f, SCOP_SHL, expr_binary(f, SCOP_AND, x, low), by);
        struct scop_expr *down =
            expr_binary(f, SCOP_AND, expr_binary(f, SCOP_SHR, x, by), low);
        x = expr_binary(f, SCOP_OR, up, down);
    }
    return type_convert(f, x, given);
}

/* Of zeros behind the last 1: the ones of ~x & (x - 1). */
static struct scop_expr *count_bits(struct front *f, CXCursor c,
                                    const struct meaning *m,
                                    struct scop_expr *x)
{
    if (!x || scop_type_is_float(x->type) ||
        (scop_type_size(x->type) < 4 && m->bits != SWAP)) {
        refuse_declaration(f, c);
        return NULL;
    }
    if (m->bits == SWAP)
        return swap_bytes(f, x);
    enum scop_type type = scop_type_size(x->type) == 8 ? SCOP_U64 : SCOP_U32;
    struct scop_expr *given = x = type_convert(f, x, type);
    struct scop_expr *one = expr_int(f, 1, type, x->loc);
    if (m->bits == TRAILING || m->bits == FIRST)
        x = expr_binary(f, SCOP_AND, expr_unary(f, SCOP_BITNOT, x),
                        expr_binary(f, SCOP_SUB, x, one));
    x = math_apply(f, m->bits == LEADING ? SCOP_FUNC_CLZ : SCOP_FUNC_POPCOUNT,
                   x, NULL);
    x = type_convert(f, x, SCOP_I32);
    one = expr_int(f, 1, SCOP_I32, x->loc);
    if (m->bits == PARITY)
        return expr_binary(f, SCOP_AND, x, one);
    if (m->bits == FIRST)
        return expr_choose(f, type_test(f, given),
                           expr_binary(f, SCOP_ADD, x, one),
                           expr_int(f, 0, SCOP_I32, x->loc));
    return x;
}

struct scop_expr *math_call(struct front *f, CXCursor c, const char *name,
                            struct scop_expr *const *arg)
{
    struct meaning m = find(name);
    enum scop_type type;
    switch (m.kind) {
    case FUNCTION:
        return call_function(f, c, &m, arg);
    case CONSTANT:
        return type_scalar(f, clang_getCursorType(c), c, &type)
                   ? expr_float(f, m.value, type, front_loc(f, c))
                   : NULL;
    case INTEGER:
        return round_to_integer(f, c, &m, arg[0]);
    case PROPERTY:
        return test_property(f, c, &m, arg[0]);
    case COMPARISON:
        return compare(f, &m, arg[0], arg[1]);
    case DIFFERENCE:
        return difference(f, c, arg[0], arg[1]);
    case BITS:
        return count_bits(f, c, &m, arg[0]);
    case NOTHING:
        break;
    }
    return NULL;
}
