/*
 * Privatisation by renaming and expansion.
 *
 * A temporary that is written again and again makes iterations depend on each
 * other although they exchange no value. For each array that nobody outside the
 * region sees, exact data flow says which writes feed which reads. The
 * statements that exchange values form a web; each web becomes an array of its
 * own. Where every value is read in the iteration of the outer `e` loops that
 * wrote it, the web gets `e` leading dimensions, so that iterations no longer
 * share memory. What mapping later finds to be used by one thread only shrinks
 * back to a variable (storage.c).
 */
#include "polyhedral/dependence/dependence.h"

#include <isl/flow.h>

#include <string.h>

struct webs {
    struct poly *poly;
    int array;   /* scop array = poly array index before expansion */
    int *leader; /* per statement: union-find; -1 not accessing */
    isl_union_map *flow;
};

static int find(struct webs *webs, int stmt)
{
    while (webs->leader[stmt] != stmt)
        stmt = webs->leader[stmt];
    return stmt;
}

/* Keeps the pairs of instances that agree on their first `count` iterators. */
static isl_map *same_prefix(isl_map *map, int count)
{
    for (int k = 0; k < count; k++)
        map = isl_map_equate(map, isl_dim_in, k, isl_dim_out, k);
    return map;
}

/* Loops around a declaration, its own body included. */
static int scope_depth(const struct scop *scop, int scope)
{
    int depth = 0;
    for (; scope >= 0; scope = scop->loop[scope].parent)
        depth++;
    return depth;
}

/* The flow on the array; within one life of it if it is declared in a loop.
 * False if some read may see a value from before the region. */
static bool array_flow(struct webs *webs)
{
    struct poly *poly = webs->poly;
    const struct scop_array *array = &poly->scop->array[webs->array];
    isl_union_flow *flow = dataflow_flow(poly, webs->array);
    isl_union_map *dep = isl_union_flow_get_may_dependence(flow);
    bool closed = array->scope != SCOP_OUTSIDE || !dataflow_reads_old(flow);
    isl_union_flow_free(flow);

    int depth = scope_depth(poly->scop, array->scope);
    isl_map_list *list = isl_union_map_get_map_list(dep);
    webs->flow = isl_union_map_empty(isl_union_map_get_space(dep));
    isl_union_map_free(dep);
    for (int k = 0; k < isl_map_list_n_map(list); k++)
        webs->flow = isl_union_map_add_map(
            webs->flow, same_prefix(isl_map_list_get_map(list, k), depth));
    isl_map_list_free(list);
    return closed;
}

static void join_statements(struct webs *webs)
{
    struct poly *poly = webs->poly;
    isl_map_list *list = isl_union_map_get_map_list(webs->flow);
    for (int k = 0; k < isl_map_list_n_map(list); k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        isl_space *space = isl_map_get_space(map);
        int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
        int b = poly_stmt_index(poly, isl_space_range(space));
        if (a >= 0 && b >= 0) /* else isl has failed */
            webs->leader[find(webs, a)] = find(webs, b);
        isl_map_free(map);
    }
    isl_map_list_free(list);
}

/* How many outer loops all statements of the web share. */
static int common_depth(struct webs *webs, int leader)
{
    const struct poly *poly = webs->poly;
    const struct scop_stmt *first = NULL;
    int depth = 0;
    for (int k = 0; k < poly->stmt_count; k++) {
        const struct scop_stmt *stmt = poly->stmt[k].stmt;
        if (webs->leader[k] < 0 || find(webs, k) != leader)
            continue;
        if (!first) {
            first = stmt;
            depth = stmt->depth;
        }
        if (stmt->depth < depth)
            depth = stmt->depth;
        for (int d = 0; d < depth; d++)
            if (stmt->loop[d] != first->loop[d])
                depth = d;
    }
    return depth;
}

/* The greatest e <= depth such that the web's flow stays within an iteration
 * of the outer e loops. */
static int private_depth(struct webs *webs, int leader, int depth)
{
    isl_map_list *list = isl_union_map_get_map_list(webs->flow);
    for (int k = 0; k < isl_map_list_n_map(list); k++) {
        isl_map *map = isl_map_list_get_map(list, k);
        int source = poly_stmt_index(webs->poly,
                                     isl_space_domain(isl_map_get_space(map)));
        while (depth > 0 && source >= 0 && find(webs, source) == leader) {
            isl_map *same = same_prefix(isl_map_copy(map), depth);
            bool all = isl_map_is_subset(map, same) == isl_bool_true;
            isl_map_free(same);
            if (all)
                break;
            depth--;
        }
        isl_map_free(map);
    }
    isl_map_list_free(list);
    return depth;
}

isl_map *poly_prefix_map(const struct poly_stmt *stmt, int count)
{
    isl_map *map = isl_set_identity(isl_set_copy(stmt->domain));
    int depth = (int)isl_map_dim(map, isl_dim_out);
    map = isl_map_reset_tuple_id(map, isl_dim_out);
    return isl_map_project_out(map, isl_dim_out, count, depth - count);
}

isl_map *poly_prefix_access(const struct poly *poly,
                            const struct poly_access *access, int count)
{
    return isl_map_apply_domain(
        isl_map_copy(access->map),
        poly_prefix_map(&poly->stmt[access->stmt], count));
}

static void move_accesses(struct webs *webs, int leader, int expand,
                          const char *name, int target)
{
    struct poly *poly = webs->poly;
    for (int k = 0; k < poly->access_count; k++) {
        struct poly_access *access = &poly->access[k];
        if (access->array != webs->array || poly->stmt[access->stmt].prologue ||
            find(webs, access->stmt) != leader)
            continue;
        isl_map *map = isl_map_flat_range_product(
            poly_prefix_map(&poly->stmt[access->stmt], expand),
            isl_map_reset_tuple_id(access->map, isl_dim_out));
        access->map = isl_map_set_tuple_name(map, isl_dim_out, name);
        access->array = target;
    }
}

/* A new array for the web, with `expand` dimensions for outer iterators. */
static void make_web(struct webs *webs, int leader, int expand)
{
    struct poly *poly = webs->poly;
    struct poly_array web = poly->array[webs->array];
    web.expand = expand;
    web.rank += expand;
    web.local = true;
    web.name = arena_printf(poly->arena, "%s_w%d", web.name, leader);
    int target = poly->array_count;
    ARENA_PUSH(poly->arena, poly->array, poly->array_count, poly->array_cap,
               web);
    move_accesses(webs, leader, expand, web.name, target);
    if (expand)
        fault_add(
            poly->faults, FAULT_PRIVATISED, poly->scop->array[webs->array].loc,
            expand > 1 ? "'%s' is private to each iteration of the outer %d "
                         "loops"
                       : "'%s' is private to each iteration of the outer loop",
            poly->scop->array[webs->array].name, expand);
}

/* What needs no data flow: a variable declared in a loop's body is a new one in
 * each iteration. All its accesses are one web. */
static void expand_by_scope(struct webs *webs)
{
    struct poly *poly = webs->poly;
    int leader = -1;
    for (int k = 0; k < poly->stmt_count; k++) {
        if (webs->leader[k] < 0)
            continue;
        leader = leader < 0 ? k : leader;
        webs->leader[k] = leader;
    }
    make_web(webs, leader,
             scope_depth(poly->scop, poly->scop->array[webs->array].scope));
}

/* The webs and, at their leaders, how many loops each is private to; false if
 * there are none. All that may exceed the budget is here: accesses change only
 * when it is known to be enough. */
static bool find_webs(struct webs *webs, int *depth)
{
    poly_budget(webs->poly, 16);
    bool closed = array_flow(webs);
    if (!closed || poly_isl_lost(webs->poly))
        return false;
    join_statements(webs);
    for (int k = 0; k < webs->poly->stmt_count; k++)
        if (webs->leader[k] >= 0 && find(webs, k) == k)
            depth[k] = private_depth(webs, k, common_depth(webs, k));
    return true;
}

static void start_webs(struct webs *webs, struct poly *poly, int array)
{
    *webs = (struct webs){poly, array, NULL, NULL};
    webs->leader = arena_alloc(poly->arena, sizeof(int) * poly->stmt_count);
    for (int k = 0; k < poly->stmt_count; k++)
        webs->leader[k] = -1;
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array &&
            !poly->stmt[poly->access[k].stmt].prologue)
            webs->leader[poly->access[k].stmt] = poly->access[k].stmt;
}

/* Does the web have a statement in the outermost loop? */
static bool web_is_in(struct webs *webs, int leader, int loop)
{
    for (int k = 0; k < webs->poly->stmt_count; k++) {
        const struct scop_stmt *stmt = webs->poly->stmt[k].stmt;
        if (webs->leader[k] >= 0 && find(webs, k) == leader &&
            stmt->depth > 0 && stmt->loop[0] == loop)
            return true;
    }
    return false;
}

int poly_private_depth(struct poly *poly, int array, int loop)
{
    struct webs webs;
    int count = 0, depth = 0;
    start_webs(&webs, poly, array);
    int *depths = arena_alloc(poly->arena, sizeof(int) * poly->stmt_count);
    bool closed = find_webs(&webs, depths) && !poly_out_of_budget(poly);
    for (int k = 0; closed && k < poly->stmt_count; k++)
        if (webs.leader[k] >= 0 && find(&webs, k) == k &&
            (loop < 0 || web_is_in(&webs, k, loop))) {
            if (count++ == 0 || depths[k] < depth)
                depth = depths[k];
        }
    isl_union_map_free(webs.flow);
    return count == 1 || loop >= 0 ? depth : 0;
}

/* Can iterations have copies of the array? Of one that is delinearised these
 * are as long as it is declared to be. */
static bool has_length(const struct poly *poly, int array)
{
    return !poly->array[array].pitch || poly->scop->array[array].extent[0];
}

static void expand_array(struct poly *poly, int array)
{
    struct webs webs;
    bool copied = has_length(poly, array);
    start_webs(&webs, poly, array);
    int *depth = arena_alloc(poly->arena, sizeof(int) * poly->stmt_count);
    bool closed = find_webs(&webs, depth);
    bool costly = poly_out_of_budget(poly);
    poly_budget(poly, 2);
    if (costly && poly->scop->array[array].scope != SCOP_OUTSIDE)
        expand_by_scope(&webs);
    for (int k = 0; !costly && closed && k < poly->stmt_count; k++)
        if (webs.leader[k] >= 0 && find(&webs, k) == k)
            make_web(&webs, k, copied ? depth[k] : 0);
    isl_union_map_free(webs.flow);
}

static bool is_candidate(const struct poly *poly, int array)
{
    bool read = false, written = false;
    if (poly->scop->array[array].live_out || poly->scop->array[array].made ||
        poly->scop->array[array].view_of != array)
        return false;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *access = &poly->access[k];
        if (access->array != array)
            continue;
        if (poly->stmt[access->stmt].prologue)
            return false;
        read |= !access->write;
        written |= access->write;
    }
    return written;
}

bool poly_expand(struct poly *poly)
{
    int count = poly->array_count;
    for (int k = 0; k < count && !poly_isl_lost(poly); k++)
        if (is_candidate(poly, k))
            expand_array(poly, k);
    return !poly_isl_failed(poly, "privatising temporaries");
}
