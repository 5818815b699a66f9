/*
 * Changes to one band of the schedule tree, and what is known of its members.
 */
#include "polyhedral/schedule/schedule.h"

#include "polyhedral/cost/cost.h"

#include <isl/ilp.h>
#include <isl/val.h>

#include <stdlib.h>

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
            int s = access_score(poly->access[k].expr, loop);
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

static isl_stat add_iterators(isl_set *set, isl_aff *aff, void *user)
{
    unsigned *iterators = user;
    int count = (int)isl_aff_dim(aff, isl_dim_in);
    for (int d = 0; d < count; d++)
        if (isl_aff_involves_dims(aff, isl_dim_in, (unsigned)d, 1) !=
            isl_bool_false)
            *iterators |= 1u << d % 32;
    isl_set_free(set);
    isl_aff_free(aff);
    return isl_stat_ok;
}

static isl_stat add_pieces(isl_pw_aff *pa, void *user)
{
    isl_pw_aff_foreach_piece(pa, add_iterators, user);
    isl_pw_aff_free(pa);
    return isl_stat_ok;
}

unsigned band_iterators(isl_union_pw_aff *member)
{
    unsigned iterators = 0;
    isl_union_pw_aff_foreach_pw_aff(member, add_pieces, &iterators);
    isl_union_pw_aff_free(member);
    return iterators;
}

int64_t band_extent(const struct poly *poly, isl_schedule_node *band, int k)
{
    isl_multi_union_pw_aff *partial =
        isl_schedule_node_band_get_partial_schedule(band);
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    domain =
        isl_union_set_intersect_params(domain, isl_set_copy(poly->context));
    isl_union_pw_aff *member = isl_union_pw_aff_intersect_domain(
        isl_multi_union_pw_aff_get_union_pw_aff(partial, k), domain);
    isl_multi_union_pw_aff_free(partial);
    isl_val *last = isl_union_pw_aff_max_val(isl_union_pw_aff_copy(member));
    last = isl_val_sub(last, isl_union_pw_aff_min_val(member));
    bool known = isl_val_is_int(last) == isl_bool_true &&
                 isl_val_cmp_si(last, INT32_MAX) < 0;
    int64_t extent = known ? isl_val_get_num_si(last) + 1 : INT64_MAX;
    isl_val_free(last);
    return extent;
}
