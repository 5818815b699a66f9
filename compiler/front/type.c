/* C's arithmetic types and conversions, and small constructors of
 * expressions. */
#include "compiler/front/expr.h"

#include <math.h>
#include <string.h>

/* Types -------------------------------------------------------------------- */

static const char *why_refused(enum CXTypeKind kind)
{
    switch (kind) {
    case CXType_LongDouble:
        return "no GPU has long double arithmetic: use double";
    case CXType_Float128:
    case CXType_Int128:
    case CXType_UInt128:
        return "no GPU has 128-bit arithmetic: use double or a 64-bit integer";
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
        return "half precision is not taken: use float";
    case CXType_Complex:
        return "write the real and imaginary parts as two arrays";
    case CXType_Pointer:
    case CXType_ConstantArray:
    case CXType_VariableArray:
    case CXType_IncompleteArray:
        return "pointers may only be subscripted: store an index instead";
    case CXType_Record:
        return "assign the fields of a structure one by one";
    case CXType_Atomic:
        return "a region orders its own accesses: use the plain type";
    case CXType_Vector:
    case CXType_ExtVector:
        return "write the elements of a vector as an array";
    default:
        return "use an integer type, float or double";
    }
}

bool type_scalar(struct front *f, CXType type, CXCursor c,
                 enum scop_type *result)
{
    CXType canonical = clang_getCanonicalType(type);
    const char *why = NULL;
    if (clang_isVolatileQualifiedType(canonical))
        why = "copy it to a plain variable before the region";
    else if (!type_arithmetic(canonical, result))
        why = why_refused(canonical.kind);
    if (!why)
        return true;
    bool plain = canonical.kind == CXType_Complex;
    struct fault *fault =
        plain ? front_refuse(f, FAULT_PLAIN, c,
                             "complex numbers are for plain C alone; the plain "
                             "nest runs")
              : front_refuse(f, FAULT_TYPE, c,
                             "type '%s' cannot be taken in a region",
                             clang_text(f->arena, clang_getTypeSpelling(type)));
    FRONT_HINT(f, fault, "%s", why);
    return false;
}

enum scop_type type_promoted(enum scop_type type)
{
    return scop_type_size(type) < 4 ? SCOP_I32 : type;
}

enum scop_type type_common(enum scop_type a, enum scop_type b)
{
    if (a == SCOP_F64 || b == SCOP_F64)
        return SCOP_F64;
    if (a == SCOP_F32 || b == SCOP_F32)
        return SCOP_F32;
    a = type_promoted(a);
    b = type_promoted(b);
    if (scop_type_size(a) != scop_type_size(b))
        return scop_type_size(a) > scop_type_size(b) ? a : b;
    return scop_type_is_signed(a) ? b : a;
}

/* Expressions -------------------------------------------------------------- */

static int64_t wrap(int64_t value, enum scop_type type)
{
    int shift = 64 - 8 * scop_type_size(type);
    uint64_t top = (uint64_t)value << shift;
    if (scop_type_is_signed(type))
        return (int64_t)top >> shift;
    return (int64_t)(top >> shift);
}

struct scop_expr *expr_int(struct front *f, int64_t value, enum scop_type type,
                           struct loc loc)
{
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_INT, type, 0, loc);
    e->ival = wrap(value, type);
    return e;
}

struct scop_expr *expr_extent(struct front *f, long long n, struct loc loc)
{
    return expr_int(f, n, n <= INT32_MAX ? SCOP_I32 : SCOP_I64, loc);
}

struct scop_expr *expr_float(struct front *f, double value, enum scop_type type,
                             struct loc loc)
{
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_FLOAT, type, 0, loc);
    e->fval = type == SCOP_F32 ? (double)(float)value : value;
    return e;
}

struct scop_expr *expr_iterator(struct front *f, int loop, struct loc loc)
{
    enum scop_type type = f->scop->loop[loop].type;
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_ITER, type, 0, loc);
    e->ref = loop;
    return e;
}

struct scop_expr *expr_bits(struct front *f, struct scop_expr *e,
                            enum scop_type type)
{
    if (e->type == type)
        return e;
    if (e->op == SCOP_BITS && e->arg[0]->type == type)
        return e->arg[0];
    struct scop_expr *bits =
        scop_expr_new(f->arena, SCOP_BITS, type, 1, e->loc);
    bits->arg[0] = e;
    return bits;
}

struct scop_expr *expr_unary(struct front *f, enum scop_op op,
                             struct scop_expr *a)
{
    if (op == SCOP_NEG && a->op == SCOP_FLOAT)
        return expr_float(f, -a->fval, a->type, a->loc);
    if (op == SCOP_NEG && a->op == SCOP_INT && a->ival != INT64_MIN &&
        wrap(-a->ival, a->type) == -a->ival)
        return expr_int(f, -a->ival, a->type, a->loc);
    enum scop_type type = scop_op_is_test(op) ? SCOP_I32 : a->type;
    struct scop_expr *e = scop_expr_new(f->arena, op, type, 1, a->loc);
    e->arg[0] = a;
    return e;
}

struct scop_expr *expr_binary(struct front *f, enum scop_op op,
                              struct scop_expr *a, struct scop_expr *b)
{
    return scop_expr_binary(f->arena, op, a, b, a->loc);
}

struct scop_expr *expr_negated(struct front *f, struct scop_expr *test)
{
    static const enum scop_op opposite[SCOP_OP_COUNT] = {
        [SCOP_LAND] = SCOP_LOR, [SCOP_LOR] = SCOP_LAND, [SCOP_EQ] = SCOP_NE,
        [SCOP_NE] = SCOP_EQ,    [SCOP_LT] = SCOP_GE,    [SCOP_GE] = SCOP_LT,
        [SCOP_LE] = SCOP_GT,    [SCOP_GT] = SCOP_LE,
    };
    struct scop_expr *const *arg = test->arg;
    bool logic = test->op == SCOP_LAND || test->op == SCOP_LOR;
    if (logic)
        return expr_binary(f, opposite[test->op], expr_negated(f, arg[0]),
                           expr_negated(f, arg[1]));
    if (test->op == SCOP_NOT && scop_op_is_test(arg[0]->op))
        return arg[0];
    /* Comparisons with a NaN are all false but !=. */
    if (opposite[test->op] && !scop_type_is_float(arg[0]->type))
        return expr_binary(f, opposite[test->op], arg[0], arg[1]);
    return expr_unary(f, SCOP_NOT, test);
}

struct scop_expr *expr_choose(struct front *f, struct scop_expr *test,
                              struct scop_expr *yes, struct scop_expr *no)
{
    struct scop_expr *e =
        scop_expr_new(f->arena, SCOP_COND, yes->type, 3, test->loc);
    e->arg[0] = test;
    e->arg[1] = yes;
    e->arg[2] = no;
    return e;
}

/* Is the double that this integer becomes the same in any rounding mode? */
static bool is_exact(int64_t value, enum scop_type from, enum scop_type to)
{
    int64_t limit = INT64_C(1) << (to == SCOP_F32 ? 24 : 53);
    return !(from == SCOP_U64 && value < 0) && value <= limit &&
           value >= -limit;
}

struct scop_expr *type_convert(struct front *f, struct scop_expr *e,
                               enum scop_type type)
{
    if (!e || e->type == type)
        return e;
    if (e->op == SCOP_INT && !scop_type_is_float(type))
        return expr_int(f, e->ival, type, e->loc);
    if (e->op == SCOP_INT && is_exact(e->ival, e->type, type))
        return expr_float(f, (double)e->ival, type, e->loc);
    if (e->op == SCOP_FLOAT && scop_type_is_float(type))
        return expr_float(f, e->fval, type, e->loc);
    struct scop_expr *cast =
        scop_expr_new(f->arena, SCOP_CAST, type, 1, e->loc);
    cast->arg[0] = e;
    return cast;
}

struct scop_expr *type_test(struct front *f, struct scop_expr *e)
{
    if (!e || scop_op_is_test(e->op))
        return e;
    enum scop_type type = type_promoted(e->type);
    e = type_convert(f, e, type);
    struct scop_expr *zero = scop_type_is_float(type)
                                 ? expr_float(f, 0, type, e->loc)
                                 : expr_int(f, 0, type, e->loc);
    return expr_binary(f, SCOP_NE, e, zero);
}

struct scop_expr *type_convert_to(struct front *f, struct scop_expr *e,
                                  CXType type, CXCursor c)
{
    enum scop_type to;
    if (!e || !type_scalar(f, type, c, &to))
        return NULL;
    if (type_is_bool(type) && e->op == SCOP_INT)
        return expr_int(f, e->ival != 0, to, e->loc);
    return type_convert(f, type_is_bool(type) ? type_test(f, e) : e, to);
}

/* Questions ---------------------------------------------------------------- */

bool expr_constant(const struct scop_expr *e, int64_t *value)
{
    int64_t a, b = 0, r;
    bool fails = false;
    if (e->op == SCOP_INT) {
        *value = e->ival;
        return true;
    }
    if (scop_type_is_float(e->type) || e->count < 1 || e->count > 2 ||
        e->op == SCOP_ACCESS || !expr_constant(e->arg[0], &a) ||
        (e->count == 2 && !expr_constant(e->arg[1], &b)))
        return false;
    switch (e->op) {
    case SCOP_CAST:
        r = a;
        break;
    case SCOP_NEG:
        fails = __builtin_sub_overflow((int64_t)0, a, &r);
        break;
    case SCOP_ADD:
        fails = __builtin_add_overflow(a, b, &r);
        break;
    case SCOP_SUB:
        fails = __builtin_sub_overflow(a, b, &r);
        break;
    case SCOP_MUL:
        fails = __builtin_mul_overflow(a, b, &r);
        break;
    case SCOP_DIV:
        fails = b == 0 || b == -1 || a < 0 || b < 0;
        r = fails ? 0 : a / b;
        break;
    case SCOP_SHL:
        fails = b < 0 || b > 30 || a < 0 || a > INT32_MAX;
        r = fails ? 0 : a << b;
        break;
    default:
        return false;
    }
    *value = fails ? 0 : wrap(r, e->type);
    return !fails;
}

bool expr_is_invariant(const struct scop_expr *e)
{
    if (e->op == SCOP_ITER || e->op == SCOP_ACCESS || e->op == SCOP_CALL)
        return false;
    for (int k = 0; k < e->count; k++)
        if (!expr_is_invariant(e->arg[k]))
            return false;
    return true;
}

bool expr_reads(const struct scop_expr *e)
{
    if (e->op == SCOP_ACCESS || e->op == SCOP_CALL)
        return true;
    for (int k = 0; k < e->count; k++)
        if (expr_reads(e->arg[k]))
            return true;
    return false;
}

static bool is_literal(const struct scop_expr *e)
{
    bool literal = e->op == SCOP_INT || e->count > 0;
    for (int k = 0; k < e->count && literal; k++)
        literal = is_literal(e->arg[k]);
    return literal && e->op != SCOP_ACCESS && e->op != SCOP_CALL;
}

/* 2^k - 1 or -2^k */
static bool is_mask(const struct scop_expr *e)
{
    int64_t bits;
    if (!expr_constant(e, &bits) || bits < INT32_MIN || bits > INT32_MAX)
        return false;
    uint64_t size = bits < 0 ? -(uint64_t)bits : (uint64_t)bits + 1;
    return (size & (size - 1)) == 0;
}

bool expr_is_affine_form(const struct scop_expr *e)
{
    if (scop_type_is_float(e->type))
        return false;
    switch (e->op) {
    case SCOP_ACCESS:
    case SCOP_BITS:
    case SCOP_CALL:
    case SCOP_OR:
    case SCOP_XOR:
        return false;
    case SCOP_MUL:
        if (!is_literal(e->arg[0]) && !is_literal(e->arg[1]))
            return false;
        break;
    case SCOP_DIV:
    case SCOP_REM:
    case SCOP_SHL:
    case SCOP_SHR:
        if (!is_literal(e->arg[1]))
            return false;
        break;
    case SCOP_AND:
        if (!is_mask(e->arg[0]) && !is_mask(e->arg[1]))
            return false;
        break;
    default:
        break;
    }
    for (int k = 0; k < e->count; k++)
        if (!expr_is_affine_form(e->arg[k]))
            return false;
    return true;
}

static int tree_size(const struct scop_expr *e, int limit)
{
    int size = 1;
    for (int k = 0; k < e->count && size < limit; k++)
        size += tree_size(e->arg[k], limit - size);
    return size;
}

int expr_size(const struct scop_expr *e)
{
    return tree_size(e, EXPR_SIZE_MAX + 1);
}

bool expr_is_larger(const struct scop_expr *e, int limit)
{
    return tree_size(e, limit + 1) > limit;
}

/* Sums of constants and others ----------------------------------------------
 */

struct scop_expr *expr_folded(struct front *f, struct scop_expr *e)
{
    int64_t value;
    return expr_constant(e, &value) ? expr_int(f, value, e->type, e->loc) : e;
}

static bool is_int(const struct scop_expr *e, int64_t wanted)
{
    int64_t value;
    return expr_constant(e, &value) && value == wanted;
}

struct scop_expr *expr_plus(struct front *f, struct scop_expr *a,
                            struct scop_expr *b)
{
    if (is_int(a, 0) || is_int(b, 0))
        return is_int(a, 0) ? b : a;
    return expr_folded(f, expr_binary(f, SCOP_ADD, a, b));
}

struct scop_expr *expr_minus(struct front *f, struct scop_expr *a,
                             struct scop_expr *b)
{
    return is_int(b, 0) ? a : expr_folded(f, expr_binary(f, SCOP_SUB, a, b));
}

struct scop_expr *expr_times(struct front *f, struct scop_expr *a,
                             struct scop_expr *b)
{
    if (is_int(a, 1) || is_int(b, 0))
        return b;
    if (is_int(b, 1) || is_int(a, 0))
        return a;
    return expr_folded(f, expr_binary(f, SCOP_MUL, a, b));
}

const struct scop_expr *expr_bare(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type) &&
           !scop_type_is_float(e->type) &&
           (scop_type_size(e->type) > scop_type_size(e->arg[0]->type) ||
            scop_type_size(e->arg[0]->type) == 8) &&
           scop_type_size(e->type) >= scop_type_size(e->arg[0]->type))
        e = e->arg[0];
    return e;
}

/* Distances ---------------------------------------------------------------- */

enum { TERMS_MAX = 16 };

/* A sum; those that it has with the other sign cancel out. */
struct terms {
    int count;
    const struct scop_expr *term[TERMS_MAX];
    bool minus[TERMS_MAX];
    int64_t constant;
    bool failed;
};

static void add_term(struct terms *t, const struct scop_expr *e, bool minus)
{
    for (int k = 0; k < t->count; k++) {
        if (t->minus[k] == minus || !scop_expr_equal(t->term[k], e))
            continue;
        t->count--;
        t->term[k] = t->term[t->count];
        t->minus[k] = t->minus[t->count];
        return;
    }
    t->failed |= t->count == TERMS_MAX;
    if (t->failed)
        return;
    t->term[t->count] = e;
    t->minus[t->count++] = minus;
}

static void add_sum(struct terms *t, const struct scop_expr *e, bool minus)
{
    int64_t value;
    e = expr_bare(e);
    bool wraps = !scop_type_is_signed(e->type);
    if (expr_constant(e, &value)) {
        t->failed |=
            minus ? __builtin_sub_overflow(t->constant, value, &t->constant)
                  : __builtin_add_overflow(t->constant, value, &t->constant);
    } else if ((e->op == SCOP_ADD || e->op == SCOP_SUB) && !wraps) {
        add_sum(t, e->arg[0], minus);
        add_sum(t, e->arg[1], minus != (e->op == SCOP_SUB));
    } else {
        add_term(t, e, minus);
    }
}

bool expr_distance(const struct scop_expr *a, const struct scop_expr *b,
                   int64_t *distance)
{
    struct terms t = {0};
    add_sum(&t, a, false);
    add_sum(&t, b, true);
    *distance = t.constant;
    return !t.failed && t.count == 0;
}

/* Of a sum: the terms with one sign. */
static struct scop_expr *add_up(struct front *f, const struct terms *t,
                                bool minus, struct scop_expr *sum)
{
    for (int k = 0; k < t->count; k++) {
        if (t->minus[k] != minus)
            continue;
        struct scop_expr *e =
            type_convert(f, (struct scop_expr *)t->term[k], SCOP_I64);
        sum = sum ? expr_binary(f, minus ? SCOP_SUB : SCOP_ADD, sum, e) : e;
    }
    return sum;
}

struct scop_expr *expr_difference(struct front *f, struct scop_expr *a,
                                  struct scop_expr *b)
{
    struct terms t = {0};
    add_sum(&t, a, false);
    add_sum(&t, b, true);
    if (t.failed)
        return expr_binary(f, SCOP_SUB, type_convert(f, a, SCOP_I64),
                           type_convert(f, b, SCOP_I64));
    struct scop_expr *sum = add_up(f, &t, false, NULL);
    struct scop_expr *constant = expr_int(f, t.constant, SCOP_I64, a->loc);
    if (!sum || t.constant)
        sum = sum ? expr_binary(f, SCOP_ADD, sum, constant) : constant;
    return add_up(f, &t, true, sum);
}

/* Arrays and pointers ------------------------------------------------------ */

bool type_is_array(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind == CXType_ConstantArray || kind == CXType_VariableArray ||
           kind == CXType_IncompleteArray;
}

CXType type_target(CXType type)
{
    CXType canonical = clang_getCanonicalType(type);
    return type_is_array(canonical) ? clang_getArrayElementType(canonical)
                                    : clang_getPointeeType(canonical);
}

/* Qualifiers aside. Two variable lengths are taken to be the same, as C demands
 * of a program that converts between them. */
static bool same_type(CXType a, CXType b)
{
    a = clang_getCanonicalType(clang_getUnqualifiedType(a));
    b = clang_getCanonicalType(clang_getUnqualifiedType(b));
    if (!type_is_array(a) || !type_is_array(b))
        return clang_equalTypes(a, b);
    long long n = clang_getArraySize(a), m = clang_getArraySize(b);
    return (n == m || n < 0 || m < 0) &&
           same_type(clang_getArrayElementType(a),
                     clang_getArrayElementType(b));
}

bool type_same_target(CXType a, CXType b)
{
    return same_type(type_target(a), type_target(b));
}
