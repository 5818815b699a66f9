/*
 * How large arrays are: the extents that declarations give; and sizes in bytes
 * as products, (n - 1) * sizeof *a, which tell how many elements, rows or
 * structures they are.
 */
#include "compiler/front/expr.h"
#include "compiler/front/statement.h"

#include <string.h>

/* Extents ------------------------------------------------------------------ */

struct use {
    struct front *f;
    bool changes;
};

/* Does another variable of the function go by this name? */
static bool has_namesake(const struct front *f, const struct symbol *s)
{
    for (int k = 0; k < f->survey.symbol_count; k++)
        if (f->survey.symbol[k] != s && !f->survey.symbol[k]->inlined &&
            strcmp(f->survey.symbol[k]->name, s->name) == 0)
            return true;
    return false;
}

static enum CXChildVisitResult visit_use(CXCursor c, CXCursor parent,
                                         CXClientData data)
{
    struct use *use = data;
    (void)parent;
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (clang_getCursorKind(c) == CXCursor_MemberRefExpr) {
        use->changes = true;
        return CXChildVisit_Break;
    }
    if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    if (kind == CXCursor_EnumConstantDecl)
        return CXChildVisit_Continue;
    use->changes = true;
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return CXChildVisit_Break;
    const struct symbol *s = survey_symbol(&use->f->survey, decl);
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    use->changes = (!s->local && !clang_isConstQualifiedType(type)) ||
                   (s->inside | s->outside) & (REF_WRITE | REF_ADDRESS) ||
                   has_namesake(use->f, s);
    return use->changes ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* Could the size expression have another value in the region than where the
 * array was declared, or mean something else there? */
static bool may_have_changed(struct front *f, CXCursor c)
{
    struct use use = {f, false};
    if (visit_use(c, c, &use) == CXChildVisit_Recurse)
        clang_visitChildren(c, visit_use, &use);
    return use.changes;
}

/* The expressions of the extents in a declaration, outermost first. */
static struct children size_exprs(struct front *f, CXCursor decl)
{
    struct children all = clang_children(f->arena, decl);
    struct children sizes = {.arena = f->arena};
    CXCursor initial = clang_Cursor_getVarDeclInitializer(decl);
    for (int k = all.count - 1; k >= 0; k--)
        if (clang_isExpression(clang_getCursorKind(all.at[k])) &&
            !clang_equalCursors(all.at[k], initial))
            ARENA_PUSH(f->arena, sizes.at, sizes.count, sizes.cap, all.at[k]);
    return sizes;
}

static int layer_count(CXType type)
{
    int count = 0;
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_Pointer)
        type = clang_getPointeeType(type);
    for (; type_is_array(type); count++)
        type = type_target(type);
    return count;
}

/* Extent `level` of a variable length array from the object itself: exact,
 * whatever has become of the variables in its declaration. */
static struct scop_expr *extent_by_sizeof(struct front *f,
                                          const struct lvalue *p, int level,
                                          struct loc loc)
{
    struct buf text = {0};
    bool pointer = p->indirect;
    for (int part = 0; part < 2; part++) {
        buf_printf(&text, "%ssizeof(%s", part ? " / " : "", p->root->name);
        for (int k = 0;
             k < level + part + (pointer && !lvalue_is_adjusted(p->root)); k++)
            buf_puts(&text, "[0]");
        buf_putc(&text, ')');
    }
    const char *copy = arena_strdup(f->arena, text.text);
    buf_free(&text);
    const char *name =
        arena_printf(f->arena, "%s_extent%d", p->root->name, level);
    return front_param(f, name, copy, SCOP_U64, loc);
}

static void refuse_size(struct front *f, const struct lvalue *p, CXCursor c)
{
    struct fault *fault = front_refuse(
        f, FAULT_TYPE, c,
        "the size of local array '%s' is not the same throughout the region",
        p->root->name);
    FRONT_HINT(f, fault, "declare it with the largest size");
}

static struct scop_expr *variable_extent(struct front *f,
                                         const struct lvalue *p, CXCursor c)
{
    CXCursor decl = p->root->decl;
    struct children sizes = size_exprs(f, decl);
    int level = p->level;
    struct loc loc = front_loc(f, c);
    if (level < 0 || p->root->inlined) {
        front_refuse_with(f, FAULT_POINTER, c,
                          "the extent of this array is not known here",
                          "pass the array to the region under its own name");
        return NULL;
    }
    if (sizes.count != layer_count(clang_getCursorType(decl)) ||
        may_have_changed(f, sizes.at[level])) {
        if (!p->root->declared_inside)
            return extent_by_sizeof(f, p, level, loc);
        refuse_size(f, p, c);
        return NULL;
    }
    struct scop_expr *e = front_expr(f, sizes.at[level]);
    if (!e || expr_is_invariant(e))
        return e;
    refuse_size(f, p, c);
    return NULL;
}

struct scop_expr *lvalue_extent(struct front *f, const struct lvalue *p,
                                CXCursor c, bool *open)
{
    CXType type = clang_getCanonicalType(p->type);
    *open = type.kind == CXType_IncompleteArray ||
            (p->level == 0 && p->count == 0 && lvalue_is_adjusted(p->root));
    if (*open)
        return NULL;
    if (type.kind == CXType_ConstantArray)
        return expr_extent(f, clang_getArraySize(type), front_loc(f, c));
    return variable_extent(f, p, c);
}

/* Is it made of integers, of variables and operators on them alone? */
static enum CXChildVisitResult visit_plain(CXCursor c, CXCursor parent,
                                           CXClientData data)
{
    bool *plain = data;
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_BinaryOperator:
        *plain &= clang_getCursorBinaryOperatorKind(c) <= CXBinaryOperator_Sub;
        break;
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_IntegerLiteral:
    case CXCursor_DeclRefExpr:
        break;
    default:
        *plain = false;
    }
    *plain = *plain && type_is_integer(clang_getCursorType(c));
    return *plain ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* How many elements the declaration of a parameter gives to the outermost
 * dimension; NULL if it gives none that is known at the region. */
static struct scop_expr *parameter_extent(struct front *f,
                                          const struct symbol *s)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(s->decl));
    if (type.kind == CXType_ConstantArray)
        return expr_extent(f, clang_getArraySize(type), front_loc(f, s->decl));
    struct children sizes = size_exprs(f, s->decl);
    bool plain = true;
    if (type.kind != CXType_VariableArray || s->inlined ||
        sizes.count != layer_count(type) || may_have_changed(f, sizes.at[0]))
        return NULL;
    if (visit_plain(sizes.at[0], sizes.at[0], &plain) == CXChildVisit_Recurse)
        clang_visitChildren(sizes.at[0], visit_plain, &plain);
    return plain ? front_expr(f, sizes.at[0]) : NULL;
}

void lvalue_parameter_extents(struct front *f)
{
    for (int k = 0; k < f->scop->array_count; k++) {
        struct scop_array *a = &f->scop->array[k];
        const struct symbol *s =
            f->arrays.root[k] < 0 ? NULL : f->survey.symbol[f->arrays.root[k]];
        if (!s || !lvalue_is_adjusted(s) || a->scope != SCOP_OUTSIDE ||
            a->rank == 0 || a->extent[0] || strcmp(a->base, s->name) != 0)
            continue;
        struct scop_expr *e = parameter_extent(f, s);
        if (e && expr_is_invariant(e))
            a->extent[0] = e;
    }
}

/* Bytes -------------------------------------------------------------------- */

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
