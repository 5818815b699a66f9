/*
 * Puts factors that local scalars hold into the products that they are factors
 * of (factor.h).
 *
 * The scalar is set in one statement, from arrays that the region only reads,
 * and all that reads it are sums of products in loops behind that statement, in
 * the same sequence. So the value is the same wherever it is computed.
 */
#include "polyhedral/rewrite/factor.h"
#include "polyhedral/rewrite/build.h"

/* Child `at` of the sequence sets the scalar to `value`. */
struct factor {
    const struct scop *scop;
    const struct scop_node *seq;
    int at, scalar;
    const struct scop_expr *value;
};

/* Finding ------------------------------------------------------------------ */

static bool is_scalar(const struct scop_expr *e, const void *user)
{
    const struct factor *f = user;
    return e->op == SCOP_ACCESS && e->ref == f->scalar;
}

static bool is_access(const struct scop_expr *e, const void *user)
{
    (void)user;
    return e->op == SCOP_ACCESS;
}

/* Operations of the value; more than a few, or dear ones, stay where their
 * author put them. -1: it holds such, or what the region writes. */
static int operations_in(const struct scop *scop, const struct scop_expr *e)
{
    enum { MOST = 2 };
    int count = 0;
    switch (e->op) {
    case SCOP_INT:
    case SCOP_FLOAT:
    case SCOP_ITER:
    case SCOP_PARAM:
        return 0;
    case SCOP_ACCESS:
        if (!scop->array[e->ref].read_only)
            return -1;
        /* Subscripts are computed once for all that a tile reads. */
        for (int k = 0; k < e->count; k++)
            if (scop_expr_count(e->arg[k], is_access, NULL))
                return -1;
        return 0;
    case SCOP_CAST:
    case SCOP_NEG:
    case SCOP_MUL:
    case SCOP_ADD:
    case SCOP_SUB:
        count = 1;
        break;
    default:
        return -1;
    }
    for (int k = 0; k < e->count && count >= 0; k++) {
        int more = operations_in(scop, e->arg[k]);
        count = more < 0 || count + more > MOST ? -1 : count + more;
    }
    return count;
}

/* How often the scalar is a factor of the product itself: in a sum within, its
 * value might be added without being rounded first. */
static int factors_in(const struct factor *f, const struct scop_expr *e)
{
    int uses = is_scalar(e, f);
    if (e->op == SCOP_MUL || e->op == SCOP_NEG || e->op == SCOP_CAST)
        for (int k = 0; k < e->count; k++)
            uses += factors_in(f, e->arg[k]);
    return uses;
}

/* How often the node reads the scalar as an operand of what it adds, in a loop,
 * to an element of an array that not all loops move. */
static int uses_in(const struct factor *f, const struct scop_node *node,
                   bool in_loop)
{
    int uses = 0;
    const struct scop_stmt *s = build_plain_stmt(f->scop, node);
    if (node->kind == SCOP_STMT) {
        if (!s || !in_loop || s->depth < 3 || !s->lhs->count ||
            (s->rhs->op != SCOP_ADD && s->rhs->op != SCOP_SUB))
            return 0;
        int own = scop_expr_equal(s->rhs->arg[0], s->lhs) ? 0 : 1;
        const struct scop_expr *added = s->rhs->arg[!own];
        bool sums = scop_expr_equal(s->rhs->arg[own], s->lhs) &&
                    (s->rhs->op == SCOP_ADD || own == 0) &&
                    build_reuses_operands(s, added);
        for (int d = 0, all = 1; d < s->depth; d++) {
            all &= scop_expr_mentions(s->lhs, s->loop[d]);
            sums &= d < s->depth - 1 || !all;
        }
        return sums ? factors_in(f, added) : 0;
    }
    for (int k = 0; k < node->count; k++)
        uses += uses_in(f, node->child[k], in_loop || node->kind == SCOP_FOR);
    return uses;
}

/* Does the child `at` set such a factor? */
static bool find(const struct scop *scop, const struct scop_node *seq, int at,
                 struct factor *f)
{
    const struct scop_stmt *s = build_plain_stmt(scop, seq->child[at]);
    if (!s || s->lhs->op != SCOP_ACCESS || s->lhs->count || s->depth < 2 ||
        !build_is_local(scop, s->lhs->ref) ||
        !scop_type_is_float(s->lhs->type) || s->rhs->type != s->lhs->type ||
        operations_in(scop, s->rhs) < 0)
        return false;
    *f = (struct factor){.scop = scop,
                         .seq = seq,
                         .at = at,
                         .scalar = s->lhs->ref,
                         .value = s->rhs};
    int uses = 0;
    for (int k = at + 1; k < seq->count; k++)
        uses += uses_in(f, seq->child[k], false);
    return uses > 0 &&
           uses + 1 == scop_node_count(scop, scop->root, is_scalar, f);
}

static bool holds_factor(const struct scop *scop, const struct scop_node *node)
{
    struct factor f;
    for (int k = 0; k < node->count; k++)
        if ((node->kind == SCOP_SEQ && find(scop, node, k, &f)) ||
            (node->kind != SCOP_IF && holds_factor(scop, node->child[k])))
            return true;
    return false;
}

/* Building ----------------------------------------------------------------- */

static void put_seq(struct scop_build *b, const struct scop_node *seq,
                    struct faults *faults)
{
    const struct scop *scop = b->old;
    struct factor f;
    for (int k = 0; k < seq->count; k++) {
        if (!find(scop, seq, k, &f)) {
            build_sequences(b, seq->child[k], put_seq, faults);
            continue;
        }
        for (int i = k + 1; i < seq->count; i++)
            build_replace_scalar(b, seq->child[i], f.scalar, f.value);
        fault_add(faults, FAULT_PRIVATISED, seq->child[k]->loc,
                  "'%s' is a factor of products, which hold what it is set to",
                  scop->array[f.scalar].name);
    }
}

struct scop *factor_scop(const struct scop *scop, struct faults *faults)
{
    struct scop_build b;
    if (!holds_factor(scop, scop->root))
        return NULL;
    build_start(&b, scop);
    build_sequences(&b, scop->root, put_seq, faults);
    return build_end(&b);
}
