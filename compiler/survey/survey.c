/*
 * The survey of the function around a region: which variables it declares,
 * where each is read, written, or has its address taken. From this follow what
 * is a parameter of the region and what is live after it.
 */
#include "compiler/survey/survey.h"

#include <string.h>

enum { NESTED_MAX = 2000 };

enum where { BEFORE, INSIDE, AFTER };

struct visit {
    struct survey *survey;
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

struct symbol *survey_symbol(struct survey *survey, CXCursor decl)
{
    struct symbol **bucket = &survey->bucket[clang_hashCursor(decl) % BUCKETS];
    for (struct symbol *s = *bucket; s; s = s->next)
        if (clang_equalCursors(s->decl, decl))
            return s;
    struct symbol *s = arena_alloc(survey->arena, sizeof *s);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    s->decl = decl;
    s->name = clang_text(survey->arena, clang_getCursorSpelling(decl));
    s->parameter = clang_getCursorKind(decl) == CXCursor_ParmDecl;
    s->local = s->parameter || (in_function(decl) && !is_static(decl) &&
                                storage != CX_SC_Extern);
    s->loop = -1;
    s->scope = SCOP_OUTSIDE;
    s->next = *bucket;
    *bucket = s;
    ARENA_PUSH(survey->arena, survey->symbol, survey->symbol_count,
               survey->symbol_cap, s);
    return s;
}

struct symbol *survey_named(struct survey *survey, CXCursor c)
{
    CXCursor inner = syntax_strip(survey->arena, c);
    CXCursor decl = clang_getCursorReferenced(inner);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    bool variable = clang_getCursorKind(inner) == CXCursor_DeclRefExpr &&
                    (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl);
    return variable ? survey_symbol(survey, decl) : NULL;
}

struct symbol *survey_assigned(struct survey *survey, CXCursor c)
{
    struct children list = clang_children(survey->arena, c);
    bool down;
    bool assigns = list.count &&
                   (syntax_is_assignment(c) || syntax_is_increment(c, &down));
    return assigns ? survey_named(survey, list.at[0]) : NULL;
}

/* References --------------------------------------------------------------- */

static void visit(struct visit *v, CXCursor c, unsigned mode);

static void visit_children(struct visit *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->survey->arena, c);
    for (int k = 0; k < list.count; k++)
        visit(v, list.at[k], mode);
}

static void refer(struct visit *v, CXCursor c, unsigned mode)
{
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl)
        return;
    struct symbol *s = survey_symbol(v->survey, decl);
    if (v->where == INSIDE) {
        s->inside |= mode;
        return;
    }
    s->outside |= mode;
    if (v->where == AFTER || v->depth > s->depth)
        s->used_after = true;
}

static bool is_of_called(const struct survey *survey, CXCursor decl)
{
    CXCursor function = clang_getCursorSemanticParent(decl);
    for (int k = 0; k < survey->called_count; k++)
        if (clang_equalCursors(clang_getCursorDefinition(function),
                               survey->called[k]))
            return true;
    return false;
}

static void declare(struct visit *v, CXCursor c)
{
    struct symbol *s = survey_symbol(v->survey, c);
    s->depth = v->depth;
    s->declared_inside = v->where == INSIDE;
    s->inlined = v->survey->called_count > 0 && is_of_called(v->survey, c);
    visit_children(v, c, REF_READ);
}

/* All members of a structure, and of those in it. */
static void note_members(struct survey *survey, CXType type)
{
    type = clang_getCanonicalType(type);
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (!type_is_record(type))
        return;
    struct children list = type_members(survey->arena, type);
    for (int k = 0; k < list.count; k++) {
        ARENA_PUSH(survey->arena, survey->field, survey->field_count,
                   survey->field_cap, list.at[k]);
        note_members(survey, clang_getCursorType(list.at[k]));
    }
}

/* A scalar that a pointer leads to is written, by type. */
static void note_type(struct survey *survey, CXType type)
{
    type = clang_getCanonicalType(type);
    long long size = clang_Type_getSizeOf(type);
    bool is_float = type.kind == CXType_Float || type.kind == CXType_Double;
    if (survey->unit->any_alias)
        survey->written_types = ~0u;
    else if (!is_float && size > 0 && size <= 8)
        survey->written_types |= 1u << size;
}

/* Fields are written by name, whatever the object; other objects that a pointer
 * leads to, by type. */
static void note_store(struct visit *v, CXCursor lhs)
{
    struct survey *survey = v->survey;
    if (v->where != INSIDE)
        return;
    note_members(survey, clang_getCursorType(lhs));
    enum CXCursorKind kind = clang_getCursorKind(lhs);
    while (kind == CXCursor_ParenExpr) {
        struct children list = clang_children(survey->arena, lhs);
        if (list.count != 1)
            return;
        lhs = list.at[0];
        kind = clang_getCursorKind(lhs);
    }
    if (kind == CXCursor_MemberRefExpr) {
        ARENA_PUSH(survey->arena, survey->field, survey->field_count,
                   survey->field_cap, clang_getCursorReferenced(lhs));
        if (!survey->unit->any_alias)
            return;
    }
    if (kind != CXCursor_DeclRefExpr)
        note_type(survey, clang_getCursorType(lhs));
}

static void visit_assignment(struct visit *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->survey->arena, c);
    for (int k = 0; k < list.count; k++)
        visit(v, list.at[k], k == 0 ? mode : REF_READ);
    if (list.count)
        note_store(v, list.at[0]);
}

static void visit_unary(struct visit *v, CXCursor c)
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
static void visit_subscript(struct visit *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->survey->arena, c);
    for (int k = 0; k < list.count; k++) {
        CXCursor part = list.at[k];
        struct children inner = clang_children(v->survey->arena, part);
        if (clang_getCursorKind(part) == CXCursor_UnexposedExpr &&
            inner.count == 1 && is_array_value(inner.at[0]))
            visit(v, inner.at[0], mode);
        else
            visit(v, part, REF_READ);
    }
}

/* An implicit conversion; that of an array to a pointer lets its address out.
 */
static void visit_implicit(struct visit *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->survey->arena, c);
    for (int k = 0; k < list.count; k++)
        visit(v, list.at[k], is_array_value(list.at[k]) ? REF_ADDRESS : mode);
}

static void visit_member(struct visit *v, CXCursor c, unsigned mode)
{
    struct children list = clang_children(v->survey->arena, c);
    for (int k = 0; k < list.count; k++) {
        bool arrow = type_is_pointer(clang_getCursorType(list.at[k]));
        visit(v, list.at[k], arrow ? REF_READ : mode);
    }
}

static bool is_ancestor(const struct survey *survey, CXCursor c)
{
    for (int k = 0; k < survey->mark->ancestor_count; k++)
        if (clang_equalCursors(survey->mark->ancestor[k], c))
            return true;
    return false;
}

static bool is_region(const struct survey *survey, CXCursor c, int stmt)
{
    return clang_equalCursors(survey->mark->stmt[stmt], c);
}

/* A statement around the region. Those that the region consists of are told by
 * identity, so that macros do not matter. */
static void visit_ancestor(struct visit *v, CXCursor c)
{
    struct children list = clang_children(v->survey->arena, c);
    int met = 0, count = v->survey->mark->stmt_count;
    v->depth += loop_is(c);
    if (v->depth > v->survey->region_depth)
        v->survey->region_depth = v->depth;
    for (int k = 0; k < list.count; k++) {
        bool inside = v->where == BEFORE && met < count &&
                      is_region(v->survey, list.at[k], met);
        if (inside)
            v->where = INSIDE;
        visit(v, list.at[k], REF_READ);
        met += inside;
        if (inside)
            v->where = met == count ? AFTER : BEFORE;
    }
    v->depth -= loop_is(c);
}

/* The iterator of a for in the region that is not in a body. A pointer is none:
 * the loop that moves it counts something of its own. */
static void note_iterator(struct visit *v, CXCursor c)
{
    CXCursor decl;
    if (v->bodies == 0 && loop_iterator(v->survey->arena, c, &decl) &&
        !type_is_pointer(clang_getCursorType(decl)))
        survey_symbol(v->survey, decl)->iterates++;
}

static void visit_stmt(struct visit *v, CXCursor c)
{
    bool inner_loop = v->where == INSIDE && loop_is(c);
    bool body = inner_loop && loop_needs_body(v->survey->arena, c);
    v->bodies += body;
    if (inner_loop)
        note_iterator(v, c);
    if (is_ancestor(v->survey, c))
        visit_ancestor(v, c);
    else if (clang_getCursorKind(c) == CXCursor_GCCAsmStmt)
        visit_children(v, c, REF_READ | REF_WRITE | REF_ADDRESS);
    else
        visit_children(v, c, REF_READ);
    v->bodies -= body;
}

/* What memset and its like write to: the object whose address it is, or what
 * the pointer leads to. */
static void visit_target(struct visit *v, CXCursor c)
{
    struct survey *survey = v->survey;
    CXCursor at = callee_object(survey->arena, c);
    struct children list = clang_children(survey->arena, at);
    CXType type = clang_getCanonicalType(clang_getCursorType(at));
    type = type.kind == CXType_Pointer ? clang_getPointeeType(type) : type;
    while (clang_getArrayElementType(type).kind != CXType_Invalid)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (clang_getCursorKind(at) == CXCursor_BinaryOperator) {
        for (int k = 0; k < list.count; k++)
            if (type_is_pointer(clang_getCursorType(list.at[k])))
                visit_target(v, list.at[k]);
        return;
    }
    if (v->where == INSIDE) {
        note_members(survey, type);
        note_type(survey, type);
    }
    bool address =
        clang_getCursorKind(at) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(at) == CXUnaryOperator_AddrOf;
    if (list.count == 1 && (address || is_array_value(list.at[0]))) {
        visit(v, list.at[0], REF_WRITE | REF_ADDRESS);
        note_store(v, list.at[0]);
    }
}

/* The body of a function that returns nothing, or whose value a body computes,
 * stands where it is called. */
static void visit_call(struct visit *v, CXCursor c)
{
    struct survey *survey = v->survey;
    visit_children(v, c, REF_READ);
    enum callee_library library = callee_library(survey->arena, c);
    if (library == LIBRARY_SINCOS) {
        visit_target(v, clang_Cursor_getArgument(c, 1));
        visit_target(v, clang_Cursor_getArgument(c, 2));
    } else if (library) {
        visit_target(v, clang_Cursor_getArgument(c, 0));
    }
    bool body = v->where == INSIDE && callee_is_computed(survey, c);
    if (v->where != INSIDE ||
        (!body && !callee_is_statement(c) && !callee_is_record(c)))
        return;
    CXCursor function = clang_getCursorDefinition(clang_getCursorReferenced(c));
    survey->calls = true;
    for (int k = 0; k < survey->called_count; k++)
        if (clang_equalCursors(survey->called[k], function))
            return;
    ARENA_PUSH(survey->arena, survey->called, survey->called_count,
               survey->called_cap, function);
    for (int k = 0; k < callee_parameter_count(c); k++)
        declare(v, callee_parameter(c, k));
    v->bodies += body;
    visit(v, callee_body(survey->arena, c), REF_READ);
    v->bodies -= body;
}

static void visit_expr(struct visit *v, CXCursor c, unsigned mode)
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
        v->survey->jumps = true;
        visit_children(v, c, REF_READ);
        return;
    default:
        visit_children(v, c, REF_READ);
    }
}

static void visit(struct visit *v, CXCursor c, unsigned mode)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (v->nested > NESTED_MAX) {
        v->survey->too_deep = true;
        return;
    }
    v->nested++;
    bool jump = kind == CXCursor_GotoStmt ||
                kind == CXCursor_IndirectGotoStmt ||
                kind == CXCursor_GCCAsmStmt || kind == CXCursor_AddrLabelExpr;
    v->survey->tangled |= jump;
    v->survey->entered |=
        jump && (v->where != INSIDE || kind != CXCursor_GotoStmt);
    v->survey->jumps |= v->where != INSIDE && (kind == CXCursor_BreakStmt ||
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

/* Is the variable mentioned in c but for the loops that it iterates? */
static bool is_mentioned(struct survey *survey, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(survey->arena, c);
    CXCursor iterator;
    if (clang_getCursorKind(c) == CXCursor_ForStmt &&
        loop_iterator(survey->arena, c, &iterator) &&
        clang_equalCursors(iterator, decl)) {
        struct children init = clang_children(survey->arena, list.at[0]);
        return clang_getCursorKind(list.at[0]) == CXCursor_BinaryOperator &&
               syntax_mentions(survey->arena, init.at[1], decl);
    }
    bool found = syntax_names(c, decl);
    for (int k = 0; k < list.count && !found; k++)
        found = is_mentioned(survey, list.at[k], decl);
    return found;
}

static void find_counters(struct survey *survey)
{
    for (int k = 0; k < survey->symbol_count; k++) {
        struct symbol *s = survey->symbol[k];
        CXCursor function = clang_getCursorSemanticParent(s->decl);
        const struct mark *mark = survey->mark;
        if (!s->iterates || !s->local || (s->inside | s->outside) & REF_ADDRESS)
            continue;
        bool own = clang_equalCursors(function, mark->function);
        s->counts_on = !own && is_mentioned(survey, function, s->decl);
        for (int n = 0; own && n < mark->stmt_count && !s->counts_on; n++)
            s->counts_on = is_mentioned(survey, mark->stmt[n], s->decl);
    }
}

void survey_function(struct survey *survey)
{
    struct visit v = {.survey = survey};
    struct children list =
        clang_children(survey->arena, survey->mark->function);
    for (int k = 0; k < list.count; k++)
        visit(&v, list.at[k], REF_READ);
    find_counters(survey);
}

bool survey_field_written(struct survey *survey, CXCursor field)
{
    for (int k = 0; k < survey->field_count; k++)
        if (clang_equalCursors(survey->field[k], field))
            return true;
    return false;
}

bool survey_is_live(struct survey *survey, const struct symbol *s)
{
    if (!s->local)
        return !temporary_of_unit(survey, s->decl);
    if (s->outside & REF_ADDRESS)
        return true;
    if (survey->tangled)
        return true;
    bool again = s->inside && survey->region_depth > s->depth;
    return (s->used_after || again) && (survey->jumps || live_after(survey, s));
}
