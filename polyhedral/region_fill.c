/*
 * Which arrays a region fills: what it writes lies so close together that the
 * pages of memory between are touched anyway, whatever their size. Where only
 * the parameters tell, as those of a part of rows whose length is another, it
 * is asked when the region runs.
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

/* Are there more than `step` elements of an array of one dimension from one of
 * the set to the next, anywhere? */
static bool has_gaps(isl_set *elements, int64_t step)
{
    isl_map *next = isl_map_lex_lt(isl_set_get_space(elements));
    isl_constraint *near = isl_constraint_alloc_inequality(
        isl_local_space_from_space(isl_map_get_space(next)));
    near = isl_constraint_set_coefficient_si(near, isl_dim_in, 0, 1);
    near = isl_constraint_set_coefficient_si(near, isl_dim_out, 0, -1);
    near = isl_constraint_set_constant_si(near, (int)step);
    next = isl_map_add_constraint(next, near);
    next = isl_map_intersect_domain(next, isl_set_copy(elements));
    next = isl_map_intersect_range(next, isl_set_copy(elements));
    isl_set *last = isl_set_copy(elements);
    last = isl_set_subtract(last, isl_map_domain(next));
    isl_set *first_of_last = isl_set_lexmin(isl_set_copy(last));
    bool gaps = isl_set_is_equal(last, first_of_last) != isl_bool_true;
    isl_set_free(first_of_last);
    isl_set_free(last);
    return gaps;
}

/* The parameters for which rows of `length` elements, the array's dimension
 * `dim`, do not hold elements of the set for the most part; NULL: all. */
static isl_set *sparse_rows(const struct poly *poly, isl_set *elements, int dim,
                            const struct scop_expr *length)
{
    isl_pw_aff *all = length ? affine_extent(poly, length) : NULL;
    if (!all || isl_set_dim_is_bounded(elements, isl_dim_set, (unsigned)dim) !=
                    isl_bool_true) {
        isl_pw_aff_free(all);
        return NULL;
    }
    all = isl_pw_aff_project_domain_on_params(all);
    isl_pw_aff *used =
        isl_pw_aff_sub(isl_set_dim_max(isl_set_copy(elements), dim),
                       isl_set_dim_min(isl_set_copy(elements), dim));
    isl_ctx *ctx = poly->ctx;
    used = isl_pw_aff_scale_val(used, isl_val_int_from_si(ctx, 2));
    used = isl_pw_aff_add_constant_val(used, isl_val_int_from_si(ctx, EDGES));
    isl_set *sparse = isl_set_intersect_params(isl_pw_aff_lt_set(used, all),
                                               isl_set_copy(poly->assumed));
    return isl_set_intersect_params(sparse, isl_set_copy(poly->context));
}

/* The parameters for which elements of the array do not lie close to each other
 * in memory, as those of a column or a diagonal do not, but for one member of
 * structures that do; NULL: all. */
static isl_set *sparse_elements(const struct poly *poly, int array,
                                isl_set *elements)
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
    bool close = hull && dim >= 0 && bytes <= CLOSE &&
                 !is_sparse(hull, dim, bytes) &&
                 (pa->rank != 1 || !has_gaps(elements, CLOSE / bytes));
    isl_basic_set_free(hull);
    if (!close)
        return NULL;
    isl_set *sparse = isl_set_empty(isl_set_get_space(poly->context));
    for (; dim > 0 && sparse; dim--) {
        const struct scop_expr *length = access_pitch(poly, array, dim);
        sparse =
            isl_set_union(sparse, sparse_rows(poly, elements, dim, length));
    }
    return sparse;
}

/* Do the elements leave out more than a kilobyte, or a row, somewhere between
 * the first and the last one? */
static bool are_apart(const struct poly *poly, int array, isl_set *elements)
{
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    int64_t bytes = sa->unit * scop_type_size(sa->type);
    unsigned rank = (unsigned)isl_set_dim(elements, isl_dim_set);
    if (rank == 0)
        return false;
    isl_set *outer =
        isl_set_project_out(isl_set_copy(elements), isl_dim_set, 1, rank - 1);
    bool apart = has_gaps(outer, rank == 1 ? CLOSE / bytes : 1);
    isl_set_free(outer);
    return apart;
}

/* Does isl find the first and the last of the elements, for all parameters? */
static bool has_corners(isl_set *elements)
{
    isl_pw_multi_aff *first =
        isl_set_lexmin_pw_multi_aff(isl_set_copy(elements));
    isl_pw_multi_aff *last =
        isl_set_lexmax_pw_multi_aff(isl_set_copy(elements));
    bool has = first && last;
    isl_pw_multi_aff_free(first);
    isl_pw_multi_aff_free(last);
    return has;
}

/* Adds what a write stores to, if it lies close together. */
static void add_write(const struct poly *poly, const struct poly_access *a,
                      struct lower_fill *fill)
{
    enum { PIECES = 4 };
    isl_set *elements = isl_set_coalesce(isl_map_range(isl_map_copy(a->map)));
    isl_set *sparse = NULL;
    if (isl_set_n_basic_set(elements) <= PIECES &&
        (!fill->elements ||
         isl_set_is_subset(elements, fill->elements) == isl_bool_false) &&
        isl_set_is_bounded(elements) == isl_bool_true && has_corners(elements))
        sparse = sparse_elements(poly, a->array, elements);
    /* What is close whatever the parameters are goes before what may be. */
    bool always = isl_set_is_empty(sparse) == isl_bool_true;
    bool had = isl_set_is_empty(fill->sparse) == isl_bool_true;
    if (!sparse || (had && !always) ||
        isl_set_is_subset(poly->context, sparse) != isl_bool_false) {
        isl_set_free(elements);
        isl_set_free(sparse);
        return;
    }
    if (fill->elements && always == had) {
        isl_set *both = isl_set_union(isl_set_copy(fill->elements), elements);
        if (are_apart(poly, a->array, both)) {
            isl_set_free(both);
            isl_set_free(sparse);
            return;
        }
        isl_set_free(fill->elements);
        fill->elements = both;
        fill->sparse = isl_set_union(fill->sparse, sparse);
        return;
    }
    isl_set_free(fill->elements);
    isl_set_free(fill->sparse);
    fill->elements = elements;
    fill->sparse = sparse;
}

/* Do these writes, whose statements have their first `depth` guards in common,
 * together store whatever further guards say, as those of all branches of an
 * `if` do? The list is put into another order. */
static bool are_all_branches(const struct poly *poly,
                             const struct poly_access **write, int count,
                             int depth)
{
    if (count == 0)
        return false;
    const struct scop_expr *test = NULL;
    for (int k = 0; k < count; k++) {
        const struct scop_stmt *stmt = poly->stmt[write[k]->stmt].stmt;
        if (stmt->guard_count == depth)
            return true;
        test = stmt->guard[depth]->op == SCOP_NOT ? test : stmt->guard[depth];
    }
    int holds = 0, end = 0;
    for (int k = 0; test && k < count; k++) {
        const struct poly_access *a = write[k];
        const struct scop_expr *g = poly->stmt[a->stmt].stmt->guard[depth];
        bool fails = g->op == SCOP_NOT && scop_expr_equal(g->arg[0], test);
        if (!fails && !scop_expr_equal(g, test))
            continue;
        write[k] = write[end];
        write[end] = a;
        if (!fails) {
            write[end] = write[holds];
            write[holds++] = a;
        }
        end++;
    }
    return are_all_branches(poly, write, holds, depth + 1) &&
           are_all_branches(poly, write + holds, end - holds, depth + 1);
}

/* Does one of all branches store to what access `a`, under guards, stores to?
 * Asked of the first of them alone. */
static bool is_sure(const struct poly *poly, const struct poly_access *a)
{
    enum { MOST = 8 };
    const struct poly_access *write[MOST];
    int count = 0;
    isl_set *elements = isl_map_range(isl_map_copy(a->map));
    for (const struct poly_access *b = poly->access;
         b < poly->access + poly->access_count; b++) {
        if (b->array != a->array || !b->write || !b->exact || b->when ||
            poly->stmt[b->stmt].stmt->body)
            continue;
        isl_set *others = isl_map_range(isl_map_copy(b->map));
        bool same = isl_set_is_equal(elements, others) == isl_bool_true;
        isl_set_free(others);
        if (same && count == 0 && b != a)
            break;
        if (same && count < MOST)
            write[count++] = b;
    }
    isl_set_free(elements);
    return are_all_branches(poly, write, count, 0);
}

bool region_fills(const struct poly *poly, int array, struct lower_fill *fill)
{
    enum { ASKED = 16 }; /* writes under guards: each is compared with all */
    int asked = 0;
    const struct poly_array *pa = &poly->array[array];
    *fill = (struct lower_fill){.array = array};
    if (poly->part->counter_count || pa->expand ||
        poly->scop->array[pa->array].rows)
        return false;
    poly_budget(poly, 8);
    for (int k = 0; k < poly->access_count; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array == array && a->write && !a->astray &&
            (a->certain || (asked++ < ASKED && is_sure(poly, a))))
            add_write(poly, a, fill);
    }
    bool lost = poly_isl_lost(poly);
    if (lost)
        budget_clear(poly->budget);
    if (!lost && fill->elements && fill->sparse)
        return true;
    region_free_fill(fill);
    return false;
}

void region_free_fill(struct lower_fill *fill)
{
    fill->elements = isl_set_free(fill->elements);
    fill->sparse = isl_set_free(fill->sparse);
}
