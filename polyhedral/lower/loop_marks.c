/*
 * Marks on the host's loops, and a loop of isl as its mark has it: innermost
 * ones whose iterations are independent, and those of one statement whose
 * iterations are not; lanes around steps; rows around steps around columns.
 */
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

/* The mark of a loop with this schedule; NULL if it gets none. */
static const char *mark_of(struct lower_marks *m, isl_ast_node *node,
                           isl_union_map *schedule, bool inner, bool one)
{
    const struct poly *poly = m->poly;
    bool steps = holds_for_all(schedule, poly, is_step);
    if (inner)
        return steps && holds_for_all(schedule, poly, is_of_lane)
                   ? LOWER_LANES
                   : mark_of_rows(m, node, schedule);
    if (steps)
        return LOWER_STEPS;
    if (!holds_for_all(schedule, poly, has_no_body))
        return NULL;
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

/* Before an innermost loop in order, whose step is a constant: its iterator in
 * all forms in which subscripts are part of indices. What nothing uses goes. */
static int open_counters(struct lower *l, isl_ast_node *node, int init,
                         int step, unsigned flags,
                         struct address_counter *counter)
{
    struct address_dilation form[LOWER_DILATIONS];
    bool inner = false;
    l->counters.count = 0;
    if (!l->kernel || flags || !kir_is_const(l->f, step) ||
        l->f->value[step].imm.i < 1)
        return 0;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    isl_ast_node_foreach_descendant_top_down(body, is_for, &inner);
    isl_ast_node_free(body);
    int count = inner ? 0 : lower_dilations(l, form);
    for (int k = 0; k < count; k++) {
        counter[k] = (struct address_counter){.dilation = form[k]};
        address_count_from(l->f, &counter[k], init);
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
        isl_id *mark = isl_ast_node_get_annotation(node);
        const char *name = mark ? isl_id_get_name(mark) : "";
        bool simd = !strcmp(name, LOWER_SIMD);
        int end = lower_loop_end(l, node);
        int step = lower_ast_expr(l, isl_ast_node_for_get_inc(node));
        bool dealing = lower_block_deals(l, false);
        if (dealing)
            lower_block_deal(l, &init, &step);
        bool steps = !strcmp(name, LOWER_STEPS);
        unsigned flags = simd                           ? KIR_FOR_SIMD
                         : steps                        ? KIR_FOR_UNROLL
                         : !strcmp(name, LOWER_LANES)   ? KIR_FOR_LANES
                         : !strcmp(name, LOWER_ROWS)    ? KIR_FOR_ROWS
                         : !strcmp(name, LOWER_ORDERED) ? KIR_FOR_ROWS_IN_ORDER
                                                        : 0;
        struct address_counter counter[LOWER_DILATIONS];
        int counters = open_counters(l, node, init, step, flags, counter);
        int value = kir_for(l->f, init, end, step, flags);
        for (int k = 0; k < counters; k++)
            counter[k].iterator = value;
        l->counters = (struct address_counters){counters, counter};
        l->recurrence = steps || !strcmp(name, LOWER_RECURRENCE);
        isl_id_free(mark);
        lower_bind(l, isl_id_get_name(id), value);
        l->below(l, isl_ast_node_for_get_body(node));
        l->recurrence = false;
        lower_block_deals(l, dealing);
        count_on(l, counter, counters, step);
        kir_end(l->f);
    }
    l->binding_count = bindings;
    isl_id_free(id);
}
