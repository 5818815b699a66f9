/*
 * Which loops are taken apart: the outermost ones that carry nothing but
 * updates, where no loop around them runs in parallel already; and those that
 * an update alone keeps from running in diagonals with the loop inside.
 */
#include "polyhedral/rewrite/reduction.h"
#include "polyhedral/rewrite/build.h"

#include "polyhedral/dependence/dependence.h"

#include <string.h>

struct search {
    struct poly *poly;
    isl_map_list *dependences;
    bool scans, remarks;
    bool alone; /* there are no teams, but threads alone in their blocks */
    struct faults *faults;
    int nest_count, nest_cap;
    struct reduce_nest *nest;
    int scan_count, scan_cap;
    struct scan_loop *scan;
    int rows_count, rows_cap;
    struct rows_loop *rows;
    int split_count, split_cap;
    struct split_loop *split;
    const struct scop_node *tight; /* the loop directly inside another one */
    int around_count, around_cap;  /* loops around that run in order */
    int *around;
    double worth; /* iterations that a loop inside needs to be taken apart */
};

/* Could the statement be an update, by its look? */
static bool may_update(const struct scop *scop, const struct scop_stmt *s)
{
    bool choice = s->rhs->op == SCOP_COND || s->rhs->op == SCOP_CALL;
    for (int k = 0; k < s->guard_count; k++)
        if (scop_expr_reads(s->guard[k], s->lhs->ref) ||
            s->guard[k]->op == SCOP_ACCESS)
            return true;
    if (scop_type_is_float(s->lhs->type) && !scop->reassociate && !choice)
        return false;
    return scop_expr_reads(s->rhs, s->lhs->ref);
}

/* With remarks all are looked at, to say why not. */
static bool may_reduce(const struct scop *scop, bool remarks)
{
    for (int k = 0; k < scop->stmt_count; k++)
        if (scop->stmt[k].depth && scop->stmt[k].lhs &&
            (remarks || may_update(scop, &scop->stmt[k])))
            return true;
    return false;
}

static const struct reduce_update *find_update(const struct reduce_nest *nest,
                                               int array)
{
    for (int k = 0; k < nest->update_count; k++) {
        const struct reduce_update *u = &nest->update[k];
        if (u->array == array)
            return u;
        for (int f = 0; f < u->follower_count; f++)
            if (u->follower_array[f] == array)
                return u;
    }
    return NULL;
}

/* Is all that the loop does to the array one update that may be reordered? */
static bool is_reducible(const struct search *s, int array, int loop)
{
    struct reduce_update u = reduce_match(s->poly, array, loop);
    return u.kind != REDUCE_NONE && (!u.floating || s->poly->scop->reassociate);
}

/* The update of a poly array in the loop, added to the nest's; false if there
 * is none that may be reordered. */
static bool add_update(struct search *s, struct reduce_nest *nest, int array,
                       int loop)
{
    if (find_update(nest, array))
        return true;
    if (!is_reducible(s, array, loop))
        return false;
    struct reduce_update u = reduce_match(s->poly, array, loop);
    if (s->poly->scop->reassociate && !u.follower_count)
        u.ordered = false;
    ARENA_PUSH(s->poly->arena, nest->update, nest->update_count,
               nest->update_cap, u);
    return true;
}

/* What is behind pairs of instances of two statements is updates alone? */
static bool explained(struct search *s, struct reduce_nest *nest, int source,
                      int sink, isl_map *pairs, int loop, bool late)
{
    const struct poly *poly = s->poly;
    const struct poly_stmt *a = &poly->stmt[source], *b = &poly->stmt[sink];
    for (int x = a->access_begin; x < a->access_end; x++)
        for (int y = b->access_begin; y < b->access_end; y++) {
            const struct poly_access *from = &poly->access[x];
            if (!reduce_may_touch(from, &poly->access[y], pairs))
                continue;
            if (!add_update(s, nest, from->array, loop) && late)
                return false;
        }
    return true;
}

static isl_map *carried(const struct search *s, int k, int loop, int *source,
                        int *sink)
{
    return reduce_carried(s->poly, s->dependences, k, loop, source, sink);
}

/* Does the loop carry dependences, and updates' only? Twice, since what follows
 * a search's target is known when that is. */
static bool carries_updates(struct search *s, struct reduce_nest *nest,
                            int loop)
{
    int count = (int)isl_map_list_n_map(s->dependences), a, b;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < count; k++) {
            isl_map *map = carried(s, k, loop, &a, &b);
            bool good = !map || explained(s, nest, a, b, map, loop, pass == 1);
            isl_map_free(map);
            if (!good || poly_isl_lost(s->poly))
                return false;
        }
    return nest->update_count > 0;
}

bool reduce_carries(struct poly *poly, isl_map_list *dependences, int loop,
                    struct reduce_nest *nest)
{
    struct search s = {.poly = poly, .dependences = dependences};
    return carries_updates(&s, nest, loop);
}

static bool same_updates(const struct reduce_nest *a,
                         const struct reduce_nest *b)
{
    if (a->update_count != b->update_count)
        return false;
    for (int k = 0; k < a->update_count; k++)
        if (!find_update(b, a->update[k].array))
            return false;
    return true;
}

/* Adds the loops directly inside that carry the same updates. */
static void extend_nest(struct search *s, struct reduce_nest *nest)
{
    while (nest->loop_count < REDUCE_MAX_LOOPS) {
        const struct scop_node *inner =
            strip_only_child(nest->loop[nest->loop_count - 1]->child[0]);
        struct reduce_nest alone = {0};
        if (inner->kind != SCOP_FOR || !strip_may_take(s->poly->scop, inner) ||
            !carries_updates(s, &alone, inner->loop) ||
            !same_updates(nest, &alone))
            break;
        for (int k = 0; k < nest->loop_count; k++)
            nest->slanted |=
                scop_expr_mentions(inner->init, nest->loop[k]->loop) ||
                scop_expr_mentions(inner->cond, nest->loop[k]->loop);
        nest->loop[nest->loop_count++] = inner;
    }
    nest->lanes =
        !scop_node_has_loop(nest->loop[nest->loop_count - 1]->child[0]);
}

/* The trips of a loop, or what is usual. */
static double guess_trips(const struct scop_node *node)
{
    const int64_t usual = 512;
    int64_t trips = strip_trips(node);
    return (double)(trips < INT32_MAX ? trips : usual);
}

/* Is the nest large enough, as far as is known? */
static bool is_worth_it(const struct search *s, const struct reduce_nest *nest)
{
    const double FEW = s->alone ? 64 : 512;
    double most = 1, guess = 1;
    for (int k = 0; k < nest->loop_count; k++) {
        most *= (double)strip_trips(nest->loop[k]);
        guess *= guess_trips(nest->loop[k]);
    }
    return most > FEW && guess > s->worth;
}

static void print_targets(const struct scop *scop,
                          const struct reduce_nest *nest, struct buf *names)
{
    for (int k = 0; k < nest->update_count; k++)
        buf_printf(names, "%s'%s'", k ? ", " : "",
                   scop->array[nest->update[k].target->ref].name);
}

static void remark(struct search *s, const struct reduce_nest *nest)
{
    const struct scop *scop = s->poly->scop;
    const struct scop_node *first = nest->loop[0];
    const char *way = nest->rows
                          ? "its iterations have partial results, which are"
                          : "its blocks run in parallel, and their partial "
                            "results are";
    struct buf names = {0};
    print_targets(scop, nest, &names);
    fault_add(s->faults, FAULT_REDUCTION, first->loc,
              "loop '%s' reduces to %s: %s combined in a fixed order",
              scop->loop[first->loop].name, names.text, way);
    buf_free(&names);
}

/* Does what a loop carries never go back along the one directly inside, the
 * loop number `depth` around the statements? */
static bool leans_forward(isl_map *pairs, const struct scop_node *inner,
                          int depth)
{
    const enum isl_dim_type side[] = {isl_dim_in, isl_dim_out};
    for (int k = 0; k < 2; k++) {
        int rest = (int)isl_map_dim(pairs, side[k]) - depth - 1;
        pairs = isl_map_project_out(pairs, side[k], (unsigned)depth + 1,
                                    (unsigned)rest);
        pairs = isl_map_project_out(pairs, side[k], 0, (unsigned)depth);
    }
    isl_set *back = isl_map_deltas(pairs);
    back = inner->step < 0 ? isl_set_lower_bound_si(back, isl_dim_set, 0, 1)
                           : isl_set_upper_bound_si(back, isl_dim_set, 0, -1);
    bool forward = isl_set_is_empty(back) == isl_bool_true;
    isl_set_free(back);
    return forward;
}

/* Adds to the nest the updates among what its loop carries; false if the loop
 * and the one inside could not run in diagonals without them. */
static bool carries_diagonals(struct search *s, struct reduce_nest *nest,
                              const struct scop_node *inner)
{
    int count = (int)isl_map_list_n_map(s->dependences), a, b;
    int loop = nest->loop[0]->loop;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < count; k++) {
            isl_map *map = carried(s, k, loop, &a, &b);
            bool good = !map || explained(s, nest, a, b, map, loop, pass == 1);
            if (good)
                isl_map_free(map);
            else if (!leans_forward(
                         map, inner,
                         scop_loop_depth(s->poly->stmt[a].stmt, inner->loop)))
                return false;
            if (poly_isl_lost(s->poly))
                return false;
        }
    return nest->update_count > 0;
}

/* Takes a loop's updates apart in rows: it and the loop directly inside, which
 * holds all of its body, carry more than updates. */
static bool add_rows(struct search *s, const struct scop_node *node)
{
    enum { FEW = 512 };
    const struct scop_node *inner = strip_only_child(node->child[0]);
    struct reduce_nest nest = {.loop_count = 1, .loop = {node}, .rows = true};
    struct reduce_nest alone = {0};
    if (inner->kind != SCOP_FOR ||
        strip_only_child(inner->child[0])->kind == SCOP_FOR ||
        strip_trips(node) * strip_trips(inner) <= FEW ||
        !poly_carries(s->poly, s->dependences, inner->loop) ||
        carries_updates(s, &alone, inner->loop) ||
        !carries_diagonals(s, &nest, inner))
        return false;
    if (s->remarks)
        remark(s, &nest);
    ARENA_PUSH(s->poly->arena, s->nest, s->nest_count, s->nest_cap, nest);
    return true;
}

static void remark_scan(struct search *s, const struct scan_loop *scan)
{
    const struct scop *scop = s->poly->scop;
    struct buf names = {0};
    for (int k = 0; k < scan->value_count; k++)
        buf_printf(&names, "%s'%s'", k ? ", " : "",
                   scop->array[scan->value[k].update.target->ref].name);
    fault_add(s->faults, FAULT_REDUCTION, scan->node->loc,
              "loop '%s' is a scan of %s: its blocks run in parallel, once for "
              "what each adds and once from what comes before it",
              scop->loop[scan->node->loop].name, names.text);
    buf_free(&names);
}

/* Not directly inside a loop that runs in order too: such two have diagonals
 * that run in parallel. */
static bool add_scan(struct search *s, const struct scop_node *node)
{
    enum { FEW = 4096 };
    struct scan_loop scan;
    if (!s->scans || !pass_runs(s->poly->passes, PASS_SCAN) ||
        s->tight == node || strip_trips(node) < FEW ||
        guess_trips(node) < s->worth ||
        !scan_match(s->poly, s->dependences, node, &scan))
        return false;
    if (s->remarks)
        remark_scan(s, &scan);
    ARENA_PUSH(s->poly->arena, s->scan, s->scan_count, s->scan_cap, scan);
    return true;
}

/* The statement that alone writes an array that the loop carries a dependence
 * through, and reads it too; -1: none. */
static int find_recurrence(struct search *s, int loop, int *array)
{
    const struct poly *poly = s->poly;
    int count = (int)isl_map_list_n_map(s->dependences), found = -1, a, b;
    for (int k = 0; k < count && found < 0; k++) {
        isl_map *map = carried(s, k, loop, &a, &b);
        const struct poly_stmt *x = &poly->stmt[a];
        int candidate = -1;
        bool self = a == b && map;
        for (int k1 = x->access_begin; self && k1 < x->access_end; k1++)
            for (int k2 = x->access_begin; k2 < x->access_end; k2++)
                if (poly->access[k1].write && !poly->access[k2].write &&
                    reduce_may_touch(&poly->access[k1], &poly->access[k2], map))
                    candidate = poly->access[k1].array;
        isl_map_free(map);
        if (candidate < 0 || is_reducible(s, candidate, loop))
            continue;
        found = a;
        *array = candidate;
    }
    return found;
}

/* Why a loop is no scan of a cursor, which is associative; false if it is none.
 */
static bool remark_cursor(struct search *s, const struct scop_node *node,
                          int array)
{
    const struct scop *scop = s->poly->scop;
    if (!cursor_is_meant(s->poly, array))
        return false;
    const char *why = cursor_explain(s->poly, node->loop, array);
    if (why)
        fault_add(s->faults, FAULT_REDUCTION, node->loc,
                  "loop '%s' is no scan of '%s': %s",
                  scop->loop[node->loop].name, scop->array[array].name, why);
    return true;
}

/* Why a loop that only a recurrence keeps in order is not taken apart: the
 * operation x' = f(x, y) is not associative (thesis, eq. 2.7), or only nearly.
 */
static void remark_order(struct search *s, const struct scop_node *node)
{
    const struct scop *scop = s->poly->scop;
    int array = -1, stmt = find_recurrence(s, node->loop, &array);
    if (stmt < 0 || !scop->stmt[stmt].lhs ||
        remark_cursor(s, node, s->poly->array[array].array) ||
        reduce_comes_back(s->poly, stmt, array, node->loop))
        return;
    const struct scop_stmt *x = &scop->stmt[stmt];
    const char *name = scop->loop[node->loop].name;
    struct fault *fault;
    if (scop_type_is_float(x->lhs->type) && !scop->reassociate &&
        reduce_is_rounded(s->poly, stmt, array)) {
        fault = fault_add(s->faults, FAULT_NOT_ASSOCIATIVE, x->loc,
                          "loop '%s' stays sequential: sums and products of "
                          "floats are rounded, and so not associative",
                          name);
        fault_hint(s->faults, fault, x->loc,
                   "the clause reassociate, or --reassociate, permits another "
                   "order");
        return;
    }
    fault =
        fault_add(s->faults, FAULT_NOT_ASSOCIATIVE, x->loc,
                  "loop '%s' stays sequential: what this statement makes of "
                  "'%s' is not associative in it",
                  name, scop->array[x->lhs->ref].name);
    fault_hint(s->faults, fault, x->loc,
               "sums, products, & | ^ && ||, minima, maxima and x = a * x + b "
               "can be taken apart; move what does not need '%s' to a loop of "
               "its own",
               scop->array[x->lhs->ref].name);
}

static void remark_row(struct search *s, const struct rows_loop *rows,
                       const struct reduce_nest *nest)
{
    const struct scop *scop = s->poly->scop;
    const struct scop_node *loop = nest->loop[0];
    struct buf names = {0};
    print_targets(scop, nest, &names);
    fault_add(s->faults, FAULT_REDUCTION, loop->loc,
              "loop '%s' reduces to %s in each iteration of loop '%s': %d "
              "threads of a GPU share it; 32 iterations touch %.2f sectors, "
              "where a thread for each iteration of '%s' would touch %.2f",
              scop->loop[loop->loop].name, names.text,
              scop->loop[rows->node->loop].name, ROWS_LANES, rows->along,
              scop->loop[rows->node->loop].name, rows->across);
    buf_free(&names);
}

static bool add_row_sums(struct search *s, const struct scop_node *node)
{
    struct rows_loop rows;
    if (!pass_runs(s->poly->passes, PASS_REDUCTION_ROWS) ||
        !rows_match(s->poly, s->dependences, node, &rows))
        return false;
    for (int k = 0; s->remarks && k < rows.item_count; k++)
        if (rows.item[k].nest)
            remark_row(s, &rows, rows.item[k].nest);
    ARENA_PUSH(s->poly->arena, s->rows, s->rows_count, s->rows_cap, rows);
    return true;
}

static bool add_split(struct search *s, const struct scop_node *node)
{
    const struct scop *scop = s->poly->scop;
    struct split_loop split;
    if (s->alone || !split_match(s->poly, s->dependences, node, &split))
        return false;
    if (s->remarks) {
        const struct scop_node *loop = split.nest->loop[0];
        struct buf names = {0};
        print_targets(scop, split.nest, &names);
        fault_add(s->faults, FAULT_REDUCTION, loop->loc,
                  "loop '%s' reduces to few elements of %s: its blocks of %d "
                  "iterations run in parallel, and their partial results are "
                  "combined in a fixed order",
                  scop->loop[loop->loop].name, names.text, SPLIT_STEPS);
        buf_free(&names);
    }
    ARENA_PUSH(s->poly->arena, s->split, s->split_count, s->split_cap, split);
    return true;
}

/* Does the loop go on for longer the further a loop around it is that runs in
 * order? Then there would be launches as many as it has iterations, each of
 * which takes longer than those. */
static bool grows_with_order(const struct search *s,
                             const struct scop_node *node)
{
    bool grows = false;
    for (int k = 0; k < s->around_count; k++)
        grows |= scop_expr_mentions(node->init, s->around[k]) ||
                 scop_expr_mentions(node->cond, s->around[k]);
    return grows;
}

/* Do this loop and the one directly inside, both of which run in order, have
 * diagonals that run in parallel? */
static bool has_diagonals(struct search *s, const struct scop_node *node,
                          const struct scop_node *inner)
{
    int count = (int)isl_map_list_n_map(s->dependences), a, b;
    if (inner->kind != SCOP_FOR ||
        !poly_carries(s->poly, s->dependences, inner->loop))
        return false;
    for (int k = 0; k < count; k++) {
        isl_map *map = carried(s, k, node->loop, &a, &b);
        if (!map)
            continue;
        const struct scop_stmt *source = s->poly->stmt[a].stmt;
        int depth = scop_loop_depth(source, inner->loop);
        if (!leans_forward(map, inner, depth))
            return false;
    }
    return !poly_isl_lost(s->poly);
}

/* Loops in diagonals have a and b iterations: points side by side already, in
 * a + b steps. Taking a loop of n iterations in each point apart saves n
 * iterations a step, and costs launches for each of a * b points, each as long
 * as LAUNCH iterations of a thread. So how large is n to be? */
static double worth_in_diagonals(const struct scop_node *node,
                                 const struct scop_node *inner)
{
    const double LAUNCH = 1024;
    double a = guess_trips(node), b = guess_trips(inner);
    return LAUNCH * a * b / (a + b + 1);
}

static void search_node(struct search *s, const struct scop_node *node);

static void search_loop(struct search *s, const struct scop_node *node)
{
    enum { FEW = 64 };
    struct reduce_nest nest = {.loop_count = 1, .loop = {node}};
    bool carries = poly_carries(s->poly, s->dependences, node->loop);
    bool many = strip_trips(node) > FEW;
    if (!carries && add_split(s, node))
        return;
    if (!carries && many) {
        add_row_sums(s, node);
        return;
    }
    if (strip_may_take(s->poly->scop, node) &&
        carries_updates(s, &nest, node->loop)) {
        nest.alone = s->alone;
        if (!nest.alone)
            extend_nest(s, &nest);
        if (!is_worth_it(s, &nest) || grows_with_order(s, node))
            return;
        if (s->remarks)
            remark(s, &nest);
        ARENA_PUSH(s->poly->arena, s->nest, s->nest_count, s->nest_cap, nest);
        return;
    }
    if (carries && many && add_row_sums(s, node))
        return;
    if (strip_may_take(s->poly->scop, node) &&
        (add_scan(s, node) || (!s->alone && add_rows(s, node))))
        return;
    if (s->remarks && s->tight != node)
        remark_order(s, node);
    s->tight = strip_only_child(node->child[0]);
    int around = s->around_count;
    double worth = s->worth;
    if (carries && has_diagonals(s, node, s->tight))
        s->worth = worth_in_diagonals(node, s->tight);
    if (carries)
        ARENA_PUSH(s->poly->arena, s->around, s->around_count, s->around_cap,
                   node->loop);
    search_node(s, node->child[0]);
    s->around_count = around;
    s->worth = worth;
}

/* A nest under an if stays as it is: the condition would have to stand around
 * each of the new loops. */
static void search_node(struct search *s, const struct scop_node *node)
{
    if (poly_isl_lost(s->poly) || node->kind == SCOP_IF)
        return;
    if (node->kind == SCOP_FOR) {
        search_loop(s, node);
        return;
    }
    for (int k = 0; k < node->count; k++)
        search_node(s, node->child[k]);
}

/* The tree ----------------------------------------------------------------- */

static const struct reduce_nest *nest_at(const struct search *s,
                                         const struct scop_node *node)
{
    for (int k = 0; k < s->nest_count; k++)
        if (s->nest[k].loop[0] == node)
            return &s->nest[k];
    return NULL;
}

static const struct scan_loop *scan_at(const struct search *s,
                                       const struct scop_node *node)
{
    for (int k = 0; k < s->scan_count; k++)
        if (s->scan[k].node == node)
            return &s->scan[k];
    return NULL;
}

static const struct rows_loop *rows_at(const struct search *s,
                                       const struct scop_node *node)
{
    for (int k = 0; k < s->rows_count; k++)
        if (s->rows[k].node == node)
            return &s->rows[k];
    return NULL;
}

static const struct split_loop *split_at(const struct search *s,
                                         const struct scop_node *node)
{
    for (int k = 0; k < s->split_count; k++)
        if (s->split[k].loop[0] == node)
            return &s->split[k];
    return NULL;
}

static bool holds_nest(const struct search *s, const struct scop_node *node)
{
    if (node->kind == SCOP_FOR && (nest_at(s, node) || scan_at(s, node) ||
                                   rows_at(s, node) || split_at(s, node)))
        return true;
    for (int k = 0; k < node->count; k++)
        if (holds_nest(s, node->child[k]))
            return true;
    return false;
}

static void rebuild(const struct search *s, struct scop_build *b,
                    const struct scop_node *node)
{
    const struct reduce_nest *nest = nest_at(s, node);
    if (nest) {
        reduce_build(b, s->poly, nest);
    } else if (scan_at(s, node)) {
        scan_build(b, s->poly, scan_at(s, node));
    } else if (rows_at(s, node)) {
        rows_build(b, s->poly, rows_at(s, node));
    } else if (split_at(s, node)) {
        split_build(b, s->poly, split_at(s, node));
    } else if (node->kind == SCOP_SEQ) {
        for (int k = 0; k < node->count; k++)
            rebuild(s, b, node->child[k]);
    } else if (node->kind == SCOP_FOR && holds_nest(s, node)) {
        build_open_copy(b, node);
        rebuild(s, b, node->child[0]);
        build_close(b);
        build_unbind(b, 1);
    } else {
        build_node(b, node);
    }
}

static struct scop *build(const struct search *s, const struct scop *scop)
{
    struct scop_build b;
    if (s->nest_count == 0 && s->scan_count == 0 && s->rows_count == 0 &&
        s->split_count == 0)
        return NULL;
    build_start(&b, scop);
    rebuild(s, &b, scop->root);
    return build_end(&b);
}

/* Works on a model of its own, whose faults go elsewhere: the region is
 * modelled again, whatever comes out. */
static struct scop *reduce(struct budget *budget, const struct part *part,
                           const struct region_options *options, bool scans,
                           struct faults *faults)
{
    const struct scop *scop = part->scop;
    struct scop *reduced = NULL;
    if (!may_reduce(scop, options->explain))
        return NULL;
    struct faults apart = {.arena = faults->arena};
    struct poly *poly = poly_model(budget, part, &apart);
    if (!poly)
        return NULL;
    if (poly_expand(poly) && poly_depend(poly)) {
        struct search s = {.poly = poly,
                           .scans = scans,
                           .remarks = options->explain,
                           .alone = options->elements,
                           .faults = faults};
        poly_budget(poly, 4);
        s.dependences = poly_dependences(poly);
        search_node(&s, scop->root);
        isl_map_list_free(s.dependences);
        if (!poly_out_of_budget(poly) && !poly_isl_lost(poly))
            reduced = build(&s, scop);
    }
    budget_clear(budget);
    poly_free(poly);
    return reduced;
}

/* What is taken apart may be combined in any order, and what is made of it has
 * the order that it has. */
struct scop *reduce_scop(struct budget *budget, const struct part *part,
                         const struct region_options *options, bool scans,
                         struct faults *faults)
{
    struct scop permitted = *part->scop;
    struct part own = *part;
    own.scop = &permitted;
    if (!options->take_apart)
        return reduce(budget, part, options, scans, faults);
    permitted.reassociate = true;
    struct scop *reduced = reduce(budget, &own, options, scans, faults);
    if (reduced)
        reduced->reassociate = false;
    return reduced;
}
