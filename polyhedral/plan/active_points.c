/*
 * Which kernels get a Plan: those all of whose effects stand under common
 * leading guards that are a function of the point.
 *
 * The statements of a kernel either write memory or compute variables of their
 * thread. What the former have in common at the beginning of their guards is
 * the filter. The variables that it reads are computed by a slice of the
 * others. The filter is evaluated before the nest: no write of the nest may
 * come before one of its reads, and every variable must belong to one point,
 * so that a point can run by itself.
 */
#include "polyhedral/plan/plan.h"

#include <isl/flow.h>
#include <isl/id.h>

#include <stdlib.h>
#include <string.h>

/* Instructions behind the filter from which on a Plan may pay. */
enum { WORTH = 48 };

struct chooser {
    const struct poly *poly;
    const struct storage *storage;
    const struct map_kernel *kernel;
    bool *in;     /* per statement: in the kernel */
    bool *effect; /* per statement: it is in, and writes memory */
    bool *slice;  /* per statement: computes what the filter reads */
    const struct poly_stmt *first; /* with an effect */
    int guards;
    enum scop_plan asked;
};

static bool in_kernel(const struct chooser *c, int stmt)
{
    isl_union_set *set =
        isl_union_set_from_set(isl_set_copy(c->poly->stmt[stmt].domain));
    bool apart =
        isl_union_set_is_disjoint(set, c->kernel->domain) != isl_bool_false;
    isl_union_set_free(set);
    return !apart;
}

static bool is_variable(const struct chooser *c, int access)
{
    return c->storage->kind[c->poly->access[access].array] == STORAGE_VARIABLE;
}

static bool has_effect(const struct chooser *c, const struct poly_stmt *stmt)
{
    for (int k = stmt->access_begin; k < stmt->access_end; k++)
        if (c->poly->access[k].write && !is_variable(c, k))
            return true;
    return false;
}

/* The read that an access expression of the statement is. */
static int read_of(const struct poly *poly, const struct poly_stmt *stmt,
                   const struct scop_expr *e)
{
    for (int k = stmt->access_begin; k < stmt->access_end; k++)
        if (poly->access[k].expr == e && !poly->access[k].write)
            return k;
    return -1;
}

/* Do both statements have this condition, on the same poly arrays? */
static bool same_guard(const struct poly *poly, const struct poly_stmt *a,
                       const struct scop_expr *x, const struct poly_stmt *b,
                       const struct scop_expr *y)
{
    if (x->op != y->op || x->count != y->count)
        return false;
    if (x->op == SCOP_ACCESS) {
        int p = read_of(poly, a, x), q = read_of(poly, b, y);
        if (p < 0 || q < 0 || poly->access[p].array != poly->access[q].array)
            return false;
    }
    for (int k = 0; k < x->count; k++)
        if (!same_guard(poly, a, x->arg[k], b, y->arg[k]))
            return false;
    return scop_expr_equal(x, y);
}

static int common_guards(const struct poly *poly, const struct poly_stmt *a,
                         const struct poly_stmt *b, int most)
{
    int count = 0;
    while (count < most && count < b->stmt->guard_count &&
           same_guard(poly, a, a->stmt->guard[count], b, b->stmt->guard[count]))
        count++;
    return count;
}

/* Sorts the kernel's statements; the guards that all with effects share. */
static void classify(struct chooser *c)
{
    const struct poly *poly = c->poly;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct poly_stmt *stmt = &poly->stmt[k];
        c->in[k] = !stmt->prologue && in_kernel(c, k);
        c->effect[k] = c->in[k] && has_effect(c, stmt);
        if (!c->effect[k])
            continue;
        if (!c->first) {
            c->first = stmt;
            c->guards = stmt->stmt->guard_count;
        }
        c->guards = common_guards(poly, c->first, stmt, c->guards);
    }
}

static bool mentions(const struct scop_expr *e, const struct scop_expr *part)
{
    if (e == part)
        return true;
    for (int k = 0; k < e->count; k++)
        if (mentions(e->arg[k], part))
            return true;
    return false;
}

/* Is it a read of the filter, as statement `stmt` has it? */
static bool in_filter(const struct chooser *c, const struct poly_stmt *stmt,
                      int access)
{
    for (int g = 0; g < c->guards; g++)
        if (!c->poly->access[access].write &&
            mentions(stmt->stmt->guard[g], c->poly->access[access].expr))
            return true;
    return false;
}

/* Adds the statements that write a variable, and what they read. */
static void add_writers(struct chooser *c, int array)
{
    const struct poly *poly = c->poly;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (access->array != array || !access->write || !c->in[access->stmt] ||
            c->slice[access->stmt])
            continue;
        c->slice[access->stmt] = true;
        const struct poly_stmt *stmt = &poly->stmt[access->stmt];
        for (int r = stmt->access_begin; r < stmt->access_end; r++)
            if (is_variable(c, r))
                add_writers(c, poly->access[r].array);
    }
}

static int writers(const struct chooser *c, int array)
{
    int count = 0;
    for (int k = 0; k < c->poly->access_count; k++)
        count += c->poly->access[k].array == array &&
                 c->poly->access[k].write && c->in[c->poly->access[k].stmt];
    return count;
}

/* The slice of the filter. A variable that the filter itself reads must be
 * written once, since it is read when the slice is done. */
static bool find_slice(struct chooser *c)
{
    for (int k = c->first->access_begin; k < c->first->access_end; k++) {
        if (!in_filter(c, c->first, k) || !is_variable(c, k))
            continue;
        int array = c->poly->access[k].array;
        if (writers(c, array) != 1)
            return false;
        add_writers(c, array);
    }
    for (int k = 0; k < c->poly->stmt_count; k++)
        if (c->slice[k] && c->effect[k])
            return false;
    return true;
}

/* Statements -> [[h…] -> [f…]]. */
static isl_union_map *points_of(const struct map_kernel *kernel)
{
    return isl_union_map_range_product(isl_union_map_copy(kernel->prefix),
                                       isl_union_map_copy(kernel->points.map));
}

/* Does every element of a variable belong to one point? */
static bool variables_are_local(const struct chooser *c)
{
    const struct poly *poly = c->poly;
    isl_union_map *points = points_of(c->kernel);
    bool local = true;
    for (int a = 0; local && a < poly->array_count; a++) {
        if (c->storage->kind[a] != STORAGE_VARIABLE)
            continue;
        isl_union_map *uses = isl_union_map_intersect_domain(
            array_accesses(poly, a), isl_union_set_copy(c->kernel->domain));
        uses = isl_union_map_apply_range(isl_union_map_reverse(uses),
                                         isl_union_map_copy(points));
        local = isl_union_map_is_single_valued(uses) == isl_bool_true;
        isl_union_map_free(uses);
    }
    isl_union_map_free(points);
    return local;
}

/* The accesses of the filter and its slice that read memory, or the writes of
 * the nest. */
static isl_union_map *filter_accesses(const struct chooser *c, bool writes)
{
    const struct poly *poly = c->poly;
    isl_union_map *all = isl_union_map_empty(isl_set_get_space(poly->context));
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        int s = access->stmt;
        bool wanted = writes ? access->write : !access->write && c->slice[s];
        if (!writes && c->effect[s])
            wanted = in_filter(c, &poly->stmt[s], k);
        if (wanted && c->in[s] && !is_variable(c, k))
            all = isl_union_map_add_map(all, isl_map_copy(access->map));
    }
    return isl_union_map_intersect_domain(
        all, isl_union_set_copy(c->kernel->domain));
}

/* Does the nest write what the filter reads later in the same launch? */
static bool filter_is_fed(const struct chooser *c)
{
    isl_union_access_info *info =
        isl_union_access_info_from_sink(filter_accesses(c, false));
    info = isl_union_access_info_set_may_source(info, filter_accesses(c, true));
    info = isl_union_access_info_set_schedule(info,
                                              poly_source_order(c->poly, -1));
    isl_union_flow *flow = isl_union_access_info_compute_flow(info);
    isl_union_map *fed = isl_union_flow_get_may_dependence(flow);
    isl_union_flow_free(flow);
    isl_union_map *launch = isl_union_map_apply_range(
        isl_union_map_copy(c->kernel->prefix),
        isl_union_map_reverse(isl_union_map_copy(c->kernel->prefix)));
    bool apart = isl_union_map_is_disjoint(fed, launch) == isl_bool_true;
    isl_union_map_free(fed);
    isl_union_map_free(launch);
    return !apart;
}

/* { [v…] : v = NAME0, NAME1, … }, anonymous. */
static isl_union_set *tagged_point(const struct poly *poly, int count,
                                   const char *tag)
{
    isl_set *at =
        isl_set_universe(space_tagged(affine_space(poly, count), tag, count));
    for (int k = 0; k < count; k++) {
        isl_local_space *space =
            isl_local_space_from_space(isl_set_get_space(at));
        isl_aff *dim = isl_aff_var_on_domain(isl_local_space_copy(space),
                                             isl_dim_set, (unsigned)k);
        isl_aff *value =
            space_param(space, arena_printf(poly->arena, "%s%d", tag, k));
        at = isl_set_intersect(at, isl_aff_eq_set(dim, value));
    }
    return isl_union_set_from_set(at);
}

isl_union_set *plan_instances(const struct poly *poly,
                              const struct map_kernel *kernel)
{
    isl_union_map *at = isl_union_map_intersect_range(
        isl_union_map_copy(kernel->points.map),
        tagged_point(poly, kernel->points.dims, "hd_f"));
    isl_union_set *set = isl_union_set_intersect(
        isl_union_set_copy(kernel->domain), isl_union_map_domain(at));
    if (kernel->prefix_count == 0)
        return set;
    at = isl_union_map_intersect_range(
        isl_union_map_copy(kernel->prefix),
        tagged_point(poly, kernel->prefix_count, "hd_h"));
    return isl_union_set_intersect(set, isl_union_map_domain(at));
}

/* The instances of one statement among `at`. */
static isl_set *instances_of(const struct chooser *c, isl_union_set *at,
                             int stmt)
{
    isl_space *space = isl_set_get_space(c->poly->stmt[stmt].domain);
    isl_space *params = isl_union_set_get_space(at);
    space = isl_space_align_params(space, params);
    return isl_union_set_extract_set(at, space);
}

/* Does the filter read the iterator of the loop, or a variable that has an
 * element for each of its iterations? */
static bool filter_uses(const struct chooser *c, int depth)
{
    const struct poly_stmt *s = c->first;
    for (int g = 0; g < c->guards; g++)
        if (scop_expr_mentions(s->stmt->guard[g], s->stmt->loop[depth]))
            return true;
    for (int k = s->access_begin; k < s->access_end; k++)
        if (in_filter(c, s, k) &&
            depth < c->poly->array[c->poly->access[k].array].expand)
            return true;
    return false;
}

/* Adds the value that iterator `depth` has in a statement at the point to
 * *value; false if it has several, or another one than in the statements
 * before. */
static bool add_iterator(const struct chooser *c, isl_union_set *at, int stmt,
                         int depth, isl_pw_aff **value)
{
    isl_set *set = instances_of(c, at, stmt);
    isl_pw_aff *low = isl_set_dim_min(isl_set_copy(set), depth);
    isl_pw_aff *high = isl_set_dim_max(set, depth);
    bool same = isl_pw_aff_is_equal(low, high) == isl_bool_true;
    isl_pw_aff_free(high);
    if (same && *value) {
        isl_set *differ =
            isl_pw_aff_ne_set(isl_pw_aff_copy(*value), isl_pw_aff_copy(low));
        same = isl_set_is_empty(differ) == isl_bool_true;
        isl_set_free(differ);
    }
    *value = *value ? isl_pw_aff_union_min(*value, low) : low;
    return same;
}

/* Fills plan->points and plan->iter; false if the filter is no function of the
 * point. */
static bool find_function(const struct chooser *c, struct map_plan *plan)
{
    const struct poly *poly = c->poly;
    const struct scop_stmt *first = c->first->stmt;
    isl_union_set *at = plan_instances(poly, c->kernel);
    bool good = true;
    plan->depth = first->depth;
    plan->iter = arena_alloc(poly->arena,
                             sizeof *plan->iter * (size_t)(first->depth + 1));
    for (int k = 0; k < poly->stmt_count; k++) {
        if (!c->effect[k])
            continue;
        isl_set *here = isl_set_params(instances_of(c, at, k));
        plan->points = plan->points ? isl_set_union(plan->points, here) : here;
        for (int d = 0; d < first->depth; d++)
            if (filter_uses(c, d))
                good = good && d < poly->stmt[k].stmt->depth &&
                       poly->stmt[k].stmt->loop[d] == first->loop[d] &&
                       add_iterator(c, at, k, d, &plan->iter[d]);
    }
    plan->points = poly_coalesce(plan->points);
    isl_union_set_free(at);
    return good;
}

static void find_rest(const struct chooser *c, struct map_plan *plan)
{
    const struct poly *poly = c->poly;
    plan->skip =
        arena_alloc(poly->arena, sizeof(int) * (size_t)(poly->stmt_count + 1));
    plan->slice = isl_union_set_empty(isl_set_get_space(poly->context));
    plan->acting = isl_union_set_copy(plan->slice);
    for (int k = 0; k < poly->stmt_count; k++) {
        if (c->in[k])
            plan->skip[k] =
                common_guards(poly, c->first, &poly->stmt[k], c->guards);
        if (c->effect[k])
            plan->acting = isl_union_set_add_set(
                plan->acting, isl_set_copy(poly->stmt[k].domain));
        if (c->slice[k])
            plan->slice = isl_union_set_add_set(
                plan->slice, isl_set_copy(poly->stmt[k].domain));
    }
    plan->stmt = (int)(c->first - poly->stmt);
    plan->guards = c->guards;
}

static bool is_within(const struct scop_expr *part, const struct scop_expr *e)
{
    bool within = part == e;
    for (int k = 0; k < e->count && !within; k++)
        within = is_within(part, e->arg[k]);
    return within;
}

/* What the filter reads, and all that the slice does. */
static void find_inputs(const struct chooser *c, struct map_plan *plan)
{
    const struct poly *poly = c->poly;
    plan->input = arena_alloc(poly->arena, (size_t)poly->array_count + 1);
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        bool read = c->slice[a->stmt];
        for (int g = 0; a->stmt == plan->stmt && g < plan->guards; g++)
            read |= is_within(a->expr, poly->stmt[a->stmt].stmt->guard[g]);
        plan->input[a->array] |= read && !is_variable(c, k);
    }
}

/* Why a kernel with guards gets no Plan, or NULL. */
static const char *refusal(struct chooser *c, struct map_plan *plan)
{
    if (!find_slice(c))
        return "its filter reads a variable that changes";
    if (!variables_are_local(c))
        return "a variable goes from one point to the next";
    if (filter_is_fed(c))
        return "the nest writes what its filter reads later";
    if (!find_function(c, plan))
        return "its filter is no function of the point";
    find_rest(c, plan);
    find_inputs(c, plan);
    plan->cost = plan_cost(c->poly, c->kernel, plan);
    if (plan->cost < WORTH && c->asked != SCOP_PLAN_COMPACT)
        return "behind its filter is too little to do";
    return NULL;
}

static bool has_guards(const struct chooser *c)
{
    for (int k = 0; k < c->poly->stmt_count; k++)
        if (c->effect[k] && c->poly->stmt[k].stmt->guard_count)
            return true;
    return false;
}

static void remark(const struct poly *poly, const struct mapping *mapping,
                   const struct map_kernel *kernel, const char *why)
{
    if (why)
        fault_add(poly->faults, FAULT_NO_PLAN, kernel->loc,
                  "%s: no Plan of active points: %s",
                  mapping->gpu ? "GPU" : "host", why);
    else
        fault_add(poly->faults, FAULT_PLAN, kernel->loc,
                  "%s: a Plan lists the points that are active%s",
                  mapping->gpu ? "GPU" : "host",
                  mapping->gpu ? ", where these are few" : " if asked to");
}

static struct map_plan *choose(const struct poly *poly,
                               const struct mapping *mapping,
                               const struct map_kernel *kernel,
                               const struct storage *storage,
                               enum scop_plan asked)
{
    size_t size = (size_t)poly->stmt_count + 1;
    struct chooser c = {
        .poly = poly, .storage = storage, .kernel = kernel, .asked = asked};
    struct map_plan *plan = arena_alloc(poly->arena, sizeof *plan);
    c.in = arena_alloc(poly->arena, size);
    c.effect = arena_alloc(poly->arena, size);
    c.slice = arena_alloc(poly->arena, size);
    classify(&c);
    bool repeated = kernel->prefix_count > 0;
    if (!kernel->points.map || !has_guards(&c) ||
        (repeated && asked != SCOP_PLAN_COMPACT))
        return NULL;
    const char *why = "what it writes does not stand under one filter";
    if (repeated)
        why = "it would have to be made again for each of many launches";
    else if (c.guards > 0)
        why = refusal(&c, plan);
    if (poly_out_of_budget(poly))
        why = "finding out whether one is right takes too long";
    remark(poly, mapping, kernel, why);
    if (!why)
        return plan;
    plan_free(plan);
    return NULL;
}

void plan_choose(const struct poly *poly, struct mapping *mapping,
                 const struct storage *storage, enum scop_plan asked, int row)
{
    int count = 0;
    if (asked == SCOP_PLAN_GUARD)
        return;
    for (int k = 0; mapping && k < mapping->kernel_count; k++) {
        struct map_kernel *kernel = &mapping->kernel[k];
        poly_budget(poly, 8);
        kernel->plan = choose(poly, mapping, kernel, storage, asked);
        if (!kernel->plan)
            continue;
        kernel->plan->number = count;
        kernel->plan->row = row + PLAN_ROW_COUNT * count++;
    }
}

int plan_count(const struct mapping *mapping)
{
    int count = 0;
    for (int k = 0; mapping && k < mapping->kernel_count; k++)
        count += mapping->kernel[k].plan != NULL;
    return count;
}

void plan_free(struct map_plan *plan)
{
    if (!plan)
        return;
    isl_set_free(plan->points);
    isl_union_set_free(plan->acting);
    isl_union_set_free(plan->slice);
    for (int k = 0; plan->iter && k < plan->depth; k++)
        isl_pw_aff_free(plan->iter[k]);
}

const char *plan_row_name(struct arena *arena, int row)
{
    static const char *const name[PLAN_ROW_COUNT] = {
        [PLAN_ROW_BITS] = "bits",   [PLAN_ROW_COUNTS] = "counts",
        [PLAN_ROW_TOTAL] = "total", [PLAN_ROW_LIST] = "list",
        [PLAN_ROW_STATE] = "state",
    };
    return arena_printf(arena, "plan %d %s", row / PLAN_ROW_COUNT,
                        name[row % PLAN_ROW_COUNT]);
}
