/* Counted loops: for (i = first; i < end; i += step). */
#include "compiler/front/local.h"

static void refuse_loop(struct front *f, CXCursor c, const char *what,
                        const char *hint)
{
    struct fault *fault = front_refuse(f, FAULT_LOOP_FORM, c, "%s", what);
    FRONT_HINT(f, fault, "%s", hint);
}

bool front_iterator(struct front *f, CXCursor c, CXCursor *decl)
{
    struct children list = clang_children(f->arena, c);
    if (list.count != 4)
        return false;
    struct children init = clang_children(f->arena, list.at[0]);
    enum CXCursorKind kind = clang_getCursorKind(list.at[0]);
    if (kind == CXCursor_DeclStmt && init.count == 1 &&
        clang_getCursorKind(init.at[0]) == CXCursor_VarDecl) {
        *decl = init.at[0];
        return true;
    }
    if (!front_is_assignment(list.at[0]) || kind != CXCursor_BinaryOperator)
        return false;
    *decl = clang_getCursorReferenced(front_strip(f, init.at[0]));
    kind = clang_getCursorKind(*decl);
    return clang_getCursorKind(front_strip(f, init.at[0])) ==
               CXCursor_DeclRefExpr &&
           (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl);
}

static struct scop_expr *first_value(struct front *f, CXCursor init,
                                     CXCursor decl)
{
    CXCursor value = clang_Cursor_getVarDeclInitializer(decl);
    if (clang_getCursorKind(init) == CXCursor_DeclStmt) {
        if (!clang_Cursor_isNull(value))
            return front_index(f, value, true);
        refuse_loop(f, decl, "the iterator has no first value",
                    "write for (int i = 0; ...)");
        return NULL;
    }
    return front_index(f, clang_children(f->arena, init).at[1], true);
}

bool front_is_variable(struct front *f, CXCursor c, CXCursor decl)
{
    c = front_strip(f, c);
    return clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(c), decl);
}

/* i = i + c, i = c + i, i = i - c */
static CXCursor step_operand(struct front *f, CXCursor sum, CXCursor decl,
                             bool *down)
{
    struct children list = clang_children(f->arena, sum);
    enum CXBinaryOperatorKind kind =
        clang_getCursorKind(sum) == CXCursor_BinaryOperator
            ? clang_getCursorBinaryOperatorKind(sum)
            : CXBinaryOperator_Invalid;
    *down = kind == CXBinaryOperator_Sub;
    if ((kind == CXBinaryOperator_Add || *down) &&
        front_is_variable(f, list.at[0], decl))
        return list.at[1];
    if (kind == CXBinaryOperator_Add && front_is_variable(f, list.at[1], decl))
        return list.at[0];
    return clang_getNullCursor();
}

bool front_step(struct front *f, CXCursor c, CXCursor decl, CXCursor *operand,
                bool *down)
{
    *operand = clang_getNullCursor();
    *down = false;
    c = front_strip(f, c);
    struct children list = clang_children(f->arena, c);
    if (list.count == 0 || !front_is_variable(f, list.at[0], decl))
        return false;
    if (front_is_increment(c, down))
        return true;
    if (clang_getCursorKind(c) == CXCursor_CompoundAssignOperator) {
        enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(c);
        *down = kind == CXBinaryOperator_SubAssign;
        if (*down || kind == CXBinaryOperator_AddAssign)
            *operand = list.at[1];
    } else if (front_is_assignment(c)) {
        *operand = step_operand(f, front_strip(f, list.at[1]), decl, down);
    }
    return !clang_Cursor_isNull(*operand);
}

/* The constant that the last part of the for adds; 0 if it is none, with a
 * fault unless the loop can be in a body. */
static int64_t step_of(struct front *f, CXCursor c, CXCursor decl)
{
    CXCursor operand;
    bool down;
    int64_t step = 0;
    if (front_step(f, c, decl, &operand, &down)) {
        if (clang_Cursor_isNull(operand))
            return down ? -1 : 1;
        struct scop_expr *e = front_expr(f, operand);
        if (!e)
            return 0;
        bool constant = expr_constant(e, &step);
        if (constant && step && step > INT32_MIN && step <= INT32_MAX)
            return down ? -step : step;
        if (!constant && f->loop_count)
            return 0;
    } else if (f->loop_count) {
        return 0;
    }
    refuse_loop(f, c, "the step of this loop is no constant",
                "step the iterator by a constant (i++, i -= 2), or count the "
                "iterations and multiply: a[first + k * step]");
    return 0;
}

bool front_mentions(const struct scop_expr *e, int loop)
{
    bool found = e->op == SCOP_ITER && e->ref == loop;
    for (int k = 0; k < e->count && !found; k++)
        found = front_mentions(e->arg[k], loop);
    return found;
}

/* The head of the for, in `node`. False with a fault, or if the head depends on
 * data and an iteration around it can take the loop as a body. */
static bool loop_head(struct front *f, CXCursor c, struct children *part,
                      CXCursor decl, struct scop_node *node)
{
    struct symbol *s = survey_symbol(f, decl);
    node->init = first_value(f, part->at[0], decl);
    if (!node->init || (f->loop_count && !expr_is_affine_form(node->init)))
        return false;
    node->init = type_convert(f, node->init, f->scop->loop[node->loop].type);
    known_forget_assigned(f, part->at[3]);
    s->loop = node->loop;
    node->cond = type_test(f, front_index(f, part->at[1], true));
    if (node->cond && f->loop_count &&
        (!expr_is_affine_form(node->cond) ||
         !front_mentions(node->cond, node->loop)))
        return false;
    if (node->cond && !f->loop_count && chase_refuse(f, c, part->at[2], false))
        return false;
    node->step = node->cond ? step_of(f, part->at[2], decl) : 0;
    if (node->cond && !front_mentions(node->cond, node->loop))
        refuse_loop(f, part->at[1],
                    "the condition of this loop does not test its iterator",
                    "compare the iterator with a bound: i < n");
    return node->cond && node->step && front_mentions(node->cond, node->loop);
}

/* Does the head of the for declare its iterator? Nothing outside of the loop
 * can use it then; another walk over the same loop, of a function that is
 * called twice or of pointers in their other places, may have taken it for a
 * body's variable. */
static bool declares_iterator(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    return list.count && clang_getCursorKind(list.at[0]) == CXCursor_DeclStmt;
}

/* The new loop's number, or -1 with a fault. */
static int add_loop(struct front *f, CXCursor c, CXCursor decl,
                    struct scop_node *node)
{
    struct symbol *s = survey_symbol(f, decl);
    struct scop_loop loop = {
        .name = front_plain(f, s->name),
        .text = s->name,
        .parent = f->loop_count ? f->loop[f->loop_count - 1] : -1,
        .node = node,
        .loc = front_loc(f, decl),
        .live_out = !s->declared_inside && survey_is_live(f, s),
    };
    if (type_is_pointer(clang_getCursorType(decl))) {
        refuse_loop(f, c, "the iterator of this loop is a pointer",
                    "count with an integer and subscript the array");
        return -1;
    }
    if (!type_scalar(f, clang_getCursorType(decl), decl, &loop.type))
        return -1;
    if (scop_type_is_float(loop.type) ||
        type_is_bool(clang_getCursorType(decl))) {
        refuse_loop(f, c, "the iterator of this loop is no integer",
                    "count with an integer and compute from it");
        return -1;
    }
    if (s->loop >= 0) {
        struct fault *fault =
            front_refuse(f, FAULT_ITERATOR_WRITTEN, c,
                         "iterator '%s' of an outer loop is written", s->name);
        FRONT_HINT(f, fault, "use another iterator for the inner loop");
        return -1;
    }
    if (s->as_variable && !declares_iterator(f, c)) {
        struct fault *fault = front_refuse(
            f, FAULT_ITERATOR_WRITTEN, c,
            "iterator '%s' serves as a variable elsewhere in the region",
            s->name);
        FRONT_HINT(f, fault, "declare the iterator in the for");
        return -1;
    }
    s->known = NULL;
    s->iterates += !s->iterates;
    ARENA_PUSH(f->arena, f->scop->loop, f->scop->loop_count, f->loop_cap, loop);
    ARENA_PUSH(f->arena, f->guarded, f->guarded_count, f->guarded_cap,
               f->guard_count > 0 || f->repeats > 0);
    return f->scop->loop_count - 1;
}

/* The loop that was added last is in no tree: it becomes a body. */
static void drop_loop(struct front *f)
{
    f->scop->loop_count--;
    f->guarded_count--;
}

/* The loop's body, of which the head is in `node`. */
static void walk_body(struct front *f, CXCursor body, struct induction *x,
                      struct scop_node *node, struct nodes *out)
{
    int mark = f->known_count;
    ARENA_PUSH(f->arena, f->loop, f->loop_count, f->loop_stack_cap, node->loop);
    f->loop_body = body;
    induct_enter(f, x, node);
    struct scop_node *inner = exchange_body(f, body, node);
    front_children(f, node, inner ? inner : front_block(f, body), NULL);
    f->loop_count--;
    known_forget(f, mark);
    front_put(f, out, node);
    induct_leave(f, x, out);
}

void for_walk(struct front *f, CXCursor c, struct nodes *out)
{
    struct children part = clang_children(f->arena, c);
    CXCursor decl;
    if (f->body) {
        body_loop(f, c, out);
        return;
    }
    if (f->loop_count && body_is_needed(f, c)) {
        body_statement(f, c, out);
        return;
    }
    if (!front_iterator(f, c, &decl)) {
        refuse_loop(f, c, "this for is no counted loop",
                    "write for (i = first; i < end; i += step), with one "
                    "iterator and all three parts");
        return;
    }
    struct scop_node *node = front_node(f, SCOP_FOR, front_loc(f, c));
    node->loop = add_loop(f, c, decl, node);
    if (node->loop < 0)
        return;
    int errors = f->faults->errors;
    struct induction *x = induct_find(f, c, &part.at[3], 1);
    bool counted = loop_head(f, c, &part, decl, node);
    if (counted)
        walk_body(f, part.at[3], x, node, out);
    survey_symbol(f, decl)->loop = -1;
    if (!counted && errors == f->faults->errors) {
        drop_loop(f);
        induct_drop(x);
        body_statement(f, c, out);
    }
}
