/*
 * Sums of bytes over small blocks, a row of bytes at a time:
 *
 *   for (a = 0; a < 16; a++)
 *     for (b = 0; b < 16; b++)
 *       sum += abs(x[a][b] - ((y[a][b] + z[a][b] + 1) >> 1));
 *
 * GCC fills a vector with the inner loop, and adds up its lanes for each row.
 * Written out, the inner loop is what it fills longer vectors with, of several
 * rows, whose lanes it adds up once: it does so by itself only where the
 * expression is short (two bytes, not three).
 */
#include "compiler/survey/survey.h"

enum { LEAST_TRIPS = 8, MOST_TRIPS = 16, LEAST_BYTES = 3 };

/* The elements of one byte that the expression names. */
static int bytes_in(struct survey *survey, CXCursor c)
{
    struct children list = clang_children(survey->arena, c);
    int count = clang_getCursorKind(c) == CXCursor_ArraySubscriptExpr &&
                clang_Type_getSizeOf(clang_getCursorType(c)) == 1;

    for (int k = 0; k < list.count; k++)
        count += bytes_in(survey, list.at[k]);
    return count;
}

/* for (int i = 0; i < trips; i++), its body; false: it is no such loop. */
static bool is_short_loop(struct survey *survey, CXCursor c, CXCursor *body)
{
    struct children part, test, head;
    int64_t first, end;
    bool down;

    if (clang_getCursorKind(c) != CXCursor_ForStmt)
        return false;
    part = clang_children(survey->arena, c);
    if (part.count != 4 ||
        clang_getCursorKind(part.at[0]) != CXCursor_DeclStmt ||
        clang_getCursorKind(part.at[1]) != CXCursor_BinaryOperator ||
        clang_getCursorBinaryOperatorKind(part.at[1]) != CXBinaryOperator_LT ||
        !syntax_is_increment(part.at[2], &down) || down)
        return false;
    head = clang_children(survey->arena, part.at[0]);
    test = clang_children(survey->arena, part.at[1]);
    *body = part.at[3];
    return head.count == 1 &&
           syntax_is_variable(survey->arena, test.at[0], head.at[0]) &&
           syntax_constant(clang_Cursor_getVarDeclInitializer(head.at[0]),
                           &first) &&
           first == 0 && syntax_constant(test.at[1], &end) &&
           end >= LEAST_TRIPS && end <= MOST_TRIPS;
}

/* The one statement that is in braces, or the statement. */
static CXCursor only_statement(struct survey *survey, CXCursor c)
{
    struct children list = clang_children(survey->arena, c);

    return clang_getCursorKind(c) == CXCursor_CompoundStmt && list.count == 1
               ? list.at[0]
               : c;
}

/* sum += an expression of bytes */
static bool is_sum(struct survey *survey, CXCursor c)
{
    struct children list;

    if (clang_getCursorKind(c) != CXCursor_CompoundAssignOperator ||
        clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_AddAssign)
        return false;
    list = clang_children(survey->arena, c);
    return clang_getCursorKind(list.at[0]) == CXCursor_DeclRefExpr &&
           clang_getCursorType(list.at[0]).kind == CXType_Int &&
           bytes_in(survey, list.at[1]) >= LEAST_BYTES;
}

void byte_sum_find(struct survey *survey, CXCursor c, struct loop_text *text)
{
    struct children list = clang_children(survey->arena, c);
    CXCursor rows, row;
    size_t begin, end;

    if (is_short_loop(survey, c, &rows) &&
        is_short_loop(survey, only_statement(survey, rows), &row) &&
        is_sum(survey, only_statement(survey, row)) &&
        clang_cursor_bytes(survey->unit, only_statement(survey, rows), &begin,
                           &end) &&
        !clang_in_macro(survey->unit, begin)) {
        ARENA_PUSH(survey->arena, text->unroll, text->unroll_count,
                   text->unroll_cap, begin);
        return;
    }
    for (int k = 0; k < list.count; k++)
        byte_sum_find(survey, list.at[k], text);
}
