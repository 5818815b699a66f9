/*
 * Finds the loops whose bodies are kept whole (whole_body.h), and builds the
 * scop in which each of these bodies is one statement.
 */
#include "polyhedral/rewrite/whole_body.h"

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/rewrite/build.h"

/* Most bytes of the arrays of one body, which lie on a thread's stack, and most
 * iterations of the loops in it. */
enum { MOST_BYTES = 4096, MOST_ITERATIONS = 4096 };

struct search {
    const struct scop *scop;
    bool all;     /* also what nothing is known to be gained by */
    bool *chosen; /* per loop */
    int count;
};

/* Calls `see` for each statement below the node until it returns false. */
static bool all_statements(const struct search *s, const struct scop_node *node,
                           int loop,
                           bool (*see)(const struct search *s, int loop,
                                       const struct scop_stmt *stmt))
{
    if (node->kind == SCOP_STMT)
        return see(s, loop, &s->scop->stmt[node->stmt]);
    for (int k = 0; k < node->count; k++)
        if (!all_statements(s, node->child[k], loop, see))
            return false;
    return true;
}

/* Can the statement stand in a body? What rewriting has made cannot. */
static bool is_plain(const struct search *s, int loop,
                     const struct scop_stmt *stmt)
{
    (void)s, (void)loop;
    return !stmt->fold;
}

static bool writes_own_place(const struct search *s, int loop,
                             const struct scop_expr *lhs)
{
    const struct scop_array *array = &s->scop->array[lhs->ref];
    if (array->scope == SCOP_POINT ||
        scop_loop_inside(s->scop, array->scope, loop))
        return true;
    return array->rank == 0 ? !array->live_out && !array->each
                            : scop_expr_mentions(lhs, loop);
}

static bool body_writes_own_place(const struct search *s, int loop,
                                  const struct scop_node *node)
{
    if (node->lhs && !writes_own_place(s, loop, node->lhs))
        return false;
    for (int k = 0; k < node->count; k++)
        if (!body_writes_own_place(s, loop, node->child[k]))
            return false;
    return true;
}

/* Does the statement write what its iteration of the loop declares, scalars
 * that nobody reads later, and elements that the iterator names? */
static bool stmt_writes_own_place(const struct search *s, int loop,
                                  const struct scop_stmt *stmt)
{
    return stmt->body ? body_writes_own_place(s, loop, stmt->body)
                      : writes_own_place(s, loop, stmt->lhs);
}

/* May iterations of the loop be independent, as far as its text shows? */
static bool may_be_parallel(const struct search *s,
                            const struct scop_node *node)
{
    return all_statements(s, node, node->loop, stmt_writes_own_place);
}

/* Loops below the node: all of the source, their iterators of no use later. */
static bool has_plain_loops(const struct scop *scop,
                            const struct scop_node *node)
{
    const struct scop_loop *loop =
        node->kind == SCOP_FOR ? &scop->loop[node->loop] : NULL;
    if (loop && (loop->made || loop->live_out || loop->each))
        return false;
    for (int k = 0; k < node->count; k++)
        if (!has_plain_loops(scop, node->child[k]))
            return false;
    return true;
}

/* Is the expression made of constants and of iterators of loops inside of
 * `outer`? */
static bool is_steady(const struct scop *scop, const struct scop_expr *e,
                      int outer)
{
    if (e->op == SCOP_PARAM || e->op == SCOP_ACCESS ||
        (e->op == SCOP_ITER &&
         (e->ref == outer || !scop_loop_inside(scop, e->ref, outer))))
        return false;
    for (int k = 0; k < e->count; k++)
        if (!is_steady(scop, e->arg[k], outer))
            return false;
    return true;
}

/* At most so many iterations have the loops below the node, one after the
 * other, in one of the loop `outer`; more than there may be, if some loop is
 * not constant. What is not a constant is taken for less than a short loop's
 * end. */
static int64_t iterations(const struct scop *scop, const struct scop_node *node,
                          int outer)
{
    enum { TOO_MANY = MOST_ITERATIONS + 1, SHORT = 64 };
    int64_t count = 0, length = SHORT;
    for (int k = 0; k < node->count && count < TOO_MANY; k++)
        count += iterations(scop, node->child[k], outer);
    if (node->kind != SCOP_FOR)
        return count;
    const struct scop_expr *init = node->init, *end = node->cond;
    if (!is_steady(scop, init, outer) || !is_steady(scop, end, outer))
        return TOO_MANY;
    if (end->count == 2)
        end = end->arg[end->arg[1]->op == SCOP_INT];
    if (init->op == SCOP_INT && end->op == SCOP_INT)
        length = (end->ival - init->ival) / node->step;
    else if (end->op == SCOP_INT)
        length = end->ival / node->step;
    length = length < 0 ? -length : length;
    return length > TOO_MANY ? TOO_MANY : (length + 1) * (count + 1);
}

/* The bytes of an array of constant extents; -1: it has others, or is special.
 */
static int64_t bytes_of(const struct scop *scop, int array)
{
    const struct scop_array *a = &scop->array[array];
    int64_t bytes = scop_type_size(a->type);
    if (a->view_of != array || a->made || a->each || a->cursor || a->team ||
        a->rows || a->unit != 1)
        return -1;
    for (int k = 0; k < a->rank; k++) {
        if (!a->extent[k] || a->extent[k]->op != SCOP_INT ||
            a->extent[k]->ival < 1 || a->extent[k]->ival > MOST_BYTES)
            return -1;
        bytes *= a->extent[k]->ival;
        if (bytes > MOST_BYTES)
            return -1;
    }
    return bytes;
}

/* Can each iteration have what the loop declares for itself? Sets how many
 * arrays that are. */
static bool can_own(const struct scop *scop, int loop, int *arrays)
{
    int64_t total = 0;
    *arrays = 0;
    for (int k = 0; k < scop->array_count; k++) {
        const struct scop_array *a = &scop->array[k];
        if (!scop_loop_inside(scop, a->scope, loop))
            continue;
        int64_t bytes = bytes_of(scop, k);
        total += bytes;
        *arrays += a->rank > 0;
        if (bytes < 0 || total > MOST_BYTES)
            return false;
    }
    return true;
}

static const struct scop_node *only_child(const struct scop_node *node)
{
    while (node->kind == SCOP_SEQ && node->count == 1)
        node = node->child[0];
    return node;
}

static bool is_one_statement(const struct scop_node *node)
{
    return only_child(node)->kind == SCOP_STMT;
}

/* Is the loop's body to be one statement? */
static bool is_chosen(const struct search *s, const struct scop_node *node)
{
    const struct scop_node *body = only_child(node->child[0]);
    const struct scop_loop *loop = &s->scop->loop[node->loop];
    int arrays;
    if (loop->made || !has_plain_loops(s->scop, node->child[0]) ||
        !all_statements(s, node, node->loop, is_plain) ||
        is_one_statement(body) || !can_own(s->scop, node->loop, &arrays) ||
        !may_be_parallel(s, node))
        return false;
    if (s->all)
        return body->kind != SCOP_FOR || !may_be_parallel(s, body);
    return arrays > 0 &&
           iterations(s->scop, node->child[0], node->loop) <= MOST_ITERATIONS;
}

static void choose(struct search *s, const struct scop_node *node)
{
    if (node->kind == SCOP_FOR && is_chosen(s, node)) {
        s->chosen[node->loop] = true;
        s->count++;
        return;
    }
    for (int k = 0; k < node->count; k++)
        choose(s, node->child[k]);
}

/* The tree ----------------------------------------------------------------- */

static void build_inside(struct scop_build *b, const struct scop_node *node);

/* A loop of the scop as one of the body, whose iterator is a variable. */
static void build_counted(struct scop_build *b, const struct scop_node *node)
{
    const struct scop_loop *loop = &b->old->loop[node->loop];
    int iterator = build_array(b, loop->name, loop->type, 0);
    struct scop_expr *at = build_access(b, iterator, 0, NULL);
    b->scop->array[iterator].made = false;
    build_own(b, iterator);
    build_set(b, at, build_copy(b, node->init));
    build_bind(b, node->loop, at);
    build_loop(b, build_copy(b, node->cond));
    build_inside(b, node->child[0]);
    build_step(b);
    build_set(b, at, build_sum(b, at, build_int(b, at->type, node->step)));
    build_body_close(b);
    build_unbind(b, 1);
}

static void build_branches(struct scop_build *b, const struct scop_node *node)
{
    build_if(b, build_copy(b, node->test));
    build_inside(b, node->child[0]);
    build_endif(b);
    if (node->count > 1) {
        struct scop_expr *not =
            scop_expr_new(b->arena, SCOP_NOT, SCOP_I32, 1, b->loc);
        not ->arg[0] = build_copy(b, node->test);
        build_if(b, not );
        build_inside(b, node->child[1]);
        build_endif(b);
    }
}

static void build_guarded(struct scop_build *b, const struct scop_stmt *stmt)
{
    for (int k = 0; k < stmt->guard_count; k++)
        build_if(b, build_copy(b, stmt->guard[k]));
    if (stmt->body)
        build_body_copy(b, stmt->body);
    else
        build_set(b, build_copy(b, stmt->lhs), build_copy(b, stmt->rhs));
    for (int k = 0; k < stmt->guard_count; k++)
        build_endif(b);
}

static void build_inside(struct scop_build *b, const struct scop_node *node)
{
    struct loc loc = b->loc;
    b->loc = node->loc;
    switch (node->kind) {
    case SCOP_FOR:
        build_counted(b, node);
        break;
    case SCOP_IF:
        build_branches(b, node);
        break;
    case SCOP_STMT:
        b->loc = b->old->stmt[node->stmt].loc;
        build_guarded(b, &b->old->stmt[node->stmt]);
        break;
    default:
        for (int k = 0; k < node->count; k++)
            build_inside(b, node->child[k]);
    }
    b->loc = loc;
}

static void own_all(struct scop_build *b, int loop)
{
    for (int k = 0; k < b->old->array_count; k++)
        if (scop_loop_inside(b->old, b->old->array[k].scope, loop))
            build_own(b, k);
}

static void rebuild(const struct search *s, struct scop_build *b,
                    const struct scop_node *node)
{
    if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            rebuild(s, b, node->child[k]);
    } else if (node->kind == SCOP_FOR) {
        struct loc loc = b->loc;
        build_open_copy(b, node);
        b->loc = node->loc;
        if (s->chosen[node->loop]) {
            build_body_open(b);
            build_inside(b, node->child[0]);
            build_body_close(b);
            own_all(b, node->loop);
        } else {
            rebuild(s, b, node->child[0]);
        }
        b->loc = loc;
        build_close(b);
        build_unbind(b, 1);
    } else {
        build_node(b, node);
    }
}

/* Is each chosen loop, or one around it, parallel? Numbers of loops are those
 * of the new scop, where a chosen one holds a statement with a body alone. */
static bool are_parallel(const struct poly *poly)
{
    isl_map_list *dependences = poly_dependences(poly);
    bool good = dependences != NULL;
    for (int k = 0; k < poly->stmt_count && good; k++) {
        const struct scop_stmt *stmt = poly->stmt[k].stmt;
        good = !stmt->body;
        for (int d = 0; d < stmt->depth && !good; d++)
            good = !poly_carries(poly, dependences, stmt->loop[d]);
    }
    isl_map_list_free(dependences);
    return good;
}

static bool pays(struct budget *budget, const struct part *old,
                 struct scop *scop, struct faults *faults)
{
    struct faults apart = {.arena = faults->arena};
    struct part part = *old;
    part.scop = scop;
    struct poly *poly = poly_model(budget, &part, &apart);
    if (!poly)
        return false;
    bool good = poly_expand(poly) && poly_depend(poly);
    poly_budget(poly, 8);
    good = good && are_parallel(poly) && !poly_isl_lost(poly);
    budget_clear(budget);
    poly_free(poly);
    return good;
}

static void explain(const struct search *s, struct faults *faults)
{
    for (int k = 0; k < s->scop->loop_count; k++)
        if (s->chosen[k])
            fault_add(faults, FAULT_WHOLE, s->scop->loop[k].loc,
                      "an iteration of loop '%s' is one statement: what it "
                      "declares stays with its thread",
                      s->scop->loop[k].name);
}

static struct search look(const struct scop *scop, bool all)
{
    struct search s = {.scop = scop, .all = all};
    s.chosen = arena_alloc(scop->arena,
                           sizeof *s.chosen * (size_t)(scop->loop_count + 1));
    for (int k = 0; k < scop->loop_count; k++)
        s.chosen[k] = false;
    choose(&s, scop->root);
    return s;
}

bool whole_is_possible(const struct scop *scop)
{
    return look(scop, true).count > 0;
}

struct scop *whole_scop(struct budget *budget, const struct part *part,
                        bool all, struct faults *faults)
{
    const struct scop *scop = part->scop;
    struct search s = look(scop, all || scop->whole);
    struct scop_build b;
    if (!s.count && scop->whole)
        fault_add(faults, FAULT_WHOLE, scop->loc,
                  "no loop's body is kept whole: what each writes is not named "
                  "by its iterator, is too large for a thread, or is one "
                  "statement already");
    if (!s.count)
        return NULL;
    build_start(&b, scop);
    rebuild(&s, &b, scop->root);
    struct scop *whole = build_end(&b);
    if (!s.all && !pays(budget, part, whole, faults))
        return NULL;
    explain(&s, faults);
    return whole;
}
