/*
 * Do a region's kernels give the bits that the plain nest gives, whatever the
 * user's compiler makes of that? Sums in another order do not, nor products
 * that one of both adds without rounding them first, nor functions of what the
 * compiler may know, which it computes more exactly than libm. Others kernels
 * of the host call as the nest does, or compute the bits that they return;
 * devices have functions of their own, which round otherwise.
 *
 * A C compiler that contracts (gcc does where the machine can, unless told not
 * to) also follows a product through the variables that it is stored to.
 */
#include "compiler/output/launch_stub.h"

/* What the walk over all expressions looks for. */
struct search {
    const struct scop *scop;
    bool *product; /* of each array: may an element hold a product of floats? */
    bool sums;     /* look for sums with products, or for what stores one */
    bool found;
};

static bool is_near(const struct scop_expr *e)
{
    return e->op == SCOP_CALL && e->ref >= SCOP_FUNC_EXP &&
           e->ref <= SCOP_FUNC_LOG1P && e->ref != SCOP_FUNC_FMOD;
}

/* Is it in memory that the user's compiler knows nothing of: behind a pointer,
 * or written by the region? */
static bool is_hidden(const struct scop_expr *e, const void *user)
{
    const struct scop *scop = user;
    const struct scop_array *array =
        e->op == SCOP_ACCESS ? &scop->array[e->ref] : NULL;
    return array && (array->pointer || !array->read_only ||
                     array->scope != SCOP_OUTSIDE);
}

/* Compilers compute functions of constants, and round them rightly. */
static bool is_foldable(const struct scop_expr *e, const void *user)
{
    bool hidden = false;
    for (int k = 0; is_near(e) && k < e->count && !hidden; k++)
        hidden = scop_expr_count(e->arg[k], is_hidden, user) > 0;
    return is_near(e) && !hidden;
}

static int object_of(const struct search *s, const struct scop_expr *access)
{
    return s->scop->array[access->ref].view_of;
}

/* May the value be a product of floats, as it was before it was rounded? */
static bool may_be_product(const struct search *s, const struct scop_expr *e)
{
    if (!scop_type_is_float(e->type))
        return false;
    switch (e->op) {
    case SCOP_MUL:
        return true;
    case SCOP_ACCESS:
        return s->product[object_of(s, e)];
    case SCOP_NEG:
    case SCOP_CAST:
        return may_be_product(s, e->arg[0]);
    case SCOP_COND:
        return may_be_product(s, e->arg[1]) || may_be_product(s, e->arg[2]);
    default:
        return false;
    }
}

static void look(struct search *s, const struct scop_expr *e)
{
    if (!e || s->found)
        return;
    if (!s->sums)
        s->found = is_near(e);
    else if (e->op == SCOP_ADD || e->op == SCOP_SUB)
        s->found = may_be_product(s, e->arg[0]) || may_be_product(s, e->arg[1]);
    for (int k = 0; k < e->count; k++)
        look(s, e->arg[k]);
}

static void look_at_pair(struct search *s, const struct scop_expr *lhs,
                         const struct scop_expr *rhs)
{
    look(s, lhs);
    look(s, rhs);
}

typedef void visitor(struct search *s, const struct scop_expr *lhs,
                     const struct scop_expr *rhs);

static void visit_node(struct search *s, const struct scop_node *node,
                       visitor *visit)
{
    visit(s, NULL, node->test);
    visit(s, node->lhs, node->rhs);
    for (int k = 0; k < node->count; k++)
        visit_node(s, node->child[k], visit);
}

static void visit_all(struct search *s, visitor *visit)
{
    for (int k = 0; k < s->scop->stmt_count; k++) {
        const struct scop_stmt *stmt = &s->scop->stmt[k];
        for (int g = 0; g < stmt->guard_count; g++)
            visit(s, NULL, stmt->guard[g]);
        if (stmt->body)
            visit_node(s, stmt->body, visit);
        else
            visit(s, stmt->lhs, stmt->rhs);
    }
}

static bool finds(struct search *s, bool sums)
{
    s->sums = sums;
    s->found = false;
    visit_all(s, look_at_pair);
    return s->found;
}

static void note_foldable(struct search *s, const struct scop_expr *lhs,
                          const struct scop_expr *rhs)
{
    s->found |= scop_expr_count(lhs, is_foldable, s->scop) > 0 ||
                scop_expr_count(rhs, is_foldable, s->scop) > 0;
}

/* Notes where products are stored; `found` says that one was new. */
static void note_store(struct search *s, const struct scop_expr *lhs,
                       const struct scop_expr *rhs)
{
    if (!lhs || !rhs || !may_be_product(s, rhs))
        return;
    int object = object_of(s, lhs);
    s->found |= !s->product[object];
    s->product[object] = true;
}

bool stub_is_exact(struct arena *arena, const struct scop *scop,
                   bool contracted)
{
    struct search s = {.scop = scop};
    s.product =
        arena_alloc(arena, ((size_t)scop->array_count + 1) * sizeof *s.product);
    visit_all(&s, note_foldable);
    if (scop->reassociate || s.found)
        return false;
    if (!contracted)
        return true;
    do {
        s.found = false;
        visit_all(&s, note_store);
    } while (s.found);
    return !finds(&s, true);
}

enum stub_trial stub_trial_of(const struct stub_region *r)
{
    struct search s = {.scop = r->scop};
    bool exact = r->exact && !finds(&s, false);
    return exact ? STUB_TRIAL_EXACT : STUB_TRIAL_NEAR;
}
