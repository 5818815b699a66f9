/*
 * Host: rows of steps that wait for each other.
 *
 * In x[i][j] = (b[i][j] - a x[i][j-1]) / (…), with i parallel, a row is a
 * chain: each division begins when the one before it has ended, which takes
 * some twenty cycles, and no vector is filled. Vectors along i divide for as
 * many rows at a time as they have lanes; that is worth more than the unit
 * stride along j, by far. So the rows of a chunk go innermost where a link of
 * the chain divides or calls a function. Sums and products alone are done
 * before what strides is there.
 */
#include "polyhedral/cost/cost.h"

static bool is_slow(const struct scop_expr *e)
{
    bool slow = scop_type_is_float(e->type) &&
                (e->op == SCOP_DIV || e->op == SCOP_CALL);
    for (int k = 0; k < e->count && !slow; k++)
        slow = is_slow(e->arg[k]);
    return slow;
}

/* Does the statement read what it writes in another iteration? */
static bool is_link(const struct poly *poly, int stmt)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++)
        for (int j = s->access_begin; j < s->access_end; j++) {
            const struct poly_access *a = &poly->access[j];
            const struct poly_access *b = &poly->access[k];
            if (b->write && !a->write && a->array == b->array &&
                isl_map_plain_is_equal(a->map, b->map) != isl_bool_true)
                return true;
        }
    return false;
}

bool latency_is_hidden_by_rows(const struct poly *poly, isl_schedule_node *band)
{
    if (isl_schedule_node_band_n_member(band) != 2 ||
        isl_schedule_node_band_member_get_coincident(band, 0) !=
            isl_bool_true ||
        isl_schedule_node_band_member_get_coincident(band, 1) != isl_bool_false)
        return false;
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    bool slow = false, plain = true;
    for (int k = 0; k < isl_set_list_n_set(list); k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        int stmt = poly_stmt_index(poly, isl_set_get_space(set));
        const struct scop_stmt *s = stmt < 0 ? NULL : poly->stmt[stmt].stmt;
        plain &= s && !s->body;
        slow |= plain && is_slow(s->rhs) && is_link(poly, stmt);
        isl_set_free(set);
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return slow && plain;
}
