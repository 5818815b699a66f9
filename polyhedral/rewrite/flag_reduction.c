/*
 * Rewrites `if (e) a = constant`, which any iteration may do, as a disjunction
 * (flag_reduction.h), so that the loop becomes a reduction.
 */
#include "polyhedral/rewrite/flag_reduction.h"
#include "polyhedral/rewrite/build.h"

struct setting {
    const struct scop *scop;
    const struct scop_stmt *stmt; /* the first that sets the scalar */
    int array;                    /* in the new scop, what stands for it */
    struct setting *next;
};

/* Finding ------------------------------------------------------------------ */

static bool is_constant(const struct scop_expr *e)
{
    while (e->op == SCOP_CAST || e->op == SCOP_NEG)
        e = e->arg[0];
    return e->op == SCOP_INT || e->op == SCOP_FLOAT;
}

static bool may_set(const struct scop *scop, const struct scop_stmt *s)
{
    return s->lhs && s->guard_count && is_constant(s->rhs) &&
           build_is_alone(scop, s->lhs->ref);
}

/* Does it do the same to the same scalar? */
static bool sets(const struct setting *f, const struct scop_stmt *s)
{
    return may_set(f->scop, s) && s->lhs->ref == f->stmt->lhs->ref &&
           scop_expr_equal(s->rhs, f->stmt->rhs);
}

static bool touches(const struct setting *f, const struct scop_expr *e)
{
    return e && scop_expr_reads(e, f->stmt->lhs->ref);
}

static bool stmt_touches(const struct setting *f, const struct scop_stmt *s)
{
    bool found = touches(f, s->rhs) || (!sets(f, s) && touches(f, s->lhs));
    for (int k = 0; k < s->guard_count; k++)
        found |= touches(f, s->guard[k]);
    return found;
}

/* Is the scalar used in another way than being set? */
static bool is_used(const struct setting *f, const struct scop_node *node)
{
    bool used = touches(f, node->init) || touches(f, node->cond) ||
                touches(f, node->test) || touches(f, node->lhs) ||
                touches(f, node->rhs);
    if (node->kind == SCOP_STMT) {
        const struct scop_stmt *s = &f->scop->stmt[node->stmt];
        used |= stmt_touches(f, s) || (s->body && is_used(f, s->body));
    }
    for (int k = 0; k < node->count && !used; k++)
        used = is_used(f, node->child[k]);
    return used;
}

/* Adds the scalars that statements in `node` set, if they are declared around
 * the loop and nothing else is done with them in it. */
static void find(const struct scop *scop, const struct scop_node *loop,
                 const struct scop_node *node, struct setting **list)
{
    if (node->kind == SCOP_STMT && may_set(scop, &scop->stmt[node->stmt])) {
        struct setting f = {scop, &scop->stmt[node->stmt], 0, *list};
        for (const struct setting *s = *list; s; s = s->next)
            if (s->stmt->lhs->ref == f.stmt->lhs->ref)
                return;
        if (is_used(&f, loop) ||
            scop_loop_inside(scop, scop->array[f.stmt->lhs->ref].scope,
                             loop->loop))
            return;
        *list = arena_alloc(scop->arena, sizeof f);
        **list = f;
    }
    for (int k = 0; k < node->count; k++)
        find(scop, loop, node->child[k], list);
}

static bool holds_setting(const struct scop *scop, const struct scop_node *node)
{
    struct setting *list = NULL;
    if (node->kind == SCOP_FOR)
        find(scop, node, node, &list);
    for (int k = 0; k < node->count && node->kind == SCOP_SEQ && !list; k++)
        if (holds_setting(scop, node->child[k]))
            return true;
    return list != NULL;
}

/* Building ----------------------------------------------------------------- */

static struct scop_expr *whether(struct scop_build *b, const struct setting *f)
{
    return build_access(b, f->array, 0, NULL);
}

/* In place of the scalar and its value, wherever the loop sets it. */
static void replace(struct scop_build *b, const struct setting *f,
                    const struct scop_node *node)
{
    if (node->kind == SCOP_STMT && sets(f, &f->scop->stmt[node->stmt])) {
        const struct scop_stmt *s = &f->scop->stmt[node->stmt];
        b->loc = s->loc;
        build_replace(b, s->lhs, whether(b, f));
        build_replace(
            b, s->rhs,
            build_binary(b, SCOP_OR, whether(b, f), build_int(b, SCOP_I32, 1)));
    }
    for (int k = 0; k < node->count; k++)
        replace(b, f, node->child[k]);
}

static void put_loop(struct scop_build *b, const struct scop *scop,
                     const struct scop_node *loop)
{
    struct setting *list = NULL;
    find(scop, loop, loop, &list);
    for (struct setting *f = list; f; f = f->next) {
        const char *name = scop->array[f->stmt->lhs->ref].name;
        b->loc = f->stmt->loc;
        f->array =
            build_array(b, arena_printf(b->arena, "%s_set", name), SCOP_I32, 0);
        build_stmt(b, whether(b, f), build_int(b, SCOP_I32, 0), 0, NULL);
        replace(b, f, loop);
    }
    build_node(b, loop);
    b->replaced_count = 0;
    for (const struct setting *f = list; f; f = f->next) {
        b->loc = f->stmt->loc;
        struct scop_expr *test =
            build_binary(b, SCOP_NE, whether(b, f), build_int(b, SCOP_I32, 0));
        build_stmt(b, build_copy(b, f->stmt->lhs), build_copy(b, f->stmt->rhs),
                   1, &test);
    }
}

static void put(struct scop_build *b, const struct scop *scop,
                const struct scop_node *node)
{
    if (node->kind == SCOP_FOR && holds_setting(scop, node))
        put_loop(b, scop, node);
    else if (node->kind == SCOP_SEQ)
        for (int k = 0; k < node->count; k++)
            put(b, scop, node->child[k]);
    else
        build_node(b, node);
}

struct scop *flag_scop(const struct scop *scop)
{
    struct scop_build b;
    if (!holds_setting(scop, scop->root))
        return NULL;
    build_start(&b, scop);
    put(&b, scop, scop->root);
    return build_end(&b);
}
