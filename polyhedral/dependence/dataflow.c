/*
 * Arrays whose old contents the region does not need: every element of the
 * row's range is certainly written, and no element is read before.
 */
#include "polyhedral/dependence/dependence.h"

#include <isl/flow.h>

static isl_union_map *accesses_of(const struct poly *poly, int array,
                                  bool writes, bool certain_only)
{
    isl_union_map *all = isl_union_map_empty(affine_space(poly, 0));
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array == array && a->write == writes &&
            (a->certain || !certain_only) && !poly->stmt[a->stmt].prologue)
            all = isl_union_map_add_map(all, isl_map_copy(a->map));
    }
    return all;
}

/* Finds which writes made what these accesses read; where exact dependences are
 * not asked for, no write is taken to hide another or what was there before. */
static isl_union_flow *flow_to(const struct poly *poly, int array,
                               isl_union_map *reads)
{
    isl_union_map *hiding = budget_approximates(poly->budget)
                                ? isl_union_map_empty(affine_space(poly, 0))
                                : accesses_of(poly, array, true, true);
    isl_union_access_info *info = isl_union_access_info_from_sink(reads);
    info = isl_union_access_info_set_may_source(
        info, accesses_of(poly, array, true, false));
    info = isl_union_access_info_set_must_source(info, hiding);
    info = isl_union_access_info_set_schedule(info,
                                              poly_source_order(poly, array));
    return isl_union_access_info_compute_flow(info);
}

isl_union_flow *dataflow_flow(const struct poly *poly, int array)
{
    return flow_to(poly, array, accesses_of(poly, array, false, false));
}

bool dataflow_reads_old(isl_union_flow *flow)
{
    isl_union_map *outside = isl_union_flow_get_may_no_source(flow);
    bool old = isl_union_map_is_empty(outside) != isl_bool_true;
    isl_union_map_free(outside);
    return old;
}

/* { [y] : value op y } with op <= (at_least) or >=. */
static isl_set *half_line(isl_pw_aff *value, bool at_least)
{
    isl_set *point = isl_set_from_pw_aff(value);
    isl_map *order =
        isl_map_universe(isl_space_map_from_set(isl_set_get_space(point)));
    order = at_least ? isl_map_order_le(order, isl_dim_in, 0, isl_dim_out, 0)
                     : isl_map_order_ge(order, isl_dim_in, 0, isl_dim_out, 0);
    return isl_set_apply(point, order);
}

/* { [y] : 0 <= y < size }; NULL if the extent is not affine, or is so only
 * where the model assumes more. */
static isl_set *declared(const struct poly *poly,
                         const struct scop_expr *extent)
{
    isl_pw_aff *size = affine_extent(poly, extent);
    if (!size)
        return NULL;
    size = isl_pw_aff_project_domain_on_params(size);
    isl_pw_aff *last = isl_pw_aff_add_constant_val(
        isl_pw_aff_copy(size), isl_val_int_from_si(poly->ctx, -1));
    isl_pw_aff *zero = isl_pw_aff_scale_val(size, isl_val_zero(poly->ctx));
    return isl_set_intersect(half_line(zero, true), half_line(last, false));
}

/* The subscripts that dimension k of a row's range can hold; NULL if data alone
 * say how many. */
static isl_set *interval(const struct poly *poly, int array, isl_set *whole,
                         int k)
{
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    if (k > 0)
        return declared(poly, sa->extent[k]);
    if (isl_set_dim_has_lower_bound(whole, isl_dim_set, 0) != isl_bool_true ||
        isl_set_dim_has_upper_bound(whole, isl_dim_set, 0) != isl_bool_true)
        return NULL;
    return isl_set_intersect(
        half_line(isl_set_dim_min(isl_set_copy(whole), 0), true),
        half_line(isl_set_dim_max(isl_set_copy(whole), 0), false));
}

isl_set *dataflow_within(const struct poly *poly, int array, isl_set *elements)
{
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    for (int k = 0; !pa->pitch && k + pa->expand < pa->rank; k++) {
        isl_set *one = sa->extent[k] ? declared(poly, sa->extent[k]) : NULL;
        if (!one)
            continue;
        int at = k + pa->expand, after = pa->rank - at - 1;
        one = isl_set_insert_dims(one, isl_dim_set, 0, (unsigned)at);
        one = isl_set_add_dims(one, isl_dim_set, (unsigned)after);
        one = isl_set_set_tuple_name(one, isl_set_get_tuple_name(elements));
        elements = isl_set_intersect(elements, one);
    }
    return elements;
}

static isl_set *certainly_written(const struct poly *poly, int array)
{
    isl_set *all = NULL;
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != array || !a->write || !a->certain)
            continue;
        isl_set *range = isl_map_range(isl_map_copy(a->map));
        all = all ? isl_set_union(all, range) : range;
    }
    return all;
}

/* Is old what the array's first read finds when it is executed first? That is
 * found faster than where all that is read was written. */
static bool begins_with_old(const struct poly *poly, int array)
{
    const struct poly_access *first = NULL;
    for (int k = 0; k < poly->access_count && !first; k++)
        if (poly->access[k].array == array && !poly->access[k].write &&
            !poly->stmt[poly->access[k].stmt].prologue)
            first = &poly->access[k];
    if (!first)
        return false;
    isl_map *map = isl_map_copy(first->map);
    isl_set *start = isl_set_lexmin(isl_map_domain(isl_map_copy(map)));
    map = isl_map_intersect_domain(map, start);
    isl_union_flow *flow = flow_to(poly, array, isl_union_map_from_map(map));
    bool old = dataflow_reads_old(flow);
    isl_union_flow_free(flow);
    return old;
}

bool dataflow_is_complete(const struct poly *poly, int array)
{
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    isl_set *written = certainly_written(poly, array), *box = NULL;
    bool complete =
        written && sa->unit == 1 && !pa->pitch && sa->view_of == pa->array;
    isl_set *whole = complete ? dataflow_elements(poly, array) : NULL;
    if (whole && pa->rank) /* a subscript of which nothing is known */
        complete =
            isl_set_dim_is_bounded(whole, isl_dim_set, 0) == isl_bool_true;
    for (int k = 0; complete && k < pa->rank; k++) {
        isl_set *one = interval(poly, array, whole, k);
        complete = one != NULL;
        if (one)
            box = box ? isl_set_flat_product(box, one) : one;
    }
    isl_set_free(whole);
    if (complete && box) {
        box = isl_set_set_tuple_name(box, isl_set_get_tuple_name(written));
        complete = isl_set_is_subset(box, written) == isl_bool_true;
    }
    isl_set_free(box);
    isl_set_free(written);
    if (!complete || begins_with_old(poly, array))
        return false;
    isl_union_flow *flow = dataflow_flow(poly, array);
    complete = !dataflow_reads_old(flow);
    isl_union_flow_free(flow);
    return complete;
}

isl_set *dataflow_elements(const struct poly *poly, int array)
{
    isl_set *all = NULL;
    for (int k = 0; k < poly->access_count; k++) {
        if (poly->access[k].array != array)
            continue;
        isl_set *range = isl_map_range(isl_map_copy(poly->access[k].map));
        all = all ? isl_set_union(all, range) : range;
    }
    if (all && poly->part->counter_count)
        all = dataflow_within(poly, array, poly_forget_counters(poly, all));
    return all ? isl_set_coalesce(all) : NULL;
}

bool dataflow_is_bounded(const struct poly_access *access)
{
    isl_set *range = isl_map_range(isl_map_copy(access->map));
    bool bounded = true;
    int rank = (int)isl_set_dim(range, isl_dim_set);
    for (int k = 0; k < rank && bounded; k++)
        bounded = isl_set_dim_is_bounded(range, isl_dim_set, (unsigned)k) !=
                  isl_bool_false;
    isl_set_free(range);
    return bounded;
}

int64_t dataflow_stride(const struct poly *poly, int array)
{
    int64_t apart = 1;
    bool plain = poly->scop->array[array].rank == 1;
    for (int k = 0; k < poly->access_count && plain; k++)
        plain = poly->array[poly->access[k].array].array != array ||
                dataflow_is_bounded(&poly->access[k]);
    if (!plain)
        return 1;
    isl_set *set = dataflow_elements(poly, array);
    isl_val *value = isl_set_get_stride(set, 0);
    if (value && isl_val_cmp_si(value, INT32_MAX) < 0)
        apart = isl_val_get_num_si(value);
    isl_val_free(value);
    isl_set_free(set);
    return apart > 1 ? apart : 1;
}
