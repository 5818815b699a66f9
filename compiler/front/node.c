/*
 * Makes the nodes and statements of a scop's tree: sequences, assignments under
 * the guards and loops at hand, or in the body at hand, and values that are
 * kept in variables of their own. Keeps what integers are known to hold:
 * values of iterators and parameters alone, which stand for the variables where
 * these are read next, so that subscripts stay affine. Recursion over C's
 * statements goes through here: stmt.c knows their kinds, each kind's file what
 * is in them.
 */
#include "compiler/front/statement.h"

#include <string.h>

enum { STMT_MAX = 10000, STMT_DEPTH_MAX = 200 };

/* Known values --------------------------------------------------------------
 */

void known_point(struct front *f, struct symbol *s, struct lvalue *target)
{
    s->lvalue = target;
    s->level = front_level(f);
    ARENA_PUSH(f->arena, f->walk.known, f->walk.known_count, f->walk.known_cap,
               s);
}

void known_learn(struct front *f, struct symbol *s, struct scop_expr *value)
{
    if (!s || !s->local || (s->inside | s->outside) & REF_ADDRESS)
        return;
    bool known = value && !f->walk.body && !scop_type_is_float(value->type) &&
                 !expr_is_larger(value, KNOWN_SIZE_MAX) && !expr_reads(value);
    s->known = known ? value : NULL;
    ARENA_PUSH(f->arena, f->walk.known, f->walk.known_count, f->walk.known_cap,
               s);
}

/* Also where a pointer leads. */
static void forget(struct symbol *s)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(s->decl));
    s->known = NULL;
    if (type.kind == CXType_Pointer)
        s->lvalue = NULL;
}

void known_forget(struct front *f, int mark)
{
    while (f->walk.known_count > mark) {
        struct symbol *s = f->walk.known[--f->walk.known_count];
        forget(s);
        if (s->carried && s->base_mark == f->walk.known_count)
            s->base = NULL;
    }
}

void known_forget_assigned(struct front *f, CXCursor c)
{
    struct children list = clang_children(f->arena, c);
    struct symbol *s = survey_assigned(&f->survey, c);
    CXCursor operand;
    bool down;
    if (s)
        forget(s);
    if (s && s->carried && !loop_step(f->arena, c, s->decl, &operand, &down))
        s->base = NULL;
    for (int k = 0; k < list.count; k++)
        known_forget_assigned(f, list.at[k]);
}

/* Nodes ---------------------------------------------------------------------
 */

struct scop_node *front_node(struct front *f, enum scop_node_kind kind,
                             struct loc loc)
{
    struct scop_node *node = arena_alloc(f->arena, sizeof *node);
    node->kind = kind;
    node->loc = loc;
    return node;
}

void front_put(struct front *f, struct nodes *out, struct scop_node *node)
{
    ARENA_PUSH(f->arena, out->at, out->count, out->cap, node);
}

struct scop_node *front_seq(struct front *f, struct nodes *nodes,
                            struct loc loc)
{
    if (nodes->count == 1)
        return nodes->at[0];
    struct scop_node *node = front_node(f, SCOP_SEQ, loc);
    node->count = nodes->count;
    node->child = nodes->at;
    return node;
}

void front_children(struct front *f, struct scop_node *node,
                    struct scop_node *first, struct scop_node *second)
{
    node->count = second ? 2 : 1;
    node->child = arena_alloc(f->arena, 2 * sizeof *node->child);
    node->child[0] = first;
    node->child[1] = second;
}

/* e > s, in some direction, of a scalar s that a search may keep. */
static bool compares_scalar(const struct scop_expr *e)
{
    bool found = false;
    for (int k = 0; k < 2 && e->op >= SCOP_LT && e->op <= SCOP_GE; k++)
        found |= e->arg[k]->op == SCOP_ACCESS && e->arg[k]->count == 0;
    return found;
}

/* Appends the guard to those of `s`: of if (p[i] && e > s) the comparison is
 * one of its own, as that of if (p[i]) if (e > s) is. */
static void add_guard(struct scop_stmt *s, struct scop_expr *guard)
{
    if (guard->op == SCOP_LAND && compares_scalar(guard->arg[1])) {
        s->guard[s->guard_count++] = guard->arg[0];
        guard = guard->arg[1];
    }
    s->guard[s->guard_count++] = guard;
}

void front_emit(struct front *f, struct scop_stmt s, struct nodes *out)
{
    struct scop *scop = f->scop;
    s.name = arena_printf(f->arena, "S%d", scop->stmt_count);
    s.depth = f->walk.loop_count;
    size_t guards = 2 * (size_t)f->walk.guard_count * sizeof *s.guard;
    size_t loops = (size_t)s.depth * sizeof *s.loop;
    s.guard = arena_alloc(f->arena, guards);
    s.loop = arena_alloc(f->arena, loops);
    for (int k = 0; k < f->walk.guard_count; k++)
        add_guard(&s, f->walk.guard[k]);
    if (loops)
        memcpy(s.loop, f->walk.loop, loops);
    struct scop_node *node = front_node(f, SCOP_STMT, s.loc);
    node->stmt = scop->stmt_count;
    ARENA_PUSH(f->arena, scop->stmt, scop->stmt_count, f->arrays.stmt_cap, s);
    front_put(f, out, node);
}

void front_assign(struct front *f, struct scop_expr *lhs, struct scop_expr *rhs,
                  CXCursor c, struct nodes *out)
{
    if (!lhs || !rhs || f->walk.grown)
        return;
    if (f->arrays.bits[lhs->ref])
        rhs = expr_bits(f, rhs, lhs->type);
    if (f->scop->stmt_count + f->walk.set_count >= STMT_MAX ||
        expr_is_larger(lhs, EXPR_SIZE_MAX) ||
        expr_is_larger(rhs, EXPR_SIZE_MAX)) {
        struct fault *fault =
            front_refuse(f, FAULT_TOO_COMPLEX, c, "this region is too large");
        FRONT_HINT(
            f, fault,
            "mark parts of it; what functions called here compute can be "
            "stored by a loop before it, and read from an array");
        f->walk.grown = true;
        return;
    }
    if (f->walk.body) {
        struct scop_node *node = front_node(f, SCOP_SET, front_loc(f, c));
        node->lhs = lhs;
        node->rhs = rhs;
        f->walk.set_count++;
        front_put(f, out, node);
        return;
    }
    struct scop_stmt s = {.lhs = lhs, .rhs = rhs, .loc = front_loc(f, c)};
    front_emit(f, s, out);
}

struct scop_expr *front_keep(struct front *f, struct scop_expr *e, CXCursor c,
                             struct nodes *out)
{
    struct loc loc = front_loc(f, c);
    struct scop_expr *kept = array_temporary(f, "condition", e->type, loc);
    if (f->walk.body)
        f->scop->array[kept->ref].scope = SCOP_POINT;
    front_assign(f, kept, e, c, out);
    return kept;
}

void front_variable(struct front *f, struct symbol *s, CXCursor decl,
                    struct scop_expr *value, struct nodes *out)
{
    front_begin_scope(f, s);
    front_assign(f, front_scalar(f, s), value, decl, out);
    known_learn(f, s, value);
}

/* Pointers with scalars of their own ---------------------------------------
 */

struct scop_expr *carried_offset(struct front *f, const struct symbol *s)
{
    return s->lvalue ? expr_difference(f, s->lvalue->pending, s->base->pending)
                     : s->at;
}

void carried_move(struct front *f, struct symbol *s, struct scop_expr *to,
                  CXCursor c, struct nodes *out)
{
    if (!to || !s->at)
        return;
    bool known =
        !f->walk.body && !expr_reads(to) && !expr_is_larger(to, KNOWN_SIZE_MAX);
    to = type_convert(f, to, SCOP_I64);
    front_assign(f, s->at, to, c, out);
    known_point(f, s, known ? lvalue_moved(f, s->base, to) : NULL);
}

/* Statements of C -----------------------------------------------------------
 */

void front_stmt(struct front *f, CXCursor c, struct nodes *out)
{
    if (!inline_charge(f, 1))
        return;
    if (f->walk.depth >= STMT_DEPTH_MAX) {
        f->walk.grown |= f->inlining.count > 0;
        front_refuse(f, FAULT_TOO_COMPLEX, c, "more than %d levels of nesting",
                     STMT_DEPTH_MAX);
        return;
    }
    f->walk.depth++;
    f->walk.statements->walk(f, c, out);
    f->walk.depth--;
}

struct scop_node *front_block(struct front *f, CXCursor c)
{
    struct nodes nodes = {0};
    front_stmt(f, c, &nodes);
    return front_seq(f, &nodes, front_loc(f, c));
}

void front_branch(struct front *f, int count, const CXCursor *stmt,
                  struct nodes *out)
{
    int mark = f->walk.known_count;
    f->walk.branches++;
    for (int k = 0; k < count; k++)
        front_stmt(f, stmt[k], out);
    f->walk.branches--;
    known_forget(f, mark);
}

void front_push_guard(struct front *f, struct scop_expr *e)
{
    ARENA_PUSH(f->arena, f->walk.guard, f->walk.guard_count, f->walk.guard_cap,
               e);
}

void front_guarded(struct front *f, struct scop_expr *guard, int count,
                   const CXCursor *stmt, struct nodes *out)
{
    front_push_guard(f, guard);
    for (int k = 0; k < count; k++)
        front_branch(f, 1, &stmt[k], out);
    f->walk.guard_count--;
}

int front_enter_again(struct front *f, CXCursor c)
{
    known_forget_assigned(f, c);
    f->walk.repeats++;
    return f->walk.known_count;
}

void front_leave_again(struct front *f, int mark)
{
    f->walk.repeats--;
    known_forget(f, mark);
}

void front_choose(struct front *f, CXCursor c, struct scop_expr *test,
                  int count, const CXCursor *stmt, struct nodes *out)
{
    f->walk.statements->choose(f, c, test, count, stmt, out);
}

int front_begin_effects(struct front *f, CXCursor c, struct nodes *out)
{
    return f->walk.statements->begin_effects(f, c, out);
}

void front_end_effects(struct front *f, int mark, struct nodes *out)
{
    f->walk.statements->end_effects(f, mark, out);
}

struct scop_expr *front_condition(struct front *f, CXCursor c,
                                  struct nodes *out)
{
    return f->walk.statements->condition(f, c, out);
}

void front_function(struct front *f, const struct children *list,
                    struct nodes *out)
{
    f->walk.statements->function(f, list, out);
}
