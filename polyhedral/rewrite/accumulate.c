/*
 * Rewrites sums in a local scalar as sums in the element of an array that they
 * are stored to (accumulate.h).
 *
 * In one sequence there are `t = init`, loops, and `C[f] = t`. The element may
 * stand for the scalar from the first to the last of these if nothing else uses
 * the scalar, nothing between touches the array, the subscripts hold iterators
 * and parameters alone, and both have one type. Arrays that may overlap are
 * looked at when the program runs, as for any nest. It is done where a sum goes
 * over a loop inside of at least two others, and no operand has all of them.
 */
#include "polyhedral/rewrite/accumulate.h"
#include "polyhedral/rewrite/build.h"

/* The children `first` to `last` of a sequence. */
struct sum {
    const struct scop *scop;
    const struct scop_node *seq;
    int first, last;
    int scalar;
    const struct scop_expr *element; /* C[f] */
    bool keeps;                      /* the scalar begins as the element */
};

/* Finding ------------------------------------------------------------------ */

static bool is_scalar(const struct scop_expr *e, const void *user)
{
    const struct sum *s = user;
    return e->op == SCOP_ACCESS && e->ref == s->scalar;
}

/* Is it the array, or another field of what it is a field of? */
static bool is_array(const struct scop_expr *e, const void *user)
{
    const struct sum *s = user;
    return e->op == SCOP_ACCESS && s->scop->array[e->ref].view_of ==
                                       s->scop->array[s->element->ref].view_of;
}

static int scalars_in(const struct sum *s, const struct scop_expr *e)
{
    return scop_expr_count(e, is_scalar, s);
}

static bool reads_data(const struct scop_expr *e)
{
    for (int k = 0; k < e->count; k++)
        if (e->arg[k]->op == SCOP_ACCESS || reads_data(e->arg[k]))
            return true;
    return false;
}

/* Is it `t = t + product` of operands that are used again? */
static bool adds_product(const struct sum *s, const struct scop_stmt *stmt)
{
    const struct scop_expr *e = stmt->rhs;
    if (!is_scalar(stmt->lhs, s) || stmt->depth < 3 ||
        (e->op != SCOP_ADD && e->op != SCOP_SUB))
        return false;
    int own = is_scalar(e->arg[0], s) ? 0 : 1;
    const struct scop_expr *other = e->arg[!own];
    return is_scalar(e->arg[own], s) && !scalars_in(s, other) &&
           build_reuses_operands(stmt, other);
}

/* Is there such a sum in a loop in the node, and nothing that a body does with
 * the scalar? */
static bool sums_in(const struct sum *s, const struct scop_node *node,
                    bool in_loop)
{
    const struct scop_stmt *stmt = build_plain_stmt(s->scop, node);
    if (stmt)
        return in_loop && adds_product(s, stmt);
    for (int k = 0; k < node->count; k++)
        if (sums_in(s, node->child[k], in_loop || node->kind == SCOP_FOR))
            return true;
    return false;
}

static bool bodies_use(const struct sum *s, const struct scop_node *node)
{
    const struct scop_node *body =
        node->kind == SCOP_STMT ? s->scop->stmt[node->stmt].body : NULL;
    if (body)
        return scop_node_count(s->scop, body, is_scalar, s) > 0;
    for (int k = 0; k < node->count; k++)
        if (bodies_use(s, node->child[k]))
            return true;
    return false;
}

/* Does the store at `last` end a sum that began at `first`? */
static bool is_sum(struct sum *s)
{
    const struct scop_stmt *begin =
        build_plain_stmt(s->scop, s->seq->child[s->first]);
    if (!begin || !is_scalar(begin->lhs, s) || scalars_in(s, begin->rhs))
        return false;
    s->keeps = scop_expr_equal(begin->rhs, s->element);
    if (!s->keeps && scop_expr_count(begin->rhs, is_array, s))
        return false;
    int uses = 2;
    bool sums = false;
    for (int k = s->first + 1; k < s->last; k++) {
        const struct scop_node *node = s->seq->child[k];
        if (scop_node_count(s->scop, node, is_array, s) || bodies_use(s, node))
            return false;
        uses += scop_node_count(s->scop, node, is_scalar, s);
        sums |= sums_in(s, node, false);
    }
    return sums &&
           uses == scop_node_count(s->scop, s->scop->root, is_scalar, s);
}

/* Finds the sum that the child `last` stores. */
static bool find(const struct scop *scop, const struct scop_node *seq, int last,
                 struct sum *s)
{
    const struct scop_stmt *store = build_plain_stmt(scop, seq->child[last]);
    if (!store || store->rhs->op != SCOP_ACCESS || store->rhs->count ||
        !store->lhs->count || reads_data(store->lhs) ||
        store->rhs->type != store->lhs->type ||
        !build_is_local(scop, store->rhs->ref) ||
        scop->array[store->lhs->ref].scope != SCOP_OUTSIDE)
        return false;
    *s = (struct sum){.scop = scop,
                      .seq = seq,
                      .last = last,
                      .scalar = store->rhs->ref,
                      .element = store->lhs};
    for (s->first = last - 1; s->first >= 0; s->first--)
        if (is_sum(s))
            return true;
    return false;
}

static bool holds_sum(const struct scop *scop, const struct scop_node *node)
{
    struct sum s;
    for (int k = 0; k < node->count; k++)
        if ((node->kind == SCOP_SEQ && find(scop, node, k, &s)) ||
            (node->kind != SCOP_IF && holds_sum(scop, node->child[k])))
            return true;
    return false;
}

/* Building ----------------------------------------------------------------- */

static void put_seq(struct scop_build *b, const struct scop_node *seq,
                    struct faults *faults)
{
    const struct scop *scop = b->old;
    struct sum s;
    bool *left_out =
        arena_alloc(b->arena, sizeof *left_out * (size_t)(seq->count + 1));
    for (int k = 0; k < seq->count; k++)
        left_out[k] = false;
    for (int k = 0; k < seq->count; k++) {
        if (!find(scop, seq, k, &s))
            continue;
        left_out[k] = true;
        left_out[s.first] = s.keeps;
        for (int i = s.first; i < k; i++)
            build_replace_scalar(b, seq->child[i], s.scalar, s.element);
        fault_add(faults, FAULT_PRIVATISED, seq->child[s.first]->loc,
                  "'%s' is summed in the element of '%s' that it is stored to",
                  scop->array[s.scalar].name, scop->array[s.element->ref].name);
    }
    for (int k = 0; k < seq->count; k++)
        if (!left_out[k])
            build_sequences(b, seq->child[k], put_seq, faults);
}

struct scop *accumulate_scop(const struct scop *scop, struct faults *faults)
{
    struct scop_build b;
    if (scop->reassociate || !holds_sum(scop, scop->root))
        return NULL;
    build_start(&b, scop);
    build_sequences(&b, scop->root, put_seq, faults);
    return build_end(&b);
}
