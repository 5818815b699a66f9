/*
 * Reductions. Each place of the unreduced tree has its own numbers, so that a
 * set of them means the same whatever else is applied.
 */
#include "tests/fuzz/nest.h"

static bool is_list(const struct stmt *s)
{
    return s->kind != STMT_IF;
}

/* Of an expression: replaced by one, or by one of its operands. */
static int expr_edits(const struct expr *e)
{
    switch (e->op) {
    case OP_CONST:
    case OP_PARAM:
    case OP_ITER:
        return 0;
    case OP_ACCESS:
    case OP_FORMAL:
        return 1;
    default:
        return 1 + e->count;
    }
}

/* Does a jump in `s` end an iteration of a loop around it, or of itself? */
static bool jumps(const struct stmt *s)
{
    bool any = s->kind == STMT_BREAK || s->kind == STMT_CONTINUE;
    for (int i = 0; i < s->count; i++)
        any |= s->child[i]->kind != STMT_FOR && jumps(s->child[i]);
    return any;
}

/* Of a statement in a list: dropped; a loop: its first iteration, if no jump
 * ends it; an if: one of its branches; a compound assignment: a plain one. */
static int stmt_edits(const struct stmt *s)
{
    switch (s->kind) {
    case STMT_IF:
        return 1 + s->count;
    case STMT_FOR:
        return jumps(s) ? 1 : 2;
    default:
        return 1;
    }
}

static int number_expr(struct expr *e, int next)
{
    if (!e)
        return next;
    e->edit = next;
    next += expr_edits(e);
    for (int i = 0; i < e->count; i++)
        next = number_expr(e->arg[i], next);
    return next;
}

static int number_stmt(struct stmt *s, int next)
{
    s->edit = next;
    next += stmt_edits(s);
    next = number_expr(s->init, next);
    next = number_expr(s->cond, next);
    next = number_expr(s->test, next);
    next = number_expr(s->lhs, next);
    next = number_expr(s->rhs, next);
    for (int i = 0; i < s->count; i++)
        next = number_stmt(s->child[i], next);
    return next;
}

int kernel_count_edits(struct kernel *k)
{
    return number_stmt(k->body, 0);
}

static struct expr *one_of(struct kernel *k, enum type type)
{
    return type_table[type].is_float ? expr_float(k, 1, type)
                                     : expr_int(k, 1, type);
}

/* `by` in the place of `e`: of its type, and control if it was. */
static struct expr *put_in_place(struct kernel *k, const struct expr *e,
                                 struct expr *by)
{
    if (by->type != e->type)
        by = expr_cast(k, e->type, by);
    by->control |= e->control;
    return by;
}

static struct expr *edit_expr(struct kernel *k, struct expr *e,
                              const bool *marked)
{
    if (!e)
        return NULL;
    int edits = expr_edits(e);
    if (edits > 0 && marked[e->edit])
        return put_in_place(k, e, one_of(k, e->type));
    for (int i = 0; i + 1 < edits; i++) {
        if (marked[e->edit + 1 + i])
            return put_in_place(k, e, edit_expr(k, e->arg[i], marked));
    }
    for (int i = 0; i < e->count; i++)
        e->arg[i] = edit_expr(k, e->arg[i], marked);
    return e;
}

static struct expr *substitute(struct kernel *k, struct expr *e, int iter,
                               const struct expr *by)
{
    if (!e)
        return NULL;
    if (e->op == OP_ITER && e->ref == iter)
        return put_in_place(k, e, expr_copy(k, by));
    for (int i = 0; i < e->count; i++)
        e->arg[i] = substitute(k, e->arg[i], iter, by);
    return e;
}

static void substitute_stmt(struct kernel *k, struct stmt *s, int iter,
                            const struct expr *by)
{
    s->init = substitute(k, s->init, iter, by);
    s->cond = substitute(k, s->cond, iter, by);
    s->test = substitute(k, s->test, iter, by);
    s->lhs = substitute(k, s->lhs, iter, by);
    s->rhs = substitute(k, s->rhs, iter, by);
    for (int i = 0; i < s->count; i++)
        substitute_stmt(k, s->child[i], iter, by);
}

static void edit_stmt(struct kernel *k, struct stmt *s, const bool *marked);

/* Appends what becomes of `s` to `list`. */
static void append_edited(struct kernel *k, struct stmt *list, struct stmt *s,
                          const bool *marked)
{
    if (marked[s->edit])
        return;
    if (s->kind == STMT_FOR && stmt_edits(s) > 1 && marked[s->edit + 1]) {
        edit_stmt(k, s, marked);
        for (int i = 0; i < s->count; i++) {
            substitute_stmt(k, s->child[i], s->iter, s->init);
            stmt_append(k, list, s->child[i]);
        }
        return;
    }
    for (int b = 0; s->kind == STMT_IF && b < s->count; b++) {
        if (marked[s->edit + 1 + b]) {
            edit_stmt(k, s->child[b], marked);
            for (int i = 0; i < s->child[b]->count; i++)
                stmt_append(k, list, s->child[b]->child[i]);
            return;
        }
    }
    edit_stmt(k, s, marked);
    stmt_append(k, list, s);
}

static void edit_assign(struct kernel *k, struct stmt *s, const bool *marked)
{
    struct expr *rhs = s->rhs;
    s->lhs->control = false;
    struct expr *lhs = s->lhs;
    for (int i = 0; i < lhs->count; i++)
        lhs->arg[i] = edit_expr(k, lhs->arg[i], marked);
    s->rhs = edit_expr(k, s->rhs, marked);
    if (s->spelling == ASSIGN_PLAIN)
        return;
    if (s->rhs != rhs)
        s->spelling = ASSIGN_PLAIN;
    else
        s->rhs->arg[0] = expr_copy(k, lhs);
}

static void edit_stmt(struct kernel *k, struct stmt *s, const bool *marked)
{
    s->init = edit_expr(k, s->init, marked);
    s->cond = edit_expr(k, s->cond, marked);
    s->test = edit_expr(k, s->test, marked);
    if (s->lhs)
        edit_assign(k, s, marked);
    if (!is_list(s)) {
        for (int i = 0; i < s->count; i++)
            edit_stmt(k, s->child[i], marked);
        return;
    }
    struct stmt old = *s;
    s->child = NULL;
    s->count = s->capacity = 0;
    for (int i = 0; i < old.count; i++)
        append_edited(k, s, old.child[i], marked);
}

void kernel_apply_edits(struct kernel *k, const bool *marked)
{
    edit_stmt(k, k->body, marked);
}
