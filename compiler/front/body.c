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
#include "compiler/front/loop.h"

/* The loops that the survey took for loops of the tree are none. (It counted
 * them once, and they may be walked several times.) */
static void uncount(struct front *f, CXCursor c)
{
    CXCursor decl;
    if (loop_is(c) && loop_needs_body(f->arena, c))
        return;
    if (loop_is(c) && loop_iterator(f->arena, c, &decl)) {
        struct symbol *s = survey_symbol(&f->survey, decl);
        s->iterates -= s->iterates > 0;
    }
    struct children list = clang_children(f->arena, c);
    for (int k = 0; k < list.count; k++)
        uncount(f, list.at[k]);
}

/* What is known of scalars that the loop assigns to is assigned once more at
 * the body's begin, so that the body shows it, and then forgotten. */
static void repeat_known(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    struct symbol *s = survey_assigned(&f->survey, c);
    struct scop_expr *known = s ? s->known : NULL;
    if (s && s->carried)
        s->lvalue = NULL; /* its scalar holds that */
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

/* A loop that nothing ends, or that follows a chain, is refused where no loop
 * is around it. */
static bool refuses(struct front *f, CXCursor c)
{
    struct head head;
    if (f->walk.loop_count)
        return false;
    if (chase_refuse(f, c, c, false))
        return true;
    if (!loop_head(f->unit, c, &head) || !clang_Cursor_isNull(head.test) ||
        loop_holds_jump(f->arena, head.body))
        return false;
    struct fault *fault =
        front_refuse(f, FAULT_LOOP_FORM, c, "nothing ends this loop");
    FRONT_HINT(f, fault, "give it a test, or a break");
    return true;
}

void body_statement(struct front *f, CXCursor c, struct nodes *out)
{
    struct nodes nodes = {0};
    struct loc loc = front_loc(f, c);
    if (refuses(f, c))
        return;
    uncount(f, c);
    f->walk.body = ++f->walk.body_count;
    repeat_known(f, c, &nodes);
    front_stmt(f, c, &nodes);
    f->walk.body = 0;
    struct scop_stmt s = {.body = front_seq(f, &nodes, loc), .loc = loc};
    front_emit(f, s, out);
}

/* Loops -------------------------------------------------------------------- */

/* An iterator of loops outside of the body too, whose values the body keeps to
 * itself, must not be needed after the region. */
static void check_shared(struct front *f, const struct symbol *s, CXCursor c)
{
    if (!s->iterates || s->counts_on || s->declared_inside ||
        !survey_is_live(&f->survey, s))
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

/* A test that does something is one of the body's statements: the loop ends
 * there where it fails. */
static void put_test(struct front *f, CXCursor test, CXCursor c,
                     struct nodes *out)
{
    CXCursor inner = syntax_strip(f->arena, test);
    struct children part = clang_children(f->arena, inner);
    if (clang_getCursorKind(inner) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(inner) == CXBinaryOperator_LAnd) {
        put_test(f, part.at[0], c, out);
        put_test(f, part.at[1], c, out);
        return;
    }
    struct scop_node *node = front_node(f, SCOP_IF, front_loc(f, c));
    struct nodes jump = {0};
    struct scop_expr *e = front_condition(f, test, out);
    if (!e)
        return;
    front_put(f, &jump, front_node(f, SCOP_BREAK, node->loc));
    node->test = expr_negated(f, e);
    front_children(f, node, jump.at[0], NULL);
    front_put(f, out, node);
}

/* The body of a loop whose test does something. */
static struct scop_node *tested_body(struct front *f, CXCursor c,
                                     const struct head *head)
{
    bool last = clang_getCursorKind(c) == CXCursor_DoStmt;
    struct nodes nodes = {0};
    if (last && loop_holds_jump(f->arena, head->body)) {
        struct fault *fault =
            front_refuse(f, FAULT_EXPRESSION, head->test,
                         "a side effect in the test of a do with jumps");
        FRONT_HINT(f, fault, "make it a statement of its own");
    }
    if (!last)
        put_test(f, head->test, c, &nodes);
    front_stmt(f, head->body, &nodes);
    if (last)
        put_test(f, head->test, c, &nodes);
    return front_seq(f, &nodes, front_loc(f, c));
}

void body_loop(struct front *f, CXCursor c, struct nodes *out)
{
    struct head head;
    CXCursor decl;
    struct symbol *s = NULL;
    if (!loop_head(f->unit, c, &head)) {
        struct fault *fault = front_refuse(
            f, FAULT_LOOP_FORM, c, "the head of this loop is not taken");
        FRONT_HINT(f, fault, "write all parts of the head, without macros");
        return;
    }
    if (!clang_Cursor_isNull(head.init))
        front_stmt(f, head.init, out);
    if (clang_getCursorKind(c) == CXCursor_ForStmt &&
        loop_iterator(f->arena, c, &decl)) {
        s = survey_symbol(&f->survey, decl);
        check_shared(f, s, c);
        s->body_for++;
    }
    struct scop_node *node = front_node(f, SCOP_LOOP, front_loc(f, c));
    struct scop_node *step = NULL;
    bool acts = !clang_Cursor_isNull(head.test) &&
                syntax_holds_effect(f->arena, head.test);
    node->last = !acts && clang_getCursorKind(c) == CXCursor_DoStmt;
    node->test = loop_test(f, acts ? clang_getNullCursor() : head.test, c);
    value_enter_loop(f);
    struct scop_node *body =
        acts ? tested_body(f, c, &head) : front_block(f, head.body);
    if (!clang_Cursor_isNull(head.step))
        step = front_block(f, head.step);
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
    node->test = part.count >= 2 ? front_condition(f, part.at[0], out) : NULL;
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
