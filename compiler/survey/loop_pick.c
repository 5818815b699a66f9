/*
 * Variables in which a loop's text keeps the best so far, and where it was:
 *
 *     if (x[i] < best) { best = x[i]; at = i; }
 *
 * The text names them nowhere else, and what is compared is what `best` gets,
 * without a loss. Each thread may then have its own for its part of the loop,
 * beginning with what they hold: of the parts, in the loop's order, the same
 * test picks what the loop itself would have picked.
 */
#include "compiler/survey/survey.h"

struct pick_search {
    struct survey *survey;
    struct loop_text *text;
    CXCursor test; /* the if; a null cursor: none has been found */
    int count;     /* of ifs that compare with a variable which they set */
    int best;      /* captures */
    const char *sign;
    int named[64]; /* how often the text names each capture */
};

enum { MOST_CAPTURES = sizeof((struct pick_search *)0)->named / sizeof(int) };

static int captured(const struct pick_search *s, CXCursor c)
{
    return loop_capture_of(s->survey, s->text,
                           syntax_strip(s->survey->arena, c));
}

/* Is it a number of floating point that is computed there, of which the test
 * and the assignment may round differently? */
static bool is_rounded(CXCursor value)
{
    enum scop_type type;
    enum CXCursorKind kind = clang_getCursorKind(value);
    return type_arithmetic(clang_getCanonicalType(clang_getCursorType(value)),
                           &type) &&
           scop_type_is_float(type) && kind != CXCursor_DeclRefExpr &&
           kind != CXCursor_ArraySubscriptExpr &&
           kind != CXCursor_MemberRefExpr && kind != CXCursor_UnaryOperator;
}

/* Does the value survive the conversion? */
static bool keeps(CXCursor value, CXCursor variable)
{
    enum scop_type from, to;
    if (!type_arithmetic(clang_getCanonicalType(clang_getCursorType(value)),
                         &from) ||
        is_rounded(value) ||
        !type_arithmetic(clang_getCanonicalType(clang_getCursorType(variable)),
                         &to) ||
        scop_type_is_float(from) != scop_type_is_float(to))
        return false;
    bool wider = scop_type_size(from) < scop_type_size(to);
    return from == to ||
           (wider && (scop_type_is_float(from) || !scop_type_is_signed(from) ||
                      scop_type_is_signed(to)));
}

/* A statement v = e; of a capture; its number, or -1. */
static int assigned(const struct pick_search *s, CXCursor c, CXCursor *value)
{
    struct children side = clang_children(s->survey->arena, c);
    int k = -1;
    enum scop_type type;
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        syntax_is_assignment(c))
        k = captured(s, side.at[0]);
    if (k < 0 || s->text->capture[k].array ||
        !type_arithmetic(
            clang_getCanonicalType(clang_getCursorType(side.at[0])), &type) ||
        syntax_holds_effect(s->survey->arena, side.at[1]) ||
        syntax_holds_call(s->survey->arena, side.at[1]))
        return -1;
    *value = side.at[1];
    return k;
}

static struct children statements(struct arena *arena, CXCursor then)
{
    if (clang_getCursorKind(then) == CXCursor_CompoundStmt)
        return clang_children(arena, then);
    struct children one = {.arena = arena};
    ARENA_PUSH(arena, one.at, one.count, one.cap, then);
    return one;
}

/* Does the statement give the capture what the test compares it with? */
static bool gets(const struct pick_search *s, CXCursor then, int best,
                 CXCursor compared)
{
    struct children list = statements(s->survey->arena, then);
    CXCursor value;
    for (int k = 0; k < list.count; k++)
        if (assigned(s, list.at[k], &value) == best) {
            CXCursor target =
                clang_children(s->survey->arena, list.at[k]).at[0];
            return syntax_is_same(s->survey->arena, value, compared) &&
                   keeps(syntax_strip(s->survey->arena, value), target);
        }
    return false;
}

/* x < best, or the like, with the best on either side, in a test or in one of
 * the parts that all have to hold. */
static bool find_comparison(struct pick_search *s, CXCursor c, CXCursor then)
{
    static const char *const sign[2][4] = {{"<", ">", "<=", ">="},
                                           {">", "<", ">=", "<="}};
    c = syntax_strip(s->survey->arena, c);
    struct children side = clang_children(s->survey->arena, c);
    int kind = -1;
    if (clang_getCursorKind(c) != CXCursor_BinaryOperator)
        return false;
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_LAnd:
        return find_comparison(s, side.at[0], then) ||
               find_comparison(s, side.at[1], then);
    case CXBinaryOperator_LT:
        kind = 0;
        break;
    case CXBinaryOperator_GT:
        kind = 1;
        break;
    case CXBinaryOperator_LE:
        kind = 2;
        break;
    case CXBinaryOperator_GE:
        kind = 3;
        break;
    default:
        return false;
    }
    for (int k = 0; k < 2; k++) {
        int best = captured(s, side.at[!k]);
        if (best < 0 || !gets(s, then, best, side.at[k]))
            continue;
        s->best = best;
        s->sign = sign[k][kind];
        return true;
    }
    return false;
}

static void visit(struct pick_search *s, CXCursor c)
{
    struct children list = clang_children(s->survey->arena, c);
    int k = loop_capture_of(s->survey, s->text, c);
    if (k >= 0)
        s->named[k]++;
    if (clang_getCursorKind(c) == CXCursor_IfStmt && list.count == 2 &&
        find_comparison(s, list.at[0], list.at[1])) {
        s->test = c;
        s->count++;
    }
    for (int i = 0; i < list.count; i++)
        visit(s, list.at[i]);
}

/* Are there updates of other kinds, of which threads have copies? */
static bool has_sums(const struct loop_text *text)
{
    bool found = false;
    for (int k = 0; k < text->capture_count; k++)
        found |= text->capture[k].sum != LOOP_SUM_NONE;
    return found;
}

void loop_pick_find(struct survey *survey, CXCursor body,
                    struct loop_text *text)
{
    struct pick_search s = {
        .survey = survey, .text = text, .test = clang_getNullCursor()};
    int picked[MOST_CAPTURES], count = 0;
    if (text->capture_count > MOST_CAPTURES || has_sums(text))
        return;
    visit(&s, body);
    if (s.count != 1)
        return;
    CXCursor then = clang_children(survey->arena, s.test).at[1];
    struct children list = statements(survey->arena, then);
    if (list.count > MOST_CAPTURES)
        return;
    for (int k = 0; k < list.count; k++) {
        CXCursor value;
        int capture = assigned(&s, list.at[k], &value);
        if (capture < 0 || s.named[capture] != 1 + (capture == s.best) ||
            text->capture[capture].constant)
            return;
        picked[count++] = capture;
    }
    for (int k = 0; k < count; k++) {
        struct loop_capture *v = &text->capture[picked[k]];
        CXCursor target = clang_children(survey->arena, list.at[k]).at[0];
        v->sum = LOOP_SUM_PICK;
        v->sum_size = (int)clang_Type_getSizeOf(clang_getCursorType(target));
    }
    text->pick = s.sign;
    text->best = text->capture[s.best].name;
}
