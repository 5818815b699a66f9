/*
 * Calls of functions that compute a value by more than expressions can say:
 * with loops, arrays or stores through pointers, or one that grows too large.
 * What they do goes into a body
 * before the statement that calls them, one iteration executes it in order, and
 * the call stands for the variable that holds the result. A return is a break:
 *
 *     y[i] = f(x[i]);      do { body of f, result = ...; break; } while (0);
 *                          y[i] = result;
 */
#include "compiler/front/local.h"

/* The function whose body is being walked. */
struct returning {
    CXType type;
    struct scop_expr *result, *done; /* done: returned from within a loop */
    struct place *place;             /* the result, of a structure */
    CXCursor last;                   /* the body's last statement */
    int loops;
};

/* Which functions ---------------------------------------------------------- */

static bool is_loop(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
           kind == CXCursor_DoStmt;
}

/* An assignment to something else than a variable. */
static bool is_store(struct front *f, CXCursor c)
{
    bool down;
    if (!front_is_assignment(c) && !front_is_increment(c, &down))
        return false;
    struct children list = clang_children(f->arena, c);
    return list.count && clang_getCursorKind(front_strip(f, list.at[0])) !=
                             CXCursor_DeclRefExpr;
}

static bool function_is_taken(struct front *f, CXCursor call);

static bool is_more_than_values(struct front *f, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    if (is_loop(kind) || kind == CXCursor_SwitchStmt || is_store(f, c))
        return true;
    if (kind == CXCursor_VarDecl && type.kind == CXType_ConstantArray &&
        clang_Cursor_getStorageClass(c) != CX_SC_Static)
        return true;
    if (kind == CXCursor_CallExpr &&
        (call_is_statement(c) || function_is_taken(f, c)))
        return true;
    struct children list = clang_children(f->arena, c);
    for (int k = 0; k < list.count; k++)
        if (is_more_than_values(f, list.at[k]))
            return true;
    return false;
}

/* A scalar, that is. */
static bool gives_value(CXCursor function)
{
    CXType type = clang_getCanonicalType(clang_getCursorResultType(function));
    return !clang_Cursor_isVariadic(function) && type.kind != CXType_Void &&
           !whole_is_record(type) && !type_is_pointer(type);
}

/* Each function is looked at once, also where functions call each other: that
 * one is being looked at says as little as that nothing was found in it. */
static bool function_is_taken(struct front *f, CXCursor call)
{
    CXCursor function = clang_getCursorReferenced(call);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl)
        return false;
    function = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(function) || !gives_value(function))
        return false;
    for (int k = 0; k < f->seen_count; k++)
        if (clang_equalCursors(f->seen[k].function, function))
            return f->seen[k].is_body;
    int number = f->seen_count;
    struct seen seen = {function, false};
    ARENA_PUSH(f->arena, f->seen, f->seen_count, f->seen_cap, seen);
    bool found = is_more_than_values(f, call_body(f, call));
    f->seen[number].is_body = found;
    return found;
}

/* What a search from `call` on has found nothing in is right as it is, once the
 * search is over without a find; else the others are looked at anew. */
bool value_is_body(struct front *f, CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_CallExpr)
        return false;
    int before = f->seen_count, kept = before;
    bool found = function_is_taken(f, c);
    for (int k = before; k < f->seen_count; k++)
        if (!found || f->seen[k].is_body)
            f->seen[kept++] = f->seen[k];
    f->seen_count = kept;
    return found;
}

static bool is_of_function(CXCursor c)
{
    CXCursor function =
        clang_getCursorKind(c) == CXCursor_CallExpr
            ? clang_getCursorDefinition(clang_getCursorReferenced(c))
            : clang_getNullCursor();
    return clang_getCursorKind(function) == CXCursor_FunctionDecl &&
           gives_value(function);
}

bool value_is_record(CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_CallExpr)
        return false;
    CXCursor function = clang_getCursorReferenced(c);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl ||
        clang_Cursor_isVariadic(function))
        return false;
    return !clang_Cursor_isNull(clang_getCursorDefinition(function)) &&
           whole_is_record(clang_getCursorResultType(function));
}

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
    CXCursor inner = front_strip(f, value);
    if (!front_is_assignment(inner))
        return value;
    CXCursor to = clang_children(f->arena, inner).at[0];
    if (effect_is_inside(f, to))
        return value;
    front_stmt(f, inner, out);
    return to;
}

bool value_return(struct front *f, CXCursor c, struct nodes *out)
{
    struct returning *r = f->returning;
    struct children list = clang_children(f->arena, c);
    if (!r || list.count != 1)
        return false;
    CXCursor value = returned(f, list.at[0], out);
    int mark = effect_begin(f, value, out);
    front_assign(f, r->result, front_expr_as(f, value, r->type), c, out);
    effect_end(f, mark, out);
    if (r->loops)
        front_assign(f, r->done, expr_int(f, 1, SCOP_I32, front_loc(f, c)), c,
                     out);
    if (!clang_equalCursors(r->last, c))
        put_break(f, c, out);
    return true;
}

void value_enter_loop(struct front *f)
{
    if (f->returning)
        f->returning->loops++;
}

void value_leave_loop(struct front *f, CXCursor c, struct nodes *out)
{
    struct returning *r = f->returning;
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

/* Calls -------------------------------------------------------------------- */

static struct scop_expr *variable(struct front *f, const char *name,
                                  enum scop_type type, CXCursor c, int scope)
{
    struct loc loc = front_loc(f, c);
    struct scop_expr *e = scop_expr_new(f->arena, SCOP_ACCESS, type, 0, loc);
    e->ref = place_temporary(f, name, type, loc);
    if (scope == SCOP_POINT)
        f->scop->array[e->ref].scope = scope;
    return e;
}

/* The body of the function, which ends at its first return. */
static void walk_body(struct front *f, CXCursor c, struct nodes *out)
{
    CXCursor body = call_body(f, c);
    struct children list = clang_children(f->arena, body);
    struct returning *r = f->returning;
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
    bool inside = f->body != 0;
    if (!type_scalar(f, r.type, c, &type))
        return;
    r.result = variable(f, "result", type, c, inside ? SCOP_POINT : 0);
    if (!inside)
        f->body = ++f->body_count;
    call_within(f, c, &r, walk_body, &nodes);
    for (int k = 0; inside && k < nodes.count; k++)
        front_put(f, out, nodes.at[k]);
    if (!inside) {
        f->body = 0;
        struct scop_stmt s = {.loc = front_loc(f, c)};
        s.body = front_seq(f, &nodes, s.loc);
        front_emit(f, s, out);
    }
    struct valued v = {c, r.result, NULL};
    ARENA_PUSH(f->arena, f->valued, f->valued_count, f->valued_cap, v);
}

struct place *value_record(struct front *f, CXCursor decl, CXType type)
{
    struct symbol *s = arena_alloc(f->arena, sizeof *s);
    *s = (struct symbol){.decl = decl,
                         .name = "result",
                         .local = true,
                         .declared_inside = true,
                         .made = true,
                         .inside = REF_READ | REF_WRITE,
                         .loop = -1};
    ARENA_PUSH(f->arena, f->symbol, f->symbol_count, f->symbol_cap, s);
    front_begin_scope(f, s);
    struct place *p = arena_alloc(f->arena, sizeof *p);
    *p = (struct place){.root = s,
                        .text = s->name,
                        .type = type,
                        .field = clang_getNullCursor()};
    return p;
}

/* The body of a function that returns a structure, as its last statement. */
static void walk_record(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, call_body(f, c));
    bool last = list.count && clang_getCursorKind(list.at[list.count - 1]) ==
                                  CXCursor_ReturnStmt;
    struct place *to = f->returning->place;
    f->returning = NULL;
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
    whole_set(f, to, value, out);
}

static bool holds_record(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    bool found = value_is_record(c);
    for (int k = 0; k < list.count && !found; k++)
        found = holds_record(f, list.at[k]);
    return found;
}

bool value_enter(struct front *f, CXCursor c)
{
    if (f->body || !f->loop_count || !holds_record(f, c))
        return false;
    f->body = ++f->body_count;
    return true;
}

void value_leave(struct front *f, CXCursor c, struct nodes *body,
                 struct nodes *out)
{
    struct scop_stmt s = {.loc = front_loc(f, c)};
    s.body = front_seq(f, body, s.loc);
    f->body = 0;
    front_emit(f, s, out);
}

static void call_record(struct front *f, CXCursor c, struct nodes *out)
{
    CXType type = clang_getCursorResultType(clang_getCursorReferenced(c));
    struct returning r = {.type = type, .last = clang_getNullCursor()};
    struct nodes nodes = {0};
    int errors = f->faults->errors;
    r.place = value_record(f, clang_getCursorReferenced(c), type);
    bool body = value_enter(f, c);
    call_within(f, c, &r, walk_record, body ? &nodes : out);
    if (body)
        value_leave(f, c, &nodes, out);
    struct valued v = {c, NULL, r.place};
    if (errors == f->faults->errors)
        ARENA_PUSH(f->arena, f->valued, f->valued_count, f->valued_cap, v);
}

/* A list that is given to a function. */
static void keep_list(struct front *f, CXCursor c, struct nodes *out)
{
    CXType type = clang_getCursorType(c);
    struct valued v = {c, NULL, value_record(f, c, type)};
    whole_set(f, v.place, c, out);
    ARENA_PUSH(f->arena, f->valued, f->valued_count, f->valued_cap, v);
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
    if (!f->body && !f->loop_count)
        return;
    for (int k = 0; k < list.count; k++) {
        if (!is_skipped(c, k))
            value_calls(f, list.at[k], out);
        CXCursor inner = front_strip(f, list.at[k]);
        if (clang_getCursorKind(c) == CXCursor_CallExpr &&
            clang_getCursorKind(inner) == CXCursor_CompoundLiteralExpr &&
            whole_is_record(clang_getCursorType(inner)))
            keep_list(f, inner, out);
    }
    if (value_is_body(f, c) || (is_of_function(c) && inline_grows(f, c)))
        call(f, c, out);
    else if (value_is_record(c))
        call_record(f, c, out);
}

/* The same expression? Cursors that lead to it by the function's arguments and
 * by the tree may differ otherwise. */
static bool is_same(CXCursor a, CXCursor b)
{
    return clang_getCursorKind(a) == clang_getCursorKind(b) &&
           clang_equalRanges(clang_getCursorExtent(a),
                             clang_getCursorExtent(b));
}

struct place *value_place(const struct front *f, CXCursor c)
{
    for (int k = f->valued_count; k-- > 0;)
        if (is_same(f->valued[k].call, c))
            return f->valued[k].place;
    return NULL;
}

struct scop_expr *value_of_call(const struct front *f, CXCursor c)
{
    for (int k = f->valued_count; k-- > 0;)
        if (is_same(f->valued[k].call, c))
            return f->valued[k].value;
    return NULL;
}
