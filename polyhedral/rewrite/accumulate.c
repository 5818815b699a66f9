/*
 * Rewrites sums in a local scalar as sums in the element of an array that they
 * are stored to (accumulate.h).
 *
 * In one sequence there are `t = init`, loops, and `C[f] = t`. The element may
 * stand for the scalar from the first to the last of these if nothing else uses
 * the scalar, nothing between touches the array, the subscripts hold iterators
 * and parameters alone, and both have one type; in other sequences a model
 * tells (accumulate_apart.c). Arrays that may overlap are looked at when the
 * program runs, as for any nest. It is done where a sum goes over a loop inside
 * of at least two others, and no operand has all of them.
 */
#include "polyhedral/rewrite/accumulate.h"
#include "polyhedral/rewrite/build.h"

struct sum_list {
    struct sum *sum;
    int count;
};

struct finder {
    struct arena *arena;
    struct budget *budget;
    const struct part *part;
    struct faults *faults; /* of the model, which nobody reads */
    struct poly *model;    /* of the part; NULL: not asked for yet */
    struct sum_list sums;
    int cap;
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

static bool is_apart(struct finder *f, const struct sum *s)
{
    if (!f->model)
        f->model = poly_model(f->budget, f->part, f->faults);
    return f->model && accumulate_is_apart(f->model, s);
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

/* Does the child store the scalar, as it is, to the element? */
static bool stores_scalar(const struct sum *s, const struct scop_node *node)
{
    const struct scop_stmt *stmt = build_plain_stmt(s->scop, node);
    return stmt && is_scalar(stmt->rhs, s) &&
           scop_expr_equal(stmt->lhs, s->element);
}

/* Does nothing of the sum touch the array but its end, which stores to it? */
static bool is_plain(const struct sum *s, const struct scop_expr *init)
{
    if (!s->keeps && scop_expr_count(init, is_array, s))
        return false;
    for (int k = s->first + 1; k < s->last; k++)
        if (scop_node_count(s->scop, s->seq->child[k], is_array, s))
            return false;
    return stores_scalar(s, s->seq->child[s->last]);
}

/* May the access be the element of a sum? */
static bool takes(struct finder *f, struct sum *s,
                  const struct scop_expr *element)
{
    const struct scop *scop = s->scop;
    const struct scop_expr *init =
        scop->stmt[s->seq->child[s->first]->stmt].rhs;
    if (element->op != SCOP_ACCESS || !element->count || reads_data(element) ||
        element->type != scop->array[s->scalar].type ||
        scop->array[element->ref].scope != SCOP_OUTSIDE)
        return false;
    s->element = element;
    s->keeps = scop_expr_equal(init, element);
    return is_plain(s, init) || is_apart(f, s);
}

static bool find_element(struct finder *f, struct sum *s,
                         const struct scop_expr *init)
{
    if (takes(f, s, init))
        return true;
    for (int k = s->first + 1; k <= s->last; k++) {
        const struct scop_stmt *stmt =
            build_plain_stmt(s->scop, s->seq->child[k]);
        if (stmt && takes(f, s, stmt->lhs))
            return true;
    }
    return false;
}

/* Does a sum begin at the child `first`? */
static bool find(struct finder *f, const struct scop_node *seq, int first,
                 struct sum *s)
{
    const struct scop *scop = f->part->scop;
    const struct scop_stmt *begin = build_plain_stmt(scop, seq->child[first]);
    if (!begin || begin->lhs->count || !build_is_local(scop, begin->lhs->ref))
        return false;
    *s = (struct sum){.scop = scop,
                      .seq = seq,
                      .first = first,
                      .last = first,
                      .scalar = begin->lhs->ref};
    int uses = 1;
    bool sums = false, in_body = false;
    for (int k = first + 1; k < seq->count; k++) {
        int own = scop_node_count(scop, seq->child[k], is_scalar, s);
        uses += own;
        s->last = own ? k : s->last;
        in_body |= bodies_use(s, seq->child[k]);
        sums |= sums_in(s, seq->child[k], false);
    }
    return sums && !in_body && !scalars_in(s, begin->rhs) &&
           uses == scop_node_count(scop, scop->root, is_scalar, s) &&
           find_element(f, s, begin->rhs);
}

/* Would the element be that of another sum at the same time? */
static bool is_taken(const struct finder *f, const struct sum *s)
{
    for (int k = 0; k < f->sums.count; k++) {
        const struct sum *other = &f->sums.sum[k];
        if (other->seq == s->seq && other->last >= s->first &&
            s->scop->array[other->element->ref].view_of ==
                s->scop->array[s->element->ref].view_of)
            return true;
    }
    return false;
}

static void find_sums(struct finder *f, const struct scop_node *node)
{
    struct sum s;
    for (int k = 0; k < node->count; k++) {
        if (node->kind == SCOP_SEQ && find(f, node, k, &s) && !is_taken(f, &s))
            ARENA_PUSH(f->arena, f->sums.sum, f->sums.count, f->cap, s);
        if (node->kind != SCOP_IF)
            find_sums(f, node->child[k]);
    }
}

/* Building ----------------------------------------------------------------- */

static void put_seq(struct scop_build *b, const struct scop_node *seq,
                    struct faults *faults)
{
    const struct scop *scop = b->old;
    const struct sum_list *list = b->user;
    bool *left_out =
        arena_alloc(b->arena, sizeof *left_out * (size_t)(seq->count + 1));
    for (int k = 0; k < seq->count; k++)
        left_out[k] = false;
    for (int k = 0; k < list->count; k++) {
        const struct sum *s = &list->sum[k];
        if (s->seq != seq)
            continue;
        left_out[s->first] = s->keeps;
        for (int i = s->first; i <= s->last; i++) {
            left_out[i] |= stores_scalar(s, seq->child[i]);
            build_replace_scalar(b, seq->child[i], s->scalar, s->element);
        }
        fault_add(faults, FAULT_PRIVATISED, seq->child[s->first]->loc,
                  "'%s' is summed in the element of '%s' that it is stored to",
                  scop->array[s->scalar].name,
                  scop->array[s->element->ref].name);
    }
    for (int k = 0; k < seq->count; k++)
        if (!left_out[k])
            build_sequences(b, seq->child[k], put_seq, faults);
}

struct scop *accumulate_scop(struct budget *budget, const struct part *part,
                             struct faults *faults)
{
    struct faults apart = {.arena = faults->arena};
    struct finder f = {part->scop->arena, budget, part, &apart, NULL, {0}, 0};
    struct scop_build b;
    if (part->scop->reassociate)
        return NULL;
    find_sums(&f, part->scop->root);
    if (f.model) {
        budget_clear(budget);
        poly_free(f.model);
    }
    if (!f.sums.count)
        return NULL;
    build_start(&b, part->scop);
    b.user = &f.sums;
    build_sequences(&b, part->scop->root, put_seq, faults);
    return build_end(&b);
}
