/*
 * Sizes in bytes as products, (n - 1) * sizeof *a, which tell how many
 * elements, rows or structures they are; and whether two subscripts differ by a
 * constant.
 */
#include "compiler/front/statement.h"

enum { TERMS_MAX = 16 };

static bool multiply(struct bytes *b, int64_t by)
{
    return by >= 0 && !__builtin_mul_overflow(b->constant, by, &b->constant);
}

static bool add_factor(struct bytes *b, struct scop_expr *e)
{
    int64_t value;
    if (!e || scop_type_is_float(e->type))
        return false;
    if (expr_constant(e, &value))
        return multiply(b, value);
    if (b->count == BYTES_FACTORS)
        return false;
    b->factor[b->count++] = e;
    return true;
}

/* sizeof of an object whose extents are variables. */
static bool read_size(struct front *f, CXCursor c, struct bytes *b)
{
    struct children list = clang_children(f->arena, c);
    if (list.count != 1 || !clang_isExpression(clang_getCursorKind(list.at[0])))
        return false;
    struct lvalue *p = lvalue_of(f, syntax_strip(f->arena, list.at[0]));
    while (p && type_is_pointer(p->type) &&
           clang_getCanonicalType(p->type).kind != CXType_Pointer) {
        p = lvalue_decayed(f, p, c);
        if (!p || !add_factor(b, p->pending_extent))
            return false;
        p = lvalue_target(f, p, c);
    }
    return p && multiply(b, clang_Type_getSizeOf(p->type));
}

/* Does a product of this type not wrap around, as C's rules or its size
 * promise? */
static bool is_wide(CXType type)
{
    enum scop_type scalar;
    return type_arithmetic(clang_getCanonicalType(type), &scalar) &&
           !scop_type_is_float(scalar) &&
           (scop_type_is_signed(scalar) || scop_type_size(scalar) == 8);
}

static bool read_factors(struct front *f, CXCursor c, struct bytes *b)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    CXType type = clang_getCursorType(c);
    int64_t value;
    if (syntax_constant(c, &value))
        return multiply(b, value);
    if (kind == CXCursor_UnaryExpr)
        return read_size(f, c, b);
    if (kind == CXCursor_BinaryOperator && list.count == 2 && is_wide(type) &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Mul)
        return read_factors(f, list.at[0], b) && read_factors(f, list.at[1], b);
    bool inner = kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr ||
                 kind == CXCursor_CStyleCastExpr;
    CXCursor last = list.count ? list.at[list.count - 1] : c;
    if (inner && list.count && is_wide(type) &&
        clang_isExpression(clang_getCursorKind(last)) &&
        clang_Type_getSizeOf(type) >=
            clang_Type_getSizeOf(clang_getCursorType(last)) &&
        type_is_integer(clang_getCursorType(last)) &&
        clang_getCursorKind(last) != CXCursor_DeclRefExpr)
        return read_factors(f, last, b);
    struct scop_expr *e = front_index(f, c, true);
    return add_factor(b, e);
}

bool bytes_read(struct front *f, CXCursor c, struct bytes *b)
{
    *b = (struct bytes){.constant = 1};
    return read_factors(f, c, b);
}

/* Without conversions that keep the value, or the bits of 64. */
static const struct scop_expr *bare(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST && !scop_type_is_float(e->arg[0]->type) &&
           !scop_type_is_float(e->type) &&
           (scop_type_size(e->type) > scop_type_size(e->arg[0]->type) ||
            scop_type_size(e->arg[0]->type) == 8) &&
           scop_type_size(e->type) >= scop_type_size(e->arg[0]->type))
        e = e->arg[0];
    return e;
}

bool bytes_divide(struct bytes *b, const struct scop_expr *by)
{
    int64_t value;
    if (expr_constant(by, &value)) {
        bool good = value > 0 && b->constant % value == 0;
        b->constant /= good ? value : 1;
        return good;
    }
    for (int k = 0; k < b->count; k++) {
        if (!scop_expr_equal(bare(b->factor[k]), bare(by)))
            continue;
        b->factor[k] = b->factor[--b->count];
        return true;
    }
    return false;
}

struct scop_expr *bytes_value(struct front *f, const struct bytes *b,
                              struct loc loc)
{
    bool single = b->count == 1 && b->constant == 1;
    if (b->count == 0)
        return expr_extent(f, b->constant, loc);
    if (single && b->factor[0]->type == SCOP_I32)
        return b->factor[0];
    struct scop_expr *e = NULL;
    for (int k = 0; k < b->count; k++) {
        struct scop_expr *next = type_convert(f, b->factor[k], SCOP_I64);
        e = e ? expr_binary(f, SCOP_MUL, e, next) : next;
    }
    if (b->constant != 1)
        e = expr_binary(f, SCOP_MUL, e,
                        expr_int(f, b->constant, SCOP_I64, loc));
    return front_hoist(f, e, true);
}

/* Distances ---------------------------------------------------------------- */

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
    e = bare(e);
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

bool bytes_distance(const struct scop_expr *a, const struct scop_expr *b,
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

struct scop_expr *bytes_difference(struct front *f, struct scop_expr *a,
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
