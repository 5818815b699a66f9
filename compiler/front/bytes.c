/*
 * Sizes in bytes as products, (n - 1) * sizeof *a, which tell how many
 * elements, rows or structures they are; and whether two subscripts differ by a
 * constant.
 */
#include "compiler/front/statement.h"

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

bool bytes_divide(struct bytes *b, const struct scop_expr *by)
{
    int64_t value;
    if (expr_constant(by, &value)) {
        bool good = value > 0 && b->constant % value == 0;
        b->constant /= good ? value : 1;
        return good;
    }
    for (int k = 0; k < b->count; k++) {
        if (!scop_expr_equal(expr_bare(b->factor[k]), expr_bare(by)))
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
