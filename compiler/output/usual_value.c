/*
 * Finds the variables of shared loops that mostly have one value
 * (usual_value.h).
 */
#include "compiler/output/usual_value.h"

#include <string.h>

int usual_loop_of(const struct scop *s, const struct loop_text *text)
{
    for (int k = 0; k < s->loop_count; k++)
        if (s->loop[k].text_of == text)
            return k;
    return -1;
}

/* A loop, and a variable that may be what its iterator is multiplied with. */
struct stride {
    const struct scop *scop;
    int loop;
    const char *name;
};

static bool is_stride(const struct scop_expr *e, const void *user)
{
    const struct stride *s = user;
    for (int k = 0; e->op == SCOP_MUL && k < 2; k++) {
        const struct scop_expr *factor = scop_expr_unwidened(e->arg[k]);
        if (factor->op == SCOP_PARAM &&
            !strcmp(s->scop->param[factor->ref].text, s->name) &&
            scop_expr_mentions(e->arg[!k], s->loop))
            return true;
    }
    return false;
}

static bool has_stride(const struct scop_expr *e, const void *user)
{
    for (int k = 0; e->op == SCOP_ACCESS && k < e->count; k++)
        if (scop_expr_count(e->arg[k], is_stride, user))
            return true;
    return false;
}

/* The loop around the statement with which compilers fill vectors: the last one
 * that they do not write out; -1: a loop that data ends. */
static int vector_loop(const struct scop *s, const struct scop_stmt *stmt)
{
    enum { WRITTEN_OUT = 8 };
    int d = stmt->depth - 1;
    if (stmt->body && scop_node_has_loop(stmt->body))
        return -1;
    for (; d >= 0; d--) {
        int64_t trips = scop_loop_trips(s, stmt->loop[d]);
        if (trips < 0 || trips > WRITTEN_OUT)
            return stmt->loop[d];
    }
    return -1;
}

bool usual_is_unit_stride(const struct scop *s, const struct loop_text *text,
                          const struct loop_capture *c)
{
    struct stride stride = {s, -1, c->name};
    int inside = usual_loop_of(s, text);
    for (int k = 0; k < s->stmt_count && inside >= 0; k++) {
        const struct scop_stmt *stmt = &s->stmt[k];
        stride.loop = vector_loop(s, stmt);
        if (!scop_loop_inside(s, stride.loop, inside))
            continue;
        int count = scop_expr_count(stmt->lhs, has_stride, &stride) +
                    scop_expr_count(stmt->rhs, has_stride, &stride);
        if (stmt->body)
            count += scop_node_count(s, stmt->body, has_stride, &stride);
        if (count)
            return true;
    }
    return false;
}

/* The one loop in the shared loop that GCC does not write out (its parameter
 * max-completely-peel-times); -1: there are none, or several. */
static int only_inner(const struct scop *s, const struct loop_text *text)
{
    enum { PEELED = 16 };
    int outer = usual_loop_of(s, text), inner = -1;
    for (int k = 0; k < s->loop_count && outer >= 0; k++) {
        if (k == outer || !scop_loop_inside(s, k, outer))
            continue;
        int64_t trips = scop_loop_trips(s, k);
        if (trips >= 0 && trips <= PEELED)
            continue;
        if (inner >= 0)
            return -1;
        inner = k;
    }
    return inner;
}

bool usual_ends_inner(const struct scop *s, const struct loop_text *text,
                      const struct loop_capture *c, int64_t *first)
{
    int loop = c->array || c->written || c->constant ? -1 : only_inner(s, text);
    const struct scop_node *node = loop < 0 ? NULL : s->loop[loop].node;
    if (!node || node->init->op != SCOP_INT || node->cond->op != SCOP_LT ||
        scop_expr_unwidened(node->cond->arg[0])->op != SCOP_ITER ||
        scop_expr_unwidened(node->cond->arg[0])->ref != loop)
        return false;
    const struct scop_expr *end = scop_expr_unwidened(node->cond->arg[1]);
    *first = node->init->ival;
    return end->op == SCOP_PARAM && !strcmp(s->param[end->ref].text, c->name);
}
