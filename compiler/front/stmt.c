/* Statements of C as the tree of a scop. */
#include "compiler/front/loop.h"

#include <string.h>

/* Assignments -------------------------------------------------------------- */

/* What an assignment may write to: no iterator, and no pointer. */
static struct scop_expr *target(struct front *f, CXCursor c)
{
    const struct symbol *s = survey_named(&f->survey, c);
    struct fault *fault;
    if (type_is_pointer(clang_getCursorType(c))) {
        if (s)
            carried_ask(f, s);
        fault = front_refuse(f, FAULT_POINTER, c,
                             "a pointer is written in the region");
        FRONT_HINT(f, fault,
                   "keep the pointer and change a subscript: p[k++] "
                   "for *p++");
        return NULL;
    }
    if (s &&
        (s->loop >= 0 || (s->iterates && !s->counts_on && !f->walk.body))) {
        fault = front_refuse(f, FAULT_ITERATOR_WRITTEN, c,
                             "iterator '%s' is written", s->name);
        FRONT_HINT(f, fault,
                   s->loop >= 0
                       ? "let only the head of the for change it"
                       : "use another variable than a loop's iterator");
        return NULL;
    }
    struct lvalue *p = lvalue_of(f, c);
    return p ? lvalue_access(f, p, c, true) : NULL;
}

static struct scop_expr *assign(struct front *f, CXCursor c, struct nodes *out);

/* The right side; an assignment there comes first, and its value is what the
 * variable then holds. */
static struct scop_expr *source(struct front *f, CXCursor c, struct nodes *out)
{
    CXCursor inner = syntax_strip(f->arena, c);
    if (!syntax_is_assignment(inner))
        return front_expr(f, c);
    CXType type = clang_getCursorType(c);
    struct scop_expr *e = assign(f, inner, out);
    return type_is_bool(type) && type_is_bool(clang_getCursorType(inner))
               ? e
               : type_convert_to(f, e, type, c);
}

/* What the left side holds: of a union, by the member that is meant. */
static struct scop_expr *held(struct front *f, CXCursor c,
                              struct scop_expr *lhs)
{
    const struct symbol *s = survey_named(&f->survey, c);
    enum scop_type type;
    if (s && s->known)
        return s->known;
    if (!type_scalar(f, clang_getCursorType(c), c, &type))
        return lhs;
    return expr_bits(f, lhs, type);
}

/* Emits the assignment, and returns the value that the left side then has. */
static struct scop_expr *assign(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    if (list.count != 2) {
        front_refuse(f, FAULT_EXPRESSION, c, "this assignment is not taken");
        return NULL;
    }
    if (induction_take(f, c) || pointer_step(f, c, out) ||
        pointer_set(f, c, out))
        return NULL;
    bool compound = clang_getCursorKind(c) == CXCursor_CompoundAssignOperator;
    struct scop_expr *lhs = target(f, list.at[0]);
    struct scop_expr *rhs = lhs ? source(f, list.at[1], out) : NULL;
    struct symbol *s = survey_named(&f->survey, list.at[0]);
    if (rhs && compound)
        rhs = type_convert_to(
            f, front_compound(f, c, held(f, list.at[0], lhs), rhs),
            clang_getCursorType(list.at[0]), c);
    front_assign(f, lhs, rhs, c, out);
    known_learn(f, s, rhs);
    return rhs ? held(f, list.at[0], lhs) : NULL;
}

void front_increment(struct front *f, CXCursor c, bool down, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    if (induction_take(f, c) || pointer_step(f, c, out))
        return;
    struct scop_expr *lhs = list.count == 1 ? target(f, list.at[0]) : NULL;
    if (!lhs)
        return;
    struct symbol *s = survey_named(&f->survey, list.at[0]);
    struct scop_expr *old = held(f, list.at[0], lhs);
    enum scop_type type = type_promoted(old->type);
    struct scop_expr *one =
        type_convert(f, expr_int(f, 1, SCOP_I32, lhs->loc), type);
    struct scop_expr *sum = expr_binary(f, down ? SCOP_SUB : SCOP_ADD,
                                        type_convert(f, old, type), one);
    sum = type_convert_to(f, sum, clang_getCursorType(list.at[0]), c);
    front_assign(f, lhs, sum, c, out);
    known_learn(f, s, sum);
}

/* Increments inside of statements --------------------------------------------
 */

static bool is_after(struct front *f, CXCursor c)
{
    if (clang_getCursorKind(c) != CXCursor_UnaryOperator ||
        effect_is_in_memory(f, c))
        return false;
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
    return kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
}

/* Before the whole, whose other side may be what tells the element: C leaves
 * open when it is done. */
static void increment_memory(struct front *f, CXCursor c, bool down,
                             struct nodes *out)
{
    CXCursor operand = clang_children(f->arena, c).at[0];
    struct scop_expr *lhs = target(f, operand);
    if (!lhs)
        return;
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(c);
    bool first =
        kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PreDec;
    struct scop_expr *old = front_keep(f, held(f, operand, lhs), c, out);
    enum scop_type type = type_promoted(old->type);
    struct scop_expr *one =
        type_convert(f, expr_int(f, 1, SCOP_I32, lhs->loc), type);
    struct scop_expr *sum = expr_binary(f, down ? SCOP_SUB : SCOP_ADD,
                                        type_convert(f, old, type), one);
    sum = type_convert_to(f, sum, clang_getCursorType(operand), c);
    struct valued v = {c, first ? front_keep(f, sum, c, out) : old, NULL};
    struct buf text = {0};
    const char *sign = down ? "--" : "++";
    scop_print_access(f->scop, lhs, &text);
    v.value->as = first ? arena_printf(f->arena, "%s%s", sign, text.text)
                        : arena_printf(f->arena, "%s%s", text.text, sign);
    buf_free(&text);
    front_assign(f, lhs, first ? v.value : sum, c, out);
    ARENA_PUSH(f->arena, f->inlining.valued, f->inlining.valued_count,
               f->inlining.valued_cap, v);
}

static void put_effects(struct front *f, int mark, bool after,
                        struct nodes *out)
{
    int count = f->walk.effect_count;
    for (int k = mark; k < count; k++) {
        CXCursor c = f->walk.effect[k];
        bool down;
        if (is_after(f, c) != after)
            continue;
        if (effect_is_in_memory(f, c) && syntax_is_increment(c, &down))
            increment_memory(f, c, down, out);
        else if (syntax_is_increment(c, &down))
            front_increment(f, c, down, out);
        else if (syntax_is_assignment(c))
            assign(f, c, out);
        else
            front_stmt(f, clang_children(f->arena, c).at[0], out);
    }
}

static int begin_effects(struct front *f, CXCursor c, struct nodes *out)
{
    int mark = f->walk.effect_count;
    if (!effect_find(f, c, false))
        f->walk.effect_count = mark;
    put_effects(f, mark, false, out);
    value_calls(f, c, out);
    return mark;
}

static void end_effects(struct front *f, int mark, struct nodes *out)
{
    put_effects(f, mark, true, out);
    f->walk.effect_count = mark;
}

static struct scop_expr *condition(struct front *f, CXCursor c,
                                   struct nodes *out)
{
    int mark = f->walk.effect_count;
    bool after = false;
    if (!effect_find_in(f, c))
        f->walk.effect_count = mark;
    put_effects(f, mark, false, out);
    value_calls(f, c, out);
    struct scop_expr *test =
        f->walk.body || type_is_pointer(clang_getCursorType(c))
            ? front_test(f, c)
            : type_test(f, front_index(f, c, true));
    for (int k = mark; k < f->walk.effect_count; k++)
        after |= is_after(f, f->walk.effect[k]);
    if (test && after && expr_reads(test))
        test = front_keep(f, test, c, out);
    end_effects(f, mark, out);
    return test;
}

/* Declarations ------------------------------------------------------------- */

/* Does it read nothing but elements of injective arrays, whose subscripts are
 * computed from iterators and parameters? */
static bool reads_injective_only(const struct front *f,
                                 const struct scop_expr *e)
{
    if (e->op == SCOP_CALL)
        return false;
    for (int k = 0; k < e->count; k++)
        if (e->op == SCOP_ACCESS ? expr_reads(e->arg[k])
                                 : !reads_injective_only(f, e->arg[k]))
            return false;
    int root = e->op == SCOP_ACCESS ? f->arrays.root[e->ref] : -1;
    return e->op != SCOP_ACCESS ||
           (e->count && root >= 0 &&
            clause_names_injective(f, f->survey.symbol[root]->name));
}

/* A scalar. An integer that only iterators and parameters make up, and that
 * never changes, is replaced by its value: subscripts stay affine. So is an
 * element of an injective array, which subscripts are to show. */
static void declare_scalar(struct front *f, struct symbol *s, CXCursor decl,
                           CXCursor initial, struct nodes *out)
{
    if (clang_Cursor_isNull(initial))
        return;
    struct scop_expr *value = source(f, initial, out);
    if (!value)
        return;
    if (!scop_type_is_float(value->type) &&
        !expr_is_larger(value, KNOWN_SIZE_MAX) &&
        reads_injective_only(f, value) &&
        !(s->inside & (REF_WRITE | REF_ADDRESS))) {
        s->value = value;
        return;
    }
    front_variable(f, s, decl, value, out);
}

static void declare(struct front *f, CXCursor decl, struct nodes *out)
{
    if (clang_getCursorKind(decl) != CXCursor_VarDecl)
        return;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    struct symbol *s = survey_symbol(&f->survey, decl);
    CXCursor initial = clang_Cursor_getVarDeclInitializer(decl);
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    enum scop_type scalar;
    if (storage == CX_SC_Static) {
        struct fault *fault =
            front_refuse(f, FAULT_PLAIN, decl,
                         "a static variable declared in a region; the plain "
                         "nest runs");
        FRONT_HINT(f, fault, "declare it before the region");
        return;
    }
    if (storage == CX_SC_Extern)
        return;
    front_begin_scope(f, s);
    if (type.kind == CXType_Pointer) {
        int mark = begin_effects(f, decl, out);
        pointer_declare(f, s, decl, initial, out);
        end_effects(f, mark, out);
    } else if (type_is_pointer(type) || type_is_record(type)) {
        aggregate_declare(f, s, decl, initial, out);
    } else if (type_scalar(f, type, decl, &scalar)) {
        int mark = begin_effects(f, decl, out);
        declare_scalar(f, s, decl, initial, out);
        end_effects(f, mark, out);
    }
}

/* Conditions --------------------------------------------------------------- */

/* One assignment, perhaps under further ifs: its guards can be evaluated just
 * before it. */
static bool is_single(struct front *f, CXCursor c)
{
    bool down;
    for (;;) {
        struct children list = clang_children(f->arena, c);
        switch (clang_getCursorKind(c)) {
        case CXCursor_CompoundStmt:
            if (list.count != 1)
                return false;
            c = list.at[0];
            break;
        case CXCursor_IfStmt:
            if (list.count != 2 || syntax_holds_effect(f->arena, list.at[0]))
                return false;
            c = list.at[1];
            break;
        default:
            if (syntax_is_increment(c, &down))
                return true;
            return syntax_is_assignment(c) &&
                   !syntax_holds_effect(f->arena, list.at[0]) &&
                   !syntax_holds_effect(f->arena, list.at[1]) &&
                   !type_is_record(clang_getCursorType(c));
        }
    }
}

/* Parts a && b && ... into what the polyhedral model takes and what is tested
 * at each point, like data. */
static void split_condition(struct front *f, struct scop_expr *e,
                            struct scop_expr **plain, struct scop_expr **data)
{
    if (e->op == SCOP_LAND) {
        split_condition(f, e->arg[0], plain, data);
        split_condition(f, e->arg[1], plain, data);
        return;
    }
    struct scop_expr **part = expr_is_affine_form(e) ? plain : data;
    *part = *part ? expr_binary(f, SCOP_LAND, *part, e) : e;
}

/* Statements one after the other; `jump`: they end a loop's body, so that a
 * continue skips the rest of them, or a function's, so that a return does. */
struct branch {
    const CXCursor *at;
    int count;
    enum CXCursorKind jump; /* 0: none */
};

static void walk_list(struct front *f, const struct branch *b,
                      struct nodes *out);

static void walk_branch(struct front *f, const struct branch *b,
                        struct nodes *out)
{
    int mark = f->walk.known_count;
    f->walk.branches++;
    walk_list(f, b, out);
    f->walk.branches--;
    known_forget(f, mark);
}

static void walk_guarded(struct front *f, CXCursor c, const struct branch *yes,
                         const struct branch *no, struct scop_expr *data,
                         struct nodes *out)
{
    bool single = !no->count && yes->count == 1 && is_single(f, yes->at[0]);
    struct scop_expr *guard = single ? data : front_keep(f, data, c, out);
    front_push_guard(f, guard);
    walk_branch(f, yes, out);
    f->walk.guard_count--;
    if (!no->count)
        return;
    front_push_guard(f, expr_unary(f, SCOP_NOT, guard));
    walk_branch(f, no, out);
    f->walk.guard_count--;
}

/* What the statement c does where the test holds, and where it does not. */
static void walk_choice(struct front *f, CXCursor c, struct scop_expr *test,
                        const struct branch *yes, const struct branch *no,
                        struct nodes *out)
{
    struct scop_expr *plain = NULL, *data = NULL;
    if (!test)
        return;
    if (!no->count || expr_is_affine_form(test))
        split_condition(f, test, &plain, &data);
    else
        data = test;
    if (!plain) {
        walk_guarded(f, c, yes, no, data, out);
        return;
    }
    struct scop_node *node = front_node(f, SCOP_IF, front_loc(f, c)),
                     *other = NULL;
    node->test = plain;
    struct nodes nodes = {0};
    if (data)
        walk_guarded(f, c, yes, no, data, &nodes);
    else
        walk_branch(f, yes, &nodes);
    struct scop_node *first = front_seq(f, &nodes, node->loc);
    if (no->count) {
        nodes = (struct nodes){0};
        walk_branch(f, no, &nodes);
        other = front_seq(f, &nodes, front_loc(f, no->at[0]));
    }
    front_children(f, node, first, other);
    front_put(f, out, node);
}

static void choose(struct front *f, CXCursor c, struct scop_expr *test,
                   int count, const CXCursor *stmt, struct nodes *out)
{
    walk_choice(f, c, test, &(struct branch){stmt, count, 0},
                &(struct branch){0}, out);
}

static void walk_if(struct front *f, CXCursor c, struct nodes *out)
{
    struct children part = clang_children(f->arena, c);
    if (f->walk.body) {
        body_if(f, c, out);
        return;
    }
    if (part.count < 2)
        return;
    struct branch yes = {&part.at[1], 1, 0},
                  no = {part.at + 2, part.count > 2, 0};
    walk_choice(f, c, condition(f, part.at[0], out), &yes, &no, out);
}

static void function(struct front *f, const struct children *list,
                     struct nodes *out)
{
    walk_list(f, &(struct branch){list->at, list->count, CXCursor_ReturnStmt},
              out);
}

/* if (...) { ... continue; } in the body of a statement: an if with an else. */
static void body_skip(struct front *f, CXCursor c, const struct branch *before,
                      const struct branch *rest, struct nodes *out)
{
    struct scop_node *node = front_node(f, SCOP_IF, front_loc(f, c));
    struct nodes yes = {0}, no = {0};
    node->test = condition(f, clang_children(f->arena, c).at[0], out);
    if (!node->test)
        return;
    walk_branch(f, before, &yes);
    walk_branch(f, rest, &no);
    front_children(f, node, front_seq(f, &yes, node->loc),
                   front_seq(f, &no, node->loc));
    front_put(f, out, node);
}

/* if (...) { ... continue; }: the rest of the loop's body is its else. */
static void walk_skip(struct front *f, CXCursor c, const struct branch *before,
                      const struct branch *rest, struct nodes *out)
{
    struct branch none = {0};
    if (f->walk.body) {
        body_skip(f, c, before, rest, out);
        return;
    }
    struct scop_expr *test =
        condition(f, clang_children(f->arena, c).at[0], out);
    if (before->count)
        walk_choice(f, c, test, before, rest, out);
    else if (rest->count && test)
        walk_choice(f, c, expr_negated(f, test), rest, &none, out);
}

/* The switch that is statement k, and where it does not continue the loop, the
 * rest. */
static void walk_choices(struct front *f, const struct branch *b, int k,
                         struct nodes *out)
{
    struct branch rest = {b->at + k + 1, b->count - k - 1, b->jump}, none = {0};
    struct scop_expr *skip = switch_walk(f, b->at[k], true, out);
    if (!skip)
        walk_list(f, &rest, out);
    else if (rest.count)
        walk_choice(f, b->at[k], expr_negated(f, skip), &rest, &none, out);
}

static void walk_list(struct front *f, const struct branch *b,
                      struct nodes *out)
{
    struct children before;
    for (int k = 0; k < b->count; k++) {
        if (b->jump && loop_ends_by(f->arena, b->at[k], b->jump, &before)) {
            struct branch first = {before.at, before.count, 0},
                          rest = {b->at + k + 1, b->count - k - 1, b->jump};
            walk_skip(f, b->at[k], &first, &rest, out);
            return;
        }
        if (b->jump == CXCursor_ContinueStmt &&
            clang_getCursorKind(b->at[k]) == CXCursor_SwitchStmt) {
            walk_choices(f, b, k, out);
            return;
        }
        front_stmt(f, b->at[k], out);
    }
}

/* Everything else ---------------------------------------------------------- */

/* What leaves a loop of the region early: what comes after must not be done,
 * nor be read ahead. Plain C does it. */
static bool refuse_leaving(struct front *f, CXCursor c)
{
    static const struct {
        enum CXCursorKind kind;
        const char *what, *hint;
    } table[] = {
        {CXCursor_BreakStmt, "a break ends a loop that could run in parallel",
         "if all iterations may be looked at, keep the least one that is "
         "searched for: if (...) first = i < first ? i : first"},
        {CXCursor_ReturnStmt, "a return ends the region early",
         "assign to a variable, and return after the region"},
        {CXCursor_GotoStmt, "a goto", "write loops and ifs"},
        {CXCursor_LabelStmt, "a label that is jumped to",
         "write loops and ifs"},
    };
    size_t k = 0, count = sizeof table / sizeof *table;
    while (k < count && table[k].kind != clang_getCursorKind(c))
        k++;
    bool jumps = k < count && table[k].kind != CXCursor_BreakStmt &&
                 table[k].kind != CXCursor_ReturnStmt;
    if (k == count || f->inlining.count || (jumps && f->survey.entered))
        return false;
    struct fault *fault = front_refuse(
        f, FAULT_PLAIN, c, "%s; the plain nest runs", table[k].what);
    FRONT_HINT(f, fault, "%s", table[k].hint);
    return true;
}

static void refuse_stmt(struct front *f, CXCursor c)
{
    static const struct {
        enum CXCursorKind kind;
        const char *what, *hint;
    } table[] = {
        {CXCursor_WhileStmt, "a while loop",
         "only inside of a for whose iterations are independent"},
        {CXCursor_DoStmt, "a do loop",
         "only inside of a for whose iterations are independent"},
        {CXCursor_CaseStmt, "a case label", "directly in its switch only"},
        {CXCursor_DefaultStmt, "a default label",
         "directly in its switch only"},
        {CXCursor_GotoStmt, "a goto", "write loops and ifs"},
        {CXCursor_IndirectGotoStmt, "a goto", "write loops and ifs"},
        {CXCursor_LabelStmt, "a label that may be jumped to",
         "write loops and ifs"},
        {CXCursor_BreakStmt, "a break",
         "only inner loops may be left: guard what follows with an if"},
        {CXCursor_ReturnStmt, "a return in the midst of a function",
         "put what follows into an else"},
        {CXCursor_ContinueStmt, "a continue", "put what follows into an if"},
        {CXCursor_GCCAsmStmt, "assembly", "write C"},
        {CXCursor_MSAsmStmt, "assembly", "write C"},
    };
    if (refuse_leaving(f, c))
        return;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        if (table[k].kind != clang_getCursorKind(c))
            continue;
        if (chase_refuse(f, c, c, false))
            return;
        struct fault *fault = front_refuse(
            f, FAULT_STATEMENT, c, "%s cannot be in a region", table[k].what);
        FRONT_HINT(f, fault, "%s", table[k].hint);
        return;
    }
    front_refuse(f, FAULT_STATEMENT, c, "this statement cannot be in a region");
}

static void walk_comma(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    for (int k = 0; k < list.count; k++)
        front_stmt(f, list.at[k], out);
}

/* (void)x and the like: evaluated for nothing, and so dropped when pure. */
static void walk_cast(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    if (clang_getCursorKind(syntax_strip(f->arena, c)) == CXCursor_DeclRefExpr)
        return;
    for (int k = 0; k < list.count; k++)
        if (clang_isExpression(clang_getCursorKind(list.at[k])))
            front_stmt(f, list.at[k], out);
}

/* A statement with attributes, which #pragma unroll and its like become. */
static void walk_attributed(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    int stmts = 0, at = 0;
    for (int k = 0; k < list.count; k++) {
        if (clang_isStatement(clang_getCursorKind(list.at[k]))) {
            stmts++;
            at = k;
        }
    }
    if (stmts == 1)
        front_stmt(f, list.at[at], out);
    else
        refuse_stmt(f, c);
}

static void walk_assignment(struct front *f, CXCursor c, struct nodes *out)
{
    int mark = begin_effects(f, c, out);
    assign(f, c, out);
    end_effects(f, mark, out);
}

/* Is it a call that does nothing to values? */
static bool is_hint(struct front *f, CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_CallExpr &&
           strcmp(clang_text(f->arena, clang_getCursorSpelling(c)),
                  "__builtin_prefetch") == 0 &&
           !syntax_holds_effect(f->arena, c);
}

static void walk_operator(struct front *f, CXCursor c, struct nodes *out)
{
    bool down;
    if (syntax_is_assignment(c) && type_is_record(clang_getCursorType(c)))
        aggregate_assign(f, c, out);
    else if (syntax_is_assignment(c))
        walk_assignment(f, c, out);
    else if (syntax_is_increment(c, &down))
        front_increment(f, c, down, out);
    else if (clang_getCursorKind(c) == CXCursor_BinaryOperator &&
             clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma)
        walk_comma(f, c, out);
    else if (is_hint(f, c))
        return;
    else if (callee_library(f->arena, c) == LIBRARY_SINCOS)
        call_sincos(f, c, out);
    else if (callee_library(f->arena, c))
        memory_walk(f, c, out);
    else if (callee_is_statement(c))
        call_walk(f, c, out);
    else
        front_expr(f, c);
}

/* A block; a continue skips the rest of it if it is the body of the for that
 * was met last. */
static void walk_block(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list = clang_children(f->arena, c);
    bool skips = !f->walk.body && clang_equalCursors(c, f->walk.loop_body);
    enum CXCursorKind jump = skips ? CXCursor_ContinueStmt : 0;
    walk_list(f, &(struct branch){list.at, list.count, jump}, out);
}

/* A while or do that is not around nests. */
static void walk_loop(struct front *f, CXCursor c, struct nodes *out)
{
    if (f->walk.body)
        body_loop(f, c, out);
    else
        body_statement(f, c, out);
}

static void walk(struct front *f, CXCursor c, struct nodes *out)
{
    struct children list;
    if (count_walk(f, c, out) || pointer_walk(f, c, out))
        return;
    if (while_is_outer(f, c)) {
        while_walk(f, c, out);
        return;
    }
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        walk_block(f, c, out);
        return;
    case CXCursor_NullStmt:
        return;
    case CXCursor_DeclStmt:
        list = clang_children(f->arena, c);
        for (int k = 0; k < list.count; k++)
            declare(f, list.at[k], out);
        return;
    case CXCursor_ForStmt:
        for_walk(f, c, out);
        return;
    case CXCursor_IfStmt:
        walk_if(f, c, out);
        return;
    case CXCursor_SwitchStmt:
        switch_walk(f, c, false, out);
        return;
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        walk_loop(f, c, out);
        return;
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
        if (f->walk.body)
            body_jump(f, c, out);
        else
            refuse_stmt(f, c);
        return;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        walk_cast(f, c, out);
        return;
    case CXCursor_ReturnStmt:
        if (!value_return(f, c, out))
            refuse_stmt(f, c);
        return;
    case CXCursor_UnexposedStmt:
        walk_attributed(f, c, out);
        return;
    case CXCursor_LabelStmt:
        list = clang_children(f->arena, c);
        if (f->survey.tangled || list.count != 1)
            refuse_stmt(f, c);
        else
            front_stmt(f, list.at[0], out);
        return;
    default:
        if (clang_isExpression(clang_getCursorKind(c)))
            walk_operator(f, c, out);
        else
            refuse_stmt(f, c);
    }
}

const struct statements statements_of_c = {
    walk, choose, begin_effects, end_effects, condition, function};
