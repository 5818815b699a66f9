/*
 * Variables that a loop's text only adds to: counters, sums and histograms.
 *
 * Each update is a statement of its own, v op= e, v = v op e or v++ of an
 * integer or of an element of an array of them, where e does not read v, and
 * nothing else in the loop names it; of _Bool, which holds no other number than
 * 0 and 1, only |. With one operation for all updates, which is associative and
 * commutative modulo 2^n, each thread may have a v of its own to begin with,
 * and they are combined in any order.
 */
#include "compiler/survey/survey.h"

#include <string.h>

struct sum_search {
    struct survey *survey;
    struct loop_text *text;
    bool other[64]; /* by capture: the text does something else with it */
};

enum { MOST_CAPTURES = sizeof((struct sum_search *)0)->other / sizeof(bool) };

int loop_capture_of(const struct survey *survey, const struct loop_text *text,
                    CXCursor reference)
{
    size_t begin, end;
    CXCursor decl = clang_getCursorReferenced(reference);
    if (clang_getCursorKind(reference) != CXCursor_DeclRefExpr ||
        !clang_cursor_bytes(survey->unit, decl, &begin, &end) ||
        (begin >= text->begin && end <= text->end))
        return -1;
    const char *name = clang_text(survey->arena, clang_getCursorSpelling(decl));
    for (int k = 0; k < text->capture_count; k++)
        if (!strcmp(text->capture[k].name, name))
            return k;
    return -1;
}

static int capture_of(const struct sum_search *s, CXCursor reference)
{
    return loop_capture_of(s->survey, s->text, reference);
}

static bool is_integral(CXType type)
{
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    return kind == CXType_Enum || kind == CXType_Bool || type_is_integer(type);
}

static bool is_array(CXType type)
{
    return type_is_pointer(type) &&
           clang_getCanonicalType(type).kind != CXType_Pointer;
}

/* The reference of the variable that is updated, by its name or by subscripts,
 * none of which goes through a pointer that lies in memory; a null cursor: it
 * is something else. */
static CXCursor updated(struct arena *arena, CXCursor target)
{
    CXCursor c = syntax_strip(arena, target);
    for (bool first = true;; first = false) {
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children list = clang_children(arena, c);
        bool loads =
            kind == CXCursor_UnaryOperator && first &&
            clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Deref;
        if (kind == CXCursor_DeclRefExpr)
            return first || type_is_pointer(clang_getCursorType(c))
                       ? c
                       : clang_getNullCursor();
        if ((kind != CXCursor_ArraySubscriptExpr && !loads) || !list.count)
            return clang_getNullCursor();
        c = syntax_strip(arena, list.at[0]);
        if (clang_getCursorKind(c) != CXCursor_DeclRefExpr &&
            !is_array(clang_getCursorType(c)))
            return clang_getNullCursor();
    }
}

static enum loop_sum operation(enum CXBinaryOperatorKind kind)
{
    switch (kind) {
    case CXBinaryOperator_Add:
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_AddAssign:
    case CXBinaryOperator_SubAssign:
        return LOOP_SUM_ADD;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_OrAssign:
        return LOOP_SUM_OR;
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_XorAssign:
        return LOOP_SUM_XOR;
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign:
        return LOOP_SUM_AND;
    default:
        return LOOP_SUM_NONE;
    }
}

/* An update of `target`, by `operation` with `operand`, which is a null cursor
 * if it is 1. */
struct sum_update {
    CXCursor target, operand;
    enum loop_sum sum;
};

/* v = v op e, v = e op v but for v = e - v. */
static bool reads_itself(struct arena *arena, CXCursor target, CXCursor value,
                         struct sum_update *u)
{
    CXCursor c = syntax_strip(arena, value);
    struct children list = clang_children(arena, c);
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        !is_integral(clang_getCursorType(c)))
        return false;
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
    bool first = syntax_is_same(arena, list.at[0], target);
    if (!first && (kind == CXBinaryOperator_Sub ||
                   !syntax_is_same(arena, list.at[1], target)))
        return false;
    *u = (struct sum_update){target, list.at[first], operation(kind)};
    return true;
}

static bool match(struct arena *arena, CXCursor c, struct sum_update *u)
{
    struct children list = clang_children(arena, c);
    bool down;
    if (syntax_is_increment(c, &down)) {
        *u = (struct sum_update){list.at[0], clang_getNullCursor(),
                                 LOOP_SUM_ADD};
        return true;
    }
    if (!syntax_is_assignment(c))
        return false;
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator)
        return reads_itself(arena, list.at[0], list.at[1], u);
    *u = (struct sum_update){list.at[0], list.at[1],
                             operation(clang_getCursorBinaryOperatorKind(c))};
    return is_integral(clang_getCursorType(list.at[1]));
}

static void visit(struct sum_search *s, CXCursor c, bool unused);

/* What the subscripts of an updated element name. */
static void visit_subscripts(struct sum_search *s, CXCursor target)
{
    CXCursor c = syntax_strip(s->survey->arena, target);
    struct children list = clang_children(s->survey->arena, c);
    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
        return;
    for (int k = 1; k < list.count; k++)
        visit(s, list.at[k], false);
    visit_subscripts(s, list.at[0]);
}

/* Notes the update if `c` is one of a capture. */
static bool take_update(struct sum_search *s, CXCursor c)
{
    struct sum_update u;
    if (!match(s->survey->arena, c, &u) || u.sum == LOOP_SUM_NONE)
        return false;
    CXType type = clang_getCursorType(u.target);
    CXCursor reference = updated(s->survey->arena, u.target);
    int k = clang_Cursor_isNull(reference) ? -1 : capture_of(s, reference);
    if (k < 0 || !is_integral(type) ||
        (type_is_bool(type) && u.sum != LOOP_SUM_OR))
        return false;
    struct loop_capture *v = &s->text->capture[k];
    s->other[k] |= v->sum != LOOP_SUM_NONE && v->sum != u.sum;
    v->sum = u.sum;
    v->sum_size = (int)clang_Type_getSizeOf(type);
    visit_subscripts(s, u.target);
    if (!clang_Cursor_isNull(u.operand))
        visit(s, u.operand, false);
    return true;
}

/* Is child k of the node a statement, or an expression of which nobody takes
 * the value? `unused`: the node is. */
static bool drops_value(CXCursor c, int k, int count, bool unused)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        return true;
    case CXCursor_IfStmt:
        return k > 0;
    case CXCursor_WhileStmt:
    case CXCursor_ForStmt: /* of what stands in its head nothing is known */
    case CXCursor_SwitchStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return k == count - 1;
    case CXCursor_DoStmt:
        return k == 0;
    case CXCursor_ParenExpr:
        return unused;
    case CXCursor_BinaryOperator:
        return unused && syntax_is_comma(c);
    default:
        return false;
    }
}

static void visit(struct sum_search *s, CXCursor c, bool unused)
{
    if (unused && take_update(s, c))
        return;
    int k = capture_of(s, c);
    if (k >= 0)
        s->other[k] = true;
    struct children list = clang_children(s->survey->arena, c);
    for (int i = 0; i < list.count; i++)
        visit(s, list.at[i], drops_value(c, i, list.count, unused));
}

void loop_sum_find(struct survey *survey, CXCursor body, struct loop_text *text)
{
    struct sum_search s = {.survey = survey, .text = text};
    if (text->capture_count > MOST_CAPTURES)
        return;
    visit(&s, body, true);
    for (int k = 0; k < text->capture_count; k++)
        if (s.other[k] || text->capture[k].constant)
            text->capture[k].sum = LOOP_SUM_NONE;
}
