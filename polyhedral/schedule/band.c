/*
 * Changes to one band of the schedule tree, and what is known of its members.
 */
#include "polyhedral/model/poly.h"

#include <isl/val.h>

#include <stdlib.h>

/* The coefficient of iterator `loop` in an expression, 0 if it does not occur
 * or not linearly. */
static int64_t coefficient(const struct scop_expr *e, int loop)
{
    int64_t a = e->count > 0 ? coefficient(e->arg[0], loop) : 0;
    int64_t b = e->count > 1 ? coefficient(e->arg[1], loop) : 0;
    switch (e->op) {
    case SCOP_ITER:
        return e->ref == loop;
    case SCOP_CAST:
        return a;
    case SCOP_NEG:
        return -a;
    case SCOP_ADD:
        return a + b;
    case SCOP_SUB:
        return a - b;
    case SCOP_MUL:
        if (e->arg[1]->op == SCOP_INT)
            return a * e->arg[1]->ival;
        return e->arg[0]->op == SCOP_INT ? b * e->arg[0]->ival : 0;
    default:
        return 0;
    }
}

bool band_mentions(const struct scop_expr *e, int loop)
{
    if (e->op == SCOP_ITER && e->ref == loop)
        return true;
    for (int k = 0; k < e->count; k++)
        if (band_mentions(e->arg[k], loop))
            return true;
    return false;
}

int band_access_score(const struct scop_expr *access, int loop)
{
    if (access->count == 0)
        return 0;
    for (int k = 0; k < access->count - 1; k++)
        if (band_mentions(access->arg[k], loop))
            return -2;
    const struct scop_expr *last = access->arg[access->count - 1];
    if (!band_mentions(last, loop))
        return 0;
    int64_t c = coefficient(last, loop);
    return c == 1 || c == -1 ? 2 : -1;
}

struct score {
    const struct poly *poly;
    int total;
};

static isl_stat score_statement(isl_pw_aff *pa, void *user)
{
    struct score *score = user;
    const struct poly *poly = score->poly;
    int stmt = poly_stmt_index(poly, isl_pw_aff_get_domain_space(pa));
    for (int d = 0; stmt >= 0 && d < poly->stmt[stmt].stmt->depth; d++) {
        if (isl_pw_aff_involves_dims(pa, isl_dim_in, d, 1) != isl_bool_true)
            continue;
        int loop = poly->stmt[stmt].stmt->loop[d];
        for (int k = poly->stmt[stmt].access_begin;
             k < poly->stmt[stmt].access_end; k++) {
            int s = band_access_score(poly->access[k].expr, loop);
            score->total += poly->access[k].write ? 2 * s : s;
        }
    }
    isl_pw_aff_free(pa);
    return isl_stat_ok;
}

int band_unit_stride_score(const struct poly *poly, isl_schedule_node *band,
                           int member)
{
    struct score score = {poly, 0};
    isl_multi_union_pw_aff *partial =
        isl_schedule_node_band_get_partial_schedule(band);
    isl_union_pw_aff *upa =
        isl_multi_union_pw_aff_get_union_pw_aff(partial, member);
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    upa = isl_union_pw_aff_gist(upa, domain);
    isl_union_pw_aff_foreach_pw_aff(upa, score_statement, &score);
    isl_union_pw_aff_free(upa);
    isl_multi_union_pw_aff_free(partial);
    return score.total;
}

isl_schedule_node *band_replace(isl_schedule_node *band,
                                isl_multi_union_pw_aff *partial,
                                const bool *coincident)
{
    bool permutable =
        isl_schedule_node_band_get_permutable(band) == isl_bool_true;
    band = isl_schedule_node_delete(band);
    band = isl_schedule_node_insert_partial_schedule(band, partial);
    band = isl_schedule_node_band_set_permutable(band, permutable);
    int count = (int)isl_schedule_node_band_n_member(band);
    for (int k = 0; k < count; k++)
        band = isl_schedule_node_band_member_set_coincident(band, k,
                                                            coincident[k]);
    return band;
}

isl_schedule_node *band_reorder(isl_schedule_node *band, const int *order)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    bool *coincident = calloc((size_t)count, sizeof *coincident);
    isl_multi_union_pw_aff *old =
        isl_schedule_node_band_get_partial_schedule(band);
    isl_multi_union_pw_aff *partial = isl_multi_union_pw_aff_copy(old);
    for (int k = 0; k < count; k++) {
        coincident[k] = isl_schedule_node_band_member_get_coincident(
                            band, order[k]) == isl_bool_true;
        partial = isl_multi_union_pw_aff_set_union_pw_aff(
            partial, k, isl_multi_union_pw_aff_get_union_pw_aff(old, order[k]));
    }
    isl_multi_union_pw_aff_free(old);
    band = band_replace(band, partial, coincident);
    free(coincident);
    return band;
}

isl_schedule_node *band_wavefront(isl_schedule_node *band)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    bool *coincident = calloc((size_t)count, sizeof *coincident);
    isl_multi_union_pw_aff *partial =
        isl_schedule_node_band_get_partial_schedule(band);
    isl_union_pw_aff *sum = isl_multi_union_pw_aff_get_union_pw_aff(partial, 0);
    for (int k = 1; k < count; k++) {
        coincident[k] = true;
        sum = isl_union_pw_aff_add(
            sum, isl_multi_union_pw_aff_get_union_pw_aff(partial, k));
    }
    partial = isl_multi_union_pw_aff_set_union_pw_aff(partial, 0, sum);
    band = band_replace(band, partial, coincident);
    free(coincident);
    return band;
}

struct any {
    const struct poly *poly;
    bool (*is)(const struct poly *poly, int stmt);
};

static isl_stat stop_at(isl_set *set, void *user)
{
    const struct any *any = user;
    int stmt = poly_stmt_index(any->poly, isl_set_get_space(set));
    isl_set_free(set);
    return any->is(any->poly, stmt) ? isl_stat_error : isl_stat_ok;
}

bool band_any(const struct poly *poly, isl_schedule_node *node,
              bool (*is)(const struct poly *poly, int stmt))
{
    struct any any = {poly, is};
    isl_union_set *domain = isl_schedule_node_get_domain(node);
    bool some =
        isl_union_set_foreach_set(domain, stop_at, &any) != isl_stat_ok;
    isl_union_set_free(domain);
    return some;
}

isl_set *band_points(isl_schedule_node *node)
{
    isl_union_map *prefix = isl_union_map_intersect_domain(
        isl_schedule_node_get_prefix_schedule_union_map(node),
        isl_schedule_node_get_domain(node));
    return isl_set_from_union_set(isl_union_map_range(prefix));
}

isl_schedule_node *band_rise(isl_schedule_node *node, int depth)
{
    while (node && (int)isl_schedule_node_get_tree_depth(node) > depth)
        node = isl_schedule_node_parent(node);
    return node;
}
