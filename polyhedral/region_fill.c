/*
 * Which arrays a region fills: what it writes lies so close together that the
 * pages of memory between are touched anyway, whatever their size.
 */
#include "polyhedral/region_rows.h"

#include "polyhedral/cost/cost.h"

#include <isl/constraint.h>

enum {
    CLOSE = 1024, /* bytes from one element to the next */
    EDGES = 32 /* elements of a row that may be left out, beside half of it */
};

/* Has the subscript `dim` one value for each value of the others, or only every
 * so many that what it names lies `bytes` times that apart? */
static bool is_sparse(isl_basic_set *hull, int dim, int64_t bytes)
{
    isl_constraint_list *list = isl_basic_set_get_constraint_list(hull);
    int count = (int)isl_constraint_list_n_constraint(list);
    int divs = (int)isl_basic_set_dim(hull, isl_dim_div);
    bool sparse = false;
    for (int k = 0; k < count; k++) {
        isl_constraint *c = isl_constraint_list_get_constraint(list, k);
        int64_t step = 0;
        for (int d = 0; d < divs; d++) {
            isl_val *v = isl_constraint_get_coefficient_val(c, isl_dim_div, d);
            int64_t factor = isl_val_get_num_si(v);
            step = factor < 0 ? -factor : factor > 0 ? factor : step;
            isl_val_free(v);
        }
        if (isl_constraint_is_equality(c) &&
            isl_constraint_involves_dims(c, isl_dim_set, (unsigned)dim, 1))
            sparse |= step == 0 || step > CLOSE / bytes;
        isl_constraint_free(c);
    }
    isl_constraint_list_free(list);
    return sparse || count < 0 || divs < 0;
}

/* Do rows of `length` elements, the array's dimension `dim`, hold elements of
 * the set for the most part, whatever the parameters are? */
static bool fills_rows(const struct poly *poly, isl_set *elements, int dim,
                       const struct scop_expr *length)
{
    isl_pw_aff *all = length ? affine_extent(poly, length) : NULL;
    if (!all || isl_set_dim_is_bounded(elements, isl_dim_set, (unsigned)dim) !=
                    isl_bool_true) {
        isl_pw_aff_free(all);
        return false;
    }
    all = isl_pw_aff_project_domain_on_params(all);
    isl_pw_aff *used =
        isl_pw_aff_sub(isl_set_dim_max(isl_set_copy(elements), dim),
                       isl_set_dim_min(isl_set_copy(elements), dim));
    isl_ctx *ctx = poly->ctx;
    used = isl_pw_aff_scale_val(used, isl_val_int_from_si(ctx, 2));
    used = isl_pw_aff_add_constant_val(used, isl_val_int_from_si(ctx, EDGES));
    isl_set *poor = isl_set_intersect_params(isl_pw_aff_lt_set(used, all),
                                             isl_set_copy(poly->assumed));
    poor = isl_set_intersect_params(poor, isl_set_copy(poly->context));
    bool fills = isl_set_is_empty(poor) == isl_bool_true;
    isl_set_free(poor);
    return fills;
}

/* Do elements (taken) of the array lie close to each other in memory? Those of
 * a column or a diagonal do not, but for one member of structures that do. */
static bool lie_close(const struct poly *poly, int array, isl_set *elements)
{
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    int64_t bytes = sa->unit * scop_type_size(sa->type);
    int dim = (int)isl_set_dim(elements, isl_dim_set) - 1;
    isl_basic_set *hull = isl_set_affine_hull(isl_set_copy(elements));
    while (hull && dim > 0 && bytes <= CLOSE && is_sparse(hull, dim, bytes)) {
        const struct scop_expr *count = access_pitch(poly, array, dim);
        bool small = count && count->op == SCOP_INT && count->ival > 0 &&
                     count->ival <= CLOSE;
        bytes = small ? bytes * count->ival : CLOSE + 1;
        dim--;
    }
    bool close =
        hull && dim >= 0 && bytes <= CLOSE && !is_sparse(hull, dim, bytes);
    for (; dim > 0 && close; dim--)
        close = fills_rows(poly, elements, dim, access_pitch(poly, array, dim));
    isl_basic_set_free(hull);
    isl_set_free(elements);
    return close;
}

bool region_fills(const struct poly *poly, int array)
{
    bool fills = false;
    for (int k = 0; k < poly->access_count && !fills; k++) {
        const struct poly_access *a = &poly->access[k];
        fills = a->array == array && a->write && a->certain &&
                lie_close(poly, array, isl_map_range(isl_map_copy(a->map)));
    }
    return fills;
}
