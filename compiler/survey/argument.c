/*
 * Numbers that calls of the file hand to its functions: sizes that a program
 * has once for all, which compilers know in the author's function as they make
 * it a part of its caller.
 */
#include "compiler/survey/survey.h"

/* What an argument that is a number holds at most. */
enum { MOST_NODES = 8 };

static enum CXChildVisitResult count_node(CXCursor c, CXCursor parent,
                                          CXClientData data)
{
    int *count = data;
    (void)c;
    (void)parent;
    return ++*count > MOST_NODES ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool is_number(CXCursor c, int64_t *value)
{
    int count = 0;
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    if (!type_is_integer(type) || clang_visitChildren(c, count_node, &count))
        return false;
    return syntax_constant(c, value) && *value != INT64_MIN;
}

static void note(struct unit *unit, CXCursor function, int index, int64_t value)
{
    for (int k = 0; k < unit->argument_count; k++) {
        struct usual_argument *a = &unit->argument[k];
        if (a->index == index && clang_equalCursors(a->function, function)) {
            a->varies |= a->value != value;
            return;
        }
    }
    struct usual_argument made = {function, index, value, false};
    ARENA_PUSH(unit->arena, unit->argument, unit->argument_count,
               unit->argument_cap, made);
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent,
                                     CXClientData data)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    CXCursor function = clang_getCursorReferenced(c);
    int64_t value;
    if (clang_isTranslationUnit(clang_getCursorKind(parent)) &&
        (kind != CXCursor_FunctionDecl ||
         clang_Location_isInSystemHeader(clang_getCursorLocation(c))))
        return CXChildVisit_Continue;
    if (kind != CXCursor_CallExpr ||
        clang_getCursorKind(function) != CXCursor_FunctionDecl)
        return CXChildVisit_Recurse;
    for (int k = 0; k < clang_Cursor_getNumArguments(c); k++)
        if (is_number(clang_Cursor_getArgument(c, (unsigned)k), &value))
            note(data, clang_getCanonicalCursor(function), k, value);
    return CXChildVisit_Recurse;
}

bool argument_is_usual(struct survey *survey, CXCursor parameter,
                       int64_t *value)
{
    struct unit *unit = survey->unit;
    CXCursor function = survey->mark->function;
    if (survey->too_deep)
        return false;
    if (!unit->has_arguments)
        clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit,
                            unit);
    unit->has_arguments = true;
    for (int k = 0; k < unit->argument_count; k++) {
        const struct usual_argument *a = &unit->argument[k];
        CXCursor own = clang_Cursor_getArgument(function, (unsigned)a->index);
        *value = a->value;
        if (clang_equalCursors(a->function,
                               clang_getCanonicalCursor(function)) &&
            clang_equalCursors(own, parameter))
            return !a->varies;
    }
    return false;
}
