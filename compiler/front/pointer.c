/*
 * Pointers that are set where the region knows what to, and loops that compare
 * pointers, or integers that they move somewhere in their bodies:
 *
 *     for (p = a; p < end; p += 4)     while (p < q) { ...*p++...*--q... }
 *     do *p++ = *s++; while (--n);     for (p = row, e = row + w; p != e; p++)
 *
 * They become loops that count from 0: of what the test compares each iteration
 * moves the distance by the same, which tells how many there are. A do has one
 * more than its test lets go on.
 */
#include "compiler/front/loop.h"

#include <string.h>

static struct lvalue *fixed_pointer(struct front *f, const struct lvalue *p,
                                    const struct symbol *s, CXCursor c,
                                    struct nodes *out);

/* With a scalar of their own --------------------------------------------- */

static struct scop_expr *make_scalar(struct front *f, const struct symbol *s)
{
    struct scop_expr *at =
        array_temporary(f, arena_printf(f->arena, "%s_at", s->name), SCOP_I64,
                        front_loc(f, s->decl));
    if (f->walk.body)
        f->scop->array[at->ref].scope = SCOP_POINT;
    return at;
}

/* Is there no other value that it may hold where it is set in a body: not
 * before this, and not in another branch? */
static bool is_first_set(const struct front *f, const struct symbol *s)
{
    return !f->walk.body || (s->scope == SCOP_POINT && !s->base);
}

static void set_carried(struct front *f, struct symbol *s, struct lvalue *p,
                        CXCursor c, struct nodes *out)
{
    struct scop_expr *to = NULL;
    if (p && p->pending && s->base && lvalue_same_base(p, s->base))
        to = expr_difference(f, p->pending, s->base->pending);
    if (to) {
        carried_move(f, s, to, c, out);
        return;
    }
    if (!p || !p->pending || !s->at || !is_first_set(f, s)) {
        if (p)
            carried_refuse(f, s, c);
        s->refused = true;
        s->base = NULL;
        return;
    }
    s->base = fixed_pointer(f, p, s, c, out);
    s->base_mark = f->walk.known_count;
    carried_move(f, s, expr_int(f, 0, SCOP_I64, front_loc(f, c)), c, out);
}

bool pointer_step(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    struct symbol *s = list.count ? survey_named(&f->survey, list.at[0]) : NULL;
    CXCursor operand;
    bool down;
    if (!s || !s->carried || !loop_step(f->arena, c, s->decl, &operand, &down))
        return false;
    if (!carried_held(f, s, c))
        return true;
    struct scop_expr *by = clang_Cursor_isNull(operand)
                               ? expr_int(f, 1, SCOP_I64, front_loc(f, c))
                               : front_expr(f, operand);
    if (!by)
        return true;
    by = type_convert(f, by, SCOP_I64);
    by = down ? expr_minus(f, carried_offset(f, s), by)
              : expr_plus(f, carried_offset(f, s), by);
    carried_move(f, s, by, c, out);
    return true;
}

void pointer_bind(struct front *f, struct symbol *s, const struct lvalue *p,
                  struct nodes *out)
{
    front_begin_scope(f, s);
    s->at = make_scalar(f, s);
    s->base = fixed_pointer(f, p, s, s->decl, out);
    s->base_mark = f->walk.known_count;
    carried_move(f, s, expr_int(f, 0, SCOP_I64, front_loc(f, s->decl)), s->decl,
                 out);
}

void pointer_begin(struct front *f, struct nodes *out)
{
    for (int k = 0; k < f->carried->count; k++) {
        CXCursor decl = f->carried->decl[k];
        struct symbol *s = survey_symbol(&f->survey, decl);
        struct loc loc = front_loc(f, decl);
        s->carried = true;
        if (s->declared_inside || s->inlined)
            continue;
        s->base = lvalue_held(f, s, decl);
        s->base_mark = -1;
        s->at = survey_is_live(&f->survey, s) ? array_offset(f, s, loc)
                                              : make_scalar(f, s);
        carried_move(f, s, expr_int(f, 0, SCOP_I64, loc), decl, out);
    }
}

/* That are set ------------------------------------------------------------- */

/* A subscript as it is now: one that reads memory, which the region might
 * change, is computed once. */
static struct scop_expr *as_it_is(struct front *f, struct scop_expr *e,
                                  const struct symbol *s, CXCursor c,
                                  struct nodes *out)
{
    if (!e || !expr_reads(e))
        return e;
    const char *name = arena_printf(f->arena, "%s_at", s->name);
    struct scop_expr *at = array_temporary(f, name, e->type, front_loc(f, c));
    if (f->walk.body)
        f->scop->array[at->ref].scope = SCOP_POINT;
    front_assign(f, at, e, c, out);
    return at;
}

/* The pointer with all of its subscripts so. */
static struct lvalue *fixed_pointer(struct front *f, const struct lvalue *p,
                                    const struct symbol *s, CXCursor c,
                                    struct nodes *out)
{
    struct lvalue *q = arena_alloc(f->arena, sizeof *q);
    *q = *p;
    q->pending = as_it_is(f, q->pending, s, c, out);
    for (int k = 0; k < q->count; k++)
        q->dim[k].index = as_it_is(f, q->dim[k].index, s, c, out);
    return q;
}

void pointer_declare(struct front *f, struct symbol *s, CXCursor decl,
                     CXCursor initial, struct nodes *out)
{
    s->lvalue = s->base = NULL;
    if (s->carried)
        s->at = make_scalar(f, s);
    if (clang_Cursor_isNull(initial) && !(s->inside & REF_ADDRESS))
        return; /* set later */
    s->refused = true;
    if (clang_Cursor_isNull(initial) || s->inside & REF_ADDRESS) {
        struct fault *fault =
            front_refuse(f, FAULT_POINTER, decl,
                         "pointer '%s' changes in the region", s->name);
        FRONT_HINT(f, fault,
                   "initialise it where it is declared, and only there");
        return;
    }
    struct lvalue *p = lvalue_pointer(f, initial);
    s->refused = !p;
    if (s->carried) {
        set_carried(f, s, p, decl, out);
        return;
    }
    s->lvalue = p;
    s->level = front_level(f);
    if (s->lvalue)
        s->lvalue = fixed_pointer(f, s->lvalue, s, decl, out);
}

/* A pointer whose values are all seen here. */
static bool is_taken(struct front *f, const struct symbol *s)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(s->decl));
    return type.kind == CXType_Pointer && s->local && !s->exchanged &&
           !s->induced && !((s->inside | s->outside) & REF_ADDRESS);
}

bool pointer_set(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    struct symbol *s = survey_named(&f->survey, list.at[0]);
    if (!s || (f->walk.body && !s->carried) || !is_taken(f, s) ||
        clang_getCursorKind(c) != CXCursor_BinaryOperator ||
        syntax_holds_effect(f->arena, list.at[1]))
        return false;
    struct lvalue *p = lvalue_pointer(f, list.at[1]);
    bool same = s->carried && p && p->pending && s->base &&
                lvalue_same_base(p, s->base);
    if (!same && !s->declared_inside && !s->inlined &&
        survey_is_live(&f->survey, s)) {
        struct fault *fault = front_refuse(
            f, FAULT_POINTER, c,
            "pointer '%s', which is set here, is used after the region",
            s->name);
        FRONT_HINT(f, fault,
                   "use another pointer here, declared in the region");
        s->refused = true;
        return true;
    }
    if (s->carried) {
        set_carried(f, s, p, c, out);
        return true;
    }
    known_point(f, s, p ? fixed_pointer(f, p, s, c, out) : NULL);
    s->refused = !p;
    return true;
}

/* The form of a loop ------------------------------------------------------- */

/* A loop whose test compares two sides, each of them made of what stays the
 * same and of what an iteration moves. */
struct march {
    CXCursor loop, test;
    CXCursor bump; /* the step in the test; a null cursor: none */
    bool before;   /* it is done before its variable is compared */
    bool last;     /* the test comes behind the body */
    enum CXBinaryOperatorKind op;
    CXCursor side[2]; /* the second one a null cursor: 0 */
    CXCursor init, block;
    struct children body;   /* the block, the head's steps, the bump */
    const struct symbol *s; /* one of what is moved */
};

static bool find_sides(struct front *f, struct march *m)
{
    CXCursor test = syntax_strip(f->arena, m->test);
    struct children list = clang_children(f->arena, test);
    bool compares =
        clang_getCursorKind(test) == CXCursor_BinaryOperator && list.count == 2;
    m->op = CXBinaryOperator_NE;
    m->side[0] = test;
    m->side[1] = clang_getNullCursor();
    if (!compares)
        return type_is_integer(clang_getCursorType(test));
    m->op = clang_getCursorBinaryOperatorKind(test);
    m->side[0] = list.at[0];
    m->side[1] = list.at[1];
    bool pointer[2];
    for (int k = 0; k < 2; k++) {
        CXType type = clang_getCursorType(m->side[k]);
        pointer[k] = clang_getCanonicalType(type).kind == CXType_Pointer;
        if (!pointer[k] && !type_is_integer(type))
            return false;
    }
    return pointer[0] == pointer[1] &&
           (m->op == CXBinaryOperator_NE || m->op == CXBinaryOperator_LT ||
            m->op == CXBinaryOperator_LE || m->op == CXBinaryOperator_GT ||
            m->op == CXBinaryOperator_GE);
}

/* The only effect that the test may have is one step. */
static bool find_bump(struct front *f, CXCursor c, struct march *m)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    bool down, good = !syntax_is_assignment(c) && !syntax_is_comma(c) &&
                      kind != CXCursor_CallExpr;
    if (syntax_is_increment(c, &down)) {
        enum CXUnaryOperatorKind way = clang_getCursorUnaryOperatorKind(c);
        good = clang_Cursor_isNull(m->bump);
        m->bump = c;
        m->before =
            way == CXUnaryOperator_PreInc || way == CXUnaryOperator_PreDec;
    }
    for (int k = 0; k < list.count && good; k++)
        good = find_bump(f, list.at[k], m);
    return good;
}

static void add_steps(struct front *f, CXCursor c, struct children *body)
{
    CXCursor inner = syntax_strip(f->arena, c);
    struct children list = clang_children(f->arena, inner);
    bool comma = syntax_is_comma(inner) && list.count == 2;
    for (int k = 0; k < list.count && comma; k++)
        add_steps(f, list.at[k], body);
    if (!comma)
        ARENA_PUSH(f->arena, body->at, body->count, body->cap, inner);
}

/* Does an outermost for step the iterator that it declares by what only the
 * program knows? That is a variable then, as in a while. */
static bool has_open_step(struct front *f, const struct head *head,
                          CXCursor decl)
{
    CXCursor operand;
    bool down;
    int64_t value;
    CXType type = clang_getCursorType(decl);
    if (f->walk.loop_count || clang_Cursor_isNull(head->step) ||
        clang_getCursorKind(head->init) != CXCursor_DeclStmt ||
        clang_Type_getSizeOf(type) < 4 ||
        !loop_step(f->arena, head->step, decl, &operand, &down) ||
        clang_Cursor_isNull(operand) ||
        syntax_holds_effect(f->arena, operand) ||
        syntax_mentions(f->arena, operand, decl))
        return false;
    const struct faults before = *f->faults;
    struct scop_expr *e = front_expr(f, operand);
    fault_rewind(f->faults, &before); /* a for is told of it by itself */
    if (!e || !expr_is_invariant(e) || expr_constant(e, &value))
        return false;
    survey_symbol(&f->survey, decl)->iterates = 0;
    return true;
}

static bool find_form(struct front *f, CXCursor c, struct march *m)
{
    struct head head;
    CXCursor none = clang_getNullCursor(), decl;
    *m = (struct march){.loop = c, .bump = none, .body.arena = f->arena};
    if (!loop_is(c) || !loop_head(f->unit, c, &head) ||
        clang_Cursor_isNull(head.test) || loop_jumps(f->arena, head.body))
        return false;
    m->last = clang_getCursorKind(c) == CXCursor_DoStmt;
    m->test = head.test;
    m->init = head.init;
    m->block = head.body;
    if ((clang_getCursorKind(c) == CXCursor_ForStmt &&
         loop_iterator(f->arena, c, &decl) &&
         !type_is_pointer(clang_getCursorType(decl)) &&
         !has_open_step(f, &head, decl)) ||
        (!clang_Cursor_isNull(head.init) && !count_is_plain(f, head.init)) ||
        !find_bump(f, head.test, m) || !find_sides(f, m))
        return false;
    ARENA_PUSH(f->arena, m->body.at, m->body.count, m->body.cap, head.body);
    if (!clang_Cursor_isNull(head.step))
        add_steps(f, head.step, &m->body);
    if (!clang_Cursor_isNull(m->bump))
        ARENA_PUSH(f->arena, m->body.at, m->body.count, m->body.cap, m->bump);
    return true;
}

/* Is all that the test names, and the loop assigns to, moved by the same in
 * each iteration? */
static bool is_moved(struct front *f, struct march *m,
                     const struct induction *x, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    const struct symbol *s = clang_getCursorKind(c) == CXCursor_DeclRefExpr
                                 ? survey_named(&f->survey, c)
                                 : NULL;
    bool good = true, set = false;
    for (int k = 0; s && k < m->body.count && !set; k++)
        set = syntax_assigns(f->arena, m->body.at[k], s->decl);
    if (set && induction_moves(x, s->decl))
        m->s = s;
    else if (set)
        return false;
    for (int k = 0; k < list.count && good; k++)
        good = is_moved(f, m, x, list.at[k]);
    return good;
}

/* How many iterations -------------------------------------------------------
 */

static struct scop_expr *side(struct front *f, CXCursor c)
{
    struct scop_expr *e = clang_Cursor_isNull(c)
                              ? expr_int(f, 0, SCOP_I32, (struct loc){0})
                              : front_expr(f, c);
    return e && scop_type_is_signed(e->type) && !scop_type_is_float(e->type)
               ? e
               : NULL;
}

/* How far the first side is below the second one. */
static struct scop_expr *distance(struct front *f, const struct march *m)
{
    struct scop_expr *result = NULL;
    bool bumps = !clang_Cursor_isNull(m->bump);
    if (bumps)
        effect_open(f, m->bump);
    if (type_is_pointer(clang_getCursorType(m->side[0]))) {
        struct lvalue *a = lvalue_pointer(f, m->side[0]);
        struct lvalue *b = a ? lvalue_pointer(f, m->side[1]) : NULL;
        bool up = m->op != CXBinaryOperator_LE && m->op != CXBinaryOperator_GT;
        result =
            b ? lvalue_distance(f, a, b, up ? LVALUE_CEILING : LVALUE_FLOOR,
                                front_loc(f, m->test))
              : NULL;
    } else {
        struct scop_expr *a = side(f, m->side[0]);
        struct scop_expr *b = a ? side(f, m->side[1]) : NULL;
        result = b ? expr_difference(f, b, a) : NULL;
    }
    if (bumps)
        effect_close(f);
    return result;
}

/* The distance that the first test sees, and by how much an iteration makes it
 * less: by *by or, if that is NULL, by a constant. NULL if that is not the same
 * each time. */
static struct scop_expr *first_distance(struct front *f, const struct march *m,
                                        struct induction *x, int64_t *less,
                                        struct scop_expr **by)
{
    bool bumps = !clang_Cursor_isNull(m->bump);
    int done = m->last;
    if (bumps && (m->last ? !m->before : m->before))
        induction_shift(f, x, m->bump, m->last);
    induction_look(f, x, done);
    struct scop_expr *a = distance(f, m);
    induction_look(f, x, done + 1);
    struct scop_expr *b = a ? distance(f, m) : NULL;
    if (bumps && !m->before)
        induction_shift(f, x, m->bump, false);
    induction_drop(x);
    *by = NULL;
    if (b && expr_distance(a, b, less))
        return a;
    *by = b ? expr_difference(f, a, b) : NULL;
    return *by && expr_is_invariant(*by) ? a : NULL;
}

/* e / by, rounded up where e is positive; not positive where e is not. */
static struct scop_expr *rounded_up(struct front *f, struct scop_expr *e,
                                    int64_t by)
{
    if (by == 1)
        return e;
    e = expr_plus(f, e, expr_int(f, by - 1, SCOP_I64, e->loc));
    return expr_folded(
        f, expr_binary(f, SCOP_DIV, e, expr_int(f, by, SCOP_I64, e->loc)));
}

/* How often the test lets go on; NULL: that is not known. Where it is for ever,
 * C leaves undefined what happens. */
static struct scop_expr *passes(struct front *f, const struct march *m,
                                struct scop_expr *way, int64_t less)
{
    bool down = less < 0;
    if (less == 0 || less > INT32_MAX || less < -INT32_MAX)
        return NULL;
    if (m->op != CXBinaryOperator_NE &&
        down != (m->op == CXBinaryOperator_GT || m->op == CXBinaryOperator_GE))
        return NULL;
    struct scop_expr *zero = expr_int(f, 0, SCOP_I64, way->loc);
    if (down) {
        way = expr_difference(f, zero, way);
        less = -less;
    }
    if (m->op == CXBinaryOperator_LE || m->op == CXBinaryOperator_GE)
        way = expr_plus(f, way, expr_int(f, 1, SCOP_I64, way->loc));
    way = front_hoist(f, rounded_up(f, way, less), true);
    return expr_is_affine_form(way) ? way : NULL;
}

/* The same where an iteration makes the distance less by what only the program
 * knows. Where that is 0 or leads away, C leaves undefined what happens. */
static struct scop_expr *open_passes(struct front *f, const struct march *m,
                                     struct scop_expr *way,
                                     struct scop_expr *less)
{
    struct scop_expr *zero = expr_int(f, 0, SCOP_I64, way->loc);
    struct scop_expr *one = expr_int(f, 1, SCOP_I64, way->loc);
    if (m->op == CXBinaryOperator_NE || m->last ||
        !clang_Cursor_isNull(m->bump) ||
        type_is_pointer(clang_getCursorType(m->side[0])))
        return NULL;
    if (m->op == CXBinaryOperator_GT || m->op == CXBinaryOperator_GE) {
        way = expr_difference(f, zero, way);
        less = expr_difference(f, zero, less);
    }
    if (!way || !less)
        return NULL;
    less = type_convert(f, less, SCOP_I64);
    way = expr_plus(f, type_convert(f, way, SCOP_I64), less);
    if (m->op == CXBinaryOperator_LT || m->op == CXBinaryOperator_GT)
        way = expr_minus(f, way, one);
    way = front_hoist(f, expr_binary(f, SCOP_DIV, way, less), true);
    return expr_is_affine_form(way) ? way : NULL;
}

/* The loop ----------------------------------------------------------------- */

static struct scop_node *add_loop(struct front *f, const struct march *m,
                                  struct scop_expr *count)
{
    struct scop_node *node = count_add_loop(f, m->loop, m->s, SCOP_I64);
    struct scop_expr *at = expr_iterator(f, node->loop, node->loc),
                     *zero = expr_int(f, 0, SCOP_I64, node->loc);
    node->init = zero;
    node->step = 1;
    if (m->last)
        count =
            expr_choose(f, expr_binary(f, SCOP_GT, count, zero), count, zero);
    node->cond = expr_binary(f, m->last ? SCOP_LE : SCOP_LT, at, count);
    return node;
}

/* A test that fails moves its pointer, too, once more than there are
 * iterations: a pointer that lives on is refused. */
static bool refuses_bump(struct front *f, const struct march *m)
{
    if (clang_Cursor_isNull(m->bump) || m->last ||
        !type_is_pointer(clang_getCursorType(m->bump)))
        return false;
    struct children list = clang_children(f->arena, m->bump);
    const struct symbol *s = survey_named(&f->survey, list.at[0]);
    if (!s || s->declared_inside || s->inlined ||
        !survey_is_live(&f->survey, s) || s->carried)
        return false;
    carried_ask(f, s);
    struct fault *fault = front_refuse(
        f, FAULT_POINTER, m->bump,
        "pointer '%s', which the test of this loop moves, is used after the "
        "region",
        s->name);
    FRONT_HINT(f, fault,
               "move it in the loop, or a copy that is declared in "
               "the region");
    return true;
}

bool pointer_walk(struct front *f, CXCursor c, struct nodes *out)
{
    struct march m;
    int64_t less;
    int errors = f->faults->errors;
    if (f->walk.body || !find_form(f, c, &m))
        return false;
    if (!clang_Cursor_isNull(m.init))
        front_stmt(f, m.init, out);
    struct induction *x = induction_find(f, c, m.body.at, m.body.count);
    if (!is_moved(f, &m, x, m.test) || !m.s || refuses_bump(f, &m))
        return f->faults->errors > errors;
    struct scop_expr *by;
    struct scop_expr *way = first_distance(f, &m, x, &less, &by);
    struct scop_expr *count = !way ? NULL
                              : by ? open_passes(f, &m, way, by)
                                   : passes(f, &m, way, less);
    if (!count)
        return f->faults->errors > errors;
    for (int k = 0; k < m.body.count; k++)
        known_forget_assigned(f, m.body.at[k]);
    struct scop_node *node = add_loop(f, &m, count);
    f->walk.loop_body = m.block;
    count_walk_body(f, m.body.at, m.body.count, x, node, out);
    return true;
}
