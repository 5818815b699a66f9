/*
 * Bodies of statements: loops and branches that depend on data.
 *
 * KIR has no jumps. A loop with a break has a variable `leave`, which ends it,
 * and what a break or continue skips is guarded by a variable `skip`; compilers
 * make the jumps of it again. A loop that counts up to a bound which it does
 * not change, as most do, becomes a for, whose trip count is known when it
 * starts.
 *
 * A fold combines what the lanes of a team have. Where the target has warps,
 * the first one's threads keep their lanes in variables, and shuffles bring
 * what they combine them with. Elsewhere the first thread does all, behind a
 * barrier: in a warp each thread reads what it wrote itself, so that map/team.c
 * puts none in front of a fold. The operations and their order are the same, as
 * they are where lanes are loops.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/inspector.h"

/* The flags of the loop around the node at hand, -1: not needed. */
struct jumps {
    int leave, skip;
};

static void lower_node(struct lower *l, const struct scop_node *node,
                       const struct jumps *jumps);

static int truth(struct lower *l, bool value)
{
    return kir_int(l->f, KIR_PRED, value);
}

static bool may_jump(const struct scop_node *node)
{
    return scop_node_jumps(node, SCOP_BREAK) ||
           scop_node_jumps(node, SCOP_CONTINUE);
}

/* What comes after a jump is skipped. */
static void lower_seq(struct lower *l, const struct scop_node *node,
                      const struct jumps *jumps)
{
    int open = 0;
    for (int k = 0; k < node->count; k++) {
        const struct scop_node *child = node->child[k];
        lower_node(l, child, jumps);
        if (k + 1 < node->count && may_jump(child)) {
            int skip = kir_get(l->f, jumps->skip);
            kir_if(l->f, kir_unary(l->f, KIR_NOT, skip));
            open++;
        }
    }
    while (open--)
        kir_end(l->f);
}

static void lower_if(struct lower *l, const struct scop_node *node,
                     const struct jumps *jumps)
{
    kir_if(l->f, lower_condition(l, node->test));
    lower_node(l, node->child[0], jumps);
    if (node->count > 1) {
        kir_else(l->f);
        lower_node(l, node->child[1], jumps);
    }
    kir_end(l->f);
}

/* Counted loops ------------------------------------------------------------ */

static bool is_scalar(const struct scop_expr *e)
{
    return e->op == SCOP_ACCESS && e->count == 0;
}

/* Does the node assign to the array, or to another view of its object? */
static bool assigns(const struct scop *scop, const struct scop_node *node,
                    int array)
{
    bool found =
        node->kind == SCOP_SET &&
        scop->array[node->lhs->ref].view_of == scop->array[array].view_of;
    for (int k = 0; k < node->count && !found; k++)
        found = assigns(scop, node->child[k], array);
    return found;
}

/* Does the expression keep its value while the loop runs? */
static bool is_steady(const struct scop *scop, const struct scop_node *loop,
                      const struct scop_expr *e)
{
    bool steady = e->op != SCOP_ACCESS || !assigns(scop, loop, e->ref);
    for (int k = 0; k < e->count && steady; k++)
        steady = is_steady(scop, loop, e->arg[k]);
    return steady;
}

static bool is_local(struct lower *l, const struct scop_expr *e)
{
    bool local = e->op == SCOP_ACCESS &&
                 l->storage->kind[lower_array_of(l, e)] == STORAGE_LOCAL;
    for (int k = 0; k < e->count && !local; k++)
        local = is_local(l, e->arg[k]);
    return local;
}

/* Does the node use arrays of the body? */
static bool uses_locals(struct lower *l, const struct scop_node *node)
{
    bool uses = (node->kind == SCOP_SET &&
                 (is_local(l, node->lhs) || is_local(l, node->rhs))) ||
                (node->test && is_local(l, node->test));
    for (int k = 0; k < node->count && !uses; k++)
        uses = uses_locals(l, node->child[k]);
    return uses;
}

/* variable = variable + step, and nothing else? */
static bool is_step(const struct scop_node *node, struct body_count *count)
{
    if (node->kind != SCOP_SET || !is_scalar(node->lhs) ||
        node->rhs->op != SCOP_ADD ||
        !scop_expr_equal(node->rhs->arg[0], node->lhs) ||
        node->rhs->arg[1]->op != SCOP_INT)
        return false;
    count->variable = node->lhs;
    count->step = node->rhs->arg[1]->ival;
    return count->step > 0;
}

/* The variable as C compares it with its bound: as it is, or as a wider type
 * that holds all of its values. */
static bool is_compared(const struct scop_expr *e, struct body_count *count)
{
    enum scop_type from = count->variable->type;
    count->type = e->type;
    if (e->op == SCOP_CAST) {
        bool widens = scop_type_size(e->type) > scop_type_size(from) &&
                      scop_type_is_signed(from);
        if (!widens || !scop_type_is_signed(e->type))
            return false;
        e = e->arg[0];
    }
    return scop_expr_equal(e, count->variable);
}

/* Is the loop such a one? In bodies under the clause whole, whose steps are
 * sequences, those that use arrays of the body are none: they may be written
 * out, so that these become variables (optimise/unroll.c). An unsigned variable
 * could step over its bound and wrap, but by steps of 1 and without equality. C
 * leaves it open what a signed one does at the end of its type. */
bool lower_counts(struct lower *l, const struct scop_node *node,
                  struct body_count *count)
{
    const struct scop *scop = l->poly->scop;
    const struct scop_expr *test = node->test;
    const struct scop_node *step = node->count > 1 ? node->child[1] : NULL;
    while (step && step->kind == SCOP_SEQ && step->count == 1)
        step = step->child[0];
    if (node->last || !step || !is_step(step, count) ||
        scop_node_jumps(node->child[0], SCOP_BREAK) ||
        (test->op != SCOP_LT && test->op != SCOP_LE) ||
        !is_compared(test->arg[0], count))
        return false;
    count->bound = test->arg[1];
    count->closed = test->op == SCOP_LE;
    if (!scop_type_is_signed(count->type) && (count->closed || count->step > 1))
        return false;
    return !scop_type_is_float(count->type) &&
           lower_variable(l, count->variable) >= 0 &&
           !assigns(scop, node->child[0], count->variable->ref) &&
           is_steady(scop, node, count->bound) &&
           (step == node->child[1] || !uses_locals(l, node));
}

/* What the variable holds after the loop. */
static int last_value(struct lower *l, const struct body_count *count, int lo,
                      int hi)
{
    struct kir_func *f = l->f;
    enum kir_type type = kir_type_of(f, lo);
    int end = hi;
    if (count->step > 1) {
        int step = kir_int(f, type, count->step);
        int length = kir_binary(f, KIR_SUB, hi, lo);
        length =
            kir_binary(f, KIR_ADD, length, kir_int(f, type, count->step - 1));
        length = kir_binary(f, KIR_DIV, length, step);
        end = kir_binary(f, KIR_ADD, lo, kir_binary(f, KIR_MUL, length, step));
    }
    int entered = kir_binary(f, KIR_LT, lo, hi);
    return kir_ternary(f, KIR_SELECT, entered, end, lo);
}

static void lower_counted(struct lower *l, const struct scop_node *node,
                          const struct body_count *count)
{
    struct kir_func *f = l->f;
    const struct scop_node *body = node->child[0];
    enum kir_type type = lower_value_type(count->type);
    enum kir_type own = lower_value_type(count->variable->type);
    int variable = lower_variable(l, count->variable);
    int lo = kir_cast(f, type, kir_get(f, variable));
    int hi = lower_value(l, count->bound);
    struct jumps jumps = {-1, -1};
    if (count->closed)
        hi = kir_binary(f, KIR_ADD, hi, kir_int(f, type, 1));
    hi = lower_spread_cut(l, node, lo, hi);
    if (may_jump(body))
        jumps.skip = kir_variable(f, "skip", KIR_PRED);
    int at = kir_for(f, lo, hi, kir_int(f, type, count->step), 0);
    kir_set(f, variable, kir_cast(f, own, at));
    if (jumps.skip >= 0)
        kir_set(f, jumps.skip, truth(l, false));
    lower_node(l, body, &jumps);
    kir_end(f);
    kir_set(f, variable, kir_cast(f, own, last_value(l, count, lo, hi)));
}

/* Other loops -------------------------------------------------------------- */

/* The test; not evaluated, and false, after a break. */
static int lower_test(struct lower *l, const struct scop_node *node,
                      const struct jumps *jumps)
{
    if (jumps->leave < 0)
        return lower_condition(l, node->test);
    int stay = kir_unary(l->f, KIR_NOT, kir_get(l->f, jumps->leave));
    if (node->test->op == SCOP_INT && node->test->ival)
        return stay;
    int go = kir_variable(l->f, "go", KIR_PRED);
    kir_set(l->f, go, stay);
    kir_if(l->f, stay);
    kir_set(l->f, go, lower_condition(l, node->test));
    kir_end(l->f);
    return kir_get(l->f, go);
}

/* The body, and the step, which a continue leads to. */
static void lower_round(struct lower *l, const struct scop_node *node,
                        const struct jumps *jumps)
{
    if (jumps->skip >= 0)
        kir_set(l->f, jumps->skip, truth(l, false));
    lower_node(l, node->child[0], jumps);
    if (node->count < 2)
        return;
    if (jumps->leave >= 0)
        kir_if(l->f, kir_unary(l->f, KIR_NOT, kir_get(l->f, jumps->leave)));
    lower_node(l, node->child[1], jumps);
    if (jumps->leave >= 0)
        kir_end(l->f);
}

static void lower_loop(struct lower *l, const struct scop_node *node)
{
    struct body_count count;
    struct jumps jumps = {-1, -1};
    if (lower_counts(l, node, &count)) {
        lower_counted(l, node, &count);
        return;
    }
    if (scop_node_jumps(node->child[0], SCOP_BREAK)) {
        jumps.leave = kir_variable(l->f, "leave", KIR_PRED);
        kir_set(l->f, jumps.leave, truth(l, false));
    }
    if (may_jump(node->child[0]))
        jumps.skip = kir_variable(l->f, "skip", KIR_PRED);
    kir_while(l->f);
    if (node->last)
        lower_round(l, node, &jumps);
    kir_while_body(l->f, lower_test(l, node, &jumps));
    if (!node->last)
        lower_round(l, node, &jumps);
    kir_end(l->f);
}

static void lower_node(struct lower *l, const struct scop_node *node,
                       const struct jumps *jumps)
{
    if (l->inspecting && !lower_inspects_node(l, node))
        return;
    if (node->loc.line)
        kir_line(l->f, node->loc.line);
    switch (node->kind) {
    case SCOP_SEQ:
        lower_seq(l, node, jumps);
        return;
    case SCOP_IF:
        lower_if(l, node, jumps);
        return;
    case SCOP_SET:
        lower_assign(l, node->lhs, node->rhs);
        return;
    case SCOP_LOOP:
        lower_loop(l, node);
        return;
    case SCOP_BREAK:
        kir_set(l->f, jumps->leave, truth(l, true));
        kir_set(l->f, jumps->skip, truth(l, true));
        return;
    default: /* SCOP_CONTINUE */
        kir_set(l->f, jumps->skip, truth(l, true));
    }
}

void lower_body(struct lower *l, const struct scop_node *body)
{
    struct jumps none = {-1, -1};
    lower_node(l, body, &none);
}

static int first_threads(struct lower *l, int64_t count)
{
    struct kir_func *f = l->f;
    return kir_binary(f, KIR_LT, kir_thread_index(f, 0),
                      kir_int(f, KIR_I32, count));
}

/* The distance of what is combined in round `k`, from 0. */
static int64_t step_of(const struct scop_fold *fold, int64_t lanes, int k)
{
    return fold->ordered ? (int64_t)1 << k : lanes >> (k + 1);
}

/* All lanes of the first warp at a time: those beyond `step` combine what is of
 * no use to anybody. */
static void lower_warp(struct lower *l, const struct scop_fold *fold)
{
    struct kir_func *f = l->f;
    kir_set(f, lower_variable(l, fold->lane), kir_thread_index(f, 0));
    for (int k = 0; k < fold->count; k++)
        lower_body(l, fold->load[2 * k]);
    for (int round = 0; 1 << round < KIR_WARP_LANES; round++) {
        int step = (int)step_of(fold, KIR_WARP_LANES, round);
        for (int k = 0; k < fold->count; k++) {
            int own = kir_get(f, lower_variable(l, fold->load[2 * k]->lhs));
            kir_set(f, lower_variable(l, fold->load[2 * k + 1]->lhs),
                    kir_shuffle_down(f, own, step));
        }
        lower_body(l, fold->join);
    }
    for (int k = 0; k < fold->count; k++) {
        const struct scop_expr *whole = fold->store[k]->lhs;
        bool memory = lower_variable(l, whole) < 0;
        int own = lower_variable(l, fold->load[2 * k]->lhs);
        if (memory)
            kir_if(f, first_threads(l, 1));
        lower_store(l, whole, kir_get(f, own));
        if (memory)
            kir_end(f);
    }
}

/* One lane after the other. */
static void lower_lanes(struct lower *l, const struct scop_fold *fold,
                        int64_t lanes)
{
    struct kir_func *f = l->f;
    int zero = kir_int(f, KIR_I32, 0);
    for (int round = 0; 1 << round < lanes; round++) {
        int64_t step = step_of(fold, lanes, round);
        int end = kir_int(f, KIR_I32, fold->ordered ? lanes : step);
        int each = kir_int(f, KIR_I32, fold->ordered ? 2 * step : 1);
        int lane = kir_for(f, zero, end, each, KIR_FOR_SIMD);
        kir_set(f, lower_variable(l, fold->lane), lane);
        kir_set(f, lower_variable(l, fold->step), kir_int(f, KIR_I32, step));
        for (int k = 0; k < 2 * fold->count; k++)
            lower_body(l, fold->load[k]);
        lower_body(l, fold->join);
        for (int k = 0; k < fold->count; k++)
            lower_body(l, fold->keep[k]);
        kir_end(f);
    }
    for (int k = 0; k < fold->count; k++)
        lower_body(l, fold->store[k]);
}

void lower_fold(struct lower *l)
{
    const struct scop_stmt *stmt = l->stmt->stmt;
    struct kir_func *f = l->f;
    struct scop_fold fold = scop_fold(stmt);
    int team = l->kernel ? l->kernel->team.threads : 0;
    bool warps = stmt->fold == KIR_WARP_LANES && team % KIR_WARP_LANES == 0;
    if (!team) {
        lower_lanes(l, &fold, stmt->fold);
        return;
    }
    if (warps) {
        kir_if(f, kir_warps(f));
        if (team > KIR_WARP_LANES)
            kir_if(f, first_threads(l, KIR_WARP_LANES));
        lower_warp(l, &fold);
        if (team > KIR_WARP_LANES)
            kir_end(f);
        kir_else(f);
    }
    kir_barrier(f);
    kir_if(f, first_threads(l, 1));
    lower_lanes(l, &fold, stmt->fold);
    kir_end(f);
    if (warps)
        kir_end(f);
}

void lower_statement(struct lower *l)
{
    const struct scop_stmt *stmt = l->stmt->stmt;
    int first = l->skip ? l->skip[l->stmt - l->poly->stmt] : 0;
    if (l->inspecting && !lower_inspects_statement(l))
        return;
    kir_line(l->f, stmt->loc.line);
    lower_claims_statement(l);
    for (int k = first; k < stmt->guard_count; k++)
        kir_if(l->f, lower_condition(l, stmt->guard[k]));
    if (stmt->fold && !l->inspecting)
        lower_fold(l);
    else if (stmt->body)
        lower_body(l, stmt->body);
    else
        lower_assign(l, stmt->lhs, stmt->rhs);
    for (int k = first; k < stmt->guard_count; k++)
        kir_end(l->f);
}
