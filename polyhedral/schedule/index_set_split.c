/*
 * Splitting of index sets.
 *
 * A loop may carry dependences only from or to one of its iterations, as in
 * step k of elimination or of shortest paths all rows depend on row k: what
 * comes before that iteration, it, and what comes after it have independent
 * iterations each, and follow each other in the order that the loop had.
 */
#include "polyhedral/schedule/schedule.h"

enum { MAX_MAPS = 16 }; /* of dependences at a loop, and their pieces */

/* A band of one member: statements -> [outer dimensions, its value]. */
static isl_union_map *times(isl_schedule_node *node)
{
    isl_multi_union_pw_aff *own =
        isl_schedule_node_band_get_partial_schedule(node);
    return isl_union_map_flat_range_product(
        isl_schedule_node_get_prefix_schedule_union_map(node),
        isl_union_map_from_multi_union_pw_aff(own));
}

/* What the member carries, [p, s] -> [p, s'] with s < s'; NULL if that is
 * nothing, or too much to look at. */
static isl_map *carried(const struct poly *poly, isl_schedule_node *node,
                        isl_union_map *when)
{
    isl_union_map *all = poly_dependences_at(poly, node);
    if (isl_union_map_n_map(all) > MAX_MAPS) {
        isl_union_map_free(all);
        return NULL;
    }
    all = isl_union_map_apply_domain(all, isl_union_map_copy(when));
    all = isl_union_map_apply_range(all, isl_union_map_copy(when));
    if (isl_union_map_is_empty(all) != isl_bool_false) {
        isl_union_map_free(all);
        return NULL;
    }
    isl_map *map = isl_map_from_union_map(all);
    int last = (int)isl_map_dim(map, isl_dim_out) - 1;
    map = isl_map_order_lt(map, isl_dim_in, last, isl_dim_out, last);
    map = isl_map_coalesce(map);
    if (isl_map_is_empty(map) == isl_bool_false &&
        isl_map_n_basic_map(map) <= MAX_MAPS)
        return map;
    isl_map_free(map);
    return NULL;
}

/* Points [p, s] as a function { [p] -> [s] }, if they are one. */
static bool is_function(isl_set *points)
{
    int outer = (int)isl_set_dim(points, isl_dim_set) - 1;
    isl_map *map = isl_map_from_range(isl_set_copy(points));
    map =
        isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, (unsigned)outer);
    bool single = isl_map_is_single_valued(map) == isl_bool_true;
    isl_map_free(map);
    return single;
}

/* Adds the source or the sink of a piece to the middle. */
static isl_stat add_piece(isl_basic_map *piece, void *user)
{
    isl_set **middle = user;
    isl_map *map = isl_map_from_basic_map(piece);
    isl_set *side[2] = {isl_map_domain(isl_map_copy(map)),
                        isl_map_range(isl_map_copy(map))};
    bool found = false;
    isl_map_free(map);
    for (int k = 0; k < 2; k++) {
        isl_set *more = isl_set_union(isl_set_copy(*middle), side[k]);
        if (!found && is_function(more)) {
            isl_set_free(*middle);
            *middle = more;
            found = true;
        } else {
            isl_set_free(more);
        }
    }
    return found ? isl_stat_ok : isl_stat_error;
}

/* The iterations that all that is carried comes from or goes to, at most one s
 * for a p, or NULL. If it is in general the same function, it is that also
 * where nothing is carried. */
static isl_set *find_middle(isl_map *carried)
{
    isl_set *middle =
        isl_set_empty(isl_space_range(isl_map_get_space(carried)));
    if (isl_map_foreach_basic_map(carried, add_piece, &middle) < 0)
        return isl_set_free(middle);
    isl_basic_set *hull = isl_set_affine_hull(isl_set_copy(middle));
    isl_set *general = isl_set_from_basic_set(hull);
    if (is_function(general)) {
        isl_set_free(middle);
        return general;
    }
    isl_set_free(general);
    return poly_coalesce(middle);
}

/* Before the middle or where there is none, it, and behind it. */
static void cut(isl_set *middle, isl_set *piece[3])
{
    isl_space *space = isl_set_get_space(middle);
    int last = (int)isl_set_dim(middle, isl_dim_set) - 1;
    isl_map *same = isl_map_universe(isl_space_map_from_set(space));
    for (int k = 0; k < last; k++)
        same = isl_map_equate(same, isl_dim_in, k, isl_dim_out, k);
    isl_map *later = isl_map_order_lt(isl_map_copy(same), isl_dim_in, last,
                                      isl_dim_out, last);
    isl_set *none =
        isl_set_complement(isl_set_apply(isl_set_copy(middle), same));
    piece[0] = isl_set_apply(isl_set_copy(middle),
                             isl_map_reverse(isl_map_copy(later)));
    piece[0] = poly_coalesce(isl_set_union(piece[0], none));
    piece[2] = poly_coalesce(isl_set_apply(isl_set_copy(middle), later));
    piece[1] = middle;
}

static bool is_inside(isl_map *carried, isl_set *piece)
{
    isl_map *within = isl_map_intersect_range(
        isl_map_intersect_domain(isl_map_copy(carried), isl_set_copy(piece)),
        isl_set_copy(piece));
    bool some = isl_map_is_empty(within) != isl_bool_true;
    isl_map_free(within);
    return some;
}

/* The band of one member in pieces, as a sequence; the band itself if it does
 * not fall into such. */
static isl_schedule_node *split_member(const struct poly *poly,
                                       isl_schedule_node *node, bool *done)
{
    isl_union_map *when = times(node);
    isl_map *pairs = carried(poly, node, when);
    isl_set *middle = pairs ? find_middle(pairs) : NULL;
    *done = middle != NULL;
    if (middle) {
        isl_set *piece[3];
        isl_union_set *domain = isl_schedule_node_get_domain(node);
        isl_union_set_list *filters = isl_union_set_list_alloc(poly->ctx, 3);
        cut(middle, piece);
        for (int k = 0; k < 3; k++) {
            *done &= !is_inside(pairs, piece[k]);
            isl_union_set *filter =
                isl_union_map_domain(isl_union_map_intersect_range(
                    isl_union_map_copy(when),
                    isl_union_set_from_set(piece[k])));
            filter = isl_union_set_coalesce(
                isl_union_set_intersect(filter, isl_union_set_copy(domain)));
            if (isl_union_set_is_empty(filter) == isl_bool_true)
                isl_union_set_free(filter);
            else
                filters = isl_union_set_list_add(filters, filter);
        }
        isl_union_set_free(domain);
        if (*done) {
            node = isl_schedule_node_band_member_set_coincident(node, 0, 1);
            node = isl_schedule_node_band_set_permutable(node, 1);
            node = isl_schedule_node_insert_sequence(node, filters);
        } else {
            isl_union_set_list_free(filters);
        }
    }
    isl_map_free(pairs);
    isl_union_map_free(when);
    return node;
}

/* From the innermost member on; *done if the outermost is split. */
static isl_schedule_node *split_members(const struct poly *poly,
                                        isl_schedule_node *node, bool *done)
{
    if (isl_schedule_node_band_n_member(node) > 1) {
        node = isl_schedule_node_band_split(node, 1);
        node = isl_schedule_node_child(node, 0);
        node = split_members(poly, node, done);
        node = isl_schedule_node_parent(node);
    }
    return split_member(poly, node, done);
}

struct splitter {
    const struct poly *poly;
    bool *split; /* per loop */
    bool any;
};

/* In the order of the source a band's members are loops. */
static void note_loops(struct splitter *s, isl_schedule_node *band)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    int depth = (int)isl_schedule_node_get_schedule_depth(band);
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(s->poly, isl_set_get_space(set));
        isl_set_free(set);
        if (stmt >= 0)
            s->split[s->poly->stmt[stmt].stmt->loop[depth]] = true;
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
}

/* What teams do stays as it was made for them. */
static isl_schedule_node *split_band(isl_schedule_node *node, void *user)
{
    struct splitter *s = user;
    if (isl_schedule_node_get_type(node) != isl_schedule_node_band ||
        isl_schedule_node_band_member_get_coincident(node, 0) !=
            isl_bool_false ||
        node_has_team(s->poly, node))
        return node;
    bool done = false;
    isl_schedule_node *pieces =
        split_members(s->poly, isl_schedule_node_copy(node), &done);
    if (!done) {
        isl_schedule_node_free(pieces);
        return node;
    }
    s->any = true;
    note_loops(s, node);
    isl_schedule_node_free(node);
    return pieces;
}

static bool is_parallel_loop(isl_schedule_node *node)
{
    return isl_schedule_node_get_type(node) == isl_schedule_node_band &&
           isl_schedule_node_band_n_member(node) == 1 &&
           isl_schedule_node_band_member_get_coincident(node, 0) ==
               isl_bool_true;
}

/* A coincident loop around a sequence: each part of it gets a loop of its own,
 * and joins the loop that it is. */
static isl_schedule_node *distribute(isl_schedule_node *node, void *user)
{
    (void)user;
    if (!is_parallel_loop(node))
        return node;
    int depth = (int)isl_schedule_node_get_tree_depth(node);
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool sequence =
        isl_schedule_node_get_type(child) == isl_schedule_node_sequence;
    int count = (int)isl_schedule_node_n_children(child);
    for (int k = 0; sequence && k + 1 < count; k++) {
        isl_schedule_node *part = isl_schedule_node_get_child(child, k);
        isl_union_set *filter = isl_schedule_node_filter_get_filter(part);
        isl_schedule_node_free(part);
        node = isl_schedule_node_order_before(node, filter);
    }
    isl_schedule_node_free(child);
    int now = (int)isl_schedule_node_get_tree_depth(node);
    return isl_schedule_node_ancestor(node, now - depth);
}

/* Has the band of one member one value for all that is outside of it? */
static bool is_invariant(isl_schedule_node *node)
{
    if (isl_schedule_node_band_n_member(node) != 1)
        return false;
    isl_set *points = isl_set_from_union_set(isl_union_map_range(times(node)));
    bool still = is_function(points);
    isl_set_free(points);
    return still;
}

/* A loop of a single iteration orders nothing, and threads along it would be
 * wasted: of two loops that are to be joined it is left out. */
static isl_schedule_node *join(isl_schedule_node *node, void *user)
{
    (void)user;
    if (!is_parallel_loop(node))
        return node;
    isl_schedule_node *child = isl_schedule_node_get_child(node, 0);
    bool band =
        isl_schedule_node_get_type(child) == isl_schedule_node_band &&
        isl_schedule_node_band_member_get_coincident(child, 0) == isl_bool_true;
    isl_schedule_node_free(child);
    if (!band)
        return node;
    if (is_invariant(node))
        return isl_schedule_node_delete(node);
    node = isl_schedule_node_child(node, 0);
    if (is_invariant(node))
        return isl_schedule_node_parent(isl_schedule_node_delete(node));
    isl_multi_union_pw_aff *inner =
        isl_schedule_node_band_get_partial_schedule(node);
    int count = (int)isl_schedule_node_band_n_member(node);
    bool all = true;
    for (int k = 0; k < count; k++)
        all &= isl_schedule_node_band_member_get_coincident(node, k) ==
               isl_bool_true;
    if (!all) {
        isl_multi_union_pw_aff_free(inner);
        return isl_schedule_node_parent(node);
    }
    node = isl_schedule_node_parent(isl_schedule_node_delete(node));
    inner = isl_multi_union_pw_aff_flat_range_product(
        isl_schedule_node_band_get_partial_schedule(node), inner);
    node = isl_schedule_node_delete(node);
    node = isl_schedule_node_insert_partial_schedule(node, inner);
    node = isl_schedule_node_band_set_permutable(node, 1);
    for (int k = 0; k <= count; k++)
        node = isl_schedule_node_band_member_set_coincident(node, k, 1);
    return node;
}

isl_schedule *poly_split(const struct poly *poly, isl_schedule *schedule,
                         bool *split)
{
    struct splitter s = {poly, split, false};
    isl_schedule *pieces = isl_schedule_map_schedule_node_bottom_up(
        isl_schedule_copy(schedule), split_band, &s);
    isl_schedule_free(schedule);
    if (s.any && !poly_isl_lost(poly))
        return pieces;
    isl_schedule_free(pieces);
    return NULL;
}

isl_schedule *poly_distribute(isl_schedule *schedule)
{
    schedule =
        isl_schedule_map_schedule_node_bottom_up(schedule, distribute, NULL);
    return isl_schedule_map_schedule_node_bottom_up(schedule, join, NULL);
}
