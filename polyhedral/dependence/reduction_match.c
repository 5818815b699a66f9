/*
 * Which updates are associative, and which statements are linear in what they
 * write: forms of statements, decided on expressions alone. rewrite/ takes
 * loops of such updates apart.
 */
#include "polyhedral/dependence/dependence.h"

#include <string.h>

bool reduce_inside(const struct poly_stmt *stmt, int loop)
{
    for (int d = 0; d < stmt->stmt->depth; d++)
        if (stmt->stmt->loop[d] == loop)
            return true;
    return false;
}

static bool is_access_to(const struct poly *poly, int stmt,
                         const struct scop_expr *e, int array)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; e->op == SCOP_ACCESS && k < s->access_end;
         k++)
        if (poly->access[k].expr == e && poly->access[k].array == array)
            return true;
    return false;
}

bool reduce_reads(const struct poly *poly, int stmt, const struct scop_expr *e,
                  int array)
{
    if (is_access_to(poly, stmt, e, array))
        return true;
    for (int k = 0; k < e->count; k++)
        if (reduce_reads(poly, stmt, e->arg[k], array))
            return true;
    return false;
}

/* Are both the same value, conversions that change none aside? */
static bool same_value(const struct scop_expr *a, const struct scop_expr *b)
{
    return scop_expr_equal(scop_expr_unwidened(a), scop_expr_unwidened(b));
}

struct form {
    const struct poly *poly;
    int stmt, array;
    const struct scop_expr *like; /* the target; NULL: any of the array */
};

static bool names_target(const struct form *f, const struct scop_expr *e)
{
    if (f->like)
        return scop_expr_equal(e, f->like);
    return is_access_to(f->poly, f->stmt, e, f->array);
}

static bool is_target(const struct form *f, const struct scop_expr *e)
{
    return names_target(f, scop_expr_unwidened(e));
}

static bool reads(const struct form *f, const struct scop_expr *e)
{
    if (names_target(f, e))
        return true;
    for (int k = 0; k < e->count; k++)
        if (reads(f, e->arg[k]))
            return true;
    return false;
}

static enum scop_op sum_as_difference(enum scop_op op)
{
    return op == SCOP_SUB ? SCOP_ADD : op;
}

/* A conversion between floats, or of an integer to one that is not wider. */
static bool drops_bits(const struct scop_expr *e)
{
    if (e->op != SCOP_CAST)
        return false;
    enum scop_type from = e->arg[0]->type;
    bool floats = scop_type_is_float(e->type);
    return scop_type_is_float(from) == floats &&
           (floats || scop_type_size(e->type) <= scop_type_size(from));
}

/*
 * The operation if `e` is a tree of it with the target as one leaf: (a + x) - y
 * and x * (y * a). Integers may be converted on the way: that is modulo 2^n,
 * which all these operations commute with, but not to a wider type, where the
 * sum would no longer wrap.
 */
static enum scop_op tree_op(const struct form *f, const struct scop_expr *e,
                            enum scop_type type)
{
    bool floats = scop_type_is_float(type);
    if (scop_type_is_float(e->type) != floats)
        return SCOP_OP_COUNT;
    if (drops_bits(e))
        return tree_op(f, e->arg[0], type);
    if (e->op != SCOP_ADD && e->op != SCOP_SUB && e->op != SCOP_MUL &&
        (floats ||
         (e->op != SCOP_AND && e->op != SCOP_OR && e->op != SCOP_XOR)))
        return SCOP_OP_COUNT;
    bool left = reads(f, e->arg[0]), right = reads(f, e->arg[1]);
    if (left == right || (right && e->op == SCOP_SUB))
        return SCOP_OP_COUNT;
    const struct scop_expr *side = e->arg[left ? 0 : 1];
    enum scop_op op = sum_as_difference(e->op);
    while (drops_bits(side))
        side = side->arg[0];
    if (is_target(f, side))
        return op;
    return tree_op(f, side, type) == op ? op : SCOP_OP_COUNT;
}

/* The comparison of `value` with the target, as value OP target. */
static enum scop_op compared(const struct form *f, const struct scop_expr *test,
                             const struct scop_expr *value)
{
    if (test->op < SCOP_LT || test->op > SCOP_GE)
        return SCOP_OP_COUNT;
    if (is_target(f, test->arg[1]) && same_value(test->arg[0], value))
        return test->op;
    if (is_target(f, test->arg[0]) && same_value(test->arg[1], value))
        return scop_op_mirrored(test->op);
    return SCOP_OP_COUNT;
}

/* value, taken where `test` holds: e OP a. */
static void match_test(const struct form *f, const struct scop_expr *test,
                       const struct scop_expr *value, bool negate,
                       struct reduce_update *u)
{
    const struct scop_expr *e = scop_expr_unwidened(value);
    enum scop_op op = compared(f, test, value);
    if (op == SCOP_OP_COUNT || reads(f, value) ||
        (e->type != u->target->type && value->type != u->target->type))
        return;
    u->kind = REDUCE_CHOICE;
    u->op = negate ? scop_op_negated(op) : op;
    u->floating = negate && scop_type_is_float(e->type);
}

static void match_rhs(const struct form *f, const struct scop_expr *rhs,
                      struct reduce_update *u)
{
    enum scop_type type = u->target->type;
    const struct scop_expr *e = rhs;
    enum scop_op op = tree_op(f, rhs, type);
    if (op != SCOP_OP_COUNT) {
        u->kind = REDUCE_OP;
        u->op = (int)op;
        u->floating = scop_type_is_float(type);
        return;
    }
    if (e->op == SCOP_CAST && e->arg[0]->type == SCOP_I32)
        e = e->arg[0]; /* of a choice or a logical value: changes nothing */
    if (e->op == SCOP_COND && is_target(f, e->arg[2]))
        match_test(f, e->arg[0], e->arg[1], false, u);
    else if (e->op == SCOP_COND && is_target(f, e->arg[1]))
        match_test(f, e->arg[0], e->arg[2], true, u);
    else if (rhs->op == SCOP_CALL &&
             (e->ref == SCOP_FUNC_FMIN || e->ref == SCOP_FUNC_FMAX) &&
             names_target(f, e->arg[0]) != names_target(f, e->arg[1]) &&
             reads(f, e->arg[0]) != reads(f, e->arg[1])) {
        u->kind = REDUCE_CALL;
        u->op = e->ref;
    } else if ((e->op == SCOP_LAND || e->op == SCOP_LOR) &&
               !scop_type_is_float(type) && !reads(f, e->arg[1]) &&
               e->arg[0]->op == SCOP_NE && is_target(f, e->arg[0]->arg[0]) &&
               e->arg[0]->arg[1]->op == SCOP_INT &&
               e->arg[0]->arg[1]->ival == 0) {
        u->kind = REDUCE_LOGIC;
        u->op = (int)e->op;
    }
}

/* One statement's update: of its own right side, or of its last guard. */
static struct reduce_update match_stmt(const struct form *f)
{
    const struct scop_stmt *s = f->poly->stmt[f->stmt].stmt;
    struct reduce_update u = {.array = f->array, .target = s->lhs};
    int last = s->guard_count - 1, reading = -1;
    for (int k = 0; k < s->guard_count; k++)
        if (reads(f, s->guard[k]))
            reading = reading < 0 ? k : s->guard_count;
    if (reading < 0)
        match_rhs(f, s->rhs, &u);
    else if (reading == last)
        match_test(f, s->guard[last], s->rhs, false, &u);
    /* Where no instance runs it stays what it is, which may be neither 0 nor 1.
     */
    if (u.kind == REDUCE_LOGIC && s->guard_count)
        u.kind = REDUCE_NONE;
    u.ordered = u.kind == REDUCE_CHOICE && scop_type_is_float(u.target->type);
    return u;
}

struct reduce_update reduce_match_stmt(const struct poly *poly, int stmt,
                                       int array,
                                       const struct scop_expr *target)
{
    struct form f = {poly, stmt, array, target};
    return match_stmt(&f);
}

bool reduce_is_target(const struct poly *poly, int stmt, int array,
                      const struct scop_expr *target, const struct scop_expr *e)
{
    struct form f = {poly, stmt, array, target};
    return is_target(&f, e);
}

bool reduce_reads_target(const struct poly *poly, int stmt, int array,
                         const struct scop_expr *target,
                         const struct scop_expr *e)
{
    struct form f = {poly, stmt, array, target};
    return reads(&f, e);
}

/* Is `e` a sum of products, one factor of which is the target, and of what does
 * not read it? Of floats their quotients, too. Integers may be converted on the
 * way as in tree_op. */
static bool is_linear(const struct form *f, const struct scop_expr *e,
                      enum scop_type type)
{
    bool floats = scop_type_is_float(type);
    if (is_target(f, e) || !reads(f, e))
        return true;
    if (drops_bits(e))
        return is_linear(f, e->arg[0], type);
    if (scop_type_is_float(e->type) != floats)
        return false;
    switch (e->op) {
    case SCOP_NEG:
        return is_linear(f, e->arg[0], type);
    case SCOP_ADD:
    case SCOP_SUB:
        return is_linear(f, e->arg[0], type) && is_linear(f, e->arg[1], type);
    case SCOP_MUL:
        return reads(f, e->arg[0]) != reads(f, e->arg[1]) &&
               is_linear(f, e->arg[0], type) && is_linear(f, e->arg[1], type);
    case SCOP_DIV:
        return floats && !reads(f, e->arg[1]) && is_linear(f, e->arg[0], type);
    case SCOP_COND:
        return !reads(f, e->arg[0]) && is_linear(f, e->arg[1], type) &&
               is_linear(f, e->arg[2], type);
    default:
        return false;
    }
}

bool reduce_match_linear(const struct poly *poly, int stmt, int array,
                         const struct scop_expr *target)
{
    struct form f = {poly, stmt, array, target};
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    for (int k = 0; k < s->guard_count; k++)
        if (reads(&f, s->guard[k]))
            return false;
    return reads(&f, s->rhs) && is_linear(&f, s->rhs, s->lhs->type);
}

/* Does a statement in the loop write the array of the scop? */
static bool is_written(const struct poly *poly, int array, int loop)
{
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->write && a->expr->ref == array &&
            reduce_inside(&poly->stmt[a->stmt], loop))
            return true;
    }
    return false;
}

bool reduce_varies(const struct poly *poly, const struct scop_expr *e, int loop)
{
    if (e->op == SCOP_ITER)
        for (int l = e->ref; l >= 0; l = poly->scop->loop[l].parent)
            if (l == loop)
                return true;
    for (int k = 0; k < e->count; k++)
        if (reduce_varies(poly, e->arg[k], loop) ||
            (e->arg[k]->op == SCOP_ACCESS &&
             is_written(poly, e->arg[k]->ref, loop)))
            return true;
    return false;
}

int reduce_only_stmt(const struct poly *poly, int array, int loop, bool write)
{
    int found = -1;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array || a->write != write ||
            !reduce_inside(&poly->stmt[a->stmt], loop))
            continue;
        if (found >= 0 && found != a->stmt)
            return -2;
        found = a->stmt;
    }
    return found;
}

/* The poly array that a statement writes. */
static int written_array(const struct poly *poly, int stmt)
{
    for (int k = poly->stmt[stmt].access_begin; k < poly->stmt[stmt].access_end;
         k++)
        if (poly->access[k].write)
            return poly->access[k].array;
    return -1;
}

static bool guards_read(const struct poly *poly, int stmt, int count, int array)
{
    for (int k = 0; k < count; k++)
        if (reduce_reads(poly, stmt, poly->stmt[stmt].stmt->guard[k], array))
            return true;
    return false;
}

/* Adds what else is set under the condition; false if that is too much or is
 * used in the loop. */
static bool add_followers(const struct poly *poly, int loop, int condition,
                          int setter, struct reduce_update *u)
{
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *s = poly->stmt[k].stmt;
        int last = s->guard_count - 1;
        if (k == setter || !reduce_inside(&poly->stmt[k], loop) ||
            !s->guard_count ||
            !reduce_reads(poly, k, s->guard[last], condition))
            continue;
        int array = written_array(poly, k);
        if (s->guard[last]->op != SCOP_ACCESS ||
            u->follower_count == REDUCE_MAX_FOLLOWERS || !s->lhs ||
            reduce_varies(poly, s->lhs, loop) ||
            reduce_only_stmt(poly, array, loop, true) != k ||
            reduce_only_stmt(poly, array, loop, false) != -1)
            return false;
        u->follower_array[u->follower_count] = array;
        u->follower[u->follower_count++] = s->lhs;
    }
    return true;
}

bool reduce_names_one(const struct poly *poly, int stmt, int array,
                      const struct scop_expr *target)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++)
        if (poly->access[k].array == array &&
            !scop_expr_equal(poly->access[k].expr, target))
            return false;
    return true;
}

/*
 * if (e > a) { a = e; k = i; }: the front end keeps the condition in a variable
 * of the loop's body, since a changes under it.
 */
static struct reduce_update match_search(const struct poly *poly, int array,
                                         int loop)
{
    struct reduce_update none = {.kind = REDUCE_NONE};
    int setter = reduce_only_stmt(poly, array, loop, true);
    int tester = reduce_only_stmt(poly, array, loop, false);
    if (setter < 0 || tester < 0 || setter == tester)
        return none;
    const struct scop_stmt *set = poly->stmt[setter].stmt;
    const struct scop_stmt *test = poly->stmt[tester].stmt;
    int condition = written_array(poly, tester), last = set->guard_count - 1;
    struct form f = {poly, tester, array, NULL};
    struct reduce_update u = {
        .array = array, .target = set->lhs, .ordered = true};
    if (!set->lhs || !test->lhs || last < 0 ||
        !reduce_names_one(poly, setter, array, set->lhs) ||
        !reduce_names_one(poly, tester, array, set->lhs) ||
        reduce_varies(poly, set->lhs, loop) ||
        !is_access_to(poly, setter, set->guard[last], condition) ||
        guards_read(poly, tester, test->guard_count, array) ||
        reduce_only_stmt(poly, condition, loop, true) != tester)
        return none;
    match_test(&f, test->rhs, set->rhs, false, &u);
    if ((u.op != SCOP_LT && u.op != SCOP_GT) ||
        !add_followers(poly, loop, condition, setter, &u))
        return none;
    return u;
}

static bool same_update(const struct reduce_update *a,
                        const struct reduce_update *b)
{
    return a->kind == b->kind && a->op == b->op &&
           scop_expr_equal(a->target, b->target);
}

struct reduce_update reduce_match(const struct poly *poly, int array, int loop)
{
    struct reduce_update all = {.kind = REDUCE_NONE}, none = all;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct poly_stmt *s = &poly->stmt[k];
        bool touches = false, writes = false;
        for (int a = s->access_begin; a < s->access_end; a++)
            if (poly->access[a].array == array) {
                touches = true;
                writes |= poly->access[a].write;
            }
        if (!touches || !reduce_inside(s, loop))
            continue;
        struct form f = {poly, k, array, NULL};
        struct reduce_update u = none;
        if (writes && s->stmt->lhs &&
            !reduce_varies(poly, s->stmt->lhs, loop) &&
            reduce_names_one(poly, k, array, s->stmt->lhs))
            u = match_stmt(&f);
        if (u.kind == REDUCE_NONE ||
            (all.kind != REDUCE_NONE && !same_update(&all, &u)))
            return match_search(poly, array, loop);
        u.floating |= all.floating;
        all = u;
    }
    return all;
}

bool reduce_is_rounded(const struct poly *poly, int stmt, int array)
{
    const struct poly_stmt *x = &poly->stmt[stmt];
    bool found = false;
    for (int k = x->access_begin; k < x->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        found |= !a->write && a->array == array &&
                 (reduce_match_stmt(poly, stmt, array, a->expr).kind !=
                      REDUCE_NONE ||
                  reduce_match_linear(poly, stmt, array, a->expr));
    }
    return found;
}

bool reduce_comes_back(const struct poly *poly, int stmt, int array, int loop)
{
    const struct poly_stmt *x = &poly->stmt[stmt];
    bool same = scop_expr_mentions(x->stmt->lhs, loop);
    for (int k = x->access_begin; k < x->access_end; k++)
        if (poly->access[k].array == array)
            same &= scop_expr_equal(poly->access[k].expr, x->stmt->lhs);
    return same;
}
