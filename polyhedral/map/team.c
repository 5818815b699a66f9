/*
 * Teams: blocks of threads that make one partial result together.
 *
 * A reduction or scan that was taken apart (rewrite/reduction.h) has loops over
 * blocks of iterations, and directly in them loops over lanes. On a GPU a block
 * becomes a block of threads and each lane a thread of it; what is outside of
 * the lanes' loops is the first thread's. The loops that follow each other in a
 * block use each other's results, so that barriers stand between them, and
 * likewise within a loop around several if lanes use what others have made
 * there; they are statements of the schedule tree, so that no condition on the
 * thread can come to stand around them.
 *
 * All threads come to a fold (scop_fold), which sees to what is its own
 * (lower/body.c); the first one has the result.
 */
#include "polyhedral/map/map.h"

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/schedule/schedule.h"

#include <isl/id.h>

static bool is_fold(const struct poly *poly, int stmt)
{
    return stmt >= 0 && poly->stmt[stmt].stmt->fold > 0;
}

/* { S[…] : its lane = hd_t0, or 0 = hd_t0 if it has none }; all of a fold. */
static isl_set *of_thread(const struct poly *poly, isl_set *set)
{
    int stmt = poly_stmt_index(poly, isl_set_get_space(set));
    int depth = team_lane_depth(poly, stmt);
    if (is_fold(poly, stmt))
        return set;
    int at = (int)isl_set_dim(set, isl_dim_param);
    set = isl_set_add_dims(set, isl_dim_param, 1);
    set = isl_set_set_dim_id(set, isl_dim_param, (unsigned)at,
                             isl_id_alloc(poly->ctx, "hd_t0", NULL));
    if (depth < 0)
        return isl_set_fix_si(set, isl_dim_param, (unsigned)at, 0);
    return isl_set_equate(set, isl_dim_param, at, isl_dim_set, depth);
}

/* Puts a filter above the node (taken): what the thread does of it. */
static isl_schedule_node *keep_thread(const struct poly *poly,
                                      isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    isl_union_set *mine = isl_union_set_empty(isl_union_set_get_space(domain));
    isl_union_set_free(domain);
    for (int k = 0; k < isl_set_list_n_set(list); k++)
        mine = isl_union_set_add_set(
            mine, of_thread(poly, isl_set_list_get_set(list, k)));
    isl_set_list_free(list);
    return isl_schedule_node_insert_filter(node, mine);
}

/* A barrier in front of the node (taken), in each block; or, if `around` is
 * given, wherever that has points, so that no condition stands around it. */
static isl_schedule_node *insert_barrier(const struct poly *poly,
                                         const struct map_kernel *kernel,
                                         isl_schedule_node *node,
                                         isl_union_map *around, int number)
{
    isl_union_map *prefix =
        around ? isl_union_map_copy(around)
               : isl_schedule_node_get_prefix_schedule_union_map(node);
    isl_set *blocks = isl_set_from_union_set(isl_union_map_range(prefix));
    isl_map *barrier = isl_set_identity(isl_set_coalesce(blocks));
    barrier = isl_map_set_tuple_name(
        barrier, isl_dim_out,
        arena_printf(poly->arena, "hd_barrier%d_%s", number, kernel->name));
    isl_schedule_node *graft =
        isl_schedule_node_from_extension(isl_union_map_from_map(barrier));
    return isl_schedule_node_graft_before(node, graft);
}

/* Does any point reach the node? */
static bool has_points(isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool some = isl_union_set_is_empty(domain) == isl_bool_false;
    isl_union_set_free(domain);
    return some;
}

/* { S[…] -> [its lane, or 0] } of what reaches the node. */
static isl_union_map *lanes_of(const struct poly *poly, isl_schedule_node *node)
{
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    isl_union_map *all = isl_union_map_empty(isl_union_set_get_space(domain));
    isl_union_set_free(domain);
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        int depth = team_lane_depth(poly, stmt);
        isl_map *lane = isl_map_from_domain(set);
        lane = isl_map_add_dims(lane, isl_dim_out, 1);
        lane = depth < 0
                   ? isl_map_fix_si(lane, isl_dim_out, 0, 0)
                   : isl_map_equate(lane, isl_dim_in, depth, isl_dim_out, 0);
        all = isl_union_map_add_map(all, lane);
    }
    isl_set_list_free(list);
    return all;
}

/* A loop around a sequence in which lanes use what others have made? */
static bool is_in_phases(const struct poly *poly, isl_schedule_node *node)
{
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band)
        return false;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool sequence =
        isl_schedule_node_get_type(child) == isl_schedule_node_sequence;
    isl_schedule_node_free(child);
    if (!sequence)
        return false;
    isl_union_map *lanes = lanes_of(poly, node);
    isl_union_map *all = poly_dependences_briefly(poly, node);
    all = isl_union_map_apply_domain(all, isl_union_map_copy(lanes));
    all = isl_union_map_apply_range(all, lanes);
    if (isl_union_map_is_empty(all) == isl_bool_true) {
        isl_union_map_free(all);
        return false;
    }
    isl_map *pairs = isl_map_from_union_map(all);
    bool others = poly_differ_at(pairs, 0);
    isl_map_free(pairs);
    return others;
}

/* Is child `a` of the sequence executed wherever child `b` is? */
static bool accompanies(isl_schedule_node *sequence, int a, int b)
{
    isl_set *points[2];
    const int child[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        isl_schedule_node *below = isl_schedule_node_grandchild(
            isl_schedule_node_copy(sequence), child[k], 0);
        points[k] = node_points(below);
        isl_schedule_node_free(below);
    }
    bool all = isl_set_is_subset(points[1], points[0]) == isl_bool_true;
    isl_set_free(points[0]);
    isl_set_free(points[1]);
    return all;
}

/* What find_barriers asks of the children of a sequence. */
struct phases {
    const struct poly *poly;
    isl_schedule_node *node; /* the sequence */
    isl_union_map *dependences, *lanes;
    int count;
    /* per child: does any point reach it; is it a loop with phases of its own;
     * does a barrier stand in front of it? */
    bool *some, *loop, *barrier;
    bool exact; /* are the dependences asked? */
};

static bool has_lane(const struct poly *poly, int stmt)
{
    return stmt >= 0 && team_lane_depth(poly, stmt) >= 0;
}

static isl_schedule_node *child_of(const struct phases *p, int child)
{
    return isl_schedule_node_grandchild(isl_schedule_node_copy(p->node), child,
                                        0);
}

/* Is all that is below the child done by the first thread alone? */
static bool is_of_first(const struct phases *p, int child)
{
    isl_schedule_node *below = child_of(p, child);
    bool first = !p->loop[child] && !node_any(p->poly, below, has_lane);
    isl_schedule_node_free(below);
    return first;
}

static isl_union_set *child_domain(const struct phases *p, int child)
{
    isl_schedule_node *below = child_of(p, child);
    isl_union_set *domain = isl_schedule_node_get_domain(below);
    isl_schedule_node_free(below);
    return domain;
}

/* The statement whose points the set holds; -1 if they are of several. */
static int only_stmt(const struct poly *poly, isl_union_set *domain)
{
    isl_set_list *list = isl_union_set_get_set_list(domain);
    int stmt = -1;
    if (isl_set_list_n_set(list) == 1) {
        isl_set *set = isl_set_list_get_set(list, 0);
        stmt = poly_stmt_index(poly, isl_set_get_space(set));
        isl_set_free(set);
    }
    isl_set_list_free(list);
    return stmt;
}

/* Does a thread of child `b` use what another one has made in child `a`, or the
 * other way round? */
static bool crosses(const struct phases *p, int a, int b)
{
    if (!p->exact || p->loop[a] || p->loop[b])
        return !(is_of_first(p, a) && is_of_first(p, b));
    isl_union_set *domain = child_domain(p, b);
    isl_union_map *all = isl_union_map_copy(p->dependences);
    bool fold = is_fold(p->poly, only_stmt(p->poly, domain));
    all = isl_union_map_intersect_range(all, domain);
    all = isl_union_map_intersect_domain(all, child_domain(p, a));
    if (fold || isl_union_map_is_empty(all) == isl_bool_true) {
        isl_union_map_free(all);
        return false;
    }
    all = isl_union_map_apply_domain(all, isl_union_map_copy(p->lanes));
    all = isl_union_map_apply_range(all, isl_union_map_copy(p->lanes));
    isl_map *pairs = isl_map_from_union_map(all);
    bool others = poly_differ_at(pairs, 0);
    isl_map_free(pairs);
    return others;
}

/* Is a barrier between the children already, wherever the second one is? */
static bool is_parted(const struct phases *p, int a, int b)
{
    for (int k = a + 1; k < b; k++)
        if (p->barrier[k] && accompanies(p->node, k, b))
            return true;
    return false;
}

/* In a loop they stand between all children, and from the last to the first.
 * The dependences tell where they need not only where there are folds, which
 * one warp may do without: elsewhere that is seldom worth what isl takes. */
static void find_barriers(struct phases *p, bool again)
{
    p->exact = !again && node_any(p->poly, p->node, is_fold);
    p->dependences =
        p->exact ? poly_dependences_briefly(p->poly, p->node) : NULL;
    p->lanes = p->exact ? lanes_of(p->poly, p->node) : NULL;
    for (int b = 0; b < p->count; b++) {
        if (!p->some[b])
            continue;
        p->barrier[b] = again;
        for (int a = b - 1; a >= 0 && !p->barrier[b]; a--)
            p->barrier[b] =
                p->some[a] && !is_parted(p, a, b) && crosses(p, a, b);
    }
    isl_union_map_free(p->dependences);
    isl_union_map_free(p->lanes);
}

/* Barriers in front of those children of a sequence (taken) that need one, in
 * phases of loops, too. */
static isl_schedule_node *synchronise(const struct poly *poly,
                                      const struct map_kernel *kernel,
                                      isl_schedule_node *node, bool again,
                                      int *barriers)
{
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    int count = node ? (int)isl_schedule_node_n_children(node) : 0;
    bool *flags = arena_alloc(poly->arena, 3 * (size_t)(count + 1));
    struct phases p = {.poly = poly,
                       .node = node,
                       .count = count,
                       .some = flags,
                       .loop = flags + count,
                       .barrier = flags + 2 * count};
    isl_union_map *around =
        again ? isl_schedule_node_get_prefix_schedule_union_map(node) : NULL;
    for (int k = 0; k < count; k++) {
        isl_schedule_node *below = child_of(&p, k);
        p.some[k] = has_points(below);
        p.loop[k] = is_in_phases(poly, below);
        isl_schedule_node_free(below);
    }
    find_barriers(&p, again);
    for (int k = count - 1; k >= 0; k--) {
        node = isl_schedule_node_grandchild(node, k, 0);
        node = p.loop[k]
                   ? synchronise(poly, kernel, isl_schedule_node_child(node, 0),
                                 true, barriers)
                   : keep_thread(poly, node);
        node = node_rise(node, depth);
        if (!p.barrier[k])
            continue;
        node = isl_schedule_node_grandchild(node, k, 0);
        node = insert_barrier(poly, kernel, node, around, (*barriers)++);
        node = node_rise(node, depth);
    }
    isl_union_map_free(around);
    return node;
}

isl_schedule_node *team_synchronise(const struct poly *poly,
                                    const struct map_kernel *kernel,
                                    isl_schedule_node *band)
{
    int depth = (int)isl_schedule_node_get_tree_depth(band), barriers = 0;
    isl_schedule_node *node = isl_schedule_node_child(band, 0);
    if (isl_schedule_node_get_type(node) != isl_schedule_node_sequence)
        return isl_schedule_node_parent(keep_thread(poly, node));
    node = synchronise(poly, kernel, node, false, &barriers);
    return node_rise(node, depth);
}
