/*
 * Is a local variable read after the region before it is written? Followed on
 * the statements themselves, which is exact enough where no jump leaves them.
 */
#include "compiler/survey/survey.h"

enum fate {
    UNTOUCHED, /* some way through does not touch it */
    READ,      /* some way reads the value from before */
    DEAD       /* every way writes it first, or leaves the function */
};

static enum fate scan(struct survey *survey, CXCursor c,
                      const struct symbol *s);

static enum fate scan_list(struct survey *survey, const struct children *list,
                           int from, int to, const struct symbol *s)
{
    enum fate fate = UNTOUCHED;
    for (int k = from; k < to && fate == UNTOUCHED; k++)
        fate = scan(survey, list->at[k], s);
    return fate;
}

static bool names(struct survey *survey, CXCursor c, const struct symbol *s)
{
    while (clang_getCursorKind(c) == CXCursor_ParenExpr) {
        struct children list = clang_children(survey->arena, c);
        if (list.count != 1)
            return false;
        c = list.at[0];
    }
    return syntax_names(c, s->decl);
}

static enum fate scan_if(struct survey *survey, const struct children *list,
                         const struct symbol *s)
{
    enum fate test = scan_list(survey, list, 0, 1, s);
    if (test != UNTOUCHED)
        return test;
    enum fate yes =
        scan_list(survey, list, 1, list->count < 2 ? list->count : 2, s);
    enum fate no = scan_list(survey, list, 2, list->count, s);
    if (yes == READ || no == READ)
        return READ;
    return yes == DEAD && no == DEAD ? DEAD : UNTOUCHED;
}

/* The first operand is always evaluated, the others perhaps. */
static enum fate scan_perhaps(struct survey *survey,
                              const struct children *list,
                              const struct symbol *s)
{
    enum fate first = scan_list(survey, list, 0, 1, s);
    if (first != UNTOUCHED)
        return first;
    for (int k = 1; k < list->count; k++)
        if (scan(survey, list->at[k], s) == READ)
            return READ;
    return UNTOUCHED;
}

/* Any statement may be the first one after the value. */
static enum fate scan_switch(struct survey *survey, const struct children *list,
                             const struct symbol *s)
{
    enum fate value = scan_list(survey, list, 0, 1, s);
    if (value != UNTOUCHED || list->count < 2)
        return value;
    struct children part = clang_children(survey->arena, list->at[1]);
    for (int k = 0; k < part.count; k++)
        if (scan(survey, part.at[k], s) == READ)
            return READ;
    return UNTOUCHED;
}

/* The parts of a for may be missing: then nothing is known to be written. */
static enum fate scan_for(struct survey *survey, const struct children *list,
                          const struct symbol *s)
{
    int count = list->count;
    enum fate head = count == 4 ? scan_list(survey, list, 0, 2, s) : UNTOUCHED;
    if (head != UNTOUCHED)
        return head;
    for (int k = 0; k < count; k++)
        if (scan(survey, list->at[k], s) == READ)
            return count == 4 && k == 2 && scan(survey, list->at[3], s) == DEAD
                       ? UNTOUCHED
                       : READ;
    return UNTOUCHED;
}

static enum fate scan_binary(struct survey *survey, CXCursor c,
                             const struct children *list,
                             const struct symbol *s)
{
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_Assign:
        if (list->count != 2 || !names(survey, list->at[0], s))
            break;
        return scan(survey, list->at[1], s) == READ ? READ : DEAD;
    case CXBinaryOperator_LAnd:
    case CXBinaryOperator_LOr:
        return scan_perhaps(survey, list, s);
    default:
        break;
    }
    return scan_list(survey, list, 0, list->count, s);
}

static enum fate scan(struct survey *survey, CXCursor c, const struct symbol *s)
{
    struct children list = clang_children(survey->arena, c);
    enum fate fate;
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return names(survey, c, s) ? READ : UNTOUCHED;
    case CXCursor_UnaryExpr:
        return UNTOUCHED;
    case CXCursor_BinaryOperator:
        return scan_binary(survey, c, &list, s);
    case CXCursor_ConditionalOperator:
        return scan_perhaps(survey, &list, s);
    case CXCursor_IfStmt:
        return scan_if(survey, &list, s);
    case CXCursor_ForStmt:
        return scan_for(survey, &list, s);
    case CXCursor_WhileStmt:
        return scan_perhaps(survey, &list, s);
    case CXCursor_SwitchStmt:
        return scan_switch(survey, &list, s);
    case CXCursor_ReturnStmt:
        fate = scan_list(survey, &list, 0, list.count, s);
        return fate == READ ? READ : DEAD;
    default:
        return scan_list(survey, &list, 0, list.count, s);
    }
}

/* The child of `list` that holds the region, or count. */
static int find_inner(const struct children *list, CXCursor inner)
{
    int k = 0;
    while (k < list->count && !clang_equalCursors(list->at[k], inner))
        k++;
    return k;
}

static bool declares(struct survey *survey, const struct children *list,
                     const struct symbol *s)
{
    for (int k = 0; k < list->count; k++) {
        if (clang_getCursorKind(list->at[k]) != CXCursor_DeclStmt)
            continue;
        struct children decl = clang_children(survey->arena, list->at[k]);
        for (int d = 0; d < decl.count; d++)
            if (clang_equalCursors(decl.at[d], s->decl))
                return true;
    }
    return false;
}

/* From the end of the body of a loop around the region: through the head into
 * the body again, or out. */
static enum fate scan_again(struct survey *survey, CXCursor loop,
                            const struct children *list, const struct symbol *s)
{
    enum CXCursorKind kind = clang_getCursorKind(loop);
    if (kind == CXCursor_ForStmt && list->count != 4)
        return scan_list(survey, list, 0, list->count, s) == UNTOUCHED
                   ? UNTOUCHED
                   : READ;
    int body = kind == CXCursor_DoStmt ? 0 : list->count - 1;
    int test = kind == CXCursor_ForStmt || kind == CXCursor_DoStmt ? 1 : 0;
    enum fate head = UNTOUCHED;
    if (kind == CXCursor_ForStmt)
        head = scan(survey, list->at[2], s);
    if (head == UNTOUCHED && test < list->count)
        head = scan(survey, list->at[test], s);
    if (head != UNTOUCHED)
        return head;
    return scan(survey, list->at[body], s) == READ ? READ : UNTOUCHED;
}

bool live_after(struct survey *survey, const struct symbol *s)
{
    const struct mark *mark = survey->mark;
    CXCursor inner = mark->stmt_count ? mark->stmt[mark->stmt_count - 1]
                                      : clang_getNullCursor();
    for (int k = mark->ancestor_count - 1; k >= 0; k--) {
        CXCursor c = mark->ancestor[k];
        struct children list = clang_children(survey->arena, c);
        enum fate fate = UNTOUCHED;
        switch (clang_getCursorKind(c)) {
        case CXCursor_CompoundStmt:
            fate = scan_list(survey, &list, find_inner(&list, inner) + 1,
                             list.count, s);
            if (fate == UNTOUCHED && declares(survey, &list, s))
                return false;
            break;
        case CXCursor_ForStmt:
        case CXCursor_WhileStmt:
        case CXCursor_DoStmt:
            fate = scan_again(survey, c, &list, s);
            if (fate == UNTOUCHED && declares(survey, &list, s))
                return false;
            break;
        default:
            break;
        }
        if (fate != UNTOUCHED)
            return fate == READ;
        inner = c;
    }
    return false;
}
