/*
 * Rows of one array that a loop of the plain nest touches: GCC checks of few of
 * them, when the program runs, that they do not overlap.
 */
#include "polyhedral/cost/plain_nest.h"
#include "polyhedral/dependence/dependence.h"

/* So many pairs are checked; of more GCC makes no vectors (its parameter
 * vect-max-version-for-alias-checks). */
enum { CHECKED_PAIRS = 10 };

/* The rows of the caller's arrays that a loop touches. */
struct rows {
    const struct scop *scop;
    int count;
    struct {
        const struct scop_expr *access; /* to any of its elements */
        bool written;
    } row[64];
};

/* Do two accesses to an array go to the same row? */
static bool is_same_row(const struct scop_expr *a, const struct scop_expr *b)
{
    for (int k = 0; k < a->count - 1; k++)
        if (!scop_expr_equal(a->arg[k], b->arg[k]))
            return false;
    return true;
}

/* The expression without the constants that are added to it, which *sum gets;
 * NULL: it is a constant. */
static const struct scop_expr *without_constants(const struct scop_expr *e,
                                                 int64_t *sum)
{
    e = scop_expr_unwidened(e);
    if (e->op == SCOP_INT) {
        *sum += e->ival;
        return NULL;
    }
    bool subtracts = e->op == SCOP_SUB;
    for (int k = 0; (e->op == SCOP_ADD || subtracts) && k < 2; k++) {
        const struct scop_expr *term = scop_expr_unwidened(e->arg[k]);
        if (term->op != SCOP_INT || (subtracts && k == 0))
            continue;
        *sum += subtracts ? -term->ival : term->ival;
        return without_constants(e->arg[!k], sum);
    }
    return e;
}

static bool differs_by_constant(const struct scop_expr *a,
                                const struct scop_expr *b)
{
    int64_t sum_a = 0, sum_b = 0;
    a = without_constants(a, &sum_a);
    b = without_constants(b, &sum_b);
    return sum_a != sum_b && (a == b || (a && b && scop_expr_equal(a, b)));
}

/* Do the subscripts of two rows differ by a constant somewhere, in an array of
 * constant extents? C compilers know then that they do not overlap. */
static bool is_known_apart(const struct scop *scop, const struct scop_expr *a,
                           const struct scop_expr *b)
{
    const struct scop_array *array = &scop->array[a->ref];
    bool apart = false;
    for (int k = 1; k < array->rank; k++)
        if (!array->extent[k] || array->extent[k]->op != SCOP_INT)
            return false;
    for (int k = 0; k < a->count - 1 && !apart; k++)
        apart = differs_by_constant(a->arg[k], b->arg[k]);
    return apart;
}

static void add_row(struct rows *r, const struct scop_expr *access,
                    bool written)
{
    int k = 0;
    while (k < r->count && (r->row[k].access->ref != access->ref ||
                            !is_same_row(r->row[k].access, access)))
        k++;
    if (k == (int)(sizeof r->row / sizeof r->row[0]))
        return;
    if (k == r->count) {
        r->row[k].access = access;
        r->row[k].written = false;
        r->count++;
    }
    r->row[k].written |= written;
}

/* Of one array, where one is written and C compilers do not know that they are
 * apart. */
static int pairs_of_rows(const struct rows *r)
{
    int pairs = 0;
    for (int k = 0; k < r->count; k++)
        for (int i = 0; i < k; i++)
            pairs +=
                (r->row[i].written || r->row[k].written) &&
                r->row[i].access->ref == r->row[k].access->ref &&
                !is_known_apart(r->scop, r->row[i].access, r->row[k].access);
    return pairs;
}

static bool is_within(const struct poly *poly, const struct poly_access *a,
                      int loop)
{
    const struct scop_stmt *s = poly->stmt[a->stmt].stmt;
    return s->depth && s->loop[s->depth - 1] == loop &&
           plain_is_of_caller(poly, a);
}

bool plain_touches_many_rows(const struct poly *poly, isl_map_list *dependences,
                             int stmt)
{
    const struct scop_stmt *s = poly->stmt[stmt].stmt;
    int loop = s->depth ? s->loop[s->depth - 1] : -1;
    struct rows r = {.scop = poly->scop};
    if (loop < 0 || s->body || plain_is_short(poly->scop, loop) ||
        plain_holds_loops(poly, loop))
        return false;
    for (int k = 0; k < poly->access_count; k++)
        if (is_within(poly, &poly->access[k], loop))
            add_row(&r, poly->access[k].expr, poly->access[k].write);
    return pairs_of_rows(&r) > CHECKED_PAIRS &&
           !poly_carries(poly, dependences, loop);
}

static void add_rows(struct rows *r, const struct scop_expr *e, bool written)
{
    for (int k = 0; k < e->count; k++)
        add_rows(r, e->arg[k], false);
    if (e->op == SCOP_ACCESS && e->count >= 2 &&
        r->scop->array[e->ref].scope == SCOP_OUTSIDE)
        add_row(r, e, written);
}

/* False: there is something else than assignments. */
static bool add_body_rows(struct rows *r, const struct scop_node *node)
{
    if (node->kind == SCOP_SET) {
        add_rows(r, node->lhs, true);
        add_rows(r, node->rhs, false);
    }
    bool good = node->kind == SCOP_SET || node->kind == SCOP_SEQ;
    for (int k = 0; k < node->count && good; k++)
        good = add_body_rows(r, node->child[k]);
    return good;
}

bool plain_body_touches_many_rows(const struct scop *scop,
                                  const struct scop_node *node)
{
    struct rows r = {.scop = scop};
    bool many = node->kind == SCOP_LOOP && scop_op_is_test(node->test->op) &&
                node->test->count == 2 && node->test->arg[1]->op == SCOP_INT &&
                node->test->arg[1]->ival >= PLAIN_SHORT &&
                add_body_rows(&r, node->child[0]) &&
                pairs_of_rows(&r) > CHECKED_PAIRS;
    for (int k = 0; k < node->count && !many; k++)
        many = plain_body_touches_many_rows(scop, node->child[k]);
    return many;
}
