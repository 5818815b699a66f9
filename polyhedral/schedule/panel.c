/*
 * Finding panels, and the schedule that they have.
 *
 * Instances have places [b, k, x, y]: the block, the step and the element that
 * they write. Dependences are looked at between places; where more of them than
 * there are is no harm, dimensions are eliminated as for rationals.
 */
#include "polyhedral/schedule/schedule.h"

#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/val.h>

#include <assert.h>
#include <stdlib.h>

enum { B, K, X, Y, PLACE };        /* dimensions of places */
enum { TILE_X = 1, TILE_Y, TILE }; /* dimensions of tiles: [b, x, y] */
enum { MAX_PHASES = 4, MAX_PIECES = 8, MAX_STMTS = 16, MAX_PAIRS = 64 };

enum kind { ELEMENTS, DIAGONAL, ROWS, COLUMNS, VECTOR, STEPS };

/* A dependence: pairs of places, in one block of steps. */
struct edge {
    int from, to; /* into stmt */
    isl_map *pairs;
};

struct group {
    enum kind kind;
    int piece;
    int stmt_count, stmt[MAX_STMTS]; /* into stmt; STEPS: in their order */
};

struct panel {
    const struct poly *poly;
    bool gpu;
    bool down; /* steps are the iterators' negatives: so are elements, here */
    int64_t steps;
    int stmt_count, stmt[MAX_STMTS]; /* into poly->stmt */
    isl_map *place[MAX_STMTS];       /* S[…] -> [b, k, x, y] */
    isl_map *tile;                   /* [b, k, x, y] -> [b, x, y] */
    int edge_count;
    struct edge edge[MAX_PAIRS];
    /* Phases in pieces, whose tiles do not depend on each other. */
    int phase_count, piece_count;
    int phase[MAX_PIECES];
    isl_set *tiles[MAX_PIECES];  /* [b, x, y] */
    isl_set *places[MAX_PIECES]; /* those in them */
    int group_count;
    struct group group[MAX_PIECES * MAX_STMTS];
};

/* Places ------------------------------------------------------------------- */

/* size * dim(a) <= dim(b) < size * (dim(a) + 1) */
static isl_map *add_block(isl_map *map, enum isl_dim_type a, int at,
                          enum isl_dim_type b, int of, int64_t size)
{
    isl_local_space *ls = isl_local_space_from_space(isl_map_get_space(map));
    for (int side = 0; side < 2; side++) {
        int sign = side ? -1 : 1;
        isl_constraint *c =
            isl_constraint_alloc_inequality(isl_local_space_copy(ls));
        c = isl_constraint_set_coefficient_si(c, a, at, (int)-size * sign);
        c = isl_constraint_set_coefficient_si(c, b, of, sign);
        c = isl_constraint_set_constant_si(c, side ? (int)size - 1 : 0);
        map = isl_map_add_constraint(map, c);
    }
    isl_local_space_free(ls);
    return map;
}

/* [b, k, x, y] -> [b, x, y] */
static isl_map *make_tile(const struct panel *p)
{
    isl_map *map = isl_map_universe(isl_space_map_from_domain_and_range(
        affine_space(p->poly, PLACE), affine_space(p->poly, TILE)));
    map = isl_map_equate(map, isl_dim_in, B, isl_dim_out, B);
    map = add_block(map, isl_dim_out, TILE_X, isl_dim_in, X, p->steps);
    return add_block(map, isl_dim_out, TILE_Y, isl_dim_in, Y, p->steps);
}

/* The statement's only write, of an element of a matrix or a vector; NULL:
 * there is none. */
const struct poly_access *panel_write(const struct poly *poly, int stmt)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    const struct poly_access *found = NULL;
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        if (!a->exact || a->update || a->token || (a->write && found))
            return NULL;
        if (a->write)
            found = a;
    }
    int rank = found ? poly->array[found->array].rank : 0;
    bool good =
        found && found->certain && !s->stmt->body && (rank == 1 || rank == 2);
    return good ? found : NULL;
}

/* Adds a statement with these instances (taken), whose steps are known. */
static bool add_stmt(struct panel *p, isl_set *instances, isl_union_map *step)
{
    const struct poly *poly = p->poly;
    int stmt = poly_stmt_index(poly, isl_set_get_space(instances));
    const struct poly_access *write = stmt < 0 ? NULL : panel_write(poly, stmt);
    if (!write || p->stmt_count == MAX_STMTS) {
        isl_set_free(instances);
        return false;
    }
    isl_space *space = isl_space_map_from_domain_and_range(
        isl_set_get_space(instances), affine_space(poly, 1));
    isl_map *k = isl_union_map_extract_map(step, space);
    isl_map *element =
        isl_map_reset_tuple_id(isl_map_copy(write->map), isl_dim_out);
    element = p->down ? isl_map_neg(element) : element;
    if (poly->array[write->array].rank == 1) {
        element = isl_map_add_dims(element, isl_dim_out, 1);
        element = isl_map_fix_si(element, isl_dim_out, 1, 0);
    }
    isl_map *place = isl_map_flat_range_product(k, element);
    place = isl_map_intersect_domain(place, instances);
    place = isl_map_insert_dims(place, isl_dim_out, B, 1);
    place = add_block(place, isl_dim_out, B, isl_dim_out, K, p->steps);
    p->place[p->stmt_count] = place;
    p->stmt[p->stmt_count++] = stmt;
    return isl_map_dim(place, isl_dim_out) == PLACE;
}

/* The band's only member, a loop in order, as statements -> [k]. */
static isl_union_map *steps_of(isl_schedule_node *band)
{
    isl_multi_union_pw_aff *partial =
        isl_schedule_node_band_get_partial_schedule(band);
    partial = isl_multi_union_pw_aff_reset_tuple_id(partial, isl_dim_set);
    return isl_union_map_from_multi_union_pw_aff(partial);
}

static bool find_stmts(struct panel *p, isl_schedule_node *band)
{
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    isl_union_map *step = steps_of(band);
    bool good = true;
    isl_union_set_free(domain);
    for (int k = 0; k < isl_set_list_n_set(list) && good; k++)
        good = add_stmt(p, isl_set_list_get_set(list, k), step);
    isl_union_map_free(step);
    isl_set_list_free(list);
    return good;
}

static int find_stmt(const struct panel *p, int stmt)
{
    for (int k = 0; k < p->stmt_count; k++)
        if (p->stmt[k] == stmt)
            return k;
    return -1;
}

static isl_stat add_edge(isl_map *map, void *user)
{
    struct panel *p = user;
    isl_space *space = isl_map_get_space(map);
    int from = find_stmt(
        p, poly_stmt_index(p->poly, isl_space_domain(isl_space_copy(space))));
    int to = find_stmt(p, poly_stmt_index(p->poly, isl_space_range(space)));
    map = isl_map_apply_domain(map, isl_map_copy(p->place[from]));
    map = isl_map_apply_range(map, isl_map_copy(p->place[to]));
    map = isl_map_equate(map, isl_dim_in, B, isl_dim_out, B);
    if (p->edge_count == MAX_PAIRS) {
        isl_map_free(map);
        return isl_stat_error;
    }
    p->edge[p->edge_count++] = (struct edge){from, to, map};
    return isl_stat_ok;
}

static bool find_edges(struct panel *p, isl_schedule_node *band)
{
    isl_union_map *all = poly_dependences_at(p->poly, band);
    bool good = isl_union_map_foreach_map(all, add_edge, p) == isl_stat_ok;
    isl_union_map_free(all);
    return good;
}

/* Phases ------------------------------------------------------------------- */

/* For any parameters, without existentials: a superset. */
static isl_set *without_params(isl_set *set)
{
    set = isl_set_project_out(set, isl_dim_param, 0,
                              (unsigned)isl_set_dim(set, isl_dim_param));
    return isl_set_coalesce(isl_set_remove_divs(set));
}

/* Pairs of different tiles. */
static isl_map *tile_pairs(const struct panel *p)
{
    isl_map *all = NULL;
    for (int k = 0; k < p->edge_count; k++) {
        isl_map *map = isl_map_copy(p->edge[k].pairs);
        map = isl_map_apply_domain(map, isl_map_copy(p->tile));
        map = isl_map_apply_range(map, isl_map_copy(p->tile));
        isl_set *set = without_params(isl_map_wrap(map));
        map = isl_set_unwrap(set);
        all = all ? isl_map_union(all, map) : map;
    }
    if (!all)
        return NULL;
    isl_map *same = isl_map_identity(isl_map_get_space(all));
    return isl_map_coalesce(isl_map_subtract(all, same));
}

static isl_set *all_tiles(const struct panel *p)
{
    isl_set *all = NULL;
    for (int k = 0; k < p->stmt_count; k++) {
        isl_map *map = isl_map_apply_range(isl_map_copy(p->place[k]),
                                           isl_map_copy(p->tile));
        isl_set *set = without_params(isl_map_range(map));
        all = all ? isl_set_union(all, set) : set;
    }
    return isl_set_coalesce(all);
}

/* The places in these tiles. */
static isl_set *places_in(const struct panel *p, isl_set *tiles)
{
    isl_map *in =
        isl_map_intersect_range(isl_map_copy(p->tile), isl_set_copy(tiles));
    return isl_set_coalesce(isl_set_remove_divs(isl_map_domain(in)));
}

/* The next phase has these tiles (taken). */
static bool add_phase(struct panel *p, isl_set *tiles)
{
    tiles = isl_set_make_disjoint(tiles);
    isl_basic_set_list *list = isl_set_get_basic_set_list(tiles);
    int count = (int)isl_basic_set_list_n_basic_set(list);
    bool good = count > 0 && p->piece_count + count <= MAX_PIECES;
    for (int k = 0; k < count && good; k++) {
        int piece = p->piece_count++;
        p->phase[piece] = p->phase_count;
        p->tiles[piece] =
            isl_set_from_basic_set(isl_basic_set_list_get_basic_set(list, k));
        p->places[piece] = places_in(p, p->tiles[piece]);
    }
    isl_basic_set_list_free(list);
    isl_set_free(tiles);
    p->phase_count++;
    return good;
}

/* Tiles that depend on none of those that are left are the next phase. */
static bool find_phases(struct panel *p)
{
    isl_map *pairs = tile_pairs(p);
    isl_set *left = all_tiles(p);
    bool good = pairs != NULL, more = good;
    while (more && good && p->phase_count < MAX_PHASES) {
        isl_set *later = isl_map_range(
            isl_map_intersect_domain(isl_map_copy(pairs), isl_set_copy(left)));
        later = isl_set_remove_divs(later);
        isl_set *next = isl_set_subtract(isl_set_copy(left), later);
        next = isl_set_coalesce(next);
        left = isl_set_subtract(left, isl_set_copy(next));
        left = isl_set_coalesce(left);
        good = add_phase(p, next);
        more = isl_set_is_empty(left) == isl_bool_false;
    }
    isl_map_free(pairs);
    isl_set_free(left);
    return good && !more && p->phase_count > 1;
}

/* Is each instance in one piece? */
static bool are_phases(const struct panel *p)
{
    bool good = true;
    isl_set *all = NULL;
    for (int k = 0; k < p->piece_count; k++) {
        isl_set *one = isl_set_copy(p->places[k]);
        good &= !all || isl_set_is_disjoint(one, all) == isl_bool_true;
        all = all ? isl_set_union(all, one) : one;
    }
    for (int k = 0; k < p->stmt_count && good; k++) {
        isl_set *range =
            isl_set_remove_divs(isl_map_range(isl_map_copy(p->place[k])));
        good = isl_set_is_subset(range, all) == isl_bool_true;
        isl_set_free(range);
    }
    isl_set_free(all);
    return good;
}

/* Groups ------------------------------------------------------------------- */

/* The edge's pairs within a piece. */
static isl_map *pairs_in(const struct panel *p, const struct edge *edge,
                         int piece)
{
    isl_map *map = isl_map_copy(edge->pairs);
    map = isl_map_intersect_domain(map, isl_set_copy(p->places[piece]));
    return isl_map_intersect_range(map, isl_set_copy(p->places[piece]));
}

/* The statement's instances in the piece. */
static isl_set *instances_in(const struct panel *p, int stmt, int piece)
{
    isl_map *map = isl_map_intersect_range(isl_map_copy(p->place[stmt]),
                                           isl_set_copy(p->places[piece]));
    return isl_set_coalesce(isl_map_domain(map));
}

/* What holds for all dependences of some statements in a piece. */
struct bounds {
    bool same[PLACE];    /* none leads along the dimension */
    bool forward[PLACE]; /* none leads back along the dimension */
    bool strict;         /* none leads from a place to the same one */
};

static bool is_there(isl_map *map /* taken */)
{
    bool there = isl_map_is_empty(map) != isl_bool_true;
    isl_map_free(map);
    return there;
}

static void add_bounds(struct bounds *b, isl_map *pairs)
{
    isl_map *still = isl_map_copy(pairs);
    for (int d = K; d < PLACE; d++) {
        isl_map *map = isl_map_copy(pairs);
        if (b->forward[d])
            b->forward[d] = !is_there(isl_map_order_gt(
                isl_map_copy(map), isl_dim_in, d, isl_dim_out, d));
        if (b->same[d])
            b->same[d] = b->forward[d] &&
                         !is_there(isl_map_order_lt(
                             isl_map_copy(map), isl_dim_in, d, isl_dim_out, d));
        still = isl_map_equate(still, isl_dim_in, d, isl_dim_out, d);
        isl_map_free(map);
    }
    b->strict &= !is_there(still);
}

static bool holds(const struct group *g, int stmt)
{
    bool found = false;
    for (int k = 0; k < g->stmt_count; k++)
        found |= g->stmt[k] == stmt;
    return found;
}

static struct bounds find_bounds(const struct panel *p, const struct group *g)
{
    struct bounds b = {.strict = true};
    for (int d = 0; d < PLACE; d++)
        b.same[d] = b.forward[d] = true;
    for (int k = 0; k < p->edge_count; k++)
        if (holds(g, p->edge[k].from) && holds(g, p->edge[k].to)) {
            isl_map *pairs = pairs_in(p, &p->edge[k], g->piece);
            add_bounds(&b, pairs);
            isl_map_free(pairs);
        }
    return b;
}

/* Does a dependence lead from one statement to the other in the piece, with
 * `at_once` in one step? */
static bool leads(const struct panel *p, int piece, int from, int to,
                  bool at_once)
{
    bool found = false;
    for (int k = 0; k < p->edge_count && !found; k++) {
        if (p->edge[k].from != from || p->edge[k].to != to)
            continue;
        isl_map *pairs = pairs_in(p, &p->edge[k], piece);
        if (at_once)
            pairs = isl_map_equate(pairs, isl_dim_in, K, isl_dim_out, K);
        found = is_there(pairs);
    }
    return found;
}

/* A group's statements so that in one step each depends on those before it
 * alone; false: there is no such order. */
static bool order_steps(const struct panel *p, struct group *g)
{
    for (int done = 0; done < g->stmt_count; done++) {
        int next = -1;
        for (int k = done; k < g->stmt_count && next < 0; k++) {
            bool waits = false;
            for (int i = done; i < g->stmt_count && !waits; i++)
                waits = leads(p, g->piece, g->stmt[i], g->stmt[k], true);
            next = waits ? -1 : k;
        }
        if (next < 0)
            return false;
        int stmt = g->stmt[next];
        g->stmt[next] = g->stmt[done];
        g->stmt[done] = stmt;
    }
    return true;
}

/* Has the piece one tile in each block? */
static bool has_one_tile(const struct panel *p, int piece)
{
    isl_map *map = isl_map_from_range(isl_set_copy(p->tiles[piece]));
    map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, 1);
    bool one = isl_map_is_single_valued(map) == isl_bool_true;
    isl_map_free(map);
    return one;
}

/* Has each row of what the group writes one element? */
static bool is_diagonal(const struct panel *p, const struct group *g)
{
    bool diagonal = true;
    for (int k = 0; k < g->stmt_count && diagonal; k++) {
        isl_map *map = isl_map_copy(p->place[g->stmt[k]]);
        map = isl_map_from_range(isl_map_range(
            isl_map_intersect_range(map, isl_set_copy(p->places[g->piece]))));
        map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, X, 1);
        map = isl_map_project_out(map, isl_dim_out, B, K + 1);
        diagonal = isl_map_is_single_valued(map) == isl_bool_true;
        isl_map_free(map);
    }
    return diagonal && g->stmt_count == 1;
}

/* Has what the group writes one column? */
static bool is_vector(const struct panel *p, const struct group *g)
{
    bool vector = true;
    for (int k = 0; k < g->stmt_count; k++) {
        const struct poly_access *a = panel_write(p->poly, p->stmt[g->stmt[k]]);
        vector &= p->poly->array[a->array].rank == 1;
    }
    return vector;
}

static bool choose_kind(const struct panel *p, struct group *g)
{
    struct bounds b = find_bounds(p, g);
    bool forward = b.forward[X] && b.forward[Y] && b.forward[K] && b.strict;
    g->kind = !forward                 ? STEPS
              : b.same[X] && b.same[Y] ? is_diagonal(p, g) ? DIAGONAL : ELEMENTS
              : b.same[X]              ? ROWS
              : is_vector(p, g)        ? VECTOR
              : b.same[Y]              ? COLUMNS
                                       : STEPS;
    return g->kind != STEPS || (has_one_tile(p, g->piece) && order_steps(p, g));
}

/* Moves what the group's statements depend on, or what depends on them, from
 * `left` into the group. */
static void complete_group(const struct panel *p, struct group *g, bool *left)
{
    for (int k = 0; k < g->stmt_count; k++)
        for (int s = 0; s < p->stmt_count; s++)
            if (left[s] && (leads(p, g->piece, g->stmt[k], s, false) ||
                            leads(p, g->piece, s, g->stmt[k], false))) {
                left[s] = false;
                g->stmt[g->stmt_count++] = s;
            }
}

static bool find_groups_of(struct panel *p, int piece)
{
    bool left[MAX_STMTS], good = true;
    for (int s = 0; s < p->stmt_count; s++) {
        isl_set *here = instances_in(p, s, piece);
        left[s] = isl_set_is_empty(here) == isl_bool_false;
        isl_set_free(here);
    }
    for (int s = 0; s < p->stmt_count && good; s++) {
        if (!left[s])
            continue;
        struct group *g = &p->group[p->group_count++];
        *g = (struct group){.piece = piece, .stmt_count = 1, .stmt = {s}};
        left[s] = false;
        complete_group(p, g, left);
        good = choose_kind(p, g);
    }
    return good;
}

/* Is it worth it: is there a product of matrices? On the host, that of a matrix
 * and a vector is: steps by themselves go down its columns. */
static bool has_product(const struct panel *p)
{
    bool found = false;
    for (int k = 0; k < p->group_count; k++) {
        const struct group *g = &p->group[k];
        bool vector = g->kind == DIAGONAL && !p->gpu;
        for (int s = 0; s < g->stmt_count; s++) {
            int depth = p->poly->stmt[p->stmt[g->stmt[s]]].stmt->depth;
            found |= vector ? depth > 1 : g->kind == ELEMENTS && depth > 2;
        }
    }
    return found;
}

/* Can it be known to have few steps? */
static bool has_few_steps(const struct panel *p)
{
    enum { FEW = 4 };
    bool few = true;
    for (int s = 0; s < p->stmt_count && few; s++) {
        isl_set *set = isl_map_range(isl_map_copy(p->place[s]));
        isl_val *low = isl_set_dim_min_val(isl_set_copy(set), K);
        isl_val *high = isl_set_dim_max_val(set, K);
        isl_val *count = isl_val_sub(high, low);
        few = isl_val_is_int(count) == isl_bool_true &&
              isl_val_cmp_si(count, FEW * (long)p->steps) < 0;
        isl_val_free(count);
    }
    return few;
}

/* The schedule ------------------------------------------------------------- */

static isl_union_set *instances_of(const struct panel *p, const struct group *g)
{
    assert(g->stmt_count > 0);
    isl_union_set *all = isl_union_set_empty(affine_space(p->poly, 0));
    for (int k = 0; k < g->stmt_count; k++)
        all = isl_union_set_add_set(all, instances_in(p, g->stmt[k], g->piece));
    return all;
}

/* A band of these places above the node (taken), the first `parallel` of them
 * coincident. */
static isl_schedule_node *insert_band(const struct panel *p,
                                      const struct group *g,
                                      isl_schedule_node *node, int count,
                                      const int *dim, int parallel)
{
    isl_union_map *all = isl_union_map_empty(affine_space(p->poly, 0));
    for (int k = 0; k < g->stmt_count; k++) {
        isl_map *place = isl_map_copy(p->place[g->stmt[k]]), *map = NULL;
        place = isl_map_gist_domain(
            place, isl_set_copy(p->poly->stmt[p->stmt[g->stmt[k]]].domain));
        for (int d = 0; d < count; d++) {
            isl_map *one = isl_map_copy(place);
            one = isl_map_project_out(one, isl_dim_out, (unsigned)dim[d] + 1,
                                      (unsigned)(PLACE - dim[d] - 1));
            one = isl_map_project_out(one, isl_dim_out, 0, (unsigned)dim[d]);
            map = map ? isl_map_flat_range_product(map, one) : one;
        }
        isl_map_free(place);
        all = isl_union_map_add_map(all, map);
    }
    node = isl_schedule_node_insert_partial_schedule(
        node, isl_multi_union_pw_aff_from_union_map(all));
    node = isl_schedule_node_band_set_permutable(node, count > 1 && parallel);
    for (int d = 0; d < parallel; d++)
        node = isl_schedule_node_band_member_set_coincident(node, d, 1);
    return node;
}

static isl_schedule_node *insert_steps(const struct panel *p,
                                       const struct group *g,
                                       isl_schedule_node *node)
{
    static const int element[] = {X, Y}, step[] = {K};
    isl_union_set_list *list =
        isl_union_set_list_alloc(p->poly->ctx, g->stmt_count);
    for (int k = 0; k < g->stmt_count; k++)
        list = isl_union_set_list_add(list, isl_union_set_from_set(instances_in(
                                                p, g->stmt[k], g->piece)));
    node = insert_band(p, g, node, 1, step, 0);
    node = isl_schedule_node_child(node, 0);
    node = isl_schedule_node_insert_sequence(node, list);
    for (int k = 0; k < g->stmt_count; k++) {
        struct group one = *g;
        one.stmt_count = 1;
        one.stmt[0] = g->stmt[k];
        node = isl_schedule_node_grandchild(node, k, 0);
        node = insert_band(p, &one, node, 2, element, p->gpu);
        node = isl_schedule_node_grandparent(node);
    }
    return isl_schedule_node_parent(node);
}

static isl_schedule_node *insert_group(const struct panel *p,
                                       const struct group *g,
                                       isl_schedule_node *node)
{
    static const struct {
        int count, dim[3], parallel;
    } order[] = {
        [ELEMENTS] = {3, {X, Y, K}, 2}, [DIAGONAL] = {2, {X, K}, 1},
        [ROWS] = {3, {X, Y, K}, 1},     [COLUMNS] = {3, {Y, X, K}, 1},
        [VECTOR] = {2, {X, K}, 0},
    };
    if (g->kind == STEPS)
        return insert_steps(p, g, node);
    return insert_band(p, g, node, order[g->kind].count, order[g->kind].dim,
                       order[g->kind].parallel);
}

/* The band (taken) in blocks of steps. */
static isl_schedule_node *insert_panels(const struct panel *p,
                                        isl_schedule_node *band)
{
    isl_union_set_list *list =
        isl_union_set_list_alloc(p->poly->ctx, p->group_count);
    for (int k = 0; k < p->group_count; k++)
        list = isl_union_set_list_add(list, instances_of(p, &p->group[k]));
    isl_multi_union_pw_aff *block =
        isl_schedule_node_band_get_partial_schedule(band);
    isl_multi_val *size =
        isl_multi_val_zero(isl_schedule_node_band_get_space(band));
    size = isl_multi_val_set_val(
        size, 0, isl_val_int_from_si(p->poly->ctx, (long)p->steps));
    block = isl_multi_union_pw_aff_scale_down_multi_val(block, size);
    block = isl_multi_union_pw_aff_floor(block);
    band = isl_schedule_node_cut(band);
    band = isl_schedule_node_insert_partial_schedule(band, block);
    band = isl_schedule_node_child(band, 0);
    band = isl_schedule_node_insert_sequence(band, list);
    for (int k = 0; k < p->group_count; k++) {
        band = isl_schedule_node_grandchild(band, k, 0);
        band = insert_group(p, &p->group[k], band);
        band = isl_schedule_node_grandparent(band);
    }
    return isl_schedule_node_parent(band);
}

static void note_instances(const struct panel *p, struct panels *all)
{
    for (int k = 0; k < p->group_count; k++) {
        const struct group *g = &p->group[k];
        bool lines = g->kind == ROWS || g->kind == COLUMNS || g->kind == VECTOR;
        isl_union_set **set = lines              ? &all->lines
                              : g->kind == STEPS ? &all->steps
                                                 : &all->elements;
        *set = isl_union_set_union(*set, instances_of(p, g));
    }
}

/* The pass ----------------------------------------------------------------- */

static bool is_candidate(isl_schedule_node *node)
{
    return isl_schedule_node_get_type(node) == isl_schedule_node_band &&
           isl_schedule_node_get_schedule_depth(node) == 0 &&
           isl_schedule_node_band_n_member(node) == 1 &&
           isl_schedule_node_band_member_get_coincident(node, 0) ==
               isl_bool_false &&
           node_has_parallelism(node, true);
}

static void remark(const struct panel *p)
{
    static const char *const form[] = {
        [ELEMENTS] = "elements in parallel",
        [DIAGONAL] = "a diagonal in parallel",
        [ROWS] = "rows in parallel",
        [COLUMNS] = "columns in parallel",
        [VECTOR] = "one thread, element by element",
        [STEPS] = "one block, step by step",
    };
    const char *device = p->gpu ? "a GPU" : "the host";
    const char *text = "";
    for (int k = 0; k < p->group_count; k++) {
        const struct group *g = &p->group[k];
        bool beside = k && p->phase[g->piece] == p->phase[g[-1].piece];
        const char *how = k == 0 ? "" : beside ? ", beside it " : ", then ";
        const char *what = g->kind == STEPS && !p->gpu
                               ? "one thread, step by step"
                               : form[g->kind];
        text = arena_printf(p->poly->arena, "%s%s%s", text, how, what);
    }
    fault_add(p->poly->faults, FAULT_BLOCKED,
              p->poly->stmt[p->stmt[0]].stmt->loc,
              "%lld steps at a time are done in %d phases of tiles on %s: %s",
              (long long)p->steps, p->phase_count, device, text);
}

static bool is_worth_it(struct panel *p, isl_schedule_node *band)
{
    bool good = find_stmts(p, band) && !has_few_steps(p) &&
                find_edges(p, band) && find_phases(p) && are_phases(p);
    for (int k = 0; k < p->piece_count && good; k++)
        good = find_groups_of(p, k);
    return good && has_product(p) && !poly_isl_lost(p->poly);
}

/* Steps of a block. On the host, tiles of a product of matrices stay in the
 * first cache, and where sums along a row wait for each step, several rows' are
 * short enough for a processor to work on at once. */
static int64_t choose_steps(const struct poly *poly, bool gpu)
{
    enum { ON_GPU = 32, ON_HOST = 64 };
    return gpu ? choice_take(poly->choice, CHOICE_PANEL, ON_GPU)
               : choice_take(poly->choice, CHOICE_HOST_PANEL, ON_HOST);
}

/* Are all steps the negatives of what the source counts? */
static bool goes_down(isl_schedule_node *band)
{
    isl_union_map *step = steps_of(band);
    step = isl_union_map_intersect_domain(step,
                                          isl_schedule_node_get_domain(band));
    isl_set *range = isl_set_from_union_set(isl_union_map_range(step));
    isl_set *up = isl_set_lower_bound_si(range, isl_dim_set, 0, 1);
    bool down = isl_set_is_empty(up) == isl_bool_true;
    isl_set_free(up);
    return down;
}

static isl_schedule_node *try_band(const struct poly *poly,
                                   isl_schedule_node *band, bool gpu,
                                   struct panels *all)
{
    struct panel p = {.poly = poly, .gpu = gpu};
    p.steps = choose_steps(poly, gpu);
    p.down = goes_down(band);
    p.tile = make_tile(&p);
    if (p.steps > 1 && is_worth_it(&p, band)) {
        band = insert_panels(&p, band);
        note_instances(&p, all);
        all->size = p.steps;
        remark(&p);
    }
    isl_map_free(p.tile);
    for (int k = 0; k < p.stmt_count; k++)
        isl_map_free(p.place[k]);
    for (int k = 0; k < p.edge_count; k++)
        isl_map_free(p.edge[k].pairs);
    for (int k = 0; k < p.piece_count; k++) {
        isl_set_free(p.tiles[k]);
        isl_set_free(p.places[k]);
    }
    return band;
}

/* Bands that no other one is around: the root's, or those of a sequence. */
static isl_schedule_node *try_bands(const struct poly *poly,
                                    isl_schedule_node *node, bool gpu,
                                    struct panels *all)
{
    int count = (int)isl_schedule_node_n_children(node);
    if (is_candidate(node))
        return try_band(poly, node, gpu, all);
    if (isl_schedule_node_get_type(node) == isl_schedule_node_band)
        return node;
    for (int k = 0; k < count; k++)
        node = isl_schedule_node_parent(
            try_bands(poly, isl_schedule_node_child(node, k), gpu, all));
    return node;
}

struct panels *panel_find(const struct poly *poly, isl_schedule *schedule,
                          bool gpu)
{
    struct panels *all = calloc(1, sizeof *all);
    isl_union_set **set[] = {&all->elements, &all->lines, &all->steps};
    for (int k = 0; k < 3; k++)
        *set[k] = isl_union_set_empty(affine_space(poly, 0));
    isl_schedule_node *node = isl_schedule_get_root(schedule);
    if (!poly->scop->blocked)
        node = try_bands(poly, node, gpu, all);
    all->schedule = isl_schedule_node_get_schedule(node);
    isl_schedule_node_free(node);
    bool some = isl_union_set_is_empty(all->elements) == isl_bool_false;
    if (!poly_out_of_budget(poly) && some)
        return all;
    panel_free(all);
    return NULL;
}

void panel_free(struct panels *panels)
{
    if (!panels)
        return;
    isl_schedule_free(panels->schedule);
    isl_union_set_free(panels->elements);
    isl_union_set_free(panels->lines);
    isl_union_set_free(panels->steps);
    free(panels);
}
