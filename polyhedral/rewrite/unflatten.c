/*
 * Rewrites loops over all elements of an array that other loops go through by
 * rows and columns as loops over rows and columns themselves (unflatten.h), so
 * that the array has one shape in all of them.
 */
#include "polyhedral/rewrite/unflatten.h"
#include "polyhedral/rewrite/build.h"

#include <string.h>

/* A loop whose bound is the product of two parameters. */
struct flat {
    const struct scop *scop;
    const struct scop_node *loop;
    int rows, columns; /* parameters */
    int array;         /* that is asked about; -1: any */
};

static bool is_iterator(const struct scop_expr *e, const void *user)
{
    const struct flat *f = user;
    return e->op == SCOP_ITER && e->ref == f->loop->loop;
}

static bool is_width(const struct scop_expr *e, const void *user)
{
    const struct flat *f = user;
    return e->op == SCOP_PARAM && e->ref == f->columns;
}

static bool is_product(const struct scop_expr *e, const void *user)
{
    const struct flat *f = user;
    return e->op == SCOP_MUL && (scop_expr_count(e->arg[0], is_width, f) ||
                                 scop_expr_count(e->arg[1], is_width, f));
}

static bool is_by_rows(const struct scop_expr *e, const void *user)
{
    const struct flat *f = user;
    return e->op == SCOP_ACCESS && e->count == 1 &&
           (f->array < 0 || f->array == e->ref) &&
           scop_expr_count(e->arg[0], is_product, f);
}

/* Is it the iterator, or the places of one element of several numbers: a
 * multiple of the iterator and something beside it? */
static bool is_element(const struct flat *f, const struct scop_expr *e)
{
    e = scop_expr_unwidened(e);
    if (e->op == SCOP_ADD)
        return is_element(f, e->arg[0]) &&
               !scop_expr_count(e->arg[1], is_iterator, f);
    if (e->op == SCOP_MUL)
        return is_element(f, e->arg[0]) && e->arg[1]->op == SCOP_INT;
    return is_iterator(e, f);
}

/* An element of what the loop goes through, and others by rows? */
static bool is_of_both(const struct scop_expr *e, const void *user)
{
    const struct flat *f = user;
    struct flat of = *f;
    of.array = e->ref;
    return e->op == SCOP_ACCESS && e->count == 1 && is_element(f, e->arg[0]) &&
           scop_node_count(f->scop, f->scop->root, is_by_rows, &of);
}

/* Another subscript than an element's? */
static bool is_other_use(const struct scop_expr *e, const void *user)
{
    const struct flat *f = user;
    if (e->op != SCOP_ACCESS)
        return false;
    for (int k = 0; k < e->count; k++)
        if (!(e->count == 1 && is_element(f, e->arg[k])) &&
            scop_expr_count(e->arg[k], is_iterator, f))
            return true;
    return false;
}

/* Are all places of the iterator such that a product can stand there? */
static bool is_plain(const struct flat *f, const struct scop_node *node)
{
    bool plain =
        !scop_expr_count(node->init, is_iterator, f) &&
        !scop_expr_count(node->test, is_iterator, f) &&
        (node == f->loop || !scop_expr_count(node->cond, is_iterator, f));
    if (node->kind == SCOP_STMT)
        plain &= !f->scop->stmt[node->stmt].body;
    for (int k = 0; k < node->count && plain; k++)
        plain = is_plain(f, node->child[k]);
    return plain;
}

static bool is_factor(const struct flat *f, int param)
{
    return f->scop->param[param].type == f->scop->loop[f->loop->loop].type;
}

/* Is the parameter the product of two others, one of which other loops have as
 * the length of rows? */
static bool find_factors(struct flat *f, const char *product)
{
    const struct scop *scop = f->scop;
    for (int a = 0; a < scop->param_count; a++)
        for (int b = 0; b < scop->param_count; b++) {
            const char *text =
                arena_printf(scop->arena, "%s * %s", scop->param[a].text,
                             scop->param[b].text);
            if (strcmp(text, product) != 0 || !is_factor(f, a) ||
                !is_factor(f, b))
                continue;
            f->rows = a;
            f->columns = b;
            if (scop_node_count(f->scop, f->loop, is_of_both, f))
                return true;
            f->rows = b;
            f->columns = a;
            return scop_node_count(f->scop, f->loop, is_of_both, f);
        }
    return false;
}

static bool find(struct flat *f, const struct scop *scop,
                 const struct scop_node *node)
{
    if (node->kind != SCOP_FOR)
        return false;
    const struct scop_expr *init = node->init, *cond = node->cond;
    *f = (struct flat){.scop = scop, .loop = node, .array = -1};
    return node->step == 1 && init->op == SCOP_INT && init->ival == 0 &&
           cond->op == SCOP_LT && is_iterator(cond->arg[0], f) &&
           cond->arg[1]->op == SCOP_PARAM &&
           scop_type_is_signed(scop->loop[node->loop].type) &&
           !scop->loop[node->loop].live_out && !scop->loop[node->loop].each &&
           find_factors(f, scop->param[cond->arg[1]->ref].text) &&
           is_plain(f, node) &&
           !scop_node_count(f->scop, node, is_other_use, f);
}

static bool holds_flat(const struct scop *scop, const struct scop_node *node)
{
    struct flat f;
    if (find(&f, scop, node))
        return true;
    for (int k = 0; k < node->count; k++)
        if (holds_flat(scop, node->child[k]))
            return true;
    return false;
}

/* Building ----------------------------------------------------------------- */

static struct scop_expr *parameter(struct scop_build *b, int number)
{
    struct scop_expr *e = scop_expr_new(b->arena, SCOP_PARAM,
                                        b->scop->param[number].type, 0, b->loc);
    e->ref = number;
    return e;
}

static struct scop_expr *open_to(struct scop_build *b, const struct flat *f,
                                 const char *suffix, int param)
{
    enum scop_type type = f->scop->loop[f->loop->loop].type;
    int loop = build_for(b, f->loop->loop, suffix, type);
    b->scop->loop[loop].made = false;
    build_while(
        b, build_binary(b, SCOP_LT, build_iter(b, loop), parameter(b, param)));
    return build_iter(b, loop);
}

static void put_flat(struct scop_build *b, const struct flat *f)
{
    b->loc = f->loop->loc;
    enum scop_type type = f->scop->loop[f->loop->loop].type;
    struct scop_expr *row = open_to(b, f, "row", f->rows);
    struct scop_expr *column = open_to(b, f, "column", f->columns);
    row = build_binary(b, SCOP_MUL, row, parameter(b, f->columns));
    build_bind(b, f->loop->loop, build_binary(b, SCOP_ADD, row, column));
    build_node(b, f->loop->child[0]);
    build_unbind(b, 1);
    build_close(b);
    build_close(b);
    int cap = b->scop->rely_count;
    ARENA_PUSH(b->arena, b->scop->rely, b->scop->rely_count, cap,
               build_binary(b, SCOP_GT, parameter(b, f->columns),
                            build_int(b, type, 0)));
}

static void put(struct scop_build *b, const struct scop *scop,
                const struct scop_node *node)
{
    struct flat f;
    if (find(&f, scop, node)) {
        put_flat(b, &f);
    } else if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            put(b, scop, node->child[k]);
    } else if (node->kind == SCOP_FOR && holds_flat(scop, node)) {
        build_open_copy(b, node);
        put(b, scop, node->child[0]);
        build_close(b);
        build_unbind(b, 1);
    } else {
        build_node(b, node);
    }
}

struct scop *flat_scop(const struct scop *scop)
{
    struct scop_build b;
    if (!holds_flat(scop, scop->root))
        return NULL;
    build_start(&b, scop);
    put(&b, scop, scop->root);
    return build_end(&b);
}
