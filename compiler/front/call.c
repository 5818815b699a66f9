/*
 * Calls of functions whose bodies stand where they are called: of those that
 * return nothing, and of those that compute a value by more than expressions
 * can say, with loops, arrays or stores through pointers, or one that grows too
 * large. Parameters stand for the arguments, or are variables of their own
 * where the function writes them or the argument might change meanwhile.
 *
 * What computes a value goes into a body before the statement that calls it,
 * one iteration executes it in order, and the call stands for the variable that
 * holds the result. A return is a break:
 *
 *     y[i] = f(x[i]);      do { body of f, result = ...; break; } while (0);
 *                          y[i] = result;
 */
#include "compiler/front/loop.h"

/* The function whose body is being walked. */
struct returning {
    CXType type;
    struct scop_expr *result, *done; /* done: returned from within a loop */
    struct lvalue *lvalue;           /* the result, of a structure */
    CXCursor last;                   /* the body's last statement */
    int loops;
};

/* Returns ------------------------------------------------------------------ */

static bool holds_return(struct front *f, CXCursor c)
{
    if (clang_getCursorKind(c) == CXCursor_ReturnStmt)
        return true;
    struct children list = clang_children(f->arena, c);
    for (int k = 0; k < list.count; k++)
        if (holds_return(f, list.at[k]))
            return true;
    return false;
}

static void put_break(struct front *f, CXCursor c, struct nodes *out)
{
    front_put(f, out, front_node(f, SCOP_BREAK, front_loc(f, c)));
}

/* Of return a = e, what is assigned to, which is done before. */
static CXCursor returned(struct front *f, CXCursor value, struct nodes *out)
{
    CXCursor inner = syntax_strip(f->arena, value);
    if (!syntax_is_assignment(inner))
        return value;
    CXCursor to = clang_children(f->arena, inner).at[0];
    if (syntax_holds_increment(f->arena, to))
        return value;
    front_stmt(f, inner, out);
    return to;
}

bool value_return(struct front *f, CXCursor c, struct nodes *out)
{
    struct returning *r = f->inlining.returning;
    struct children list = clang_children(f->arena, c);
    if (!r || list.count != 1)
        return false;
    CXCursor value = returned(f, list.at[0], out);
    int mark = front_begin_effects(f, value, out);
    front_assign(f, r->result, front_expr_as(f, value, r->type), c, out);
    front_end_effects(f, mark, out);
    if (r->loops)
        front_assign(f, r->done, expr_int(f, 1, SCOP_I32, front_loc(f, c)), c,
                     out);
    if (!clang_equalCursors(r->last, c))
        put_break(f, c, out);
    return true;
}

void value_enter_loop(struct front *f)
{
    if (f->inlining.returning)
        f->inlining.returning->loops++;
}

void value_leave_loop(struct front *f, CXCursor c, struct nodes *out)
{
    struct returning *r = f->inlining.returning;
    if (!r)
        return;
    r->loops--;
    if (!holds_return(f, c))
        return;
    struct scop_node *node = front_node(f, SCOP_IF, front_loc(f, c));
    struct nodes jump = {0};
    put_break(f, c, &jump);
    node->test = r->done;
    front_children(f, node, jump.at[0], NULL);
    front_put(f, out, node);
}

/* Arguments -----------------------------------------------------------------
 */

/* A variable of its own that holds a structure, at this lvalue. */
static struct lvalue *value_record(struct front *f, CXCursor decl, CXType type)
{
    struct symbol *s = arena_alloc(f->arena, sizeof *s);
    *s = (struct symbol){.decl = decl,
                         .name = "result",
                         .local = true,
                         .declared_inside = true,
                         .made = true,
                         .inside = REF_READ | REF_WRITE,
                         .loop = -1};
    ARENA_PUSH(f->arena, f->survey.symbol, f->survey.symbol_count,
               f->survey.symbol_cap, s);
    front_begin_scope(f, s);
    struct lvalue *p = arena_alloc(f->arena, sizeof *p);
    *p = (struct lvalue){.root = s,
                         .text = s->name,
                         .type = type,
                         .field = clang_getNullCursor()};
    return p;
}

/* Does c store into nothing but variables of the function? */
static bool is_pure(struct front *f, CXCursor c, CXCursor function)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    if (callee_is_statement(c) || callee_library(f->arena, c))
        return false;
    if (list.count &&
        (syntax_is_assignment(c) || syntax_is_increment(c, &down))) {
        CXCursor at = list.at[0];
        while (clang_getCursorKind(at) == CXCursor_MemberRefExpr ||
               clang_getCursorKind(at) == CXCursor_ParenExpr) {
            struct children inner = clang_children(f->arena, at);
            if (inner.count != 1 ||
                type_is_pointer(clang_getCursorType(inner.at[0])))
                return false;
            at = inner.at[0];
        }
        if (clang_getCursorKind(at) != CXCursor_DeclRefExpr ||
            !clang_equalCursors(
                clang_getCursorSemanticParent(clang_getCursorReferenced(at)),
                function))
            return false;
    }
    for (int k = 0; k < list.count; k++)
        if (!is_pure(f, list.at[k], function))
            return false;
    return true;
}

/* Does the structure that is given for the parameter stay as it is while the
 * body is walked, so that the parameter needs no copy? */
static bool is_invariant(struct front *f, const struct symbol *s)
{
    CXCursor function = clang_getCursorSemanticParent(s->decl);
    return !(s->inside & (REF_WRITE | REF_ADDRESS)) &&
           is_pure(f, function, function);
}

/* What the parameter is while the body is walked. */
static bool bind(struct front *f, const struct argument *a, struct nodes *out)
{
    struct symbol *s = a->parameter;
    bool changes = s->inside & (REF_WRITE | REF_ADDRESS);
    bool record = type_is_record(clang_getCursorType(s->decl));
    if (a->lvalue && !record && s->inside & REF_ADDRESS) {
        struct fault *fault =
            front_refuse(f, FAULT_POINTER, s->decl,
                         "pointer '%s' changes in the region", s->name);
        FRONT_HINT(f, fault,
                   "keep the pointer and change a subscript: p[k++] "
                   "for *p++");
        return false;
    }
    if (s->carried && a->lvalue && a->lvalue->pending) {
        pointer_bind(f, s, a->lvalue, out);
        return true;
    }
    s->lvalue = a->lvalue;
    s->level = front_level(f);
    if (record && !is_invariant(f, s)) {
        s->lvalue = value_record(f, s->decl, clang_getCursorType(s->decl));
        aggregate_copy(f, s->lvalue, a->lvalue, s->decl, out);
        return true;
    }
    s->value = changes || !a->value || expr_reads(a->value) ? NULL : a->value;
    if (a->value && !s->value)
        front_variable(f, s, s->decl, a->value, out);
    return true;
}

static bool bind_all(struct front *f, CXCursor c, struct nodes *out)
{
    struct argument *list = inline_arguments(f, c, callee_definition(c));
    bool good = list != NULL;
    for (int k = 0; k < callee_parameter_count(c) && good; k++)
        good = bind(f, &list[k], out);
    return good;
}

static void call_within(struct front *f, CXCursor c, struct returning *r,
                        void (*walk)(struct front *, CXCursor, struct nodes *),
                        struct nodes *out)
{
    int copy = f->inlining.copy;
    struct returning *before = f->inlining.returning;
    f->inlining.copy = ++f->inlining.copies;
    if (bind_all(f, c, out) && inline_enter(f, c, callee_definition(c))) {
        f->inlining.returning = r;
        walk(f, c, out);
        f->inlining.returning = before;
        inline_leave(f);
    }
    for (int k = 0; k < callee_parameter_count(c); k++) {
        struct symbol *s = survey_symbol(&f->survey, callee_parameter(c, k));
        s->lvalue = NULL;
        s->value = NULL;
    }
    f->inlining.copy = copy;
}

static void walk_statements(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, callee_body(f->arena, c));
    if (list.count &&
        clang_getCursorKind(list.at[list.count - 1]) == CXCursor_ReturnStmt)
        list.count--;
    front_function(f, &list, out);
}

void call_walk(struct front *f, CXCursor c, struct nodes *out)
{
    call_within(f, c, NULL, walk_statements, out);
}

static struct scop_expr *pointed_at(struct front *f, CXCursor c, int argument)
{
    struct lvalue *p =
        lvalue_pointer(f, clang_Cursor_getArgument(c, (unsigned)argument));
    p = p ? lvalue_target(f, p, c) : NULL;
    return p ? lvalue_access(f, p, c, true) : NULL;
}

/* The argument is read before anything is stored. */
void call_sincos(struct front *f, CXCursor c, struct nodes *out)
{
    value_calls(f, c, out);
    struct scop_expr *x = front_expr(f, clang_Cursor_getArgument(c, 0));
    struct scop_expr *s = x ? pointed_at(f, c, 1) : NULL;
    struct scop_expr *t = s ? pointed_at(f, c, 2) : NULL;
    if (!t)
        return;
    if (expr_reads(x)) {
        struct scop_expr *kept = array_temporary(f, "angle", x->type, x->loc);
        if (f->walk.body)
            f->scop->array[kept->ref].scope = SCOP_POINT;
        front_assign(f, kept, x, c, out);
        x = kept;
    }
    front_assign(f, s, math_apply(f, SCOP_FUNC_SIN, x, NULL), c, out);
    front_assign(f, t, math_apply(f, SCOP_FUNC_COS, x, NULL), c, out);
}

/* Values --------------------------------------------------------------------
 */

static struct scop_expr *variable(struct front *f, const char *name,
                                  enum scop_type type, CXCursor c, int scope)
{
    struct loc loc = front_loc(f, c);
    struct scop_expr *e = array_temporary(f, name, type, loc);
    if (scope == SCOP_POINT)
        f->scop->array[e->ref].scope = scope;
    return e;
}

/* The body of the function, which ends at its first return. */
static void walk_body(struct front *f, CXCursor c, struct nodes *out)
{
    CXCursor body = callee_body(f->arena, c);
    struct children list = clang_children(f->arena, body);
    struct returning *r = f->inlining.returning;
    struct scop_node *once = front_node(f, SCOP_LOOP, front_loc(f, c));
    bool early = false;
    if (list.count)
        r->last = list.at[list.count - 1];
    for (int k = 0; k < list.count; k++)
        early |= holds_return(f, list.at[k]) &&
                 !(k == list.count - 1 &&
                   clang_getCursorKind(r->last) == CXCursor_ReturnStmt);
    if (early) {
        r->done = variable(f, "returned", SCOP_I32, c, SCOP_POINT);
        front_assign(f, r->done, expr_int(f, 0, SCOP_I32, once->loc), c, out);
    }
    struct nodes inner = {0};
    for (int k = 0; k < list.count; k++)
        front_stmt(f, list.at[k], early ? &inner : out);
    if (!early)
        return;
    once->last = true;
    once->test = expr_int(f, 0, SCOP_I32, once->loc);
    front_children(f, once, front_seq(f, &inner, once->loc), NULL);
    front_put(f, out, once);
}

static void call(struct front *f, CXCursor c, struct nodes *out)
{
    CXCursor function = clang_getCursorDefinition(clang_getCursorReferenced(c));
    struct returning r = {.type = clang_getCursorResultType(function),
                          .last = clang_getNullCursor()};
    struct nodes nodes = {0};
    enum scop_type type;
    bool inside = f->walk.body != 0;
    if (!type_scalar(f, r.type, c, &type))
        return;
    r.result = variable(f, "result", type, c, inside ? SCOP_POINT : 0);
    if (!inside)
        f->walk.body = ++f->walk.body_count;
    call_within(f, c, &r, walk_body, &nodes);
    for (int k = 0; inside && k < nodes.count; k++)
        front_put(f, out, nodes.at[k]);
    if (!inside) {
        f->walk.body = 0;
        struct scop_stmt s = {.loc = front_loc(f, c)};
        s.body = front_seq(f, &nodes, s.loc);
        front_emit(f, s, out);
    }
    struct valued v = {c, r.result, NULL};
    ARENA_PUSH(f->arena, f->inlining.valued, f->inlining.valued_count,
               f->inlining.valued_cap, v);
}

/* The body of a function that returns a structure, as its last statement. */
static void walk_record(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, callee_body(f->arena, c));
    bool last = list.count && clang_getCursorKind(list.at[list.count - 1]) ==
                                  CXCursor_ReturnStmt;
    struct lvalue *to = f->inlining.returning->lvalue;
    f->inlining.returning = NULL;
    for (int k = 0; k + 1 < list.count; k++)
        last &= !holds_return(f, list.at[k]);
    if (!last) {
        struct fault *fault = front_refuse(
            f, FAULT_CALL, c,
            "function '%s', which returns a structure, does so elsewhere than "
            "at its end",
            clang_text(f->arena, clang_getCursorSpelling(c)));
        FRONT_HINT(f, fault,
                   "assign to a variable, and return that as the last "
                   "statement");
        return;
    }
    for (int k = 0; k + 1 < list.count; k++)
        front_stmt(f, list.at[k], out);
    CXCursor value = clang_children(f->arena, list.at[list.count - 1]).at[0];
    value_calls(f, value, out);
    aggregate_set(f, to, value, out);
}

static bool holds_record(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    bool found = callee_is_record(c);
    for (int k = 0; k < list.count && !found; k++)
        found = holds_record(f, list.at[k]);
    return found;
}

bool value_enter(struct front *f, CXCursor c)
{
    if (f->walk.body || !f->walk.loop_count || !holds_record(f, c))
        return false;
    f->walk.body = ++f->walk.body_count;
    return true;
}

void value_leave(struct front *f, CXCursor c, struct nodes *body,
                 struct nodes *out)
{
    struct scop_stmt s = {.loc = front_loc(f, c)};
    s.body = front_seq(f, body, s.loc);
    f->walk.body = 0;
    front_emit(f, s, out);
}

static void call_record(struct front *f, CXCursor c, struct nodes *out)
{
    CXType type = clang_getCursorResultType(clang_getCursorReferenced(c));
    struct returning r = {.type = type, .last = clang_getNullCursor()};
    struct nodes nodes = {0};
    int errors = f->faults->errors;
    r.lvalue = value_record(f, clang_getCursorReferenced(c), type);
    bool body = value_enter(f, c);
    call_within(f, c, &r, walk_record, body ? &nodes : out);
    if (body)
        value_leave(f, c, &nodes, out);
    struct valued v = {c, NULL, r.lvalue};
    if (errors == f->faults->errors)
        ARENA_PUSH(f->arena, f->inlining.valued, f->inlining.valued_count,
                   f->inlining.valued_cap, v);
}

/* A list that is given to a function. */
static void keep_list(struct front *f, CXCursor c, struct nodes *out)
{
    CXType type = clang_getCursorType(c);
    struct valued v = {c, NULL, value_record(f, c, type)};
    aggregate_set(f, v.lvalue, c, out);
    ARENA_PUSH(f->arena, f->inlining.valued, f->inlining.valued_count,
               f->inlining.valued_cap, v);
}

/* May c not be evaluated, as an operand of `parent`? */
static bool is_skipped(CXCursor parent, int number)
{
    enum CXCursorKind kind = clang_getCursorKind(parent);
    if (kind == CXCursor_BinaryOperator && number > 0) {
        enum CXBinaryOperatorKind op =
            clang_getCursorBinaryOperatorKind(parent);
        return op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr;
    }
    return kind == CXCursor_UnaryExpr ||
           (kind == CXCursor_ConditionalOperator && number > 0);
}

void value_calls(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    if (!f->walk.body && !f->walk.loop_count)
        return;
    for (int k = 0; k < list.count; k++) {
        if (!is_skipped(c, k))
            value_calls(f, list.at[k], out);
        CXCursor inner = syntax_strip(f->arena, list.at[k]);
        if (clang_getCursorKind(c) == CXCursor_CallExpr &&
            clang_getCursorKind(inner) == CXCursor_CompoundLiteralExpr &&
            type_is_record(clang_getCursorType(inner)))
            keep_list(f, inner, out);
    }
    if (callee_is_computed(&f->survey, c) ||
        (callee_is_scalar(c) && inline_grows(f, c)))
        call(f, c, out);
    else if (callee_is_record(c))
        call_record(f, c, out);
}
