/*
 * Host: accesses that cross.
 *
 * In b[j][i] = a[i][j] one access strides by rows whichever loop is innermost.
 * Where its rows are more than a cache has lines or the processor has
 * translations of pages for, each of its lines is loaded again for each of its
 * elements. In tiles of both loops a line stays until all its elements were
 * accessed, which no C compiler makes of such a nest.
 */
#include "polyhedral/cost/cost.h"

#include <isl/ilp.h>
#include <isl/val.h>

struct crossing {
    const struct poly *poly;
    isl_schedule_node *band;
    int inner; /* the member that goes innermost */
};

/* Does an access stride along one loop, and go on by elements along the other
 * one? */
static bool has_access(const struct poly *poly, int stmt, int far, int next)
{
    const struct poly_stmt *s = &poly->stmt[stmt];
    for (int k = s->access_begin; k < s->access_end; k++) {
        const struct poly_access *a = &poly->access[k];
        if (access_is_user(poly, a->array) && a->exact &&
            access_leaves_line(a->expr, far) &&
            access_score(a->expr, next) == ACCESS_NEXT)
            return true;
    }
    return false;
}

/* May the loop run long, for all that is known of the statement's domain? */
static bool is_long(const struct poly *poly, int stmt, int loop)
{
    enum { LONG = 64 };
    const struct poly_stmt *s = &poly->stmt[stmt];
    int dim = 0;
    while (dim < s->stmt->depth && s->stmt->loop[dim] != loop)
        dim++;
    isl_set *own = isl_set_copy(s->domain);
    own = isl_set_project_out(own, isl_dim_set, (unsigned)dim + 1,
                              (unsigned)(s->stmt->depth - dim - 1));
    own = isl_set_project_out(own, isl_dim_set, 0, (unsigned)dim);
    isl_val *low = isl_set_dim_min_val(isl_set_copy(own), 0);
    isl_val *high = isl_set_dim_max_val(own, 0);
    isl_val *trips = isl_val_sub(high, low);
    bool is = isl_val_is_int(trips) != isl_bool_true ||
              isl_val_cmp_si(trips, LONG) >= 0;
    isl_val_free(trips);
    return is;
}

static bool crosses_in(const struct crossing *c, int stmt)
{
    int count = (int)isl_schedule_node_band_n_member(c->band), inner, outer;
    if (stmt < 0 ||
        access_member_loops(c->poly, c->band, c->inner, stmt, &inner) != 1 ||
        !is_long(c->poly, stmt, inner))
        return false;
    for (int m = 0; m < count; m++)
        if (m != c->inner &&
            access_member_loops(c->poly, c->band, m, stmt, &outer) == 1 &&
            has_access(c->poly, stmt, inner, outer) &&
            has_access(c->poly, stmt, outer, inner) &&
            is_long(c->poly, stmt, outer))
            return true;
    return false;
}

bool accesses_cross(const struct poly *poly, isl_schedule_node *band, int inner)
{
    struct crossing c = {poly, band, inner};
    isl_union_set *domain = isl_schedule_node_get_domain(band);
    isl_set_list *list = isl_union_set_get_set_list(domain);
    bool crosses = false;
    for (int k = 0; k < isl_set_list_n_set(list) && !crosses; k++) {
        isl_set *set = isl_set_list_get_set(list, k);
        crosses = crosses_in(&c, poly_stmt_index(poly, isl_set_get_space(set)));
        isl_set_free(set);
    }
    isl_set_list_free(list);
    isl_union_set_free(domain);
    return crosses;
}
