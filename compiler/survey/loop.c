/*
 * Questions on loops, as far as their form tells: the parts of their heads,
 * which libclang lists without saying which are missing, their iterators and
 * steps, and the jumps in their bodies.
 */
#include "compiler/survey/syntax.h"

bool loop_is(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
           kind == CXCursor_DoStmt;
}

/* Where the head's semicolons are; false if macros hide them. */
static bool find_semicolons(const struct unit *unit, CXCursor c, size_t at[2])
{
    const char *text = unit->text;
    size_t begin, limit, end;
    int depth = 0, found = 0;
    if (!clang_cursor_bytes(unit, c, &begin, &limit))
        return false;
    const struct lex *x = &unit->source->lex;
    while (found < 2 && (begin = lex_next(x, begin, &end)) < limit) {
        depth += text[begin] == '(';
        depth -= text[begin] == ')';
        if (text[begin] == ';' && depth == 1)
            at[found++] = begin;
        begin = end;
    }
    return found == 2;
}

/* libclang lists the parts that are there: where they lie tells which. */
static bool read_head(const struct unit *unit, CXCursor c, struct head *head)
{
    struct children list = clang_children(unit->arena, c);
    CXCursor none = clang_getNullCursor();
    size_t semicolon[2], begin, end;
    *head = (struct head){none, none, none, list.at[list.count - 1]};
    if (list.count == 4) {
        *head = (struct head){list.at[0], list.at[1], list.at[2], list.at[3]};
        return true;
    }
    if (!find_semicolons(unit, c, semicolon))
        return false;
    for (int k = 0; k + 1 < list.count; k++) {
        if (!clang_cursor_bytes(unit, list.at[k], &begin, &end))
            return false;
        CXCursor *part = begin < semicolon[0]   ? &head->init
                         : begin < semicolon[1] ? &head->test
                                                : &head->step;
        *part = list.at[k];
    }
    return true;
}

bool loop_head(const struct unit *unit, CXCursor c, struct head *head)
{
    struct children list = clang_children(unit->arena, c);
    CXCursor none = clang_getNullCursor();
    *head = (struct head){none, none, none, none};
    switch (clang_getCursorKind(c)) {
    case CXCursor_WhileStmt:
        head->test = list.at[0];
        head->body = list.at[list.count - 1];
        return true;
    case CXCursor_DoStmt:
        head->body = list.at[0];
        head->test = list.at[list.count - 1];
        return true;
    default:
        return read_head(unit, c, head);
    }
}

bool loop_iterator(struct arena *arena, CXCursor c, CXCursor *decl)
{
    struct children list = clang_children(arena, c);
    if (list.count != 4)
        return false;
    struct children init = clang_children(arena, list.at[0]);
    enum CXCursorKind kind = clang_getCursorKind(list.at[0]);
    if (kind == CXCursor_DeclStmt && init.count == 1 &&
        clang_getCursorKind(init.at[0]) == CXCursor_VarDecl) {
        *decl = init.at[0];
        return true;
    }
    if (!syntax_is_assignment(list.at[0]) || kind != CXCursor_BinaryOperator)
        return false;
    *decl = clang_getCursorReferenced(syntax_strip(arena, init.at[0]));
    kind = clang_getCursorKind(*decl);
    return clang_getCursorKind(syntax_strip(arena, init.at[0])) ==
               CXCursor_DeclRefExpr &&
           (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl);
}

/* i = i + c, i = c + i, i = i - c */
static CXCursor step_operand(struct arena *arena, CXCursor sum, CXCursor decl,
                             bool *down)
{
    struct children list = clang_children(arena, sum);
    enum CXBinaryOperatorKind kind =
        clang_getCursorKind(sum) == CXCursor_BinaryOperator
            ? clang_getCursorBinaryOperatorKind(sum)
            : CXBinaryOperator_Invalid;
    *down = kind == CXBinaryOperator_Sub;
    if ((kind == CXBinaryOperator_Add || *down) &&
        syntax_is_variable(arena, list.at[0], decl))
        return list.at[1];
    if (kind == CXBinaryOperator_Add &&
        syntax_is_variable(arena, list.at[1], decl))
        return list.at[0];
    return clang_getNullCursor();
}

bool loop_step(struct arena *arena, CXCursor c, CXCursor decl,
               CXCursor *operand, bool *down)
{
    *operand = clang_getNullCursor();
    *down = false;
    c = syntax_strip(arena, c);
    struct children list = clang_children(arena, c);
    if (list.count == 0 || !syntax_is_variable(arena, list.at[0], decl))
        return false;
    if (syntax_is_increment(c, down))
        return true;
    if (clang_getCursorKind(c) == CXCursor_CompoundAssignOperator) {
        enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
        *down = kind == CXBinaryOperator_SubAssign;
        if (*down || kind == CXBinaryOperator_AddAssign)
            *operand = list.at[1];
    } else if (syntax_is_assignment(c)) {
        *operand =
            step_operand(arena, syntax_strip(arena, list.at[1]), decl, down);
    }
    return !clang_Cursor_isNull(*operand);
}

bool loop_holds_jump(struct arena *arena, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list;
    if (kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt)
        return true;
    if (loop_is(c) || kind == CXCursor_SwitchStmt)
        return false;
    list = clang_children(arena, c);
    for (int k = 0; k < list.count; k++)
        if (loop_holds_jump(arena, list.at[k]))
            return true;
    return false;
}

static bool holds_return(struct arena *arena, CXCursor c)
{
    struct children list = clang_children(arena, c);
    bool found = clang_getCursorKind(c) == CXCursor_ReturnStmt;
    for (int k = 0; k < list.count && !found; k++)
        found = holds_return(arena, list.at[k]);
    return found;
}

bool loop_ends_by(struct arena *arena, CXCursor c, enum CXCursorKind jump,
                  struct children *before)
{
    struct children part = clang_children(arena, c);
    *before = (struct children){0};
    if (clang_getCursorKind(c) != CXCursor_IfStmt || part.count != 2)
        return false;
    CXCursor last = part.at[1];
    if (clang_getCursorKind(last) == CXCursor_CompoundStmt) {
        *before = clang_children(arena, last);
        if (before->count == 0)
            return false;
        last = before->at[--before->count];
    }
    for (int k = 0; k < before->count; k++)
        if (jump == CXCursor_ReturnStmt ? holds_return(arena, before->at[k])
                                        : loop_holds_jump(arena, before->at[k]))
            return false;
    return clang_getCursorKind(last) == jump &&
           clang_children(arena, last).count == 0;
}

bool loop_skips(struct arena *arena, CXCursor c, struct children *before)
{
    return loop_ends_by(arena, c, CXCursor_ContinueStmt, before);
}

bool loop_jumps(struct arena *arena, CXCursor body)
{
    struct children list = clang_children(arena, body), before;
    if (clang_getCursorKind(body) != CXCursor_CompoundStmt)
        return loop_holds_jump(arena, body);
    for (int k = 0; k < list.count; k++)
        if (!loop_skips(arena, list.at[k], &before) &&
            loop_holds_jump(arena, list.at[k]))
            return true;
    return false;
}

bool loop_needs_body(struct arena *arena, CXCursor c)
{
    CXCursor decl;
    if (clang_getCursorKind(c) != CXCursor_ForStmt ||
        !loop_iterator(arena, c, &decl))
        return true;
    struct children part = clang_children(arena, c);
    CXCursor body = part.at[3];
    return syntax_holds_effect(arena, part.at[1]) || loop_jumps(arena, body) ||
           syntax_assigns(arena, body, decl);
}
