/*
 * Marks on the host's loops, and a loop of isl as its mark has it: innermost
 * ones whose iterations are independent, and those of one statement whose
 * iterations are not; lanes around steps; rows around steps around columns.
 *
 * An innermost loop along an axis of an array with a layout is cut where tiles
 * of the layout begin: what begins or ends in the middle of a tile has loops of
 * its own, and whole tiles have one whose body is written once for each element
 * of a tile's row, so that one address serves them all, or, where these are
 * neighbours in memory, a loop over them.
 */
#include "polyhedral/lower/cooperative_rows.h"
#include "polyhedral/lower/features.h"

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>

#include <string.h>

static isl_bool is_for(isl_ast_node *node, void *user)
{
    bool *found = user;
    *found |= isl_ast_node_get_type(node) == isl_ast_node_for;
    return isl_bool_true;
}

static isl_stat is_of_lane(isl_map *map, void *user)
{
    const struct poly *poly = user;
    int stmt = poly_stmt_index(poly, isl_space_domain(isl_map_get_space(map)));
    int lane = stmt < 0 ? -1 : team_lane_depth(poly, stmt);
    int last = (int)isl_map_dim(map, isl_dim_out) - 1;
    isl_map *same = isl_map_copy(map);
    if (lane >= 0)
        same = isl_map_equate(same, isl_dim_in, lane, isl_dim_out, last);
    bool is = lane >= 0 && isl_map_is_subset(map, same) == isl_bool_true;
    isl_map_free(same);
    isl_map_free(map);
    return is ? isl_stat_ok : isl_stat_error;
}

static bool holds_for_all(isl_union_map *schedule, const void *user,
                          isl_stat (*test)(isl_map *, void *))
{
    return isl_union_map_foreach_map(schedule, test, (void *)user) ==
           isl_stat_ok;
}

/* Does the loop that this is the schedule of carry no dependence? Loops over
 * the lanes of a team never do. */
static bool carries_nothing(const struct poly *poly, isl_union_map *schedule)
{
    if (holds_for_all(schedule, poly, is_of_lane))
        return true;
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    all = isl_union_map_apply_domain(all, isl_union_map_copy(schedule));
    all = isl_union_map_apply_range(all, isl_union_map_copy(schedule));
    if (isl_union_map_is_empty(all) == isl_bool_true) {
        isl_union_map_free(all);
        return true;
    }
    isl_map *map = isl_map_from_union_map(all);
    int last = (int)isl_map_dim(map, isl_dim_out) - 1;
    for (int k = 0; k < last; k++)
        map = isl_map_equate(map, isl_dim_in, k, isl_dim_out, k);
    bool apart = poly_differ_at(map, last);
    isl_map_free(map);
    return !apart;
}

/* No more than an assignment? The arrays of a body, one for each thread, are
 * used by all iterations. */
static isl_stat has_no_body(isl_map *map, void *user)
{
    const struct poly *poly = user;
    int stmt = poly_stmt_index(poly, isl_space_domain(isl_map_get_space(map)));
    isl_map_free(map);
    return stmt >= 0 && poly->scop->stmt[stmt].body ? isl_stat_error
                                                    : isl_stat_ok;
}

/* Has the statement no update that another order leaves as it is
 * (model/commuting_update.c)? In a kernel of one thread it is no atomic
 * operation, and iterations meet in what it updates. */
static isl_stat updates_nothing(isl_map *map, void *user)
{
    const struct poly *poly = user;
    int stmt = poly_stmt_index(poly, isl_space_domain(isl_map_get_space(map)));
    isl_map_free(map);
    const struct poly_stmt *s = stmt < 0 ? NULL : &poly->stmt[stmt];
    for (int k = s ? s->access_begin : 0; s && k < s->access_end; k++)
        if (poly->access[k].update)
            return isl_stat_error;
    return isl_stat_ok;
}

/* Does the map belong to what a lane of a scan does one after the other? Loops
 * over such steps are short, and there are many of them. */
static isl_stat is_step(isl_map *map, void *user)
{
    const struct poly *poly = user;
    int stmt = poly_stmt_index(poly, isl_space_domain(isl_map_get_space(map)));
    isl_map_free(map);
    return stmt >= 0 && team_steps(poly, stmt) ? isl_stat_ok : isl_stat_error;
}

/* Is a loop in the node (taken), `depth` loops down, one over columns, and the
 * only one of those? */
static bool has_columns(__isl_take isl_ast_node *node, int depth)
{
    bool found = false;
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    if (type == isl_ast_node_for && depth == 0) {
        isl_id *mark = isl_ast_node_get_annotation(node);
        found = mark && !strcmp(isl_id_get_name(mark), LOWER_SIMD);
        isl_id_free(mark);
    } else if (type == isl_ast_node_for) {
        found = isl_ast_node_for_is_degenerate(node) != isl_bool_true &&
                has_columns(isl_ast_node_for_get_body(node), depth - 1);
    } else if (type == isl_ast_node_mark) {
        found = has_columns(isl_ast_node_mark_get_node(node), depth);
    } else if (type == isl_ast_node_block) {
        isl_ast_node_list *list = isl_ast_node_block_get_children(node);
        int count = (int)isl_ast_node_list_n_ast_node(list);
        for (int k = 0; k < count && !found; k++)
            found = has_columns(isl_ast_node_list_get_ast_node(list, k), depth);
        isl_ast_node_list_free(list);
    }
    isl_ast_node_free(node);
    return found;
}

/* Does the statement read what it writes in other places, too? Then its sums
 * do not stay in registers, unless nothing in the kernel writes there. */
static isl_stat reads_no_other(isl_map *map, void *user)
{
    struct lower_marks *m = user;
    const struct poly *poly = m->poly;
    int stmt = poly_stmt_index(poly, isl_space_domain(isl_map_get_space(map)));
    isl_map_free(map);
    const struct poly_stmt *s = stmt < 0 ? NULL : &poly->stmt[stmt];
    for (int k = s ? s->access_begin : 0; s && k < s->access_end; k++)
        for (int j = s->access_begin; j < s->access_end; j++) {
            const struct poly_access *a = &poly->access[j];
            const struct poly_access *b = &poly->access[k];
            if (b->write && a->array == b->array &&
                isl_map_plain_is_equal(a->map, b->map) != isl_bool_true &&
                !(m->kernel && panel_reads_other(poly, m->kernel, j)))
                return isl_stat_error;
        }
    return isl_stat_ok;
}

/* The dependent pairs of points, as the columns' schedule has them: [outer,
 * row, step, column] in the same outer iteration. */
static isl_map *pairs_of_points(const struct poly *poly, isl_map *columns,
                                int outer)
{
    isl_union_map *schedule = isl_union_map_from_map(isl_map_copy(columns));
    isl_union_map *all = isl_union_map_union(
        isl_union_map_copy(poly->flow), isl_union_map_copy(poly->anti_output));
    all = isl_union_map_apply_domain(all, isl_union_map_copy(schedule));
    all = isl_union_map_apply_range(all, schedule);
    isl_space *space =
        isl_space_map_from_set(isl_space_range(isl_map_get_space(columns)));
    isl_map *map = isl_union_map_extract_map(all, space);
    isl_union_map_free(all);
    for (int k = 0; k < outer; k++)
        map = isl_map_equate(map, isl_dim_in, k, isl_dim_out, k);
    return map;
}

/* [outer, row, step] -> [outer, row', step']: has the row' steps up to, or from
 * the step on? */
static isl_map *steps_beside(isl_map *columns, int outer, bool before)
{
    isl_set *steps = isl_map_range(isl_map_copy(columns));
    steps = isl_set_project_out(steps, isl_dim_set, (unsigned)outer + 2, 1);
    isl_map *map = isl_map_from_domain_and_range(isl_set_copy(steps), steps);
    for (int k = 0; k < outer; k++)
        map = isl_map_equate(map, isl_dim_in, k, isl_dim_out, k);
    map = before ? isl_map_order_ge(map, isl_dim_in, outer + 1, isl_dim_out,
                                    outer + 1)
                 : isl_map_order_le(map, isl_dim_in, outer + 1, isl_dim_out,
                                    outer + 1);
    map = isl_map_project_out(map, isl_dim_out, (unsigned)outer + 1, 1);
    return isl_map_add_dims(map, isl_dim_out, 1);
}

/* May rows of which later ones need earlier ones be tiles, in order? Those
 * steps that need each other must not be common to both rows: the earlier row's
 * step comes before all of the later one's, or the later one's behind all of
 * the earlier one's. */
static bool needs_no_common(const struct poly *poly, isl_map *columns,
                            int outer)
{
    isl_map *pairs = pairs_of_points(poly, columns, outer);
    bool apart = !poly_differ_at(pairs, outer + 2);
    pairs = isl_map_order_lt(pairs, isl_dim_in, outer, isl_dim_out, outer);
    pairs = isl_map_project_out(pairs, isl_dim_in, (unsigned)outer + 2, 1);
    pairs = isl_map_project_out(pairs, isl_dim_out, (unsigned)outer + 2, 1);
    pairs = isl_map_intersect(pairs, steps_beside(columns, outer, true));
    isl_map *later = isl_map_reverse(steps_beside(columns, outer, false));
    pairs = isl_map_intersect(pairs, later);
    apart = apart && isl_map_is_empty(pairs) == isl_bool_true;
    isl_map_free(pairs);
    return apart;
}

/* Does a row read of what it writes only the point's own element? */
static bool reads_own(const struct poly *poly, int stmt, isl_map *columns,
                      int outer)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    isl_map *row = isl_map_project_out(isl_map_copy(columns), isl_dim_out,
                                       (unsigned)outer + 1, 2);
    bool own = true;
    for (int k = s->access_begin; k < s->access_end; k++)
        for (int j = s->access_begin; j < s->access_end && own; j++) {
            const struct poly_access *a = &poly->access[j];
            const struct poly_access *b = &poly->access[k];
            if (!b->write || a->array != b->array ||
                isl_map_plain_is_equal(a->map, b->map) == isl_bool_true)
                continue;
            isl_map *read =
                isl_map_apply_domain(isl_map_copy(a->map), isl_map_copy(row));
            isl_map *written =
                isl_map_apply_domain(isl_map_copy(b->map), isl_map_copy(row));
            own = isl_map_is_disjoint(read, written) == isl_bool_true;
            isl_map_free(read);
            isl_map_free(written);
        }
    isl_map_free(row);
    return own;
}

/* Are the rows of the one statement tiles if they are taken in order
 * (backends/vector/register_tile.c)? `schedule`: up to the rows. */
static bool goes_in_order(const struct lower_marks *m, isl_union_map *schedule)
{
    if (!m->columns || isl_union_map_n_map(schedule) != 1 ||
        isl_union_map_n_map(m->columns) != 1)
        return false;
    isl_map *rows = isl_map_from_union_map(isl_union_map_copy(schedule));
    isl_map *columns = isl_map_from_union_map(isl_union_map_copy(m->columns));
    int outer = (int)isl_map_dim(rows, isl_dim_out) - 1;
    int stmt =
        poly_stmt_index(m->poly, isl_space_domain(isl_map_get_space(rows)));
    int other =
        poly_stmt_index(m->poly, isl_space_domain(isl_map_get_space(columns)));
    bool is = stmt >= 0 && stmt == other &&
              isl_map_dim(columns, isl_dim_out) == outer + 3;
    isl_map_free(rows);
    if (is)
        columns = isl_map_intersect_domain(
            columns, isl_set_copy(m->poly->stmt[stmt].domain));
    is = is && reads_own(m->poly, stmt, columns, outer) &&
         needs_no_common(m->poly, columns, outer);
    isl_map_free(columns);
    return is;
}

/* The mark of a loop over rows (backends/vector/vector.h); NULL if it is none.
 */
static const char *mark_of_rows(struct lower_marks *m, isl_ast_node *node,
                                isl_union_map *schedule)
{
    const struct poly *poly = m->poly;
    if (!has_columns(isl_ast_node_for_get_body(node), 1) ||
        choice_take(poly->choice, CHOICE_REGISTERS, KIR_REGISTER_VECTORS) < 2 ||
        choice_take(poly->choice, CHOICE_PACK, KIR_PACKING_MODEL) < 1)
        return NULL;
    if (holds_for_all(schedule, m, reads_no_other) &&
        carries_nothing(poly, schedule))
        return LOWER_ROWS;
    return goes_in_order(m, schedule) ? LOWER_ORDERED : NULL;
}

static bool is_innermost(isl_ast_node *node)
{
    bool inner = false;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    isl_ast_node_foreach_descendant_top_down(body, is_for, &inner);
    isl_ast_node_free(body);
    return !inner;
}

/* Is there no other loop in the node (taken) but one, which nothing but
 * conditions stands around? */
static bool has_one_loop(__isl_take isl_ast_node *node)
{
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    bool one = false;
    if (type == isl_ast_node_for)
        one = is_innermost(node);
    else if (type == isl_ast_node_mark)
        one = has_one_loop(isl_ast_node_mark_get_node(node));
    else if (type == isl_ast_node_if)
        one = isl_ast_node_if_has_else(node) != isl_bool_true &&
              has_one_loop(isl_ast_node_if_get_then(node));
    isl_ast_node_free(node);
    return one;
}

/* The mark of a loop with this schedule; NULL if it gets none. */
static const char *mark_of(struct lower_marks *m, isl_ast_node *node,
                           isl_union_map *schedule, bool inner, bool one)
{
    const struct poly *poly = m->poly;
    bool steps = holds_for_all(schedule, poly, is_step);
    if (inner && m->kernel && m->kernel->host.wave &&
        has_one_loop(isl_ast_node_for_get_body(node)))
        return LOWER_WAVE;
    if (inner)
        return steps && holds_for_all(schedule, poly, is_of_lane)
                   ? LOWER_LANES
                   : mark_of_rows(m, node, schedule);
    if (steps)
        return LOWER_STEPS;
    bool atomic = m->kernel && m->kernel->dims;
    if (!atomic && !holds_for_all(schedule, poly, updates_nothing))
        return NULL;
    if (!holds_for_all(schedule, poly, has_no_body))
        return carries_nothing(poly, schedule) ? LOWER_POINTS : NULL;
    return carries_nothing(poly, schedule) ? LOWER_SIMD
           : one                           ? LOWER_RECURRENCE
                                           : NULL;
}

isl_ast_node *lower_mark_loop(isl_ast_node *node, isl_ast_build *build,
                              void *user)
{
    struct lower_marks *m = user;
    bool inner = false;
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true)
        return node;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    bool one = isl_ast_node_get_type(body) == isl_ast_node_user;
    isl_ast_node_foreach_descendant_top_down(body, is_for, &inner);
    isl_ast_node_free(body);
    isl_union_map *schedule = isl_ast_build_get_schedule(build);
    const char *mark = mark_of(m, node, schedule, inner, one);
    if (inner) {
        isl_union_map_free(schedule);
    } else {
        isl_union_map_free(m->columns);
        m->columns = schedule;
    }
    return mark ? isl_ast_node_set_annotation(
                      node, isl_id_alloc(m->poly->ctx, mark, NULL))
                : node;
}

/* Loops -------------------------------------------------------------------- */

/* A loop of isl's tree that is being lowered. */
struct plain_loop {
    isl_ast_node *node;
    const char *name; /* of its iterator */
    int init, end, step;
    unsigned flags;
    bool recurrence, innermost;
};

/* Before an innermost loop in order, with `flags`, whose step is a constant:
 * its iterator in all forms in which subscripts are part of indices. What
 * nothing uses goes. */
static int open_counters(struct lower *l, const struct plain_loop *loop,
                         unsigned flags, struct address_counter *counter)
{
    struct address_dilation form[LOWER_DILATIONS];
    l->counters.count = 0;
    if (!l->kernel || flags || !kir_is_const(l->f, loop->step) ||
        l->f->value[loop->step].imm.i < 1)
        return 0;
    int count = loop->innermost ? lower_dilations(l, form) : 0;
    for (int k = 0; k < count; k++) {
        counter[k] = (struct address_counter){.dilation = form[k]};
        address_count_from(l->f, &counter[k], loop->init);
    }
    return count;
}

static void count_on(struct lower *l, const struct address_counter *counter,
                     int count, int step)
{
    for (int k = 0; k < count; k++)
        address_count_on(l->f, &counter[k], l->f->value[step].imm.i);
    l->counters.count = 0;
}

/* Notes a loop around what comes next. The list that there was stays as it is.
 */
static void lower_around(struct lower *l, int iterator, int lo, int hi,
                         int step)
{
    int count = l->around.count;
    struct address_loop *at =
        arena_alloc(l->poly->arena, sizeof *at * (size_t)(count + 1));
    if (count)
        memcpy(at, l->around.at, sizeof *at * (size_t)count);
    at[count] = (struct address_loop){iterator, lo, hi, step};
    l->around = (struct address_loops){count + 1, at};
}

/* How the body of a loop is written: `copies` times, each for the next value of
 * the iterator; with a loop in the place of those from `from` on and below
 * `to`.
 */
struct block {
    int64_t copies, from, to;
};

static void lower_inside(struct lower *l, const struct plain_loop *loop,
                         int value, const struct block *block)
{
    struct address_loops before = l->around;
    int lo = kir_i64(l->f, block->from), hi = kir_i64(l->f, block->to);
    int step = kir_i64(l->f, 1);
    int small = kir_for(l->f, lo, hi, step, loop->flags);
    lower_around(l, small, lo, hi, step);
    lower_bind(l, loop->name, kir_binary(l->f, KIR_ADD, value, small));
    l->below(l, isl_ast_node_for_get_body(loop->node));
    kir_end(l->f);
    l->around = before;
}

static void lower_copies(struct lower *l, const struct plain_loop *loop,
                         int value, const struct block *block)
{
    int bindings = l->binding_count;
    for (int64_t k = 0; k < block->copies; k++) {
        if (k == block->from && block->to > k) {
            lower_inside(l, loop, value, block);
            k = block->to - 1;
        } else {
            lower_bind(l, loop->name, kir_offset(l->f, value, k));
            l->below(l, isl_ast_node_for_get_body(loop->node));
        }
        l->binding_count = bindings;
    }
}

/* The loop, whose body is as the block has it. */
static void lower_loop(struct lower *l, const struct plain_loop *loop,
                       const struct block *block)
{
    struct address_counter counter[LOWER_DILATIONS];
    struct address_loops before = l->around;
    unsigned flags = block->copies > 1 ? 0 : loop->flags;
    int counters = open_counters(l, loop, flags, counter);
    int value = kir_for(l->f, loop->init, loop->end, loop->step, flags);
    for (int k = 0; k < counters; k++)
        counter[k].iterator = value;
    l->counters = (struct address_counters){counters, counter};
    lower_around(l, value, loop->init, loop->end, loop->step);
    l->recurrence = loop->recurrence;
    lower_copies(l, loop, value, block);
    l->recurrence = false;
    count_on(l, counter, counters, loop->step);
    kir_end(l->f);
    l->around = before;
}

/* Blocks ------------------------------------------------------------------- */

enum {
    MOST_COPIES = 8,
    MOST_INSIDE = 64,
    MOST_ACCESSES = 128, /* of all copies */
    MOST_DEPTH = 16      /* of the nodes below a loop */
};

/* How the body of a loop accesses arrays with layouts. */
struct follow {
    struct lower *l;
    int iterator; /* stands for the loop's */
    bool fails;   /* the body has no copies */
    int accesses;
    int64_t side;         /* of the largest block within one tile; 0: none */
    bool neighbours;      /* and all that follow it are neighbours in memory, */
    int64_t inside;       /* in blocks of this side */
    int64_t below, above; /* and so far from the loop's own place */
};

static bool loads(const struct scop_expr *e)
{
    bool found = e->op == SCOP_ACCESS;
    for (int k = 0; k < e->count && !found; k++)
        found = loads(e->arg[k]);
    return found;
}

static int64_t power_in(int64_t n)
{
    return n & -n;
}

static bool is_along_rows(const struct scop_layout *layout, int a)
{
    return layout->inner == LAYOUT_ROW      ? a == layout->dims - 1
           : layout->inner == LAYOUT_COLUMN ? a == 0
                                            : false;
}

/* Does a leading subscript follow the loop? Neighbours then lie in boxes of
 * their own. */
static bool leads_away(struct follow *at, const struct scop_layout *layout,
                       const struct scop_expr *access)
{
    struct lower *l = at->l;
    int64_t number;
    bool leads = false;
    for (int k = 0; k < layout->lead && !leads; k++)
        leads =
            loads(access->arg[k]) ||
            address_follows(l->f, &l->around, lower_index(l, access->arg[k]),
                            at->iterator, 1, &number) >= 0;
    return leads;
}

/* An access of the current statement to an array with a layout. */
static void follow_access(struct follow *at, const struct scop_array *array,
                          const struct scop_expr *access)
{
    const struct scop_layout *layout = array->layout;
    struct lower *l = at->l;
    at->neighbours &= !leads_away(at, layout, access);
    for (int a = 0; a < layout->dims; a++) {
        const struct scop_expr *e = access->arg[layout->axis[a]];
        int64_t most = power_in(address_side(array, a)), number = 0, side = 0;
        if (!loads(e))
            side = address_follows(l->f, &l->around, lower_index(l, e),
                                   at->iterator, most, &number);
        if (side < 0)
            continue;
        side = power_in(side);
        at->side = side > at->side ? side : at->side;
        at->neighbours &= side > 1 && is_along_rows(layout, a);
        if (at->neighbours && (!at->inside || side < at->inside))
            at->inside = side;
        number -= side ? number / side * side : 0;
        at->below = -number > at->below ? -number : at->below;
        at->above = number > at->above ? number : at->above;
    }
}

static void follow_statement(struct follow *at, isl_ast_node *node)
{
    struct lower *l = at->l;
    const struct poly_stmt *before = l->stmt, *stmt = lower_callee(l, node);
    int count, *iter = l->iter;
    if (!stmt || stmt->stmt->body || stmt->stmt->fold) {
        at->fails = true;
        return;
    }
    l->iter = lower_arguments(l, node, &count);
    l->stmt = stmt;
    for (int k = stmt->access_begin; k < stmt->access_end; k++) {
        const struct poly_access *access = &l->poly->access[k];
        at->accesses++;
        if (lower_is_laid(l, access->array) &&
            !l->poly->array[access->array].expand)
            follow_access(
                at, &l->poly->scop->array[l->poly->array[access->array].array],
                access->expr);
    }
    l->stmt = before;
    l->iter = iter;
}

/* All statements below the node, which is taken. */
static void follow_node(struct follow *at, isl_ast_node *node, int depth)
{
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    if (depth > MOST_DEPTH) {
        at->fails = true;
    } else if (type == isl_ast_node_for) { /* of one iteration */
        at->fails = true;
    } else if (type == isl_ast_node_if) {
        follow_node(at, isl_ast_node_if_get_then_node(node), depth + 1);
        if (isl_ast_node_if_has_else_node(node) == isl_bool_true)
            follow_node(at, isl_ast_node_if_get_else_node(node), depth + 1);
    } else if (type == isl_ast_node_block) {
        isl_ast_node_list *list = isl_ast_node_block_get_children(node);
        int count = (int)isl_ast_node_list_n_ast_node(list);
        for (int k = 0; k < count; k++)
            follow_node(at, isl_ast_node_list_get_ast_node(list, k), depth + 1);
        isl_ast_node_list_free(list);
    } else if (type == isl_ast_node_user) {
        follow_statement(at, node);
    } else {
        at->fails = true;
    }
    isl_ast_node_free(node);
}

/* Which blocks suit the loop's body; of one copy: none. */
static struct block block_of(struct lower *l, const struct plain_loop *loop)
{
    int bindings = l->binding_count;
    struct follow at = {.l = l, .neighbours = true};
    at.iterator = kir_get(l->f, kir_variable(l->f, "place", KIR_I64));
    lower_bind(l, loop->name, at.iterator);
    follow_node(&at, isl_ast_node_for_get_body(loop->node), 0);
    l->binding_count = bindings;
    if (at.fails || at.side <= 1)
        return (struct block){.copies = 1};
    int64_t inside = at.inside < MOST_INSIDE ? at.inside : MOST_INSIDE;
    int64_t edges = at.below + at.above;
    if (loop->flags && at.neighbours && 2 * edges <= inside &&
        (1 + edges) * at.accesses <= MOST_ACCESSES)
        return (struct block){inside, at.below, inside - at.above};
    int64_t copies = at.side < MOST_COPIES ? at.side : MOST_COPIES;
    while (copies > 1 && copies * at.accesses > MOST_ACCESSES)
        copies /= 2;
    return (struct block){.copies = copies};
}

static bool may_have_blocks(struct lower *l, const struct plain_loop *loop,
                            bool dealing)
{
    bool laid = false;
    for (int a = 0; a < l->poly->array_count; a++)
        laid |= lower_is_laid(l, a);
    return laid && l->kernel && !l->planned && !l->inspecting && !dealing &&
           !l->rows->together && loop->innermost &&
           (loop->flags == 0 || loop->flags == KIR_FOR_SIMD) &&
           kir_is_const(l->f, loop->step) && l->f->value[loop->step].imm.i == 1;
}

/* x, and up to the next multiple of a power of two, or down. */
static int rounded(struct lower *l, int x, int64_t power, bool up)
{
    if (address_multiple(l->f, &l->around, x) % power == 0)
        return x;
    return kir_binary(l->f, KIR_AND, kir_offset(l->f, x, up ? power - 1 : 0),
                      kir_i64(l->f, -power));
}

/* The loop in three: up to where a block begins, whole blocks, and what is
 * left. */
static void lower_blocks(struct lower *l, const struct plain_loop *loop,
                         const struct block *block)
{
    static const struct block single = {.copies = 1};
    struct kir_func *f = l->f;
    struct plain_loop part = *loop;
    int from = rounded(l, loop->init, block->copies, true);
    int to = rounded(l, loop->end, block->copies, false);
    if (from != loop->init) {
        part.end = kir_binary(f, KIR_MIN, from, loop->end);
        lower_loop(l, &part, &single);
    }
    part = *loop;
    part.init = from;
    part.end = to;
    part.step = kir_i64(f, block->copies);
    lower_loop(l, &part, block);
    if (to != loop->end) {
        part = *loop;
        if (from != loop->init)
            part.init = kir_binary(f, KIR_MIN, from, loop->end);
        part.init = kir_binary(f, KIR_MAX, part.init, to);
        lower_loop(l, &part, &single);
    }
}

/* Is a whole block in the loop, as far as is known? */
static bool is_long_enough(const struct lower *l, const struct plain_loop *loop,
                           int64_t block)
{
    const struct kir_func *f = l->f;
    if (!kir_is_const(f, loop->init) || !kir_is_const(f, loop->end))
        return true;
    int64_t from = f->value[loop->init].imm.i, to = f->value[loop->end].imm.i;
    return ((from + block - 1) & -block) + block <= to;
}

static unsigned flags_of(const char *mark)
{
    return !strcmp(mark, LOWER_SIMD)      ? KIR_FOR_SIMD
           : !strcmp(mark, LOWER_STEPS)   ? KIR_FOR_UNROLL
           : !strcmp(mark, LOWER_LANES)   ? KIR_FOR_LANES
           : !strcmp(mark, LOWER_ROWS)    ? KIR_FOR_ROWS
           : !strcmp(mark, LOWER_ORDERED) ? KIR_FOR_ROWS_IN_ORDER
           : !strcmp(mark, LOWER_POINTS)  ? KIR_FOR_POINTS
           : !strcmp(mark, LOWER_WAVE)    ? KIR_FOR_WAVE
                                          : 0;
}

static void lower_iterations(struct lower *l, isl_ast_node *node,
                             const char *name, int init)
{
    isl_id *mark = isl_ast_node_get_annotation(node);
    const char *text = mark ? isl_id_get_name(mark) : "";
    struct plain_loop loop = {.node = node, .name = name, .init = init};
    loop.end = lower_loop_end(l, node);
    loop.step = lower_ast_expr(l, isl_ast_node_for_get_inc(node));
    loop.innermost = is_innermost(node);
    loop.flags = flags_of(text);
    loop.recurrence =
        loop.flags == KIR_FOR_UNROLL || !strcmp(text, LOWER_RECURRENCE);
    isl_id_free(mark);
    bool dealing = lower_block_deals(l, false);
    struct block block = {.copies = 1};
    if (dealing)
        lower_block_deal(l, &loop.init, &loop.step);
    if (may_have_blocks(l, &loop, dealing))
        block = block_of(l, &loop);
    if (block.copies > 1 && is_long_enough(l, &loop, block.copies))
        lower_blocks(l, &loop, &block);
    else
        lower_loop(l, &loop, &(struct block){.copies = 1});
    lower_block_deals(l, dealing);
}

void lower_plain_for(struct lower *l, isl_ast_node *node)
{
    isl_ast_expr *iterator = isl_ast_node_for_get_iterator(node);
    isl_id *id = isl_ast_expr_get_id(iterator);
    isl_ast_expr_free(iterator);
    int init = lower_ast_expr(l, isl_ast_node_for_get_init(node));
    int bindings = l->binding_count;
    if (isl_ast_node_for_is_degenerate(node) == isl_bool_true) {
        lower_bind(l, isl_id_get_name(id), init);
        l->below(l, isl_ast_node_for_get_body(node));
    } else {
        lower_iterations(l, node, isl_id_get_name(id), init);
    }
    l->binding_count = bindings;
    isl_id_free(id);
}
