/*
 * The survey of the function around a region: which variables it declares,
 * where each is read, written, or has its address taken. From this follow what
 * is a parameter of the region and what is live after it.
 */
#include "compiler/front/local.h"

#include <string.h>

enum { NESTED_MAX = 2000 };

enum where { BEFORE, INSIDE, AFTER };

struct survey {
    struct front *f;
    enum where where;
    int depth;  /* loops around here that are around the region too */
    int nested; /* depth of the recursion */
    int bodies; /* loops around here that become bodies of statements */
};

/* Symbols ------------------------------------------------------------------ */

static bool is_static(CXCursor decl)
{
    return clang_Cursor_getStorageClass(decl) == CX_SC_Static;
}

static bool in_function(CXCursor decl)
{
    CXCursor parent = clang_getCursorSemanticParent(decl);
    return clang_getCursorKind(parent) == CXCursor_FunctionDecl;
}

struct symbol *survey_symbol(struct front *f, CXCursor decl)
{
    struct symbol **bucket = &f->bucket[clang_hashCursor(decl) % BUCKETS];
    for (struct symbol *s = *bucket; s; s = s->next)
        if (clang_equalCursors(s->decl, decl))
            return s;
    struct symbol *s = arena_alloc(f->arena, sizeof *s);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    s->decl = decl;
    s->name = clang_text(f->arena, clang_getCursorSpelling(decl));
    s->parameter = clang_getCursorKind(decl) == CXCursor_ParmDecl;
    s->local = s->parameter || (in_function(decl) && !is_static(decl) &&
                                storage != CX_SC_Extern);
    s->loop = -1;
    s->scope = SCOP_OUTSIDE;
    s->next = *bucket;
    *bucket = s;
    ARENA_PUSH(f->arena, f->symbol, f->symbol_count, f->symbol_cap, s);
    return s;
}

/* References --------------------------------------------------------------- */

static void visit(struct survey *v, CXCursor c, unsigned mode);

static void visit_children(struct survey *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->f->arena, c);
    for (int k = 0; k < list.count; k++)
        visit(v, list.at[k], mode);
}

static void refer(struct survey *v, CXCursor c, unsigned mode)
{
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return;
    struct symbol *s = survey_symbol(v->f, decl);
    if (v->where == INSIDE) {
        s->inside |= mode;
        return;
    }
    s->outside |= mode;
    if (v->where == AFTER || v->depth > s->depth)
        s->used_after = true;
}

static bool is_of_called(const struct front *f, CXCursor decl)
{
    CXCursor function = clang_getCursorSemanticParent(decl);
    for (int k = 0; k < f->called_count; k++)
        if (clang_equalCursors(clang_getCursorDefinition(function),
                               f->called[k]))
            return true;
    return false;
}

static void declare(struct survey *v, CXCursor c)
{
    struct symbol *s = survey_symbol(v->f, c);
    s->depth = v->depth;
    s->declared_inside = v->where == INSIDE;
    s->inlined = v->f->called_count > 0 && is_of_called(v->f, c);
    visit_children(v, c, REF_READ);
}

/* All members of a structure, and of those in it. */
static void note_members(struct front *f, CXType type)
{
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (!whole_is_record(type))
        return;
    struct children list = whole_members(f->arena, type);
    for (int k = 0; k < list.count; k++) {
        ARENA_PUSH(f->arena, f->field, f->field_count, f->field_cap,
                   list.at[k]);
        note_members(f, clang_getCursorType(list.at[k]));
    }
}

/* Fields are written by name, whatever the object; other objects that a pointer
 * leads to, by type. */
static void note_store(struct survey *v, CXCursor lhs)
{
    struct front *f = v->f;
    if (v->where != INSIDE)
        return;
    note_members(f, clang_getCursorType(lhs));
    enum CXCursorKind kind = clang_getCursorKind(lhs);
    while (kind == CXCursor_ParenExpr) {
        struct children list = clang_children(f->arena, lhs);
        if (list.count != 1)
            return;
        lhs = list.at[0];
        kind = clang_getCursorKind(lhs);
    }
    if (kind == CXCursor_MemberRefExpr) {
        ARENA_PUSH(f->arena, f->field, f->field_count, f->field_cap,
                   clang_getCursorReferenced(lhs));
        return;
    }
    CXType type = clang_getCanonicalType(clang_getCursorType(lhs));
    long long size = clang_Type_getSizeOf(type);
    bool is_float = type.kind == CXType_Float || type.kind == CXType_Double;
    if (kind != CXCursor_DeclRefExpr && !is_float && size > 0 && size <= 8)
        f->written_types |= 1u << size;
}

static void visit_assignment(struct survey *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->f->arena, c);
    for (int k = 0; k < list.count; k++)
        visit(v, list.at[k], k == 0 ? mode : REF_READ);
    if (list.count)
        note_store(v, list.at[0]);
}

static void visit_unary(struct survey *v, CXCursor c)
{
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec:
        visit_assignment(v, c, REF_READ | REF_WRITE);
        return;
    case CXUnaryOperator_AddrOf:
        visit_children(v, c, REF_ADDRESS);
        return;
    default:
        visit_children(v, c, REF_READ);
    }
}

/* An array, and no parameter declared as one, which is a pointer. */
static bool is_array_value(CXCursor c)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    return type_is_pointer(type) && type.kind != CXType_Pointer &&
           clang_getCursorKind(clang_getCursorReferenced(c)) !=
               CXCursor_ParmDecl;
}

/* A subscript of an array goes to the array's elements: no address escapes. */
static void visit_subscript(struct survey *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->f->arena, c);
    for (int k = 0; k < list.count; k++) {
        CXCursor part = list.at[k];
        struct children inner = clang_children(v->f->arena, part);
        if (clang_getCursorKind(part) == CXCursor_UnexposedExpr &&
            inner.count == 1 && is_array_value(inner.at[0]))
            visit(v, inner.at[0], mode);
        else
            visit(v, part, REF_READ);
    }
}

/* An implicit conversion; that of an array to a pointer lets its address out.
 */
static void visit_implicit(struct survey *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->f->arena, c);
    for (int k = 0; k < list.count; k++)
        visit(v, list.at[k], is_array_value(list.at[k]) ? REF_ADDRESS : mode);
}

static void visit_member(struct survey *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->f->arena, c);
    for (int k = 0; k < list.count; k++) {
        bool arrow = type_is_pointer(clang_getCursorType(list.at[k]));
        visit(v, list.at[k], arrow ? REF_READ : mode);
    }
}

static bool is_ancestor(const struct front *f, CXCursor c)
{
    for (int k = 0; k < f->mark->ancestor_count; k++)
        if (clang_equalCursors(f->mark->ancestor[k], c))
            return true;
    return false;
}

static bool is_region(const struct front *f, CXCursor c, int stmt)
{
    return clang_equalCursors(f->mark->stmt[stmt], c);
}

static bool is_loop(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
           kind == CXCursor_DoStmt;
}

/* A statement around the region. Those that the region consists of are told by
 * identity, so that macros do not matter. */
static void visit_ancestor(struct survey *v, CXCursor c)
{
    struct children list = clang_children(v->f->arena, c);
    int met = 0, count = v->f->mark->stmt_count;
    v->depth += is_loop(c);
    if (v->depth > v->f->region_depth)
        v->f->region_depth = v->depth;
    for (int k = 0; k < list.count; k++) {
        bool inside = v->where == BEFORE && met < count &&
                      is_region(v->f, list.at[k], met);
        if (inside)
            v->where = INSIDE;
        visit(v, list.at[k], REF_READ);
        met += inside;
        if (inside)
            v->where = met == count ? AFTER : BEFORE;
    }
    v->depth -= is_loop(c);
}

/* The iterator of a for in the region that is not in a body. */
static void note_iterator(struct survey *v, CXCursor c)
{
    CXCursor decl;
    if (v->bodies == 0 && front_iterator(v->f, c, &decl))
        survey_symbol(v->f, decl)->iterates++;
}

static void visit_stmt(struct survey *v, CXCursor c)
{
    bool inner_loop = v->where == INSIDE && is_loop(c);
    bool body = inner_loop && body_is_needed(v->f, c);
    v->bodies += body;
    if (inner_loop)
        note_iterator(v, c);
    if (is_ancestor(v->f, c))
        visit_ancestor(v, c);
    else
        visit_children(v, c, REF_READ);
    v->bodies -= body;
}

/* The body of a function that returns nothing, or whose value a body computes,
 * stands where it is called. */
static void visit_call(struct survey *v, CXCursor c)
{
    struct front *f = v->f;
    visit_children(v, c, REF_READ);
    bool body = v->where == INSIDE && value_is_body(f, c);
    if (v->where != INSIDE ||
        (!body && !call_is_statement(c) && !value_is_record(c)))
        return;
    CXCursor function = clang_getCursorDefinition(clang_getCursorReferenced(c));
    f->calls = true;
    for (int k = 0; k < f->called_count; k++)
        if (clang_equalCursors(f->called[k], function))
            return;
    ARENA_PUSH(f->arena, f->called, f->called_count, f->called_cap, function);
    for (int k = 0; k < call_parameter_count(c); k++)
        declare(v, call_parameter(c, k));
    v->bodies += body;
    visit(v, call_body(f, c), REF_READ);
    v->bodies -= body;
}

static void visit_expr(struct survey *v, CXCursor c, unsigned mode)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        refer(v, c, mode);
        return;
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign)
            visit_assignment(v, c, REF_WRITE);
        else
            visit_children(v, c, REF_READ);
        return;
    case CXCursor_CompoundAssignOperator:
        visit_assignment(v, c, REF_READ | REF_WRITE);
        return;
    case CXCursor_UnaryOperator:
        visit_unary(v, c);
        return;
    case CXCursor_ArraySubscriptExpr:
        visit_subscript(v, c, mode);
        return;
    case CXCursor_MemberRefExpr:
        visit_member(v, c, mode);
        return;
    case CXCursor_UnexposedExpr:
        visit_implicit(v, c, mode);
        return;
    case CXCursor_ParenExpr:
        visit_children(v, c, mode);
        return;
    case CXCursor_UnaryExpr: /* sizeof does not evaluate */
        return;
    case CXCursor_CallExpr:
        visit_call(v, c);
        return;
    case CXCursor_StmtExpr:
        v->f->jumps = true;
        visit_children(v, c, REF_READ);
        return;
    default:
        visit_children(v, c, REF_READ);
    }
}

static void visit(struct survey *v, CXCursor c, unsigned mode)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (v->nested > NESTED_MAX) {
        v->f->too_deep = true;
        return;
    }
    v->nested++;
    v->f->tangled |= kind == CXCursor_GotoStmt ||
                     kind == CXCursor_IndirectGotoStmt ||
                     kind == CXCursor_LabelStmt;
    v->f->jumps |= v->where != INSIDE && (kind == CXCursor_BreakStmt ||
                                          kind == CXCursor_ContinueStmt ||
                                          kind == CXCursor_SwitchStmt);
    if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl)
        declare(v, c);
    else if (clang_isExpression(kind))
        visit_expr(v, c, mode);
    else
        visit_stmt(v, c);
    v->nested--;
}

void survey_function(struct front *f)
{
    struct survey v = {.f = f};
    struct children list = clang_children(f->arena, f->mark->function);
    for (int k = 0; k < list.count; k++)
        visit(&v, list.at[k], REF_READ);
}

bool survey_field_written(struct front *f, CXCursor field)
{
    for (int k = 0; k < f->field_count; k++)
        if (clang_equalCursors(f->field[k], field))
            return true;
    return false;
}

bool survey_is_live(struct front *f, const struct symbol *s)
{
    if (!s->local || s->outside & REF_ADDRESS)
        return true;
    if (f->tangled)
        return true;
    bool again = s->inside && f->region_depth > s->depth;
    return (s->used_after || again) && (f->jumps || live_after(f, s));
}
