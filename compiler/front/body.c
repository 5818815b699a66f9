/*
 * Bodies of macro statements: what one point does in order, with loops and
 * branches that depend on data.
 *
 * A loop inside of a for of the region becomes a body, with all that it holds,
 * if its trip count is not known where the region starts: a while, a do, a for
 * whose head reads data or is no plain count, one that a break ends, or a
 * continue in the midst of other statements than an if of its body, or one that
 * changes its iterator. Variables declared in it belong to the point; iterators
 * of its loops are variables as any others.
 */
#include "compiler/front/local.h"

#include <string.h>

/* What needs a body -------------------------------------------------------- */

static bool is_loop(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
           kind == CXCursor_DoStmt;
}

bool body_holds_jump(struct front *f, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list;
    if (kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt)
        return true;
    if (is_loop(c) || kind == CXCursor_SwitchStmt)
        return false;
    list = clang_children(f->arena, c);
    for (int k = 0; k < list.count; k++)
        if (body_holds_jump(f, list.at[k]))
            return true;
    return false;
}

bool body_skips(struct front *f, CXCursor c, struct children *before)
{
    struct children part = clang_children(f->arena, c);
    *before = (struct children){0};
    if (clang_getCursorKind(c) != CXCursor_IfStmt || part.count != 2)
        return false;
    CXCursor last = part.at[1];
    if (clang_getCursorKind(last) == CXCursor_CompoundStmt) {
        *before = clang_children(f->arena, last);
        if (before->count == 0)
            return false;
        last = before->at[--before->count];
    }
    for (int k = 0; k < before->count; k++)
        if (body_holds_jump(f, before->at[k]))
            return false;
    return clang_getCursorKind(last) == CXCursor_ContinueStmt;
}

bool body_jumps(struct front *f, CXCursor body)
{
    struct children list = clang_children(f->arena, body), before;
    if (clang_getCursorKind(body) != CXCursor_CompoundStmt)
        return body_holds_jump(f, body);
    for (int k = 0; k < list.count; k++)
        if (!body_skips(f, list.at[k], &before) &&
            body_holds_jump(f, list.at[k]))
            return true;
    return false;
}

bool body_assigns(struct front *f, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    if (list.count &&
        (front_is_assignment(c) || front_is_increment(c, &down)) &&
        front_is_variable(f, list.at[0], decl))
        return true;
    for (int k = 0; k < list.count; k++)
        if (body_assigns(f, list.at[k], decl))
            return true;
    return false;
}

bool body_is_needed(struct front *f, CXCursor c)
{
    CXCursor decl;
    if (clang_getCursorKind(c) != CXCursor_ForStmt ||
        !front_iterator(f, c, &decl))
        return true;
    CXCursor body = clang_children(f->arena, c).at[3];
    return body_jumps(f, body) || body_assigns(f, body, decl);
}

/* The loops that the survey took for loops of the tree are none. (It counted
 * them once, and they may be walked several times.) */
static void uncount(struct front *f, CXCursor c)
{
    CXCursor decl;
    if (is_loop(c) && body_is_needed(f, c))
        return;
    if (is_loop(c) && front_iterator(f, c, &decl)) {
        struct symbol *s = survey_symbol(f, decl);
        s->iterates -= s->iterates > 0;
    }
    struct children list = clang_children(f->arena, c);
    for (int k = 0; k < list.count; k++)
        uncount(f, list.at[k]);
}

/* The variable that c assigns to; NULL if it is no assignment to one. */
static struct symbol *assigned(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    if (!list.count ||
        !(front_is_assignment(c) || front_is_increment(c, &down)))
        return NULL;
    CXCursor target = list.at[0];
    while (clang_getCursorKind(target) == CXCursor_ParenExpr)
        target = clang_children(f->arena, target).at[0];
    CXCursor decl = clang_getCursorReferenced(target);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    bool variable = clang_getCursorKind(target) == CXCursor_DeclRefExpr &&
                    (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl);
    return variable ? survey_symbol(f, decl) : NULL;
}

/* What is known of scalars that the loop assigns to is assigned once more at
 * the body's begin, so that the body shows it, and then forgotten. */
static void repeat_known(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    struct symbol *s = assigned(f, c);
    struct scop_expr *known = s ? s->known : NULL;
    if (known) {
        struct scop_node *set = front_node(f, SCOP_SET, front_loc(f, c));
        s->known = NULL;
        set->lhs = front_scalar(f, s);
        set->rhs = known;
        if (set->lhs)
            front_put(f, out, set);
    }
    for (int k = 0; k < list.count; k++)
        repeat_known(f, list.at[k], out);
}

void body_statement(struct front *f, CXCursor c, struct nodes *out)
{
    struct nodes nodes = {0};
    struct loc loc = front_loc(f, c);
    uncount(f, c);
    f->body = ++f->body_count;
    repeat_known(f, c, &nodes);
    front_stmt(f, c, &nodes);
    f->body = 0;
    struct scop_stmt s = {.body = front_seq(f, &nodes, loc), .loc = loc};
    front_emit(f, s, out);
}

/* Loops -------------------------------------------------------------------- */

/* The parts of a loop; null cursors: missing. */
struct parts {
    CXCursor init, test, step, body;
};

/* Where the first part of a for, the second and the third end in the file's
 * text; false if its head comes from a macro. */
static bool part_ends(struct front *f, CXCursor c, size_t end[3])
{
    const struct unit *unit = f->unit;
    size_t at, stop, token_end;
    int depth = 0, count = 0;
    if (!clang_cursor_bytes(unit, c, &at, &stop))
        return false;
    at = lex_next(&unit->source->lex, at, &token_end);
    while (count < 3 && at < stop) {
        char ch = unit->text[at];
        bool opens = strchr("([{", ch) != NULL, closes = strchr(")]}", ch);
        depth += opens - closes;
        if ((ch == ';' && depth == 1) || (closes && depth == 0))
            end[count++] = at;
        at = lex_next(&unit->source->lex, token_end, &token_end);
    }
    return count == 3 && unit->text[end[0]] == ';' && unit->text[end[1]] == ';';
}

static bool for_parts(struct front *f, CXCursor c, struct parts *parts)
{
    struct children list = clang_children(f->arena, c);
    CXCursor *const part[] = {&parts->init, &parts->test, &parts->step};
    size_t end[3], begin, behind;
    int at = 0;
    parts->body = list.at[list.count - 1];
    if (list.count == 4) {
        for (int k = 0; k < 3; k++)
            *part[k] = list.at[k];
        return true;
    }
    if (!part_ends(f, c, end))
        return false;
    for (int k = 0; k < list.count - 1; k++) {
        if (!clang_cursor_bytes(f->unit, list.at[k], &begin, &behind))
            return false;
        while (at < 2 && begin > end[at])
            at++;
        *part[at] = list.at[k];
    }
    return true;
}

static bool find_parts(struct front *f, CXCursor c, struct parts *parts)
{
    struct children list = clang_children(f->arena, c);
    CXCursor none = clang_getNullCursor();
    *parts = (struct parts){none, none, none, none};
    switch (clang_getCursorKind(c)) {
    case CXCursor_ForStmt:
        if (list.count > 0 && for_parts(f, c, parts))
            return true;
        break;
    case CXCursor_WhileStmt:
        parts->test = list.at[0];
        parts->body = list.at[list.count - 1];
        if (list.count == 2)
            return true;
        break;
    default:
        parts->body = list.at[0];
        parts->test = list.at[list.count - 1];
        if (list.count == 2)
            return true;
    }
    struct fault *fault = front_refuse(f, FAULT_LOOP_FORM, c,
                                       "the head of this loop is not taken");
    FRONT_HINT(f, fault, "write all parts of the head, without macros");
    return false;
}

/* An iterator of loops outside of the body too, whose values the body keeps to
 * itself, must not be needed after the region. */
static void check_shared(struct front *f, const struct symbol *s, CXCursor c)
{
    if (!s->iterates || s->declared_inside || !survey_is_live(f, s))
        return;
    struct fault *fault = front_refuse(
        f, FAULT_ITERATOR_WRITTEN, c,
        "iterator '%s' of several loops is used after the region", s->name);
    FRONT_HINT(f, fault, "declare the iterator in the for");
}

static struct scop_expr *loop_test(struct front *f, CXCursor test, CXCursor c)
{
    if (clang_Cursor_isNull(test))
        return expr_int(f, 1, SCOP_I32, front_loc(f, c));
    return type_test(f, front_expr(f, test));
}

void body_loop(struct front *f, CXCursor c, struct nodes *out)
{
    struct parts parts;
    CXCursor decl;
    struct symbol *s = NULL;
    if (!find_parts(f, c, &parts))
        return;
    if (!clang_Cursor_isNull(parts.init))
        front_stmt(f, parts.init, out);
    if (clang_getCursorKind(c) == CXCursor_ForStmt &&
        front_iterator(f, c, &decl)) {
        s = survey_symbol(f, decl);
        check_shared(f, s, c);
        s->body_for++;
    }
    struct scop_node *node = front_node(f, SCOP_LOOP, front_loc(f, c));
    struct scop_node *step = NULL;
    node->last = clang_getCursorKind(c) == CXCursor_DoStmt;
    node->test = loop_test(f, parts.test, c);
    value_enter_loop(f);
    struct scop_node *body = front_block(f, parts.body);
    if (!clang_Cursor_isNull(parts.step))
        step = front_block(f, parts.step);
    front_children(f, node, body, step);
    if (s)
        s->body_for--;
    if (node->test)
        front_put(f, out, node);
    value_leave_loop(f, c, out);
}

/* Conditions and jumps ----------------------------------------------------- */

void body_if(struct front *f, CXCursor c, struct nodes *out)
{
    struct children part = clang_children(f->arena, c);
    struct scop_node *node = front_node(f, SCOP_IF, front_loc(f, c));
    if (part.count >= 2)
        value_calls(f, part.at[0], out);
    node->test =
        part.count >= 2 ? type_test(f, front_expr(f, part.at[0])) : NULL;
    if (!node->test)
        return;
    struct scop_node *yes = front_block(f, part.at[1]);
    front_children(f, node, yes,
                   part.count > 2 ? front_block(f, part.at[2]) : NULL);
    front_put(f, out, node);
}

void body_jump(struct front *f, CXCursor c, struct nodes *out)
{
    bool leaves = clang_getCursorKind(c) == CXCursor_BreakStmt;
    front_put(
        f, out,
        front_node(f, leaves ? SCOP_BREAK : SCOP_CONTINUE, front_loc(f, c)));
}
