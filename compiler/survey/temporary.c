/*
 * Variables of which no value goes from one piece of work to the next: each use
 * stands behind an assignment in the same list of statements, as in
 *
 *   for (...) {
 *       t = 1 / u[i];
 *       v[i] = t * t;
 *   }
 *
 * Programs that were written in Fortran first have many of them at file scope.
 */
#include "compiler/survey/survey.h"

enum { CALLEES = 64 };

struct temporary {
    struct arena *arena;
    CXCursor decl;
    bool global; /* functions that are called may use it, too */
    int callee_count;
    CXCursor callee[CALLEES]; /* that do not, but what they call may */
};

/* By any of its declarations. */
static bool mentions(const struct temporary *t, CXCursor c)
{
    struct children list = clang_children(t->arena, c);
    CXCursor named = clang_getCursorReferenced(c);
    bool found = clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
                 clang_equalCursors(clang_getCanonicalCursor(named), t->decl);
    for (int k = 0; k < list.count && !found; k++)
        found = mentions(t, list.at[k]);
    return found;
}

/* Is it decl = e, where e does not use it? */
static bool sets(const struct temporary *t, CXCursor c)
{
    struct children list = clang_children(t->arena, c);
    return clang_getCursorKind(c) == CXCursor_BinaryOperator &&
           syntax_is_assignment(c) && list.count == 2 &&
           syntax_is_variable(t->arena, list.at[0], t->decl) &&
           !mentions(t, list.at[1]);
}

/* Does it begin with such an assignment? */
static bool begins_with_set(const struct temporary *t, CXCursor c)
{
    CXCursor iterator;
    if (clang_getCursorKind(c) != CXCursor_ForStmt)
        return sets(t, c);
    return loop_iterator(t->arena, c, &iterator) &&
           clang_equalCursors(iterator, t->decl) &&
           sets(t, clang_children(t->arena, c).at[0]);
}

static bool calls_user(struct temporary *t, CXCursor c);

/* May the function use the variable? What the unit does not have may call what
 * it has. */
static bool is_user(struct temporary *t, CXCursor named)
{
    if (clang_getCursorKind(named) != CXCursor_FunctionDecl)
        return true;
    CXCursor function = clang_getCursorDefinition(named);
    if (clang_Cursor_isNull(function))
        return !callee_is_known(t->arena, named);
    for (int k = 0; k < t->callee_count; k++)
        if (clang_equalCursors(t->callee[k], function))
            return false;
    if (t->callee_count == CALLEES || mentions(t, function))
        return true;
    t->callee[t->callee_count++] = function;
    return calls_user(t, function);
}

/* Does it call a function that may use the variable, or hand one over? */
static bool calls_user(struct temporary *t, CXCursor c)
{
    CXCursor named = clang_getCursorReferenced(c);
    struct children list = clang_children(t->arena, c);
    bool call = clang_getCursorKind(c) == CXCursor_CallExpr;
    bool found = call ? is_user(t, named)
                      : clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
                            clang_getCursorKind(named) == CXCursor_FunctionDecl;
    for (int k = call; k < list.count && !found; k++)
        found = calls_user(t, list.at[k]);
    return found;
}

/* May a jump lead behind what the statement begins with? */
static bool is_entered(const struct temporary *t, CXCursor c, bool outermost)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(t->arena, c);
    bool found = kind == CXCursor_LabelStmt || kind == CXCursor_AddrLabelExpr ||
                 (outermost &&
                  (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt));
    outermost &= kind != CXCursor_SwitchStmt;
    for (int k = 0; k < list.count && !found; k++)
        found = is_entered(t, list.at[k], outermost);
    return found;
}

/* Takes it an address? That of an element is another one. */
static bool takes_address(const struct temporary *t, CXCursor c)
{
    struct children list = clang_children(t->arena, c);
    return clang_getCursorKind(c) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_AddrOf &&
           list.count && syntax_is_variable(t->arena, list.at[0], t->decl);
}

static bool holds_address(const struct temporary *t, CXCursor c)
{
    struct children list = clang_children(t->arena, c);
    bool found =
        takes_address(t, c) || clang_getCursorKind(c) == CXCursor_GCCAsmStmt;
    for (int k = 0; k < list.count && !found; k++)
        found = holds_address(t, list.at[k]);
    return found;
}

/* Is there such a call from part `first` on, up to the last one that uses the
 * variable? */
static bool is_called_between(struct temporary *t, struct children list,
                              int first)
{
    int last = list.count - 1;
    bool found = false;
    while (last > first && !mentions(t, list.at[last]))
        last--;
    for (int k = first; k <= last && !found; k++)
        found = calls_user(t, list.at[k]);
    return found;
}

static bool is_temporary(struct temporary *t, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(t->arena, c);
    int k = 0;
    if (!mentions(t, c))
        return true;
    if (kind == CXCursor_DeclRefExpr)
        return false;
    while (k < list.count && !mentions(t, list.at[k]))
        k++;
    bool compound = kind == CXCursor_CompoundStmt && k < list.count;
    bool begun =
        compound ? begins_with_set(t, list.at[k]) : begins_with_set(t, c);
    if (begun && !holds_address(t, c) && !is_entered(t, c, true) &&
        !(t->global && is_called_between(t, list, compound ? k : 0)))
        return true;
    for (; k < list.count; k++)
        if (!is_temporary(t, list.at[k]))
            return false;
    return true;
}

bool temporary_in(CXCursor c, CXCursor decl)
{
    struct arena *scratch = arena_new();
    struct temporary t = {.arena = scratch,
                          .decl = clang_getCanonicalCursor(decl)};
    bool found = is_temporary(&t, c);
    arena_free(scratch);
    return found;
}

static enum CXChildVisitResult visit_unit(CXCursor c, CXCursor parent,
                                          CXClientData data)
{
    struct temporary *t = data;
    enum CXCursorKind kind = clang_getCursorKind(c);
    (void)parent;
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) ||
        clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
        return CXChildVisit_Continue;
    struct arena *scratch = arena_new();
    t->arena = scratch;
    bool good = is_temporary(t, c);
    arena_free(scratch);
    return good ? CXChildVisit_Continue : CXChildVisit_Break;
}

bool temporary_of_unit(struct survey *survey, CXCursor decl)
{
    struct unit *unit = survey->unit;
    enum scop_type type;
    CXType of = clang_getCursorType(decl);
    if (clang_getCursorKind(decl) != CXCursor_VarDecl ||
        clang_Cursor_getStorageClass(decl) != CX_SC_Static ||
        clang_isVolatileQualifiedType(of) ||
        clang_getCursorTLSKind(decl) != CXTLS_None ||
        !type_arithmetic(clang_getCanonicalType(of), &type))
        return false;
    decl = clang_getCanonicalCursor(decl);
    for (int k = 0; k < unit->temporary_count; k++)
        if (clang_equalCursors(unit->temporary[k].decl, decl))
            return unit->temporary[k].is;
    struct temporary t = {.decl = decl, .global = true};
    struct temporary_of is = {
        decl, !clang_visitChildren(clang_getTranslationUnitCursor(unit->tu),
                                   visit_unit, &t)};
    ARENA_PUSH(unit->arena, unit->temporary, unit->temporary_count,
               unit->temporary_cap, is);
    return is.is;
}
