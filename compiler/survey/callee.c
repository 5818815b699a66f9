/*
 * Questions on functions that are called: what they return, and whether their
 * value takes more than an expression, so that a body must compute it.
 */
#include "compiler/survey/survey.h"

#include <string.h>

CXCursor callee_definition(CXCursor c)
{
    CXCursor function = clang_getCursorReferenced(c);
    return clang_getCursorKind(function) == CXCursor_FunctionDecl
               ? clang_getCursorDefinition(function)
               : clang_getNullCursor();
}

/* The function's name, without what GCC puts before those of builtins. */
static const char *library_name(struct arena *arena, CXCursor function)
{
    static const char prefix[] = "__builtin_";
    const char *name = clang_text(arena, clang_getCursorSpelling(function));
    return strncmp(name, prefix, sizeof prefix - 1) == 0
               ? name + sizeof prefix - 1
               : name;
}

static enum callee_library library_of(const char *name)
{
    static const struct {
        const char *name;
        enum callee_library kind;
    } table[] = {{"memset", LIBRARY_SET},
                 {"memcpy", LIBRARY_COPY},
                 {"memmove", LIBRARY_MOVE},
                 {"sincos", LIBRARY_SINCOS},
                 {"sincosf", LIBRARY_SINCOS}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (strcmp(name, table[k].name) == 0)
            return table[k].kind;
    return LIBRARY_NONE;
}

enum callee_library callee_library(struct arena *arena, CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_CallExpr ||
        clang_Cursor_getNumArguments(c) != 3)
        return LIBRARY_NONE;
    CXCursor function = clang_getCursorReferenced(c);
    CXCursor definition = callee_definition(c);
    if (!clang_Cursor_isNull(definition) &&
        !clang_Location_isInSystemHeader(clang_getCursorLocation(definition)))
        return LIBRARY_NONE;
    return library_of(library_name(arena, function));
}

CXCursor callee_object(struct arena *arena, CXCursor c)
{
    for (;;) {
        struct children list = clang_children(arena, c);
        enum CXCursorKind kind = clang_getCursorKind(c);
        if ((kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr &&
             kind != CXCursor_CStyleCastExpr) ||
            list.count == 0)
            return c;
        CXCursor inner = list.at[list.count - 1];
        CXType to = clang_getPointeeType(
            clang_getCanonicalType(clang_getCursorType(c)));
        CXType from = clang_getCanonicalType(clang_getCursorType(inner));
        bool loses = to.kind == CXType_Void || to.kind == CXType_Char_S ||
                     to.kind == CXType_Char_U || to.kind == CXType_SChar ||
                     to.kind == CXType_UChar;
        /* A parameter that is declared as an array has that type in sums. */
        bool pointer = from.kind == CXType_Pointer ||
                       clang_getCursorKind(inner) == CXCursor_BinaryOperator;
        if (kind != CXCursor_ParenExpr && (!loses || !pointer))
            return c;
        c = inner;
    }
}

bool callee_is_statement(CXCursor c)
{
    CXCursor function = clang_getCursorKind(c) == CXCursor_CallExpr
                            ? callee_definition(c)
                            : clang_getNullCursor();
    return !clang_Cursor_isNull(function) &&
           !clang_Cursor_isVariadic(function) &&
           clang_getCanonicalType(clang_getCursorResultType(function)).kind ==
               CXType_Void;
}

CXCursor callee_body(struct arena *arena, CXCursor c)
{
    struct children list = clang_children(arena, callee_definition(c));
    return list.at[list.count - 1];
}

CXCursor callee_parameter(CXCursor c, int k)
{
    return clang_Cursor_getArgument(callee_definition(c), (unsigned)k);
}

int callee_parameter_count(CXCursor c)
{
    return clang_Cursor_getNumArguments(callee_definition(c));
}

/* Does the function return a scalar? */
static bool gives_value(CXCursor function)
{
    CXType type = clang_getCanonicalType(clang_getCursorResultType(function));
    return !clang_Cursor_isVariadic(function) && type.kind != CXType_Void &&
           !type_is_record(type) && !type_is_pointer(type);
}

bool callee_is_scalar(CXCursor c)
{
    CXCursor function =
        clang_getCursorKind(c) == CXCursor_CallExpr
            ? clang_getCursorDefinition(clang_getCursorReferenced(c))
            : clang_getNullCursor();
    return clang_getCursorKind(function) == CXCursor_FunctionDecl &&
           gives_value(function);
}

bool callee_is_record(CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_CallExpr)
        return false;
    CXCursor function = clang_getCursorReferenced(c);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl ||
        clang_Cursor_isVariadic(function))
        return false;
    return !clang_Cursor_isNull(clang_getCursorDefinition(function)) &&
           type_is_record(clang_getCursorResultType(function));
}

/* An assignment to something else than a variable. */
static bool is_store(struct survey *survey, CXCursor c)
{
    bool down;
    if (!syntax_is_assignment(c) && !syntax_is_increment(c, &down))
        return false;
    struct children list = clang_children(survey->arena, c);
    return list.count &&
           clang_getCursorKind(syntax_strip(survey->arena, list.at[0])) !=
               CXCursor_DeclRefExpr;
}

static bool function_is_taken(struct survey *survey, CXCursor call);

/* An array or a structure of the function's own: a variable, or what a function
 * or a list in braces gives. */
static bool is_own_aggregate(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    if (kind == CXCursor_VarDecl)
        return (type.kind == CXType_ConstantArray || type_is_record(type)) &&
               clang_Cursor_getStorageClass(c) != CX_SC_Static;
    return (kind == CXCursor_CallExpr ||
            kind == CXCursor_CompoundLiteralExpr) &&
           type_is_record(type);
}

static bool is_more_than_values(struct survey *survey, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (loop_is(c) || kind == CXCursor_SwitchStmt || is_store(survey, c) ||
        is_own_aggregate(c))
        return true;
    if (kind == CXCursor_CallExpr &&
        (callee_is_statement(c) || callee_library(survey->arena, c) ||
         function_is_taken(survey, c)))
        return true;
    struct children list = clang_children(survey->arena, c);
    for (int k = 0; k < list.count; k++)
        if (is_more_than_values(survey, list.at[k]))
            return true;
    return false;
}

/* Each function is looked at once, also where functions call each other: that
 * one is being looked at says as little as that nothing was found in it. */
static bool function_is_taken(struct survey *survey, CXCursor call)
{
    CXCursor function = clang_getCursorReferenced(call);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl)
        return false;
    function = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(function) || !gives_value(function))
        return false;
    for (int k = 0; k < survey->seen_count; k++)
        if (clang_equalCursors(survey->seen[k].function, function))
            return survey->seen[k].is_body;
    int number = survey->seen_count;
    struct seen seen = {function, false};
    ARENA_PUSH(survey->arena, survey->seen, survey->seen_count,
               survey->seen_cap, seen);
    bool found = is_more_than_values(survey, callee_body(survey->arena, call));
    survey->seen[number].is_body = found;
    return found;
}

/* What a search from `call` on has found nothing in is right as it is, once the
 * search is over without a find; else the others are looked at anew. */
bool callee_is_computed(struct survey *survey, CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_CallExpr)
        return false;
    int before = survey->seen_count, kept = before;
    bool found = function_is_taken(survey, c);
    for (int k = before; k < survey->seen_count; k++)
        if (!found || survey->seen[k].is_body)
            survey->seen[kept++] = survey->seen[k];
    survey->seen_count = kept;
    return found;
}

bool callee_is_known(struct arena *arena, CXCursor function)
{
    const char *name = library_name(arena, function);
    if (library_of(name) != LIBRARY_NONE || !strcmp(name, "abs") ||
        !strcmp(name, "labs") || !strcmp(name, "llabs"))
        return true;
    for (int k = 0; k < SCOP_FUNC_COUNT; k++) {
        const char *math = scop_func_name((enum scop_func)k);
        size_t length = strlen(math);
        if (!strncmp(name, math, length) &&
            (!name[length] || !strcmp(name + length, "f")))
            return true;
    }
    return false;
}
