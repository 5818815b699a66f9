/*
 * Loops that end by exchanging pointers, as in "tmp = a; a = b; b = tmp;": also
 * by a macro, also in turn among more than two.
 *
 * What such a pointer leads to depends on the iterator alone. The body is
 * walked once for each state of the pointers, under a condition on the
 * iterator, and the caller repeats the exchanges after the region. Where data
 * ends the loop, the states come one after the other in the body, and a counter
 * tells the caller which one was the last.
 */
#include "compiler/front/loop.h"

/* Reading ------------------------------------------------------------------ */

static struct symbol *pointer_variable(struct front *f, CXCursor c)
{
    c = syntax_strip(f->arena, c);
    while (clang_getCursorKind(c) == CXCursor_CStyleCastExpr) {
        struct children list = clang_children(f->arena, c);
        c = syntax_strip(f->arena, list.at[list.count - 1]);
    }
    CXCursor decl = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(decl);
    CXType type = clang_getCanonicalType(clang_getCursorType(c));
    bool variable = clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
                    (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) &&
                    type.kind == CXType_Pointer;
    return variable ? survey_symbol(&f->survey, decl) : NULL;
}

static bool add_move(struct exchange *x, struct symbol *to, struct symbol *from)
{
    if (!to || !from || x->move_count == EXCHANGE_MOVES)
        return false;
    x->move[x->move_count++] = (struct pointer_move){to, from, NULL};
    return true;
}

static bool read_declaration(struct front *f, CXCursor decl, struct exchange *x)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    CXCursor initial = clang_Cursor_getVarDeclInitializer(decl);
    if (clang_getCursorKind(decl) != CXCursor_VarDecl ||
        type.kind != CXType_Pointer)
        return false;
    return clang_Cursor_isNull(initial) ||
           add_move(x, survey_symbol(&f->survey, decl),
                    pointer_variable(f, initial));
}

static bool is_zero(CXCursor c)
{
    CXEvalResult value = clang_Cursor_Evaluate(c);
    bool zero = value && clang_EvalResult_getKind(value) == CXEval_Int &&
                clang_EvalResult_getAsLongLong(value) == 0;
    clang_EvalResult_dispose(value);
    return zero;
}

/* Does the statement move pointers, and nothing else? */
static bool read_moves(struct front *f, CXCursor c, struct exchange *x)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool good = true;
    switch (kind) {
    case CXCursor_NullStmt:
        return true;
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
        for (int k = 0; k < list.count && good; k++)
            good = kind == CXCursor_DeclStmt
                       ? read_declaration(f, list.at[k], x)
                       : read_moves(f, list.at[k], x);
        return good;
    case CXCursor_DoStmt: /* as macros are wrapped */
        return list.count == 2 && is_zero(list.at[1]) &&
               read_moves(f, list.at[0], x);
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma)
            return read_moves(f, list.at[0], x) && read_moves(f, list.at[1], x);
        return syntax_is_assignment(c) &&
               add_move(x, pointer_variable(f, list.at[0]),
                        pointer_variable(f, list.at[1]));
    default:
        return false;
    }
}

/* The moves at the end of the body. */
static bool read_exchange(struct front *f, CXCursor body, struct exchange *x)
{
    if (clang_getCursorKind(body) != CXCursor_CompoundStmt)
        return false;
    x->body = clang_children(f->arena, body);
    x->rest = x->body.count;
    do {
        x->move_count = 0;
    } while (x->rest > 0 && read_moves(f, x->body.at[x->rest - 1], x) &&
             x->rest--);
    x->move_count = 0;
    for (int k = x->rest; k < x->body.count; k++)
        if (!read_moves(f, x->body.at[k], x))
            return false;
    return x->move_count > 0;
}

/* Understanding ------------------------------------------------------------ */

/* What the variable holds after the first `count` moves. */
static struct symbol *held(const struct exchange *x, int count,
                           struct symbol *s)
{
    for (int k = count - 1; k >= 0; k--)
        if (x->move[k].to == s)
            return x->move[k].holds;
    return s;
}

/* Is the variable assigned to before it is read? */
static bool is_temporary(const struct exchange *x, const struct symbol *s)
{
    for (int k = 0; k < x->move_count; k++) {
        if (x->move[k].from == s)
            return false;
        if (x->move[k].to == s)
            return true;
    }
    return false;
}

static int find_pointer(const struct exchange *x, const struct symbol *s)
{
    for (int k = 0; k < x->count; k++)
        if (x->pointer[k] == s)
            return k;
    return -1;
}

static bool may_change(struct front *f, const struct exchange *x,
                       const struct symbol *s)
{
    CXType mine = clang_getCursorType(s->decl),
           first = clang_getCursorType(x->pointer[0]->decl);
    return !((s->inside | s->outside) & REF_ADDRESS) && !s->declared_inside &&
           !s->inlined && !s->exchanged && !s->carried &&
           type_same_target(mine, first);
}

/* The pointers that change places. */
static bool find_pointers(struct front *f, struct exchange *x)
{
    for (int k = 0; k < x->move_count; k++) {
        struct symbol *s = x->move[k].to;
        x->move[k].holds = held(x, k, x->move[k].from);
        if (is_temporary(x, s)) {
            if (!s->declared_inside && survey_is_live(&f->survey, s))
                return false;
        } else if (find_pointer(x, s) < 0) {
            if (x->count == EXCHANGE_POINTERS)
                return false;
            x->pointer[x->count++] = s;
            if (!may_change(f, x, s))
                return false;
        }
    }
    return x->count > 1;
}

/* Where they go; false if two become the same. */
static bool find_order(struct exchange *x)
{
    unsigned taken = 0;
    for (int k = 0; k < x->count; k++) {
        x->next[k] = find_pointer(x, held(x, x->move_count, x->pointer[k]));
        if (x->next[k] < 0 || taken >> x->next[k] & 1)
            return false;
        taken |= 1u << x->next[k];
    }
    bool changed = true;
    for (x->period = 0; changed; x->period++) {
        changed = false;
        for (int k = 0; k < x->count; k++) {
            int at = x->next[k];
            for (int phase = 0; phase < x->period; phase++)
                at = x->next[at];
            changed |= at != k;
        }
    }
    return x->period > 1;
}

/* Walking ------------------------------------------------------------------ */

/* Is the loop in its iteration `phase` of each period? */
static struct scop_expr *is_phase(struct front *f, const struct exchange *x,
                                  const struct scop_node *loop, int phase)
{
    enum scop_type own = f->scop->loop[loop->loop].type,
                   type = type_promoted(own);
    int64_t step = loop->step < 0 ? -loop->step : loop->step;
    struct scop_expr *at =
        type_convert(f, expr_iterator(f, loop->loop, loop->loc), type);
    struct scop_expr *first = type_convert(f, loop->init, type);
    at = loop->step < 0 ? expr_binary(f, SCOP_SUB, first, at)
                        : expr_binary(f, SCOP_SUB, at, first);
    struct scop_expr *period = expr_int(f, x->period * step, type, loop->loc),
                     *mine = expr_int(f, phase * step, type, loop->loc);
    return expr_binary(f, SCOP_EQ, expr_binary(f, SCOP_REM, at, period), mine);
}

/* The exchange as C for the caller. */
static const char *exchange_text(struct front *f, const struct exchange *x)
{
    struct buf text = {0};
    for (int k = 0; k < x->count; k++)
        buf_printf(&text, "%s*hedra%s_p%d = (void *)%s", k ? ", " : "void ",
                   f->unit->names.tag, k, x->pointer[k]->name);
    for (int k = 0; k < x->count; k++)
        buf_printf(&text, "; %s = hedra%s_p%d", x->pointer[k]->name,
                   f->unit->names.tag, x->next[k]);
    const char *copy = arena_strdup(f->arena, text.text);
    buf_free(&text);
    return copy;
}

struct exchange *exchange_find(struct front *f, CXCursor body)
{
    struct exchange *x = arena_alloc(f->arena, sizeof *x);
    if (f->walk.loop_count + f->walk.repeats != 1 || f->walk.guard_count ||
        f->walk.branches || f->walk.body || !read_exchange(f, body, x) ||
        !find_pointers(f, x) || !find_order(x))
        return NULL;
    for (int k = 0; k < x->count; k++) {
        x->held[k] = lvalue_held(f, x->pointer[k], x->pointer[k]->decl);
        x->pointer[k]->exchanged = true;
    }
    return x;
}

void exchange_enter(struct front *f, const struct exchange *x, int phase)
{
    f->walk.phase = phase % x->period;
    f->inlining.copy = ++f->inlining.copies;
    for (int k = 0; k < x->count; k++) {
        int at = k;
        for (int n = 0; n < f->walk.phase; n++)
            at = x->next[at];
        x->pointer[k]->lvalue = x->held[at];
    }
}

void exchange_leave(struct front *f, const struct exchange *x)
{
    f->walk.phase = f->inlining.copy = 0;
    for (int k = 0; k < x->count; k++)
        x->pointer[k]->lvalue = NULL;
}

static struct scop_node *walk_phase(struct front *f, const struct exchange *x,
                                    const struct scop_node *loop, int phase)
{
    struct nodes nodes = {0};
    exchange_enter(f, x, phase);
    front_branch(f, x->rest, x->body.at, &nodes);
    exchange_leave(f, x);
    struct scop_node *node = front_node(f, SCOP_IF, loop->loc);
    node->test = is_phase(f, x, loop, phase);
    front_children(f, node, front_seq(f, &nodes, loop->loc), NULL);
    return node;
}

struct scop_node *exchange_body(struct front *f, CXCursor body,
                                const struct scop_node *loop)
{
    const int64_t most = INT32_MAX / EXCHANGE_PERIOD;
    struct nodes nodes = {0};
    struct exchange *x =
        loop->step > most || loop->step < -most ? NULL : exchange_find(f, body);
    if (!x)
        return NULL;
    int errors = f->faults->errors;
    for (int phase = 0; phase < x->period && errors == f->faults->errors;
         phase++)
        front_put(f, &nodes, walk_phase(f, x, loop, phase));
    f->scop->loop[loop->loop].each = exchange_text(f, x);
    return front_seq(f, &nodes, loop->loc);
}

void exchange_count(struct front *f, struct exchange *x, CXCursor c,
                    struct nodes *out)
{
    struct loc loc = front_loc(f, c);
    if (!x->counter)
        x->counter = array_counter(f, exchange_text(f, x), loc);
    int phase = (f->walk.phase + 1) % x->period;
    front_assign(f, x->counter, expr_int(f, phase, SCOP_I32, loc), c, out);
}
