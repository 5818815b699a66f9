/*
 * Loops around nests that end by a test of data: while, do, and for loops whose
 * head or body does more than count. They become SCOP_REPEAT, their tests and
 * breaks SCOP_UNTIL; the driver of the region runs them.
 *
 * Pointer chasing, p = p->next, or p = next[p] where a loop that no counter
 * bounds goes along a chain, is refused: each iteration waits for what the one
 * before it reads, and nothing tells beforehand where the chain leads. The
 * fault names both places; the region stays as it is.
 */
#include "compiler/front/loop.h"

/* Shape -------------------------------------------------------------------- */

static bool holds_loop(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    bool found = false;
    for (int k = 0; k < list.count && !found; k++)
        found = loop_is(list.at[k]) || holds_loop(f, list.at[k]);
    return found;
}

/* The variable that an lvalue starts from; a null cursor if it has none. */
static CXCursor root_of(struct front *f, CXCursor c)
{
    while (clang_getCursorKind(c) != CXCursor_DeclRefExpr) {
        struct children list = clang_children(f->arena, c);
        if (list.count == 0)
            return clang_getNullCursor();
        c = list.at[0];
    }
    return clang_getCursorReferenced(c);
}

/* Is the variable, or what it leads to, assigned to in `c`? */
static bool assigns(struct front *f, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(f->arena, c);
    bool down, found = false;
    if (list.count &&
        (syntax_is_assignment(c) || syntax_is_increment(c, &down)))
        found = clang_equalCursors(root_of(f, list.at[0]), decl);
    for (int k = 0; k < list.count && !found; k++)
        found = assigns(f, list.at[k], decl);
    return found;
}

static bool leads_to_kept(struct front *f, CXCursor c, CXCursor body)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_DeclRefExpr)
        return !syntax_assigns(f->arena, body, clang_getCursorReferenced(c));
    if (kind != CXCursor_MemberRefExpr && kind != CXCursor_UnexposedExpr &&
        kind != CXCursor_ParenExpr)
        return false;
    return list.count == 1 &&
           (kind != CXCursor_MemberRefExpr ||
            !survey_field_written(&f->survey, clang_getCursorReferenced(c))) &&
           leads_to_kept(f, list.at[0], body);
}

/* Is it an integer member, of a variable or behind pointers, that keeps its
 * value while `body` stores into other members, as a->h does where a->data[i]
 * is assigned to? Whether a pointer leads to it is found out when the region
 * starts, if it has an address. */
static bool is_kept_member(struct front *f, CXCursor c, CXCursor body)
{
    return clang_getCursorKind(c) == CXCursor_MemberRefExpr &&
           type_is_integer(clang_getCursorType(c)) &&
           leads_to_kept(f, c, body) &&
           !(clang_Cursor_isBitField(clang_getCursorReferenced(c)) &&
             f->survey.written_types);
}

/* Does `c` mention a variable other than `counter` that `body` assigns to? */
static bool depends(struct front *f, CXCursor c, CXCursor counter,
                    CXCursor body)
{
    CXCursor decl = clang_getCursorReferenced(c);
    if (is_kept_member(f, c, body))
        return false;
    bool found = clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
                 !clang_equalCursors(decl, counter) && assigns(f, body, decl);
    struct children list = clang_children(f->arena, c);
    for (int k = 0; k < list.count && !found; k++)
        found = depends(f, list.at[k], counter, body);
    return found;
}

/* Does the step double or halve its variable, or move it by a constant of
 * another kind than sums do: i *= 2, i >>= 1, i = i / 2? */
static bool is_geometric(struct front *f, CXCursor step, CXCursor decl)
{
    CXCursor c = syntax_strip(f->arena, step);
    struct children list = clang_children(f->arena, c);
    if (list.count != 2 || !syntax_is_variable(f->arena, list.at[0], decl))
        return false;
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign) {
        c = syntax_strip(f->arena, list.at[1]);
        list = clang_children(f->arena, c);
        if (list.count != 2 ||
            !syntax_is_variable(f->arena, list.at[0], decl) ||
            clang_getCursorKind(c) != CXCursor_BinaryOperator)
            return false;
    } else if (clang_getCursorKind(c) != CXCursor_CompoundAssignOperator) {
        return false;
    }
    switch (clang_getCursorBinaryOperatorKind(c)) {
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_Div:
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_MulAssign:
    case CXBinaryOperator_DivAssign:
    case CXBinaryOperator_ShlAssign:
    case CXBinaryOperator_ShrAssign:
        return true;
    default:
        return false;
    }
}

/* Does the for do no more than count, from a first value to a bound? */
static bool is_counted(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    CXCursor decl;
    return loop_iterator(f->arena, c, &decl) &&
           !is_geometric(f, list.at[2], decl) &&
           !loop_jumps(f->arena, list.at[3]) && !assigns(f, list.at[3], decl) &&
           !depends(f, list.at[1], decl, list.at[3]);
}

bool while_is_outer(struct front *f, CXCursor c)
{
    if (!loop_is(c) || f->walk.loop_count || f->walk.guard_count ||
        f->walk.branches)
        return false;
    if (clang_getCursorKind(c) == CXCursor_ForStmt && is_counted(f, c))
        return false;
    return holds_loop(f, c) || f->walk.repeats;
}

/* The walk ----------------------------------------------------------------- */

static bool reads_elements(const struct scop_expr *e)
{
    bool found = e->op == SCOP_ACCESS && e->count > 0;
    for (int k = 0; k < e->count && !found; k++)
        found = reads_elements(e->arg[k]);
    return found;
}

/* The loop ends here where `test` is non-zero. The driver reads scalars only:
 * what is made of elements is computed before. */
static void put_break(struct front *f, struct scop_expr *test, CXCursor c,
                      struct nodes *out)
{
    if (!test)
        return;
    if (reads_elements(test))
        test = front_keep(f, test, c, out);
    struct scop_node *node = arena_alloc(f->arena, sizeof *node);
    node->kind = SCOP_UNTIL;
    node->loc = front_loc(f, c);
    node->test = test;
    ARENA_PUSH(f->arena, out->at, out->count, out->cap, node);
}

/* The test in the head of a loop: it goes on while it is non-zero. */
static void put_test(struct front *f, CXCursor c, struct nodes *out)
{
    int64_t value;
    struct scop_expr *e = type_test(f, front_expr(f, c));
    if (!e || (expr_constant(e, &value) && value))
        return;
    put_break(f, expr_unary(f, SCOP_NOT, e), c, out);
}

static void walk_level(struct front *f, CXCursor c, struct nodes *out);

/* The statements of a branch before the break that it ends with; false if it
 * ends with none. */
static bool before_break(struct front *f, CXCursor c, struct children *list)
{
    *list = (struct children){0};
    if (clang_getCursorKind(c) == CXCursor_BreakStmt)
        return true;
    if (clang_getCursorKind(c) != CXCursor_CompoundStmt)
        return false;
    *list = clang_children(f->arena, c);
    if (list->count == 0 ||
        clang_getCursorKind(list->at[list->count - 1]) != CXCursor_BreakStmt)
        return false;
    list->count--;
    return true;
}

/* if (test) { …; break; } else …, or with the break in the other branch. */
static void walk_leaving(struct front *f, CXCursor c, struct nodes *out)
{
    struct children part = clang_children(f->arena, c), list;
    struct scop_expr *test = type_test(f, front_expr(f, part.at[0]));
    bool first = before_break(f, part.at[1], &list);
    if (!test)
        return;
    if (!first && (part.count < 3 || !before_break(f, part.at[2], &list))) {
        struct fault *fault =
            front_refuse(f, FAULT_STATEMENT, c,
                         "a break or continue deep in a loop of the region");
        FRONT_HINT(f, fault,
                   "let the loop's body itself hold if (...) break; where it "
                   "is to be left");
        return;
    }
    if (!first)
        test = expr_unary(f, SCOP_NOT, test);
    if (list.count) {
        test = front_keep(f, test, c, out);
        front_guarded(f, test, list.count, list.at, out);
    }
    put_break(f, test, c, out);
    if (first && part.count > 2)
        walk_level(f, part.at[2], out);
    if (!first)
        walk_level(f, part.at[1], out);
}

/* A statement of the loop's body that is in nothing else. */
static void walk_level(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    if (kind == CXCursor_CompoundStmt) {
        for (int k = 0; k < list.count; k++)
            walk_level(f, list.at[k], out);
    } else if (kind == CXCursor_BreakStmt) {
        put_break(f, expr_int(f, 1, SCOP_I32, front_loc(f, c)), c, out);
    } else if (kind == CXCursor_IfStmt && loop_holds_jump(f->arena, c)) {
        walk_leaving(f, c, out);
    } else {
        front_stmt(f, c, out);
    }
}

static bool has_break(const struct scop_node *node)
{
    bool found = node->kind == SCOP_UNTIL;
    for (int k = 0; k < node->count && !found; k++)
        found =
            node->child[k]->kind != SCOP_REPEAT && has_break(node->child[k]);
    return found;
}

static void walk_body(struct front *f, CXCursor c, const struct head *head,
                      struct exchange *x, struct nodes *body)
{
    bool last = clang_getCursorKind(c) == CXCursor_DoStmt;
    bool tests = !clang_Cursor_isNull(head->test);
    if (tests && !last)
        put_test(f, head->test, body);
    if (!x)
        walk_level(f, head->body, body);
    for (int k = 0; x && k < x->rest; k++)
        walk_level(f, x->body.at[k], body);
    if (x) {
        exchange_count(f, x, c, body);
        exchange_enter(f, x, f->walk.phase + 1);
    }
    if (!clang_Cursor_isNull(head->step))
        front_stmt(f, head->step, body);
    if (tests && last)
        put_test(f, head->test, body);
}

/* The body, once for each state of the pointers that it exchanges. */
static void walk_bodies(struct front *f, CXCursor c, const struct head *head,
                        struct nodes *body)
{
    struct exchange *x = exchange_find(f, head->body);
    int errors = f->faults->errors;
    if (!x) {
        walk_body(f, c, head, NULL, body);
        return;
    }
    for (int phase = 0; phase < x->period && errors == f->faults->errors;
         phase++) {
        exchange_enter(f, x, phase);
        walk_body(f, c, head, x, body);
    }
    exchange_leave(f, x);
}

void while_walk(struct front *f, CXCursor c, struct nodes *out)
{
    struct head head;
    struct nodes body = {0};
    CXCursor decl;
    if (!loop_head(f->unit, c, &head)) {
        struct fault *fault = front_refuse(f, FAULT_LOOP_FORM, c,
                                           "the head of this for is hidden in "
                                           "macros");
        FRONT_HINT(f, fault, "write its parts where it stands");
        return;
    }
    if (clang_getCursorKind(c) == CXCursor_ForStmt &&
        loop_iterator(f->arena, c, &decl))
        survey_symbol(&f->survey, decl)->iterates = false;
    if (!clang_Cursor_isNull(head.init))
        front_stmt(f, head.init, out);
    int mark = front_enter_again(f, c);
    walk_bodies(f, c, &head, &body);
    front_leave_again(f, mark);
    struct scop_node *node = arena_alloc(f->arena, sizeof *node);
    node->kind = SCOP_REPEAT;
    node->loc = front_loc(f, c);
    node->count = 1;
    node->child = arena_alloc(f->arena, sizeof *node->child);
    node->child[0] = front_seq(f, &body, node->loc);
    if (has_break(node)) {
        ARENA_PUSH(f->arena, out->at, out->count, out->cap, node);
        return;
    }
    if (f->faults->errors > f->errors)
        return;
    struct fault *fault =
        front_refuse(f, FAULT_UNBOUNDED, c, "nothing ends this loop");
    FRONT_HINT(f, fault, "give it a test, or a break");
}

/* Chains ------------------------------------------------------------------- */

struct chase {
    struct front *f;
    bool pointers; /* only of these */
    bool found;
    CXCursor step, decl; /* p = ..., and what p is */
    CXCursor use;
    bool used;
};

/* Is memory read whose place depends on the variable? */
static bool follows(struct front *f, CXCursor c, CXCursor decl)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(f->arena, c);
    bool reads = kind == CXCursor_ArraySubscriptExpr ||
                 (kind == CXCursor_MemberRefExpr && list.count &&
                  type_is_pointer(clang_getCursorType(list.at[0])));
    bool found = reads && syntax_mentions(f->arena, c, decl);
    for (int k = 0; k < list.count && !found; k++)
        found = follows(f, list.at[k], decl);
    return found;
}

static void find_step(struct chase *s, CXCursor c)
{
    struct children list = clang_children(s->f->arena, c);
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator && list.count == 2 &&
        clang_getCursorKind(list.at[0]) == CXCursor_DeclRefExpr) {
        CXCursor decl = clang_getCursorReferenced(list.at[0]);
        bool wanted =
            !s->pointers || type_is_pointer(clang_getCursorType(list.at[0]));
        if (wanted && syntax_is_assignment(c) &&
            follows(s->f, list.at[1], decl)) {
            s->found = true;
            s->step = c;
            s->decl = decl;
        }
    }
    for (int k = 0; k < list.count && !s->found; k++)
        find_step(s, list.at[k]);
}

static void find_use(struct chase *s, CXCursor c)
{
    struct children list = clang_children(s->f->arena, c);
    if (clang_equalCursors(c, s->step))
        return;
    if (syntax_names(c, s->decl)) {
        s->used = true;
        s->use = c;
    }
    for (int k = 0; k < list.count && !s->used; k++)
        find_use(s, list.at[k]);
}

bool chase_refuse(struct front *f, CXCursor c, CXCursor part, bool pointers)
{
    struct chase s = {.f = f, .pointers = pointers};
    find_step(&s, part);
    if (!s.found)
        return false;
    find_use(&s, c);
    const char *name = clang_text(f->arena, clang_getCursorSpelling(s.decl));
    struct fault *fault = front_refuse(
        f, FAULT_CHAIN, c,
        "this loop follows a chain in memory: each iteration needs the '%s' "
        "that the one before it reads",
        name);
    fault_note(f->faults, fault, front_loc(f, s.step), "'%s' is read here",
               name);
    if (s.used)
        fault_note(f->faults, fault, front_loc(f, s.use),
                   "'%s' is needed here, by the next iteration", name);
    FRONT_HINT(f, fault,
               "put the chain's elements into an array before the region, and "
               "count through it");
    return true;
}
