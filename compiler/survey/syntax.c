/*
 * Questions on expressions: what assigns and increments, and what a cursor
 * names beneath the parentheses and conversions that C puts around it.
 */
#include "compiler/survey/syntax.h"

CXCursor syntax_strip(struct arena *arena, CXCursor c)
{
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children list;
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr)
            return c;
        list = clang_children(arena, c);
        if (list.count != 1)
            return c;
        c = list.at[0];
    }
}

bool syntax_is_assignment(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_CompoundAssignOperator ||
           (kind == CXCursor_BinaryOperator &&
            clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign);
}

bool syntax_is_increment(CXCursor c, bool *down)
{
    if (clang_getCursorKind(c) != CXCursor_UnaryOperator)
        return false;
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
    *down = kind == CXUnaryOperator_PostDec || kind == CXUnaryOperator_PreDec;
    return *down || kind == CXUnaryOperator_PostInc ||
           kind == CXUnaryOperator_PreInc;
}

bool syntax_holds_increment(struct arena *arena, CXCursor c)
{
    struct children list = clang_children(arena, c);
    bool down, inside = syntax_is_increment(c, &down);
    for (int k = 0; k < list.count && !inside; k++)
        inside = syntax_holds_increment(arena, list.at[k]);
    return inside;
}

bool syntax_is_comma(CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma;
}

bool syntax_holds_effect(struct arena *arena, CXCursor c)
{
    struct children list = clang_children(arena, c);
    bool down, inside = syntax_is_increment(c, &down) ||
                        syntax_is_assignment(c) || syntax_is_comma(c);
    for (int k = 0; k < list.count && !inside; k++)
        inside = syntax_holds_effect(arena, list.at[k]);
    return inside;
}

bool syntax_holds_call(struct arena *arena, CXCursor c)
{
    struct children list = clang_children(arena, c);
    bool inside = clang_getCursorKind(c) == CXCursor_CallExpr;
    for (int k = 0; k < list.count && !inside; k++)
        inside = syntax_holds_call(arena, list.at[k]);
    return inside;
}

bool syntax_names(CXCursor c, CXCursor decl)
{
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(c), decl);
}

bool syntax_is_variable(struct arena *arena, CXCursor c, CXCursor decl)
{
    return syntax_names(syntax_strip(arena, c), decl);
}

bool syntax_mentions(struct arena *arena, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(arena, c);
    bool found = syntax_names(c, decl);
    for (int k = 0; k < list.count && !found; k++)
        found = syntax_mentions(arena, list.at[k], decl);
    return found;
}

bool syntax_assigns(struct arena *arena, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(arena, c);
    bool down;
    if (list.count &&
        (syntax_is_assignment(c) || syntax_is_increment(c, &down)) &&
        syntax_is_variable(arena, list.at[0], decl))
        return true;
    for (int k = 0; k < list.count; k++)
        if (syntax_assigns(arena, list.at[k], decl))
            return true;
    return false;
}

bool syntax_constant(CXCursor c, int64_t *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(c);
    bool known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    if (known)
        *value = clang_EvalResult_getAsLongLong(result);
    if (result)
        clang_EvalResult_dispose(result);
    return known;
}
