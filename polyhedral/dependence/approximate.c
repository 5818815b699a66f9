/*
 * Dependences in a form that isl's scheduler digests: more pairs of instances,
 * in fewer pieces, without existentials and without the bounds of loops. A
 * schedule that respects them respects the exact ones. The pairs that one loop
 * of the source carries are kept apart from those of another and stay carried
 * by it, so that the order of the source respects what comes out and a schedule
 * exists. The price: where only the bounds of loops say that an order is
 * right, it is not found.
 */
#include "polyhedral/dependence/dependence.h"

struct relaxation {
    const struct poly *poly;
    isl_union_map *all;
};

static int common_loops(const struct poly_stmt *a, const struct poly_stmt *b)
{
    int depth = 0;
    while (depth < a->stmt->depth && depth < b->stmt->depth &&
           a->stmt->loop[depth] == b->stmt->loop[depth])
        depth++;
    return depth;
}

/* Without the constraints that only one of the two instances has to meet. */
static isl_map *keep_relations(isl_map *map)
{
    unsigned in = (unsigned)isl_map_dim(map, isl_dim_in);
    unsigned out = (unsigned)isl_map_dim(map, isl_dim_out);
    map = isl_map_drop_constraints_not_involving_dims(map, isl_dim_in, 0, in);
    return isl_map_drop_constraints_not_involving_dims(map, isl_dim_out, 0,
                                                       out);
}

/* Adds the pairs of `map` that agree on the outer `level` iterators and whose
 * next ones are in the given order (NULL: any), as one piece. */
static void add_level(struct relaxation *r, isl_map *map, int level,
                      isl_map *(*order)(isl_map *, enum isl_dim_type, int,
                                        enum isl_dim_type, int))
{
    isl_map *pairs = isl_map_universe(isl_map_get_space(map));
    for (int k = 0; k < level; k++)
        pairs = isl_map_equate(pairs, isl_dim_in, k, isl_dim_out, k);
    if (order)
        pairs = order(pairs, isl_dim_in, level, isl_dim_out, level);
    map = isl_map_intersect(isl_map_copy(map), isl_map_copy(pairs));
    if (isl_map_is_empty(map) == isl_bool_true) {
        isl_map_free(map);
        isl_map_free(pairs);
        return;
    }
    map = keep_relations(isl_map_remove_divs(map));
    map = isl_map_from_basic_map(isl_map_simple_hull(map));
    r->all = isl_union_map_add_map(r->all, isl_map_intersect(map, pairs));
}

/* Adds the pairs of instances, the earlier first, by which the two accesses
 * touch one element. */
static void add_conflicts(struct relaxation *r, const struct poly_access *a,
                          const struct poly_access *b)
{
    const struct poly_stmt *s = &r->poly->stmt[a->stmt];
    const struct poly_stmt *t = &r->poly->stmt[b->stmt];
    const struct scop_loop *loop = r->poly->scop->loop;
    isl_map *same = isl_map_apply_range(poly_conflict_map(a),
                                        isl_map_reverse(poly_conflict_map(b)));
    int depth = common_loops(s, t);
    for (int k = 0; k < depth; k++)
        if (!poly_kept_apart(r->poly, a, s->stmt->loop[k]))
            add_level(r, same, k,
                      loop[s->stmt->loop[k]].node->step > 0 ? isl_map_order_lt
                                                            : isl_map_order_gt);
    if (a->stmt < b->stmt)
        add_level(r, same, depth, NULL);
    isl_map_free(same);
}

/* Does another access of the statement conflict with the same? Of equal ones
 * the first is left, and where writes are of interest a write. */
static bool is_repeated(const struct poly *poly, int access, bool flow)
{
    const struct poly_access *a = &poly->access[access];
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *b = &poly->access[k];
        bool instead = a->write == b->write ? k < access : !flow && b->write;
        if (instead && a->stmt == b->stmt && a->array == b->array &&
            !a->token && !b->token &&
            isl_map_plain_is_equal(a->map, b->map) == isl_bool_true)
            return true;
    }
    return false;
}

isl_union_map *poly_relaxed_conflicts(const struct poly *poly, bool flow)
{
    bool *repeated =
        arena_alloc(poly->arena, sizeof *repeated * (poly->access_count + 1));
    for (int i = 0; i < poly->access_count; i++)
        repeated[i] = is_repeated(poly, i, flow);
    struct relaxation r = {poly, isl_union_map_empty(affine_space(poly, 0))};
    for (int i = 0; i < poly->access_count; i++)
        for (int j = 0; j < poly->access_count; j++) {
            const struct poly_access *a = &poly->access[i];
            const struct poly_access *b = &poly->access[j];
            bool wanted = flow ? a->write && !b->write : b->write;
            if (wanted && a->array == b->array && !repeated[i] &&
                !repeated[j] && !poly->stmt[a->stmt].prologue &&
                !poly->stmt[b->stmt].prologue)
                add_conflicts(&r, a, b);
        }
    return poly_relax(poly, r.all);
}

static isl_stat add_relaxed(isl_map *map, void *user)
{
    struct relaxation *r = user;
    const struct poly *poly = r->poly;
    isl_space *space = isl_map_get_space(map);
    int a = poly_stmt_index(poly, isl_space_domain(isl_space_copy(space)));
    int b = poly_stmt_index(poly, isl_space_range(space));
    int depth =
        a < 0 || b < 0 ? -1 : common_loops(&poly->stmt[a], &poly->stmt[b]);
    for (int k = 0; k < depth; k++) {
        add_level(r, map, k, isl_map_order_lt);
        add_level(r, map, k, isl_map_order_gt);
    }
    if (depth >= 0)
        add_level(r, map, depth, NULL);
    isl_map_free(map);
    return depth < 0 ? isl_stat_error : isl_stat_ok;
}

isl_union_map *poly_relax(const struct poly *poly, isl_union_map *dependences)
{
    struct relaxation r = {poly, NULL};
    r.all = isl_union_map_empty(isl_union_map_get_space(dependences));
    if (isl_union_map_foreach_map(dependences, add_relaxed, &r) < 0)
        r.all = isl_union_map_free(r.all);
    isl_union_map_free(dependences);
    return r.all;
}
