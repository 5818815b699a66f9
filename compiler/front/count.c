/*
 * Loops that count, but not as for (i = a; i < b; i += c) does:
 *
 *     for (i = n; i-- > 0;)     while (i < n) { ...; i++; }     while (n--)
 *
 * or for (i = 0, j = n; i < j; i++, j--), whose other counters are variables
 * that move along. The head may lack its first part (i goes on from what it
 * holds), the step may stand in the test or end the body. They become counted
 * loops, in which the variable has a value made of the iterator.
 */
#include "compiler/front/loop.h"

#include <string.h>

/* A loop of such a form. */
struct count {
    CXCursor loop;
    struct symbol *s;
    enum scop_type type;
    CXCursor init, test; /* null cursor: no init */
    CXCursor ahead;      /* of several parts of the head, done before */
    CXCursor bump;       /* the increment in the test; a null cursor: none */
    bool before;         /* the increment comes before the test */
    int64_t step;
    int body_count; /* statements of the body but for the step */
    CXCursor *body;
};

/* Form --------------------------------------------------------------------- */

/* Increments in c: how many; *at is the last. */
static int find_bump(struct front *f, CXCursor c, CXCursor *at)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    int count = syntax_is_increment(c, &down);
    if (count)
        *at = c;
    for (int k = 0; k < list.count; k++)
        count += find_bump(f, list.at[k], at);
    return count;
}

/* How often the variable is named. */
static int mentions(struct front *f, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(f->arena, c);
    int count = syntax_names(c, decl);
    for (int k = 0; k < list.count; k++)
        count += mentions(f, list.at[k], decl);
    return count;
}

/* The variable of a step; a null cursor if it is none. */
static CXCursor stepped(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    CXCursor none = clang_getNullCursor(), operand;
    bool down;
    if (list.count == 0)
        return none;
    CXCursor at = syntax_strip(f->arena, list.at[0]);
    CXCursor decl = clang_getCursorReferenced(at);
    return clang_getCursorKind(at) == CXCursor_DeclRefExpr &&
                   loop_step(f->arena, c, decl, &operand, &down)
               ? decl
               : none;
}

static bool step_size(struct front *f, CXCursor c, struct count *n)
{
    CXCursor operand;
    bool down;
    n->step = 1;
    if (!loop_step(f->arena, c, n->s->decl, &operand, &down))
        return false;
    if (!clang_Cursor_isNull(operand)) {
        CXEvalResult value = clang_Cursor_Evaluate(operand);
        bool known = value && clang_EvalResult_getKind(value) == CXEval_Int;
        n->step = known ? clang_EvalResult_getAsLongLong(value) : 0;
        if (value)
            clang_EvalResult_dispose(value);
    }
    bool good = n->step > 0 && n->step <= INT32_MAX;
    n->step = down ? -n->step : n->step;
    return good;
}

/* The value that the head gives to the variable. */
static bool read_init(struct front *f, CXCursor c, struct count *n)
{
    struct children list = clang_children(f->arena, c);
    CXCursor decl = clang_getNullCursor();
    if (clang_getCursorKind(c) == CXCursor_DeclStmt && list.count == 1) {
        decl = list.at[0];
        n->init = clang_Cursor_getVarDeclInitializer(decl);
    } else if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
               syntax_is_assignment(c)) {
        decl = clang_getCursorReferenced(syntax_strip(f->arena, list.at[0]));
        n->init = list.at[1];
    }
    return clang_equalCursors(decl, n->s->decl) &&
           !clang_Cursor_isNull(n->init);
}

/* The parts of a comma, from left to right. */
static void split(struct front *f, CXCursor c, struct children *parts)
{
    CXCursor inner = syntax_strip(f->arena, c);
    struct children list = clang_children(f->arena, inner);
    if (syntax_is_comma(inner) && list.count == 2) {
        split(f, list.at[0], parts);
        split(f, list.at[1], parts);
        return;
    }
    ARENA_PUSH(f->arena, parts->at, parts->count, parts->cap, inner);
}

static bool holds_call(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    bool found = clang_getCursorKind(c) == CXCursor_CallExpr;
    for (int k = 0; k < list.count && !found; k++)
        found = holds_call(f, list.at[k]);
    return found;
}

bool count_is_plain(struct front *f, CXCursor init)
{
    struct children parts = {.arena = f->arena};
    if (holds_call(f, init))
        return false;
    if (clang_getCursorKind(init) == CXCursor_DeclStmt)
        return !syntax_holds_effect(f->arena, init);
    split(f, init, &parts);
    for (int k = 0; k < parts.count; k++) {
        struct symbol *s = survey_named(
            &f->survey, clang_children(f->arena, parts.at[k]).at[0]);
        if (!syntax_is_assignment(parts.at[k]) || !s ||
            clang_getCursorKind(parts.at[k]) != CXCursor_BinaryOperator)
            return false;
        if (syntax_holds_effect(f->arena,
                                clang_children(f->arena, parts.at[k]).at[1]))
            return false;
        for (int n = 0; n < parts.count; n++)
            if (syntax_mentions(f->arena,
                                clang_children(f->arena, parts.at[n]).at[1],
                                s->decl))
                return false;
    }
    return true;
}

/* Several steps: the test tells which of them counts, the others come behind
 * the body. A null cursor: none does. */
static CXCursor split_step(struct front *f, const struct head *head,
                           struct count *n)
{
    struct children parts = {.arena = f->arena};
    CXCursor found = clang_getNullCursor();
    split(f, head->step, &parts);
    CXCursor *body = arena_alloc(
        f->arena, sizeof *body * (size_t)(n->body_count + parts.count));
    memcpy(body, n->body, sizeof *body * (size_t)n->body_count);
    n->body = body;
    for (int k = 0; k < parts.count; k++) {
        CXCursor decl = stepped(f, parts.at[k]);
        if (clang_Cursor_isNull(found) && !clang_Cursor_isNull(decl) &&
            mentions(f, head->test, decl) == 1)
            found = parts.at[k];
        else
            n->body[n->body_count++] = parts.at[k];
    }
    return found;
}

/* Does a part of the head have several parts itself? Then what comes first is
 * done ahead. */
static bool find_parts(struct front *f, struct head *head, struct count *n)
{
    CXCursor none = clang_getNullCursor();
    struct children init = clang_children(
        f->arena, clang_Cursor_isNull(head->init) ? head->body : head->init);
    bool first = !clang_Cursor_isNull(head->init) &&
                 (syntax_is_comma(head->init) ||
                  (clang_getCursorKind(head->init) == CXCursor_DeclStmt &&
                   init.count > 1));
    bool step = !clang_Cursor_isNull(head->step) && syntax_is_comma(head->step);
    if (!first && !step)
        return false;
    if (!clang_Cursor_isNull(head->init) && (step || first) &&
        count_is_plain(f, head->init)) {
        n->ahead = head->init;
        head->init = none;
    }
    return true;
}

/* Where the step stands: in the head, in the test, or at the body's end. */
static CXCursor find_step(struct front *f, const struct head *head,
                          struct count *n)
{
    CXCursor none = clang_getNullCursor(), bump = none;
    int bumps = find_bump(f, head->test, &bump);
    bool block = clang_getCursorKind(head->body) == CXCursor_CompoundStmt;
    struct children list = clang_children(f->arena, head->body);
    n->body_count = block ? list.count : 1;
    n->body = block ? list.at : arena_alloc(f->arena, sizeof *n->body);
    if (!block)
        n->body[0] = head->body;
    if (bumps > 1 || (bumps && !clang_Cursor_isNull(head->step)))
        return none;
    if (bumps) {
        enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(bump);
        n->bump = bump;
        n->before =
            kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec;
        return bump;
    }
    if (!clang_Cursor_isNull(head->step))
        return syntax_is_comma(head->step) ? split_step(f, head, n)
                                           : head->step;
    return n->body_count ? n->body[--n->body_count] : none;
}

static bool is_tested_first(CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt;
}

static bool holds_jump(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (is_tested_first(c) || kind == CXCursor_DoStmt)
        return false;
    for (int k = 0; k < list.count; k++)
        if (holds_jump(f, list.at[k]))
            return true;
    return kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt;
}

static bool find_form(struct front *f, CXCursor c, struct count *n)
{
    struct head head;
    CXCursor none = clang_getNullCursor(), decl;
    *n = (struct count){.loop = c, .init = none, .bump = none, .ahead = none};
    if (!is_tested_first(c) || !loop_head(f->unit, c, &head) ||
        clang_Cursor_isNull(head.test))
        return false;
    find_parts(f, &head, n);
    if (!clang_Cursor_isNull(head.init) && !clang_Cursor_isNull(head.step))
        return false;
    CXCursor step = find_step(f, &head, n);
    decl = clang_Cursor_isNull(step) ? none : stepped(f, step);
    if (clang_getCursorKind(decl) != CXCursor_VarDecl &&
        clang_getCursorKind(decl) != CXCursor_ParmDecl)
        return false;
    if (mentions(f, head.test, decl) != 1)
        return false;
    n->s = survey_symbol(&f->survey, decl);
    n->test = head.test;
    if ((!clang_Cursor_isNull(head.init) && !read_init(f, head.init, n)) ||
        !step_size(f, step, n))
        return false;
    for (int k = 0; k < n->body_count; k++)
        if (syntax_assigns(f->arena, n->body[k], decl) ||
            holds_jump(f, n->body[k]) || induction_sets_pointers(f, n->body[k]))
            return false;
    return true;
}

/* Loop --------------------------------------------------------------------- */

static struct scop_expr *moved(struct front *f, struct scop_expr *e, int64_t by)
{
    int64_t value;
    if (by == 0)
        return e;
    if (expr_constant(e, &value) && value < INT32_MAX && value > INT32_MIN)
        return expr_int(f, value + by, e->type, e->loc);
    return expr_binary(f, by < 0 ? SCOP_SUB : SCOP_ADD, e,
                       expr_int(f, by < 0 ? -by : by, e->type, e->loc));
}

/* How much the variable is ahead of the iterator in the body. One that steps in
 * the test has been stepped there; unsigned ones, which wrap around behind the
 * last iteration, have iterators that have not. */
static int64_t lead_of(const struct count *n)
{
    return clang_Cursor_isNull(n->bump) || scop_type_is_signed(n->type)
               ? 0
               : n->step;
}

/* i + 1 > c and i - 1 < c in their plain forms, of signed iterators: i-- > 0
 * becomes i >= 0, and so does i-- alone, which C does not let begin below. */
static struct scop_expr *plain_test(struct front *f, const struct count *n,
                                    struct scop_expr *e)
{
    int64_t value;
    bool down = n->step < 0;
    if (n->before || !scop_type_is_signed(n->type) || e->count != 2 ||
        e->arg[0]->op != (down ? SCOP_ADD : SCOP_SUB) ||
        e->arg[0]->arg[0]->op != SCOP_ITER)
        return e;
    struct scop_expr *at = e->arg[0]->arg[0];
    if (down &&
        (e->op == SCOP_GT ||
         (e->op == SCOP_NE && expr_constant(e->arg[1], &value) && value == 0)))
        return expr_binary(f, SCOP_GE, at, e->arg[1]);
    return !down && e->op == SCOP_LT ? expr_binary(f, SCOP_LE, at, e->arg[1])
                                     : e;
}

/* The head, in `node`, with the variable's value in the body; false if it is
 * none that counts. */
static bool make_head(struct front *f, const struct count *n,
                      struct scop_expr *first, struct scop_node *node)
{
    struct symbol *s = n->s;
    bool bumps = !clang_Cursor_isNull(n->bump);
    struct scop_expr *at = expr_iterator(f, node->loop, node->loc);
    int64_t lead = lead_of(n);
    node->step = n->step;
    node->init = bumps && lead == 0 ? moved(f, first, n->step) : first;
    s->known = moved(f, at, lead - (bumps && !n->before ? n->step : 0));
    if (bumps)
        effect_open(f, n->bump);
    struct scop_expr *test = type_test(f, front_index(f, n->test, true));
    if (bumps)
        effect_close(f);
    if (!test || !expr_is_affine_form(test) ||
        !scop_expr_mentions(test, node->loop))
        return false;
    node->cond = bumps ? plain_test(f, n, test) : test;
    s->known = moved(f, at, lead);
    return true;
}

/* What the variable holds behind the loop; NULL: not known. */
static struct scop_expr *last_value(struct front *f, const struct count *n,
                                    struct scop_expr *first,
                                    const struct scop_node *node)
{
    struct scop_expr *e = front_last(f, node, first, n->type);
    return clang_Cursor_isNull(n->bump) || !e ? e : moved(f, e, n->step);
}

struct scop_node *count_add_loop(struct front *f, CXCursor c,
                                 const struct symbol *s, enum scop_type type)
{
    struct scop_node *node = front_node(f, SCOP_FOR, front_loc(f, c));
    struct scop_loop loop = {
        .name = front_plain(f, s->name),
        .text = s->name,
        .type = type,
        .parent =
            f->walk.loop_count ? f->walk.loop[f->walk.loop_count - 1] : -1,
        .node = node,
        .loc = front_loc(f, s->decl),
    };
    node->loop = f->scop->loop_count;
    ARENA_PUSH(f->arena, f->scop->loop, f->scop->loop_count, f->arrays.loop_cap,
               loop);
    ARENA_PUSH(f->arena, f->walk.guarded, f->walk.guarded_count,
               f->walk.guarded_cap,
               f->walk.guard_count > 0 || f->walk.repeats > 0);
    return node;
}

void count_walk_body(struct front *f, const CXCursor *statement, int count,
                     struct induction *x, struct scop_node *node,
                     struct nodes *out)
{
    struct nodes body = {0};
    int mark = f->walk.known_count;
    ARENA_PUSH(f->arena, f->walk.loop, f->walk.loop_count, f->walk.loop_cap,
               node->loop);
    induction_enter(f, x, node);
    for (int k = 0; k < count; k++)
        front_stmt(f, statement[k], &body);
    front_children(f, node, front_seq(f, &body, node->loc), NULL);
    f->walk.loop_count--;
    known_forget(f, mark);
    front_put(f, out, node);
    induction_leave(f, x, out);
}

/* An integer whose values are all seen here. */
static bool is_taken(struct front *f, struct count *n)
{
    const struct symbol *s = n->s;
    CXType type = clang_getCursorType(s->decl);
    return s->local && !((s->inside | s->outside) & REF_ADDRESS) &&
           s->loop < 0 && !s->value && !s->induced && type_is_integer(type) &&
           !type_is_bool(type) && type_scalar(f, type, s->decl, &n->type) &&
           scop_type_size(n->type) >= 4;
}

bool count_walk(struct front *f, CXCursor c, struct nodes *out)
{
    struct count n;
    if (f->walk.body || !find_form(f, c, &n) || !is_taken(f, &n))
        return false;
    struct symbol *s = n.s;
    bool given = !clang_Cursor_isNull(n.init),
         read = induction_is_read(f, c, s);
    if (s->iterates && !s->counts_on && (read || !given))
        return false;
    if (!clang_Cursor_isNull(n.ahead)) {
        front_stmt(f, n.ahead, out);
        if (!s->known)
            return false;
    }
    struct scop_expr *known = s->known;
    struct scop_expr *first =
        given ? front_index(f, n.init, true) : induction_first(f, c, s, n.type);
    if (!first || (f->walk.loop_count && !expr_is_affine_form(first)))
        return false;
    first = type_convert(f, first, n.type);
    struct induction *x = induction_find(f, c, n.body, n.body_count);
    for (int k = 0; k < n.body_count; k++)
        known_forget_assigned(f, n.body[k]);
    struct scop_node *node = count_add_loop(f, c, n.s, n.type);
    struct scop_expr *last = NULL;
    int errors = f->faults->errors;
    bool counts = make_head(f, &n, first, node);
    if (counts)
        last = last_value(f, &n, first, node);
    if (!counts || (read && !last)) {
        f->scop->loop_count--;
        f->walk.guarded_count--;
        induction_drop(x);
        s->known = known;
        return f->faults->errors > errors;
    }
    count_walk_body(f, n.body, n.body_count, x, node, out);
    s->known = NULL;
    if (read)
        front_assign(f, front_scalar(f, s), last, c, out);
    known_learn(f, s, last);
    return true;
}
