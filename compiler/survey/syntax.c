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

/* Do the nodes themselves say the same, whatever their operands are? */
static bool is_same_node(CXCursor a, CXCursor b)
{
    int64_t value[2];
    bool down;
    enum CXCursorKind kind = clang_getCursorKind(a);
    if (kind != clang_getCursorKind(b) || syntax_is_increment(a, &down))
        return false;
    switch (kind) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        return clang_equalCursors(clang_getCursorReferenced(a),
                                  clang_getCursorReferenced(b));
    case CXCursor_IntegerLiteral:
        return syntax_constant(a, &value[0]) && syntax_constant(b, &value[1]) &&
               value[0] == value[1];
    case CXCursor_BinaryOperator:
        return !syntax_is_assignment(a) &&
               clang_getCursorBinaryOperatorKind(a) ==
                   clang_getCursorBinaryOperatorKind(b);
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(a) ==
               clang_getCursorUnaryOperatorKind(b);
    case CXCursor_ArraySubscriptExpr:
        return true;
    default:
        return false;
    }
}

bool syntax_is_same(struct arena *arena, CXCursor a, CXCursor b)
{
    a = syntax_strip(arena, a);
    b = syntax_strip(arena, b);
    struct children of_a = clang_children(arena, a);
    struct children of_b = clang_children(arena, b);
    bool same = is_same_node(a, b) && of_a.count == of_b.count;
    for (int k = 0; k < of_a.count && same; k++)
        same = syntax_is_same(arena, of_a.at[k], of_b.at[k]);
    return same;
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
