/*
 * Loops that are there twice.
 *
 * Loops around one that computes sums, for each iteration anew, as forces on
 * particles are. GCC makes vectors of the outer loop's iterations, which needs
 * no sum in another order, but only if it knows that the inner loop runs at
 * all. So the outer loop is there twice, behind a question.
 *
 * Sums in lanes, of steps of as many elements, of which the last may have
 * fewer: lanes stay in registers only if their number is known. So there is a
 * loop over whole steps, which the first step that is none ends, and one over
 * what is left.
 */
#include "backends/c/guard.h"

/* Longer loops are not said twice. */
enum { MOST = 60 };

struct guard_search {
    const struct c_printer *c;
    const struct kir_stmt *inner;
    int loops, statements;
    bool good;
};

static bool is_sum_loop(const struct kir_block *block)
{
    bool sets = false;

    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        sets |= s->kind == KIR_SET;
        if (s->kind == KIR_IF)
            sets |= is_sum_loop(&s->body[0]) | is_sum_loop(&s->body[1]);
    }
    return sets;
}

static bool stores(const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if (s->kind == KIR_STORE || stores(&s->body[0]) || stores(&s->body[1]))
            return true;
    return false;
}

static void search(struct guard_search *g, const struct kir_block *block)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        bool shows = s->kind != KIR_LET || g->c->state[s->value] == C_NAMED;

        g->statements += shows;
        g->good &= s->kind != KIR_WHILE && s->kind != KIR_ATOMIC &&
                   s->kind != KIR_BARRIER && s->kind != KIR_LAUNCH;
        if (s->kind == KIR_FOR) {
            g->loops++;
            g->inner = s;
            g->good &= s->flags == 0;
        }
        search(g, &s->body[0]);
        search(g, &s->body[1]);
    }
}

/* Returns by how much the integer grows from one iteration of the outer loop to
 * the next: 0, 1, or OTHER. iter < 0 means the loop over blocks. */
enum { OTHER = 2, DEEP = 12 };

static int stride_of(const struct kir_func *f, int value, int iter, int depth)
{
    const struct kir_value *v = &f->value[value];
    int stride[3] = {0, 0, 0};

    if (v->op == KIR_BLOCK_INDEX || v->op == KIR_ITER)
        return iter < 0 ? v->op == KIR_BLOCK_INDEX : value == iter;
    if (kir_is_leaf(v->op))
        return 0;
    if (depth == DEEP || v->op == KIR_GET)
        return OTHER;
    for (int i = 0; i < kir_op_operands(v->op); i++) {
        stride[i] = stride_of(f, v->arg[i], iter, depth + 1);
        if (stride[i] == OTHER)
            return OTHER;
    }
    if (!stride[0] && !stride[1] && !stride[2])
        return 0;
    if (v->op == KIR_CAST && kir_is_integer(v->type))
        return 1;
    return v->op == KIR_ADD && stride[0] + stride[1] == 1 ? 1 : OTHER;
}

/* Does what the inner loop loads stay or follow each other, from one iteration
 * of the outer loop to the next? */
static bool loads_follow(const struct kir_func *f,
                         const struct kir_block *block, int iter)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next) {
        const struct kir_value *v =
            &f->value[s->kind == KIR_LET ? s->value : 0];

        if (s->kind == KIR_LET && v->op == KIR_LOAD &&
            stride_of(f, v->arg[0], iter, 0) == OTHER)
            return false;
        if (!loads_follow(f, &s->body[0], iter) ||
            !loads_follow(f, &s->body[1], iter))
            return false;
    }
    return true;
}

static bool is_made_in(const struct kir_block *block, int value)
{
    for (const struct kir_stmt *s = block->first; s; s = s->next)
        if ((s->kind == KIR_LET && s->value == value) ||
            (s->kind == KIR_FOR && s->iter == value) ||
            is_made_in(&s->body[0], value) || is_made_in(&s->body[1], value))
            return true;
    return false;
}

const struct kir_stmt *guard_find(const struct c_printer *c,
                                  const struct kir_block *body, int iter)
{
    struct guard_search g = {.c = c, .good = true};
    const struct kir_func *f = c->f;

    search(&g, body);
    if (!g.good || g.loops != 1 || g.statements > MOST || c->parts ||
        stores(&g.inner->body[0]) || !is_sum_loop(&g.inner->body[0]) ||
        (kir_is_const(f, g.inner->lo) && kir_is_const(f, g.inner->hi)) ||
        !loads_follow(f, &g.inner->body[0], iter) ||
        stride_of(f, g.inner->lo, iter, 0) ||
        stride_of(f, g.inner->hi, iter, 0) || is_made_in(body, g.inner->lo) ||
        is_made_in(body, g.inner->hi))
        return NULL;
    return g.inner;
}

void guard_print(struct c_printer *c, const struct kir_stmt *inner)
{
    c_print_line(c, "if (");
    c_print_value(c, inner->lo, PREC_SUM);
    buf_puts(&c->out, " < ");
    c_print_value(c, inner->hi, PREC_SUM);
    buf_puts(&c->out, ") {\n");
}

/* Is it least(some value, constant) + 1? */
static bool is_whole_or_less(const struct kir_func *f, int value,
                             struct whole_steps *w)
{
    const struct kir_value *v = &f->value[value], *least;
    int k;

    if (v->op != KIR_ADD || !kir_is_const(f, v->arg[1]) ||
        f->value[v->arg[1]].imm.i != 1)
        return false;
    least = &f->value[v->arg[0]];
    if (least->op != KIR_MIN)
        return false;
    k = kir_is_const(f, least->arg[1]) ? 1 : 0;
    if (!kir_is_const(f, least->arg[k]))
        return false;
    w->most = least->arg[k];
    w->last = least->arg[1 - k];
    w->count = f->value[w->most].imm.i + 1;
    return true;
}

/* Does the loop over lanes store nothing but an element for each, which is the
 * same one in each step? */
static bool stores_lanes(const struct kir_func *f, const struct kir_stmt *lanes)
{
    bool some = false;

    for (const struct kir_stmt *s = lanes->body[0].first; s; s = s->next) {
        if (s->kind != KIR_LET && s->kind != KIR_STORE)
            return false;
        if (s->kind == KIR_STORE && (f->buffer[s->buffer].space != KIR_LOCAL ||
                                     s->index != lanes->iter))
            return false;
        some |= s->kind == KIR_STORE;
    }
    return some;
}

bool guard_whole_steps(const struct c_printer *c, const struct kir_stmt *s,
                       struct whole_steps *w)
{
    const struct kir_func *f = c->f;
    const struct kir_stmt *last = s->body[0].last;

    if (s->flags || !last || last->kind != KIR_FOR ||
        last->flags != KIR_FOR_SIMD || c->parts || !kir_is_const(f, last->lo) ||
        f->value[last->lo].imm.i != 0 || !kir_is_const(f, last->step) ||
        f->value[last->step].imm.i != 1)
        return false;
    for (const struct kir_stmt *t = s->body[0].first; t != last; t = t->next)
        if (t->kind != KIR_LET)
            return false;
    w->lanes = last;
    return is_whole_or_less(f, last->hi, w) && w->count > 1 &&
           stores_lanes(f, last);
}
