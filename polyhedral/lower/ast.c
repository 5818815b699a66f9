/*
 * From a schedule to code: the state of the function that is to be lowered, the
 * loops that isl makes of a schedule, and their nodes in KIR. Nodes with names
 * that map/ and plan/ have put into the schedule go to the file that lowers
 * what they stand for.
 */
#include "polyhedral/lower/cooperative_rows.h"
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/level_schedule.h"

#include "polyhedral/plan/plan.h"

#include <isl/id.h>
#include <isl/val.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The source's line of the first statement in a (taken) node, 0 if there is
 * none. In a schedule loops and conditions need not be those of the source: it
 * is the line that they have. */
static int first_line(struct lower *l, __isl_take isl_ast_node *node)
{
    int line = 0;
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    if (type == isl_ast_node_for) {
        line = first_line(l, isl_ast_node_for_get_body(node));
    } else if (type == isl_ast_node_if) {
        line = first_line(l, isl_ast_node_if_get_then_node(node));
    } else if (type == isl_ast_node_mark) {
        line = first_line(l, isl_ast_node_mark_get_node(node));
    } else if (type == isl_ast_node_block) {
        isl_ast_node_list *list = isl_ast_node_block_get_children(node);
        int count = (int)isl_ast_node_list_n_ast_node(list);
        for (int k = 0; k < count && !line; k++)
            line = first_line(l, isl_ast_node_list_get_ast_node(list, k));
        isl_ast_node_list_free(list);
    } else if (type == isl_ast_node_user) {
        const struct poly_stmt *stmt = lower_callee(l, node);
        line = stmt ? stmt->stmt->loc.line : 0;
    }
    isl_ast_node_free(node);
    return line;
}

static void mark_line(struct lower *l, __isl_keep isl_ast_node *node)
{
    int line = first_line(l, isl_ast_node_copy(node));
    if (line)
        kir_line(l->f, line);
}

static void lower_for(struct lower *l, isl_ast_node *node)
{
    mark_line(l, node);
    if (!lower_staging_for(l, node) && !lower_unroll_for(l, node) &&
        !lower_panel_for(l, node))
        lower_plain_for(l, node);
}

/* Does the node (taken) lead, in the same way for all threads but for
 * conditions, to a statement that they share? */
static bool leads_to_spread(struct lower *l, __isl_take isl_ast_node *node)
{
    bool found = false;
    enum isl_ast_node_type type = isl_ast_node_get_type(node);
    if (type == isl_ast_node_for) {
        found = isl_ast_node_for_is_degenerate(node) == isl_bool_true &&
                leads_to_spread(l, isl_ast_node_for_get_body(node));
    } else if (type == isl_ast_node_if) {
        found = isl_ast_node_if_has_else_node(node) == isl_bool_false &&
                leads_to_spread(l, isl_ast_node_if_get_then_node(node));
    } else if (type == isl_ast_node_mark) {
        found = leads_to_spread(l, isl_ast_node_mark_get_node(node));
    } else if (type == isl_ast_node_block) {
        isl_ast_node_list *list = isl_ast_node_block_get_children(node);
        int count = (int)isl_ast_node_list_n_ast_node(list);
        for (int k = 0; k < count && !found; k++)
            found = leads_to_spread(l, isl_ast_node_list_get_ast_node(list, k));
        isl_ast_node_list_free(list);
    } else if (type == isl_ast_node_user) {
        const struct poly_stmt *stmt = lower_callee(l, node);
        found = stmt && lower_spreads(l, stmt);
    }
    isl_ast_node_free(node);
    return found;
}

static void lower_if(struct lower *l, isl_ast_node *node)
{
    mark_line(l, node);
    int test = lower_ast_expr(l, isl_ast_node_if_get_cond(node));
    test = kir_cast(l->f, KIR_PRED, test);
    if (l->rows->together) {
        int holds = l->rows->holds;
        l->rows->holds =
            holds < 0 ? test : kir_binary(l->f, KIR_AND, holds, test);
        lower_ast_node(l, isl_ast_node_if_get_then_node(node));
        l->rows->holds = holds;
        return;
    }
    kir_if(l->f, test);
    lower_ast_node(l, isl_ast_node_if_get_then_node(node));
    if (isl_ast_node_if_has_else_node(node) == isl_bool_true) {
        kir_else(l->f);
        lower_ast_node(l, isl_ast_node_if_get_else_node(node));
    }
    kir_end(l->f);
}

static void lower_block(struct lower *l, isl_ast_node *node)
{
    isl_ast_node_list *list = isl_ast_node_block_get_children(node);
    int count = (int)isl_ast_node_list_n_ast_node(list);
    for (int k = 0; k < count; k++) {
        isl_ast_node *one = isl_ast_node_list_get_ast_node(list, k);
        if (k + 1 < count) {
            isl_ast_node *next = isl_ast_node_list_get_ast_node(list, k + 1);
            lower_block_before(l, one, next);
            isl_ast_node_free(next);
        }
        lower_ast_node(l, one);
        lower_block_before(l, NULL, NULL);
    }
    isl_ast_node_list_free(list);
}

/* Loops that run over an iterator of the statement have its name. */
static void name_iterators(struct lower *l, const struct scop_stmt *stmt,
                           const int *arg, int count)
{
    for (int d = 0; d < stmt->depth && d < count; d++) {
        struct kir_value *v = &l->f->value[arg[d]];
        if (v->op == KIR_ITER && !v->origin)
            v->origin = arena_strdup(l->f->module->arena,
                                     l->poly->scop->loop[stmt->loop[d]].name);
    }
}

/* A statement instance, or in the driver a launch. */
static void lower_user(struct lower *l, isl_ast_node *node)
{
    isl_id *id = lower_callee_id(node);
    const struct poly_stmt *stmt = lower_find_statement(l, isl_id_get_name(id));
    if (stmt)
        kir_line(l->f, stmt->stmt->loc.line);
    int count, *arg = lower_arguments(l, node, &count);
    if (stmt && l->kernel)
        name_iterators(l, stmt->stmt, arg, count);
    if (l->kernel && !strncmp(isl_id_get_name(id), "hd_barrier", 10)) {
        kir_barrier(l->f);
    } else if (l->kernel && !strncmp(isl_id_get_name(id), "hd_stage", 8)) {
        lower_stage(l, arg, count);
    } else if (l->kernel && !lower_unroll_user(l, isl_id_get_name(id))) {
        l->stmt = stmt;
        l->iter = arg;
        if (l->rows->together)
            lower_spread_statement(l);
        else
            lower_unroll_statement(l);
    } else if (!l->kernel) {
        lower_launch(l, isl_id_get_name(id), arg, count);
    }
    isl_id_free(id);
}

static void lower_node(struct lower *l, isl_ast_node *node)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        lower_for(l, node);
        break;
    case isl_ast_node_if:
        lower_if(l, node);
        break;
    case isl_ast_node_block:
        lower_block(l, node);
        break;
    case isl_ast_node_user:
        lower_user(l, node);
        break;
    case isl_ast_node_mark: {
        isl_id *id = isl_ast_node_mark_get_id(node);
        lower_mark(l, isl_id_get_name(id), isl_ast_node_mark_get_node(node));
        isl_id_free(id);
        break;
    }
    default:
        l->failed = true;
    }
    isl_ast_node_free(node);
}

void lower_ast_node(struct lower *l, isl_ast_node *node)
{
    if (lower_is_lost(l)) {
        isl_ast_node_free(node);
        return;
    }
    bool together = l->rows->together;
    int holds = l->rows->holds;
    bool first = lower_block_begin_first(l, node);
    bool dealing = lower_block_deals(l, false);
    lower_block_deals(l, dealing && !first);
    l->rows->together = together && leads_to_spread(l, isl_ast_node_copy(node));
    bool apart = holds >= 0 && !l->rows->together;
    if (apart) {
        kir_if(l->f, holds);
        l->rows->holds = -1;
    }
    lower_node(l, node);
    if (apart || first)
        kir_end(l->f);
    lower_block_deals(l, dealing);
    l->rows->together = together;
    l->rows->holds = holds;
}

void lower_start(struct lower *l, const struct poly *poly,
                 const struct mapping *mapping, const struct storage *storage,
                 const struct region_options *options)
{
    size_t size = sizeof(int) * (size_t)(poly->array_count + 1);
    memset(l, 0, sizeof *l);
    l->poly = poly;
    l->mapping = mapping;
    l->storage = storage;
    l->options = options;
    l->below = lower_ast_node;
    l->unroll = lower_unroll_new(poly->arena);
    l->single = lower_single_new(poly->arena);
    l->rows = lower_rows_new(poly->arena);
    l->panel = lower_panel_new(poly->arena);
    l->planning = lower_planning_new(poly->arena);
    l->overlapped = lower_overlapped_new(poly->arena);
    l->buffer = arena_alloc(poly->arena, size);
    l->variable = arena_alloc(poly->arena, size);
    l->other = arena_alloc(poly->arena, size);
    memset(l->buffer, -1, size);
    memset(l->other, -1, size);
    memset(l->variable, -1, size);
}

static void give_up(struct lower *l)
{
    struct loc loc = l->poly->scop->loc;
    budget_clear(l->poly->budget);
    struct fault *fault =
        fault_add(l->poly->faults, FAULT_TOO_COMPLEX, loc,
                  "isl finds no loops over the points of this region");
    fault_hint(l->poly->faults, fault, loc,
               "split the region, or avoid division and remainder in bounds "
               "and conditions");
    l->failed = true;
}

/* The AST of a schedule (taken). isl's generator fails on a condition with an
 * existential that no expression is known of; then all of them are computed,
 * which may take more pieces, and the schedule is given to it flat, without the
 * marks that the phases of a block are found by. */
isl_ast_node *lower_ast_of_schedule(struct lower *l, isl_ast_build *build,
                                    isl_schedule *schedule)
{
    isl_ctx *ctx = l->poly->ctx;
    isl_ast_node *tree =
        isl_ast_build_node_from_schedule(build, isl_schedule_copy(schedule));
    if (!tree && isl_ctx_last_error(ctx) == isl_error_invalid && !l->block) {
        isl_ctx_reset_error(ctx);
        isl_union_map *map = isl_union_map_intersect_domain(
            isl_schedule_get_map(schedule), isl_schedule_get_domain(schedule));
        map = isl_union_map_compute_divs(map);
        tree = isl_ast_build_node_from_schedule_map(build, map);
        if (!tree && isl_ctx_last_error(ctx) == isl_error_invalid)
            give_up(l);
    }
    isl_schedule_free(schedule);
    return tree;
}

/* The schedule's (taken) loops; NULL after a fault. */
isl_ast_node *lower_make_tree(struct lower *l, isl_schedule *schedule,
                              isl_set *context /* taken */)
{
    isl_ast_build *build = lower_ast_build(l, context);
    struct lower_marks marks = {l->poly, l->kernel, NULL};
    if (!l->mapping->gpu)
        build =
            isl_ast_build_set_after_each_for(build, lower_mark_loop, &marks);
    isl_ast_node *tree = lower_ast_of_schedule(l, build, schedule);
    isl_ast_build_free(build);
    isl_union_map_free(marks.columns);
    return tree;
}

void lower_tree(struct lower *l, isl_ast_node *tree /* taken */)
{
    if (!tree)
        return;
    lower_unroll_tree(l, tree);
    lower_ast_node(l, tree);
}

void lower_instances(struct lower *l, isl_schedule *schedule,
                     isl_union_set *mine, isl_set *context)
{
    schedule = isl_schedule_intersect_domain(schedule, mine);
    lower_tree(l, lower_make_tree(l, schedule, context));
}

void lower_launch(struct lower *l, const char *name, const int *arg, int count)
{
    int number = atoi(name + 1);
    for (int k = 0; k < count; k++)
        lower_source_define(l, SOURCE_HOST_DIM, k, 0, arg[k]);
    if (name[0] == 'B') {
        lower_block_launch(l, number);
        return;
    }
    if (name[0] == 'O') {
        if (l->mapping->gpu)
            lower_overlap_launch(l, number);
        else
            lower_trapezoid_launch(l, number);
        return;
    }
    kir_line(l->f, l->mapping->kernel[number].loc.line);
    if (l->lowered[number].plan)
        plan_launch(l, number);
    else
        lower_launch_nest(l, number);
}

void lower_mark(struct lower *l, const char *name, isl_ast_node *below)
{
    const struct levels_list *list = l->mapping->levels;
    if (l->block && name[0] == 'K') {
        lower_block_phase(l, name, below);
        return;
    }
    if (!l->kernel && name[0] == 'B') {
        lower_block_else(l, atoi(name + 1), below);
        return;
    }
    for (int k = 0; !l->kernel && list && k < list->count; k++) {
        struct lowered *kernels =
            l->lowered + l->mapping->kernel_count + k * LEVELS_KERNELS;
        if (strcmp(list->levels[k].name, name) != 0 ||
            kernels[LEVELS_STEP].func < 0)
            continue;
        lower_levels_driver(l, &list->levels[k], kernels, below);
        return;
    }
    if (!lower_unroll_mark(l, name, below))
        l->below(l, below);
}
