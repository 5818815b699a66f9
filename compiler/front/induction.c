/*
 * Induction variables: scalars and pointers that every iteration of a counted
 * loop moves by the same, as in x[k] = ...; k += 2 or *p++ = .... In the loop
 * they are what they were before it plus so much for each iteration done, so
 * that no iteration waits for another; nothing is stored until the loop ends.
 *
 * An inner loop that counts from one value that stays the same up to another
 * may move them as well: k is then what it was plus i * m.
 */
#include "compiler/front/loop.h"

#include <ctype.h>
#include <string.h>

enum { INDUCED_MAX = 16 };

struct induced {
    struct symbol *s;
    enum scop_type type;
    /* What an iteration adds: where the loop in it that does so runs at all,
     * and in any case; what its own statements add. */
    struct scop_expr *delta, *whole, *direct;
    struct scop_expr *known, *last; /* before and after the loop */
    struct lvalue *lvalue, *end;    /* known, last: of a pointer */
    struct lvalue *was;             /* what the pointer led to, or NULL */
    bool keep;                      /* the variable is read elsewhere */
};

struct induction {
    CXCursor loop;
    int count;
    struct induced at[INDUCED_MAX];
};

/* The source --------------------------------------------------------------- */

static bool declares(struct front *f, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(f->arena, c);
    bool found = clang_equalCursors(c, decl);
    for (int k = 0; k < list.count && !found; k++)
        found = declares(f, list.at[k], decl);
    return found;
}

/* Is the variable read where it may hold what it held behind the loop? */
static bool is_read(struct front *f, CXCursor c, CXCursor loop, CXCursor decl)
{
    struct children list = clang_children(f->arena, c);
    CXCursor iterator;
    int from = 0;
    if (clang_equalCursors(c, loop))
        return false;
    if (clang_getCursorKind(c) == CXCursor_ForStmt &&
        loop_iterator(f->arena, c, &iterator) &&
        clang_equalCursors(iterator, decl))
        return false;
    if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
        syntax_is_assignment(c) &&
        syntax_is_variable(f->arena, list.at[0], decl))
        from = 1;
    bool found = syntax_names(c, decl);
    for (int k = from; k < list.count && !found; k++)
        found = is_read(f, list.at[k], loop, decl);
    return found;
}

bool induction_is_read(struct front *f, CXCursor loop, const struct symbol *s)
{
    CXCursor function = clang_getCursorSemanticParent(s->decl);
    bool found = survey_is_live(&f->survey, s);
    if (!clang_equalCursors(function, f->mark->function))
        return found || is_read(f, function, loop, s->decl);
    for (int k = 0; k < f->mark->stmt_count && !found; k++)
        found = is_read(f, f->mark->stmt[k], loop, s->decl);
    return found;
}

static int assignments(struct front *f, CXCursor c, CXCursor decl)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    int count = list.count &&
                (syntax_is_assignment(c) || syntax_is_increment(c, &down)) &&
                syntax_is_variable(f->arena, list.at[0], decl);
    for (int k = 0; k < list.count; k++)
        count += assignments(f, list.at[k], decl);
    return count;
}

/* Is it assigned to in what comes before the loop? */
static bool is_set_before(struct front *f, CXCursor c, CXCursor loop,
                          CXCursor decl, bool *reached)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    if (*reached || clang_equalCursors(c, loop)) {
        *reached = true;
        return false;
    }
    if (list.count &&
        (syntax_is_assignment(c) || syntax_is_increment(c, &down)) &&
        syntax_is_variable(f->arena, list.at[0], decl))
        return true;
    for (int k = 0; k < list.count; k++)
        if (is_set_before(f, list.at[k], loop, decl, reached))
            return true;
    return false;
}

/* Does it hold at the loop what it held when the region began? */
static bool is_untouched(struct front *f, CXCursor loop, const struct symbol *s)
{
    bool reached = false;
    struct head head;
    if (f->walk.loop_count || f->walk.repeats || s->declared_inside ||
        s->inlined || s->iterates)
        return false;
    if (!loop_head(f->unit, loop, &head) ||
        (!clang_Cursor_isNull(head.init) &&
         syntax_assigns(f->arena, head.init, s->decl)))
        return false;
    for (int k = 0; k < f->mark->stmt_count && !reached; k++)
        if (is_set_before(f, f->mark->stmt[k], loop, s->decl, &reached))
            return false;
    return reached;
}

/* Does what stands before the region in its block set the variable to a
 * constant? */
static bool is_set_to(struct front *f, const struct symbol *s, int64_t *value)
{
    const struct mark *mark = f->mark;
    CXCursor block = mark->ancestor_count
                         ? mark->ancestor[mark->ancestor_count - 1]
                         : clang_getNullCursor();
    bool known = false;
    if (f->survey.tangled ||
        clang_getCursorKind(block) != CXCursor_CompoundStmt)
        return false;
    struct children list = clang_children(f->arena, block);
    for (int k = 0; k < list.count; k++) {
        CXCursor c = list.at[k];
        if (clang_equalCursors(c, mark->stmt[0]))
            return known;
        struct children part = clang_children(f->arena, c);
        if (clang_getCursorKind(c) == CXCursor_DeclStmt &&
            declares(f, c, s->decl)) {
            CXCursor e = clang_Cursor_getVarDeclInitializer(s->decl);
            known = !clang_Cursor_isNull(e) && syntax_constant(e, value);
        } else if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
                   syntax_is_assignment(c) &&
                   syntax_is_variable(f->arena, part.at[0], s->decl)) {
            known = syntax_constant(part.at[1], value);
        } else if (assignments(f, c, s->decl) ||
                   clang_getCursorKind(c) == CXCursor_CaseStmt ||
                   clang_getCursorKind(c) == CXCursor_DefaultStmt) {
            known = false;
        }
    }
    return false;
}

struct scop_expr *induction_first(struct front *f, CXCursor loop,
                                  struct symbol *s, enum scop_type type)
{
    int64_t value;
    if (s->known || !is_untouched(f, loop, s))
        return s->known;
    if (is_set_to(f, s, &value))
        return expr_int(f, value, type, front_loc(f, s->decl));
    return front_param(f, s->name, s->name, type, front_loc(f, s->decl));
}

/* Does it hold a continue of the loop whose body it is in? */
static bool holds_continue(struct front *f, CXCursor c)
{
    enum CXCursorKind kind = clang_getCursorKind(c);
    struct children list = clang_children(f->arena, c);
    if (kind == CXCursor_ContinueStmt)
        return true;
    if (kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
        kind == CXCursor_DoStmt)
        return false;
    for (int k = 0; k < list.count; k++)
        if (holds_continue(f, list.at[k]))
            return true;
    return false;
}

/* Is it made of constants and integers that the region does not change? */
static bool is_invariant(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    CXCursor decl = clang_getCursorReferenced(c);
    const struct symbol *s;
    switch (clang_getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_UnaryExpr:
        return true;
    case CXCursor_DeclRefExpr:
        if (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl)
            return true;
        if (clang_getCursorKind(decl) != CXCursor_VarDecl &&
            clang_getCursorKind(decl) != CXCursor_ParmDecl)
            return false;
        s = survey_symbol(&f->survey, decl);
        return s->value || s->lvalue ||
               (!(s->inside & REF_WRITE) && !s->declared_inside &&
                !s->inlined && !s->iterates);
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_Minus)
            return false;
        break;
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(c) > CXBinaryOperator_Sub)
            return false;
        break;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_MemberRefExpr:
        break;
    default:
        return false;
    }
    for (int k = 0; k < list.count; k++)
        if (clang_isExpression(clang_getCursorKind(list.at[k])) &&
            !is_invariant(f, list.at[k]))
            return false;
    return true;
}

/* What an iteration adds --------------------------------------------------- */

struct induction_step {
    struct front *f;
    struct symbol *s;
    enum scop_type type;
    bool form;    /* no values: they are asked for when the form is right */
    int found;    /* assignments that were understood */
    int loops;    /* inner loops that may not run, and yet move it */
    int mentions; /* statements that name it, those among them */
    struct scop_expr *delta, *whole, *direct;
};

static struct induction_step new_sum(struct front *f, struct symbol *s,
                                     enum scop_type type, bool form)
{
    struct scop_expr *zero = expr_int(f, 0, type, front_loc(f, s->decl));
    return (struct induction_step){f, s, type, form, 0, 0, 0, zero, zero, zero};
}

/* The value of c, of parameters and constants alone; NULL if it has none. */
static struct scop_expr *steady(const struct induction_step *sum, CXCursor c)
{
    struct front *f = sum->f;
    if (!type_is_integer(clang_getCursorType(c)) || !is_invariant(f, c))
        return NULL;
    if (sum->form)
        return sum->direct;
    struct scop_expr *e = front_expr(f, c);
    return e && expr_is_invariant(e) && !scop_type_is_float(e->type)
               ? expr_folded(f, e)
               : NULL;
}

static void add_step(struct induction_step *sum, CXCursor operand, bool down)
{
    struct front *f = sum->f;
    struct scop_expr *e =
        clang_Cursor_isNull(operand)
            ? expr_int(f, 1, SCOP_I32, front_loc(f, sum->s->decl))
            : steady(sum, operand);
    if (!e)
        return;
    e = type_convert(f, e, sum->type);
    if (down)
        e = expr_folded(f, expr_unary(f, SCOP_NEG, e));
    sum->found++;
    sum->delta = expr_plus(f, sum->delta, e);
    sum->whole = expr_plus(f, sum->whole, e);
    sum->direct = expr_plus(f, sum->direct, e);
}

/* for (j = first; j < end; j++) whose ends stay the same: how often it runs,
 * if it does, and in any case. */
static bool count_trips(struct induction_step *sum, CXCursor c,
                        struct scop_expr **n, struct scop_expr **whole)
{
    struct front *f = sum->f;
    struct children part = clang_children(f->arena, c);
    CXCursor decl, operand;
    bool down;
    if (!loop_iterator(f->arena, c, &decl) || loop_needs_body(f->arena, c) ||
        holds_continue(f, part.at[3]) ||
        !loop_step(f->arena, part.at[2], decl, &operand, &down) || down ||
        !clang_Cursor_isNull(operand))
        return false;
    CXCursor test = syntax_strip(f->arena, part.at[1]);
    struct children side = clang_children(f->arena, test);
    struct children set = clang_children(f->arena, part.at[0]);
    if (clang_getCursorKind(test) != CXCursor_BinaryOperator ||
        !syntax_is_variable(f->arena, side.at[0], decl))
        return false;
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(test);
    CXCursor first = clang_getCursorKind(part.at[0]) == CXCursor_DeclStmt
                         ? clang_Cursor_getVarDeclInitializer(decl)
                         : set.at[1];
    if ((kind != CXBinaryOperator_LT && kind != CXBinaryOperator_LE) ||
        clang_Cursor_isNull(first))
        return false;
    struct scop_expr *a = steady(sum, first), *b = steady(sum, side.at[1]);
    if (!a || !b)
        return false;
    enum scop_type type =
        type_common(type_promoted(a->type), type_promoted(b->type));
    a = type_convert(f, a, type);
    b = type_convert(f, b, type);
    struct scop_expr *trips = expr_minus(f, b, a);
    if (kind == CXBinaryOperator_LE)
        trips = expr_plus(f, trips, expr_int(f, 1, type, trips->loc));
    enum scop_op op = kind == CXBinaryOperator_LE ? SCOP_LE : SCOP_LT;
    *n = type_convert(f, trips, sum->type);
    *whole = type_convert(f, front_only_if(f, expr_binary(f, op, a, b), trips),
                          sum->type);
    return true;
}

/* Is a subscript that it is a factor of one that tells an array's shape? What
 * conversions may change is none. */
static bool is_pitch(const struct scop_expr *e)
{
    bool good = e->op == SCOP_INT || e->op == SCOP_PARAM || e->op == SCOP_ADD ||
                e->op == SCOP_SUB || e->op == SCOP_MUL ||
                (e->op == SCOP_CAST &&
                 scop_type_size(e->type) > scop_type_size(e->arg[0]->type));
    for (int k = 0; k < e->count && good; k++)
        good = is_pitch(e->arg[k]);
    return good;
}

static void gather(struct induction_step *sum, const CXCursor *stmt, int count);

static void add_loop(struct induction_step *sum, CXCursor c)
{
    struct front *f = sum->f;
    struct scop_expr *n, *whole;
    int64_t value;
    struct children part = clang_children(f->arena, c);
    struct induction_step inner = new_sum(f, sum->s, sum->type, sum->form);
    if (!syntax_mentions(f->arena, c, sum->s->decl) ||
        !count_trips(sum, c, &n, &whole) || !is_pitch(n))
        return;
    gather(&inner, &part.at[3], 1);
    if (inner.loops > 1 || (inner.loops && inner.mentions > 1))
        return;
    if (inner.found)
        sum->loops += !expr_constant(whole, &value) || inner.loops;
    sum->found += inner.found;
    sum->delta = expr_plus(f, sum->delta, expr_times(f, n, inner.delta));
    sum->whole = expr_plus(f, sum->whole, expr_times(f, whole, inner.whole));
}

/* Increments in c, all of which the statement does. */
static void add_effects(struct induction_step *sum, CXCursor c)
{
    struct front *f = sum->f;
    struct children list;
    effect_list(f, c, &list);
    for (int k = 0; k < list.count; k++) {
        CXCursor operand;
        bool down;
        if (loop_step(f->arena, list.at[k], sum->s->decl, &operand, &down))
            add_step(sum, operand, down);
    }
}

static void gather(struct induction_step *sum, const CXCursor *stmt, int count)
{
    struct front *f = sum->f;
    for (int k = 0; k < count; k++) {
        CXCursor c = stmt[k], operand;
        enum CXCursorKind kind = clang_getCursorKind(c);
        struct children list = clang_children(f->arena, c);
        bool down;
        if (kind == CXCursor_CompoundStmt) {
            gather(sum, list.at, list.count);
            continue;
        }
        sum->mentions += syntax_mentions(f->arena, c, sum->s->decl);
        if (kind == CXCursor_ForStmt)
            add_loop(sum, c);
        else if (loop_step(f->arena, c, sum->s->decl, &operand, &down))
            add_step(sum, operand, down);
        else if (syntax_is_assignment(c) || kind == CXCursor_DeclStmt)
            add_effects(sum, c);
        else if (kind == CXCursor_IfStmt)
            add_effects(sum, list.at[0]);
    }
}

/* Finding them ------------------------------------------------------------- */

/* What it is before the loop, in `v`; false if that is not known. */
static bool find_first(struct front *f, struct induction *x, struct induced *v)
{
    struct symbol *s = v->s;
    if (!type_is_pointer(clang_getCursorType(s->decl))) {
        v->known = induction_first(f, x->loop, s, v->type);
        return v->known != NULL;
    }
    if (s->carried)
        v->lvalue = s->lvalue;
    else if (s->lvalue)
        v->lvalue = s->induced || s->level == front_level(f) ? s->lvalue : NULL;
    else if (is_untouched(f, x->loop, s) && !s->exchanged && !f->walk.branches)
        v->lvalue = lvalue_held(f, s, s->decl);
    return v->lvalue && v->lvalue->pending;
}

static bool find_type(struct front *f, const struct symbol *s,
                      enum scop_type *type)
{
    CXType own = clang_getCanonicalType(clang_getCursorType(s->decl));
    *type = SCOP_I64;
    if (own.kind == CXType_Pointer)
        return true;
    return type_is_integer(own) && !type_is_bool(own) &&
           type_scalar(f, own, s->decl, type) && scop_type_size(*type) >= 4;
}

static void try(struct front *f, struct induction *x, struct symbol *s,
                const CXCursor *body, int count)
{
    struct induced v = {.s = s, .was = s->lvalue};
    int all = 0;
    for (int k = 0; k < x->count; k++)
        if (x->at[k].s == s)
            return;
    if (x->count == INDUCED_MAX || !s->local || s->value || s->loop >= 0 ||
        s->iterates || (s->inside | s->outside) & REF_ADDRESS ||
        !find_type(f, s, &v.type))
        return;
    for (int k = 0; k < count; k++) {
        int more = assignments(f, body[k], s->decl);
        all += more;
        if ((more && holds_continue(f, body[k])) ||
            declares(f, body[k], s->decl))
            return;
    }
    struct induction_step sum = new_sum(f, s, v.type, true);
    gather(&sum, body, count);
    if (sum.found != all)
        return;
    sum = new_sum(f, s, v.type, false);
    gather(&sum, body, count);
    if (sum.found != all || sum.loops > 1 || (sum.loops && sum.mentions > 1) ||
        !find_first(f, x, &v))
        return;
    v.delta = sum.delta;
    v.whole = sum.whole;
    v.direct = sum.direct;
    v.keep = s->carried ||
             (!v.lvalue && !s->induced && induction_is_read(f, x->loop, s));
    x->at[x->count++] = v;
}

/* Tries what is assigned to in c. */
static void collect(struct front *f, struct induction *x, CXCursor c,
                    const CXCursor *body, int count)
{
    struct children list = clang_children(f->arena, c);
    bool down;
    if (list.count &&
        (syntax_is_assignment(c) || syntax_is_increment(c, &down))) {
        struct symbol *s = survey_named(&f->survey, list.at[0]);
        if (s)
            try(f, x, s, body, count);
    }
    for (int k = 0; k < list.count; k++)
        collect(f, x, list.at[k], body, count);
}

/* Does the statement end by setting a pointer to what another one holds? */
static bool ends_by_move(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    CXCursor operand;
    bool down;
    if (kind == CXCursor_CompoundStmt || syntax_is_comma(c))
        return list.count && ends_by_move(f, list.at[list.count - 1]);
    if (kind == CXCursor_DoStmt) /* as macros are wrapped */
        return list.count && ends_by_move(f, list.at[0]);
    if (kind != CXCursor_BinaryOperator || !syntax_is_assignment(c) ||
        !type_is_pointer(clang_getCursorType(list.at[0])))
        return false;
    CXCursor decl =
        clang_getCursorReferenced(syntax_strip(f->arena, list.at[0]));
    return !loop_step(f->arena, c, decl, &operand, &down);
}

bool induction_sets_pointers(struct front *f, CXCursor c)
{
    return f->walk.loop_count + f->walk.repeats == 0 && ends_by_move(f, c);
}

struct induction *induction_find(struct front *f, CXCursor loop,
                                 const CXCursor *body, int count)
{
    struct induction *x = arena_alloc(f->arena, sizeof *x);
    x->loop = loop;
    for (int k = 0; k < count; k++)
        if (induction_sets_pointers(f, body[k]))
            return x;
    for (int k = 0; k < count; k++)
        collect(f, x, body[k], body, count);
    return x;
}

/* The loop ----------------------------------------------------------------- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c & 128;
}

/* Does the C text name the variable? */
static bool names(const char *text, const char *name)
{
    size_t n = strlen(name);
    const char *at = strstr(text, name);
    while (at && ((at > text && is_letter(at[-1])) || is_letter(at[n])))
        at = strstr(at + 1, name);
    return at != NULL;
}

/* Is it made of a variable that the region writes, as it was before? Pointers
 * are as they were until the program moves them. */
static bool reads_written(const struct front *f, const struct scop_expr *e)
{
    for (int k = 0; e->op == SCOP_PARAM && k < f->survey.symbol_count; k++) {
        const struct symbol *s = f->survey.symbol[k];
        if (s->inside & REF_WRITE &&
            !type_is_pointer(clang_getCursorType(s->decl)) &&
            names(f->scop->param[e->ref].text, s->name))
            return true;
    }
    for (int k = 0; k < e->count; k++)
        if (reads_written(f, e->arg[k]))
            return true;
    return false;
}

/* A pointer that lives on is moved by the program, which repeats the empty
 * loops after the region. */
static void move_outside(struct front *f, struct induction *x,
                         const struct induced *v, const struct scop_node *node)
{
    struct scop_loop *loop = &f->scop->loop[node->loop];
    int64_t none;
    if (v->s->declared_inside || v->s->inlined || v->s->carried ||
        !survey_is_live(&f->survey, v->s) ||
        (expr_constant(v->direct, &none) && none == 0))
        return;
    bool moved = f->walk.guard_count || f->walk.repeats;
    for (int k = 0; k < f->walk.loop_count; k++) {
        const struct scop_node *at = f->scop->loop[f->walk.loop[k]].node;
        moved |= reads_written(f, at->init) || reads_written(f, at->cond);
    }
    if (moved) {
        carried_ask(f, v->s);
        struct fault *fault =
            front_refuse(f, FAULT_POINTER, x->loop,
                         "pointer '%s', which this loop moves, is used after "
                         "the region",
                         v->s->name);
        FRONT_HINT(f, fault,
                   "move a copy of it that is declared in the region");
        return;
    }
    loop->each = arena_printf(
        f->arena, "%s%s%s += %s", loop->each ? loop->each : "",
        loop->each ? "; " : "", v->s->name, front_c_text(f, v->direct));
}

/* The variable after so many iterations. */
static struct scop_expr *after(struct front *f, const struct induced *v,
                               struct scop_expr *trips, struct scop_expr *delta)
{
    struct scop_expr *way =
        expr_times(f, type_convert(f, trips, v->type), delta);
    return v->known ? expr_plus(f, v->known, way) : way;
}

void induction_enter(struct front *f, struct induction *x,
                     const struct scop_node *node)
{
    int count = 0;
    for (int k = 0; k < x->count; k++) {
        struct induced v = x->at[k];
        struct scop_expr *trips = front_trip_count(f, node, v.type);
        if (!trips && (v.keep || v.s->induced))
            continue;
        struct scop_expr *now =
            after(f, &v, front_done(f, node, v.type), v.delta);
        v.last = trips ? after(f, &v, trips, v.whole) : NULL;
        v.s->induced++;
        if (v.lvalue) {
            v.s->lvalue = lvalue_moved(f, v.lvalue, now);
            v.end = v.last ? lvalue_moved(f, v.lvalue, v.last) : NULL;
            move_outside(f, x, &v, node);
        } else {
            v.s->known = now;
        }
        x->at[count++] = v;
    }
    x->count = count;
}

void induction_leave(struct front *f, struct induction *x, struct nodes *out)
{
    for (int k = 0; k < x->count; k++) {
        struct induced *v = &x->at[k];
        struct symbol *s = v->s;
        s->induced--;
        if (v->lvalue) {
            s->lvalue = v->end;
            s->level = front_level(f);
            if (s->carried && !s->induced)
                carried_move(f, s, carried_offset(f, s), x->loop, out);
            continue;
        }
        s->known = v->last;
        if (s->induced)
            continue;
        if (v->keep)
            front_assign(f, front_scalar(f, s), v->last, x->loop, out);
        known_learn(f, s, v->last);
    }
}

void induction_drop(struct induction *x)
{
    for (int k = 0; k < x->count; k++) {
        struct induced *v = &x->at[k];
        if (v->lvalue)
            v->s->lvalue = v->was;
        else
            v->s->known = v->known;
    }
}

/* Sets the variable to what it is after so many iterations more. */
static void look(struct front *f, const struct induced *v, int done)
{
    struct scop_expr *n = expr_int(f, done, v->type, front_loc(f, v->s->decl));
    struct scop_expr *now = after(f, v, n, v->delta);
    if (v->lvalue)
        v->s->lvalue = lvalue_moved(f, v->lvalue, now);
    else
        v->s->known = now;
}

void induction_look(struct front *f, const struct induction *x, int done)
{
    for (int k = 0; k < x->count; k++)
        look(f, &x->at[k], done);
}

static struct induced *find_moved(const struct induction *x, CXCursor decl)
{
    for (int k = 0; k < x->count; k++)
        if (clang_equalCursors(x->at[k].s->decl, decl))
            return (struct induced *)&x->at[k];
    return NULL;
}

bool induction_moves(const struct induction *x, CXCursor decl)
{
    return find_moved(x, decl) != NULL;
}

void induction_shift(struct front *f, struct induction *x, CXCursor step,
                     bool back)
{
    struct children list = clang_children(f->arena, step);
    CXCursor at = syntax_strip(f->arena, list.at[0]), operand;
    struct induced *v = find_moved(x, clang_getCursorReferenced(at));
    bool down;
    if (!v || !loop_step(f->arena, step, v->s->decl, &operand, &down))
        return;
    struct induction_step sum = new_sum(f, v->s, v->type, false);
    add_step(&sum, operand, down != back);
    if (v->lvalue)
        v->lvalue = lvalue_moved(f, v->lvalue, sum.direct);
    else
        v->known = expr_plus(f, v->known, sum.direct);
}

bool induction_take(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    struct symbol *s = list.count ? survey_named(&f->survey, list.at[0]) : NULL;
    CXCursor operand;
    bool down;
    if (!s || !s->induced || f->walk.body ||
        !loop_step(f->arena, c, s->decl, &operand, &down))
        return false;
    enum scop_type type = SCOP_I64;
    find_type(f, s, &type);
    struct induction_step sum = new_sum(f, s, type, false);
    add_step(&sum, operand, down);
    if (s->lvalue)
        s->lvalue = lvalue_moved(f, s->lvalue, sum.direct);
    else
        s->known = expr_plus(f, s->known, sum.direct);
    return true;
}
