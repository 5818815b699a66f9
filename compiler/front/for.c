/* Counted loops: for (i = first; i < end; i += step). */
#include "compiler/front/loop.h"

static void refuse_loop(struct front *f, CXCursor c, const char *what,
                        const char *hint)
{
    front_refuse_with(f, FAULT_LOOP_FORM, c, what, hint);
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

/* The constant that the last part of the for adds; 0 if it is none, with a
 * fault unless the loop can be in a body. */
static int64_t step_of(struct front *f, CXCursor c, CXCursor decl)
{
    CXCursor operand;
    bool down;
    int64_t step = 0;
    if (loop_step(f->arena, c, decl, &operand, &down)) {
        if (clang_Cursor_isNull(operand))
            return down ? -1 : 1;
        struct scop_expr *e = front_expr(f, operand);
        if (!e)
            return 0;
        bool constant = expr_constant(e, &step);
        if (constant && step && step > INT32_MIN && step <= INT32_MAX)
            return down ? -step : step;
        if (!constant && f->walk.loop_count)
            return 0;
    } else if (f->walk.loop_count) {
        return 0;
    }
    refuse_loop(f, c, "the step of this loop is no constant",
                "step the iterator by a constant (i++, i -= 2), or count the "
                "iterations and multiply: a[first + k * step]");
    return 0;
}

/* The last part of a head as the step of the iterator, and what else it does,
 * which ends the body as statements do: x++, p += 3. A list of the body and
 * these. */
static struct children split_step(struct front *f, CXCursor body, CXCursor decl,
                                  CXCursor *step)
{
    struct children all = {.arena = f->arena};
    CXCursor left = *step, operand;
    bool found = false, down;
    ARENA_PUSH(f->arena, all.at, all.count, all.cap, body);
    while (clang_getCursorKind(left) == CXCursor_BinaryOperator &&
           clang_getCursorBinaryOperatorKind(left) == CXBinaryOperator_Comma) {
        struct children list = clang_children(f->arena, left);
        left = list.at[0];
        ARENA_PUSH(f->arena, all.at, all.count, all.cap, list.at[1]);
    }
    if (all.count == 1)
        return all;
    ARENA_PUSH(f->arena, all.at, all.count, all.cap, left);
    /* In the order of the source, and without the step. */
    for (int a = 1, b = all.count - 1; a < b; a++, b--) {
        CXCursor swap = all.at[a];
        all.at[a] = all.at[b];
        all.at[b] = swap;
    }
    int kept = 1;
    for (int k = 1; k < all.count; k++) {
        if (!found && loop_step(f->arena, all.at[k], decl, &operand, &down)) {
            found = true;
            *step = all.at[k];
        } else {
            all.at[kept++] = all.at[k];
        }
    }
    all.count = found ? kept : 1;
    return all;
}

/* The head of the for, in `node`. False with a fault, or if the head depends on
 * data and an iteration around it can take the loop as a body. */
static bool counted_head(struct front *f, CXCursor c, struct children *part,
                         const struct children *body, CXCursor decl,
                         struct scop_node *node)
{
    struct symbol *s = survey_symbol(&f->survey, decl);
    node->init = first_value(f, part->at[0], decl);
    if (!node->init || (f->walk.loop_count && !expr_is_affine_form(node->init)))
        return false;
    node->init = type_convert(f, node->init, f->scop->loop[node->loop].type);
    for (int k = 0; k < body->count; k++)
        known_forget_assigned(f, body->at[k]);
    s->loop = node->loop;
    node->cond = type_test(f, front_index(f, part->at[1], true));
    if (node->cond && f->walk.loop_count &&
        (!expr_is_affine_form(node->cond) ||
         !scop_expr_mentions(node->cond, node->loop)))
        return false;
    if (node->cond && !f->walk.loop_count &&
        chase_refuse(f, c, part->at[2], false))
        return false;
    node->step = node->cond ? step_of(f, part->at[2], decl) : 0;
    if (node->cond && !scop_expr_mentions(node->cond, node->loop))
        refuse_loop(f, part->at[1],
                    "the condition of this loop does not test its iterator",
                    "compare the iterator with a bound: i < n");
    return node->cond && node->step &&
           scop_expr_mentions(node->cond, node->loop);
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
    struct symbol *s = survey_symbol(&f->survey, decl);
    struct scop_loop loop = {
        .name = front_plain(f, s->name),
        .text = s->name,
        .parent =
            f->walk.loop_count ? f->walk.loop[f->walk.loop_count - 1] : -1,
        .node = node,
        .loc = front_loc(f, decl),
        .live_out = !s->declared_inside && !s->counts_on &&
                    survey_is_live(&f->survey, s),
    };
    if (type_is_pointer(clang_getCursorType(decl))) {
        refuse_loop(f, c, "the iterator of this loop is a pointer",
                    "count with an integer and subscript the array: "
                    "for (i = 0; i < n; i++), and p[i] for *p");
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
    if (s->as_variable && !s->counts_on && !declares_iterator(f, c)) {
        struct fault *fault = front_refuse(
            f, FAULT_ITERATOR_WRITTEN, c,
            "iterator '%s' serves as a variable elsewhere in the region",
            s->name);
        FRONT_HINT(f, fault, "declare the iterator in the for");
        return -1;
    }
    s->known = NULL;
    s->iterates += !s->iterates;
    ARENA_PUSH(f->arena, f->scop->loop, f->scop->loop_count, f->arrays.loop_cap,
               loop);
    ARENA_PUSH(f->arena, f->walk.guarded, f->walk.guarded_count,
               f->walk.guarded_cap,
               f->walk.guard_count > 0 || f->walk.repeats > 0);
    return f->scop->loop_count - 1;
}

/* The loop that was added last is in no tree: it becomes a body. */
static void drop_loop(struct front *f)
{
    f->scop->loop_count--;
    f->walk.guarded_count--;
}

/* The body as a node: a block, and what the head does behind it. */
static struct scop_node *whole_body(struct front *f,
                                    const struct children *body)
{
    struct nodes nodes = {0};
    if (body->count == 1)
        return front_block(f, body->at[0]);
    for (int k = 0; k < body->count; k++)
        front_stmt(f, body->at[k], &nodes);
    return front_seq(f, &nodes, front_loc(f, body->at[0]));
}

/* The loop's body, of which the head is in `node`. */
static void walk_body(struct front *f, const struct children *body,
                      struct induction *x, struct scop_node *node,
                      struct nodes *out)
{
    int mark = f->walk.known_count;
    ARENA_PUSH(f->arena, f->walk.loop, f->walk.loop_count, f->walk.loop_cap,
               node->loop);
    f->walk.loop_body = body->at[0];
    induction_enter(f, x, node);
    struct scop_node *inner =
        body->count == 1 ? exchange_body(f, body->at[0], node) : NULL;
    front_children(f, node, inner ? inner : whole_body(f, body), NULL);
    f->walk.loop_count--;
    known_forget(f, mark);
    front_put(f, out, node);
    induction_leave(f, x, out);
}

/* A counter that is a scalar elsewhere holds its last value behind the loop. */
static void leave_counter(struct front *f, CXCursor c, struct symbol *s,
                          const struct scop_node *node, struct nodes *out)
{
    enum scop_type own = f->scop->loop[node->loop].type;
    struct scop_expr *last =
        front_last(f, node, node->init, type_promoted(own));
    if (!last) {
        struct fault *fault =
            front_refuse(f, FAULT_EXPRESSION, c,
                         "what iterator '%s', which is used outside of this "
                         "loop, holds behind it is not known",
                         s->name);
        FRONT_HINT(f, fault,
                   "use another variable there, or compare the "
                   "iterator with one bound");
        return;
    }
    last = type_convert(f, last, own);
    front_assign(f, front_scalar(f, s), last, c, out);
    known_learn(f, s, last);
}

void for_walk(struct front *f, CXCursor c, struct nodes *out)
{
    struct children part = clang_children(f->arena, c);
    CXCursor decl;
    if (f->walk.body) {
        body_loop(f, c, out);
        return;
    }
    bool iterates = loop_iterator(f->arena, c, &decl);
    if (!iterates || type_is_pointer(clang_getCursorType(decl)) ||
        (f->walk.loop_count && loop_needs_body(f->arena, c))) {
        body_statement(f, c, out);
        return;
    }
    struct scop_node *node = front_node(f, SCOP_FOR, front_loc(f, c));
    node->loop = add_loop(f, c, decl, node);
    if (node->loop < 0)
        return;
    int errors = f->faults->errors;
    struct children body = split_step(f, part.at[3], decl, &part.at[2]);
    struct induction *x = induction_find(f, c, body.at, body.count);
    bool counted = counted_head(f, c, &part, &body, decl, node);
    struct symbol *s = survey_symbol(&f->survey, decl);
    if (counted) {
        struct counted_for noted = {node->loop, c, decl, f->walk.phase};
        ARENA_PUSH(f->arena, f->walk.counted, f->walk.counted_count,
                   f->walk.counted_cap, noted);
        walk_body(f, &body, x, node, out);
    }
    s->loop = -1;
    if (counted && s->counts_on && errors == f->faults->errors)
        leave_counter(f, c, s, node, out);
    if (!counted && errors == f->faults->errors) {
        drop_loop(f);
        induction_drop(x);
        body_statement(f, c, out);
    }
}
