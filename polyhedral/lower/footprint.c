/*
 * NAME_ranges: which bytes of each row the region touches, as a function of
 * the parameters.
 *
 * In the caller's layout the linear order of elements is the lexicographic
 * order of their subscripts (inner subscripts stay within their extents), so
 * that the range runs from the lexicographic minimum of the accessed elements
 * to their maximum. An array with an access of which no bounds are known is
 * touched in whole, as far as an extent is declared. The clause extent(...)
 * cuts off what only accesses that data may prevent would reach.
 */
#include "polyhedral/lower/features.h"
#include "polyhedral/lower/level_schedule.h"

#include "polyhedral/bounds/bounds.h"
#include "polyhedral/dependence/dependence.h"
#include "polyhedral/plan/plan.h"
#include "polyhedral/rewrite/rewrite.h"
#include "polyhedral/tile/tile.h"

#include <stdlib.h>
#include <string.h>

/* In the range function every parameter of the region is a parameter. Counters
 * of parts have no value here, and nothing that they would be asked for. */
static void start(struct lower *l, const struct lower_part *part,
                  const struct region_options *options, struct kir_func *f,
                  int count, const int *param)
{
    const struct poly *poly = part->poly;
    lower_start(l, poly, part->mapping, part->storage, options);
    l->f = f;
    if (poly->part->counter_count)
        l->known = poly_forget_counters(poly, isl_set_copy(poly->context));
    for (int k = 0; k < count; k++)
        lower_source_define(l, SOURCE_PARAM, k, 0, param[k]);
    lower_boxes(l);
}

/* The table of bounds: the rows whose least and largest elements tell how far
 * others are touched. */
struct table {
    struct lower *l; /* of all parts */
    int parts;
    const struct poly *source; /* of the only part, if that was rewritten */
    int buffer; /* least, largest, …; -1: nobody has asked yet */
    int fits;   /* variable: 0 where what was computed does not hold */
    int count;
    struct lower_bound *bound;
    int *array; /* of the scop, per bound */
    bool *busy; /* per scop array: what bounds it is being looked for */
    int work;
};

struct range {
    struct lower *l;
    int array;
    int low, high; /* variables */
    int fits;      /* variable: 1 as long as 64 bits count all bytes */
    int levels;    /* of tables whose subscripts are asked for */
    int least[SCOP_ROWS_MAX], most[SCOP_ROWS_MAX]; /* variables */
    struct table *table;
};

/* Temporaries have an element for each iteration: more, maybe, than 64 bits
 * count, where few of them are there. */
static void check_linear(const struct range *r, const int *sub)
{
    const double most = 0x1p59;
    struct lower *l = r->l;
    struct kir_func *f = l->f;
    int rank = l->poly->array[r->array].rank;
    if (rank < 2)
        return;
    int at = kir_cast(f, KIR_F64, sub[0]);
    for (int k = 1; k < rank; k++) {
        int size = lower_source(l, SOURCE_BOX_SIZE, r->array, k);
        at = kir_binary(f, KIR_MUL, at, kir_cast(f, KIR_F64, size));
        at = kir_binary(f, KIR_ADD, at, kir_cast(f, KIR_F64, sub[k]));
    }
    int good = kir_binary(
        f, KIR_AND, kir_binary(f, KIR_LE, kir_float(f, KIR_F64, -most), at),
        kir_binary(f, KIR_LE, at, kir_float(f, KIR_F64, most)));
    kir_set(f, r->fits,
            kir_ternary(f, KIR_SELECT, good, kir_get(f, r->fits),
                        kir_int(f, KIR_I64, 0)));
}

/* The linear index of the element that `point` names for every parameter. */
static int linear(const struct range *r, isl_multi_pw_aff *point)
{
    struct lower *l = r->l;
    int rank = l->poly->array[r->array].rank;
    int *sub = arena_alloc(l->poly->arena, sizeof(int) * (size_t)(rank + 1));
    for (int k = 0; k < rank; k++)
        sub[k] = lower_pw_aff(l, isl_multi_pw_aff_get_pw_aff(point, k));
    isl_multi_pw_aff_free(point);
    if (l->storage->kind[r->array] == STORAGE_TEMP &&
        !l->poly->array[r->array].pitch)
        check_linear(r, sub);
    return lower_declared(l, r->array, sub);
}

/* Where an array of known extents ends. */
static int extent_end(struct lower *l, const struct scop_array *sa)
{
    struct kir_func *f = l->f;
    int one = kir_int(f, KIR_I64, 1), count = one;
    for (int k = 0; k < sa->rank; k++)
        count = kir_binary(f, KIR_MUL, count, lower_index(l, sa->extent[k]));
    int unit = kir_int(f, KIR_I64, sa->unit);
    int offset = kir_int(f, KIR_I64, sa->offset);
    int end = kir_binary(f, KIR_SUB, count, one);
    end = kir_binary(f, KIR_MUL, end, unit);
    return kir_binary(f, KIR_ADD, kir_binary(f, KIR_ADD, end, offset), one);
}

/* Does each iteration of outer loops have all that the array declares? */
static bool is_repeated(const struct range *r)
{
    const struct poly_array *pa = &r->l->poly->array[r->array];
    return pa->pitch && pa->expand;
}

/* isl 0.25 finds no corner of some sets that have one ("unbounded optimum"):
 * the range is the extent. */
static void widen_blindly(struct range *r)
{
    struct lower *l = r->l;
    struct kir_func *f = l->f;
    const struct poly *poly = l->poly;
    const struct scop_array *sa =
        &poly->scop->array[poly->array[r->array].array];
    budget_clear(poly->budget);
    if (sa->rank && sa->extent[0] && !is_repeated(r) && !r->levels) {
        kir_set(f, r->low, kir_int(f, KIR_I64, sa->offset));
        kir_set(f, r->high, extent_end(l, sa));
        return;
    }
    struct fault *fault = fault_add(
        poly->faults, FAULT_TOO_COMPLEX, poly->scop->loc,
        "isl does not find how much of '%s' this region touches", sa->name);
    fault_hint(poly->faults, fault, sa->loc,
               "say extent(%s[...]) with the number of its elements", sa->name);
    l->failed = true;
}

/* The first element of each of the repeated array's copies. */
static isl_set *first_of_copies(const struct range *r, isl_set *set)
{
    const struct poly_array *pa = &r->l->poly->array[r->array];
    unsigned inner = (unsigned)(pa->rank - pa->expand);
    set = isl_set_project_out(set, isl_dim_set, (unsigned)pa->expand, inner);
    set = isl_set_add_dims(set, isl_dim_set, inner);
    for (int k = pa->expand; k < pa->rank; k++)
        set = isl_set_fix_si(set, isl_dim_set, (unsigned)k, 0);
    return set;
}

/* Where what lies at `last` ends: the element, or a whole copy. */
static int end_of(struct range *r, int last)
{
    struct lower *l = r->l;
    int array = l->poly->array[r->array].array;
    const struct scop_array *sa = &l->poly->scop->array[array];
    if (!is_repeated(r))
        return kir_binary(l->f, KIR_ADD, last, kir_int(l->f, KIR_I64, 1));
    int length = kir_binary(l->f, KIR_SUB, extent_end(l, sa),
                            kir_int(l->f, KIR_I64, sa->offset));
    return kir_binary(l->f, KIR_ADD, last, length);
}

/* Widens what subscripts of tables there are by those of one set. */
static void widen_box(struct range *r, isl_set *set /* kept */)
{
    struct kir_func *f = r->l->f;
    for (int k = 0; k < r->levels; k++) {
        int low = lower_pw_aff(r->l, isl_set_dim_min(isl_set_copy(set), k));
        int high = lower_pw_aff(r->l, isl_set_dim_max(isl_set_copy(set), k));
        kir_set(f, r->least[k],
                kir_binary(f, KIR_MIN, kir_get(f, r->least[k]), low));
        kir_set(f, r->most[k],
                kir_binary(f, KIR_MAX, kir_get(f, r->most[k]), high));
    }
}

/* Widens the range by one set of elements, if it has any. The box of a
 * temporary is laid out whole, so that its corners are the extremes. */
static void widen(struct range *r, isl_set *set)
{
    if (is_repeated(r))
        set = first_of_copies(r, set);
    struct kir_func *f = r->l->f;
    bool box = r->l->storage->kind[r->array] == STORAGE_TEMP &&
               !r->l->poly->array[r->array].pitch;
    isl_multi_pw_aff *low, *high;
    if (box) {
        low = isl_set_min_multi_pw_aff(isl_set_copy(set));
        high = isl_set_max_multi_pw_aff(isl_set_copy(set));
    } else {
        low = isl_multi_pw_aff_from_pw_multi_aff(
            isl_set_lexmin_pw_multi_aff(isl_set_copy(set)));
        high = isl_multi_pw_aff_from_pw_multi_aff(
            isl_set_lexmax_pw_multi_aff(isl_set_copy(set)));
    }
    if ((!low || !high) && !box && !budget_spent(r->l->poly->budget)) {
        isl_multi_pw_aff_free(low);
        isl_multi_pw_aff_free(high);
        isl_set_free(set);
        widen_blindly(r);
        return;
    }
    isl_set *params = isl_set_params(isl_set_copy(set));
    kir_if(f, lower_params_test(r->l, isl_set_coalesce(params)));
    widen_box(r, set);
    isl_set_free(set);
    int first = linear(r, low);
    kir_set(f, r->low, kir_binary(f, KIR_MIN, kir_get(f, r->low), first));
    int end = end_of(r, linear(r, high));
    kir_set(f, r->high, kir_binary(f, KIR_MAX, kir_get(f, r->high), end));
    kir_end(f);
}

static isl_stat widen_basic(isl_basic_set *basic, void *user)
{
    struct range *r = user;
    widen(r, isl_set_from_basic_set(basic));
    return r->l->failed ? isl_stat_error : isl_stat_ok;
}

/* An access to the array without bounds that the model knows; NULL if there is
 * none. */
static const struct poly_access *unknown_access(const struct poly *poly,
                                                int array)
{
    for (int k = 0; k < poly->access_count; k++)
        if (poly->access[k].array == array &&
            (poly->access[k].astray || !dataflow_is_bounded(&poly->access[k])))
            return &poly->access[k];
    return NULL;
}

static void refuse_open(struct lower *l, const struct poly_access *access)
{
    const struct poly *poly = l->poly;
    struct buf text = {0};
    scop_print_access(poly->scop, access->expr, &text);
    struct fault *fault = fault_add(
        poly->faults, FAULT_EXTENT, access->expr->loc,
        "how much of '%s' the region touches is not known: nothing bounds the "
        "subscript in '%s'; the plain nest runs",
        poly->scop->array[access->expr->ref].name, text.text);
    fault_hint(poly->faults, fault, access->expr->loc,
               "say extent(%s[...]) with the number of its elements",
               poly->scop->array[access->expr->ref].name);
    buf_free(&text);
    l->failed = true;
}

/* The elements of an array of known extents, if an instance may touch it. */
static void widen_to_extent(struct range *r, const struct poly_access *access)
{
    struct lower *l = r->l;
    struct kir_func *f = l->f;
    const struct scop_array *sa = &l->poly->scop->array[access->expr->ref];
    isl_set *points = isl_map_domain(isl_map_copy(access->map));
    points = poly_forget_counters(l->poly, isl_set_params(points));
    kir_if(f, lower_params_test(l, isl_set_coalesce(points)));
    int end = extent_end(l, sa), offset = kir_int(f, KIR_I64, sa->offset);
    kir_set(f, r->low, kir_binary(f, KIR_MIN, kir_get(f, r->low), offset));
    kir_set(f, r->high, kir_binary(f, KIR_MAX, kir_get(f, r->high), end));
    kir_end(f);
}

/* What is accessed where data says so may lie within the extent alone, whatever
 * elements the model has: there are no others. */
static void cut_at_extent(struct range *r, const struct scop_array *sa)
{
    struct lower *l = r->l;
    struct kir_func *f = l->f;
    if (array_is_certain(l->poly, r->array) || sa->rank == 0 || !sa->extent[0])
        return;
    int end = extent_end(l, sa), offset = kir_int(f, KIR_I64, sa->offset);
    kir_set(f, r->low, kir_binary(f, KIR_MAX, kir_get(f, r->low), offset));
    kir_set(f, r->high, kir_binary(f, KIR_MIN, kir_get(f, r->high), end));
}

/* An element whose place a counter decides may lie anywhere. */
static bool is_known(struct lower *l, int array, isl_set *set)
{
    const struct poly *poly = l->poly;
    const struct scop_array *sa = &poly->scop->array[poly->array[array].array];
    bool known = true;
    int rank = poly->part->counter_count ? poly->array[array].rank : 0;
    for (int d = 0; d < rank && known; d++)
        known = isl_set_dim_is_bounded(set, isl_dim_set, (unsigned)d) ==
                isl_bool_true;
    if (known)
        return true;
    struct fault *fault = fault_add(
        poly->faults, FAULT_EXTENT, sa->loc,
        "how much of '%s' the region touches depends on a variable that "
        "changes in it; the plain nest runs",
        sa->name);
    fault_hint(poly->faults, fault, sa->loc,
               "say extent(%s[...]) with the number of its elements, or count "
               "in the head of a for with a bound",
               sa->name);
    l->failed = true;
    return false;
}

static void widen_all(struct range *r, isl_set *set /* taken */)
{
    if (is_known(r->l, r->array, set))
        isl_set_foreach_basic_set(set, widen_basic, r);
    isl_set_free(set);
}

/* Subscripts that memory holds ----------------------------------------------
 */

static bool widen_unknown(struct table *t, struct lower *l,
                          const struct poly_access *access, int low, int high);

/* What bounds.h asks, of one part, or of the source that it was made of. */
struct asking {
    struct table *table;
    struct lower *l;
    const struct poly *poly;
};

static bool iterator_bounds(void *user, int stmt, int loop,
                            struct interval *out)
{
    struct lower *l = ((struct asking *)user)->l;
    const struct poly *poly = ((struct asking *)user)->poly;
    isl_set *domain = poly->stmt[stmt].domain;
    int k = scop_loop_depth(poly->stmt[stmt].stmt, loop);
    if (k < 0 || isl_set_dim_is_bounded(domain, isl_dim_set, (unsigned)k) !=
                     isl_bool_true)
        return false;
    isl_set *params = isl_set_params(isl_set_copy(domain));
    out->some = lower_params_test(l, isl_set_coalesce(params));
    out->low = lower_pw_aff(l, isl_set_dim_min(isl_set_copy(domain), k));
    out->high = lower_pw_aff(l, isl_set_dim_max(isl_set_copy(domain), k));
    return !lower_is_lost(l);
}

static int parameter_value(void *user, const struct scop_expr *e)
{
    return lower_index(((struct asking *)user)->l, e);
}

static bool is_ranged(struct table *t, struct lower *l, int array)
{
    const struct poly *poly = l->poly;
    bool known = true;
    for (int k = 0; k < poly->access_count && known; k++) {
        const struct poly_access *a = &poly->access[k];
        if (poly->array[a->array].array == array && !dataflow_is_bounded(a))
            known = widen_unknown(t, l, a, -1, -1);
    }
    return known;
}

static int row_of(const struct lower *l, int array)
{
    const struct poly *poly = l->poly;
    int row = -1;
    for (int k = 0; k < poly->array_count; k++)
        if (poly->array[k].array == array && l->storage->row[k] >= 0)
            row = l->storage->row[k];
    return row;
}

/* The array's place in the table, behind those of arrays that tell how far it
 * is touched itself; -1: that is not known. */
static int table_place(struct table *t, int array)
{
    const struct scop *scop = t->l[0].poly->scop;
    bool known = true;
    int row = -1;
    for (int k = 0; k < t->count; k++)
        if (t->array[k] == array)
            return k;
    if (t->busy[array])
        return -1;
    t->busy[array] = true;
    for (int p = 0; p < t->parts && known; p++) {
        row = row < 0 ? row_of(&t->l[p], array) : row;
        known = scop->array[array].extent[0] || is_ranged(t, &t->l[p], array);
    }
    t->busy[array] = false;
    if (!known || row < 0)
        return -1;
    if (t->buffer < 0)
        t->buffer = kir_global(t->l[0].f, "bound", KIR_I64, true, true);
    t->array[t->count] = array;
    const struct poly *poly = t->l[0].poly;
    int64_t apart =
        poly->part->parts->driven ? 1 : dataflow_stride(poly, array);
    t->bound[t->count] =
        (struct lower_bound){row, apart * scop->array[array].unit};
    return t->count++;
}

static bool element_bounds(void *user, int array, struct interval *out)
{
    struct asking *asking = user;
    struct table *t = asking->table;
    struct kir_func *f = asking->l->f;
    int place = table_place(t, array);
    if (place < 0)
        return false;
    out->low = kir_load(f, t->buffer, kir_int(f, KIR_I64, 2 * place));
    out->high = kir_load(f, t->buffer, kir_int(f, KIR_I64, 2 * place + 1));
    out->some = kir_binary(f, KIR_LE, out->low, out->high);
    return true;
}

static struct bounds_of bounds_of(const struct table *t, struct asking *asking)
{
    return (struct bounds_of){.scop = asking->poly->scop,
                              .part = !asking->poly->part->alone,
                              .f = asking->l->f,
                              .fits = t->fits,
                              .user = asking,
                              .iterator = iterator_bounds,
                              .elements = element_bounds,
                              .value = parameter_value,
                              .work = t->work};
}

/* A variable of the driver has other values each time that the part runs. What
 * is not known of a part that was rewritten may be of its source, which touches
 * the same elements. */
static bool widen_unknown(struct table *t, struct lower *l,
                          const struct poly_access *access, int low, int high)
{
    const struct poly *poly = l->poly;
    struct asking asking = {t, l, poly};
    struct bounds_of of = bounds_of(t, &asking);
    bool known = poly->part->counter_count == 0;
    if (known && t->source &&
        !bounds_ask(poly->arena, &of, access->stmt, access->expr)) {
        asking.poly = t->source;
        of = bounds_of(t, &asking);
        known = bounds_widen_all(&of, access->expr->ref, low, high);
    } else {
        known =
            known && bounds_widen(&of, access->stmt, access->expr, low, high);
    }
    t->work = of.work;
    return known && !l->failed;
}

/* Demands that an access whose subscripts memory holds stays in its row. */
static void demand_rows(struct table *t, struct lower *l,
                        const struct poly_access *access)
{
    const struct poly *poly = l->poly;
    struct asking asking = {t, l, poly};
    struct bounds_of of = bounds_of(t, &asking);
    bool known = bounds_demand_rows(&of, access->stmt, access->expr,
                                    access->blind || access->exact);
    t->work = of.work;
    if (known || l->failed)
        return;
    fault_add(poly->faults, FAULT_EXTENT, access->expr->loc,
              "whether the subscripts of %s stay in their rows is not known "
              "when the region starts; the plain nest runs",
              poly_access_text(poly, access));
    l->failed = true;
}

/* Widens the range of an array of unknown extent by what each access touches.
 */
static void widen_by_accesses(struct range *r)
{
    struct lower *l = r->l;
    const struct poly *poly = l->poly;
    for (int k = 0; k < poly->access_count && !l->failed; k++) {
        const struct poly_access *a = &poly->access[k];
        if (a->array != r->array)
            continue;
        bool open = a->astray || !dataflow_is_bounded(a);
        if (a->astray ||
            (open && !widen_unknown(r->table, l, a, r->low, r->high)))
            refuse_open(l, a);
        else if (!open)
            widen_all(r, isl_map_range(isl_map_copy(a->map)));
    }
}

/* Has the array, which has tables of several levels, their shape, and are all
 * of its subscripts known? */
static bool has_shape_of_tables(const struct poly *poly, int array)
{
    const struct poly_array *pa = &poly->array[array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    bool good = pa->pitch && pa->rank == sa->row_levels + 1 &&
                !unknown_access(poly, array);
    for (int k = 0; k < sa->row_levels && good; k++) {
        const struct scop_expr *pitch = pa->pitch[k + 1];
        good = pitch->op == SCOP_PARAM && pitch->ref == sa->pitch[k];
    }
    return good;
}

/* Rows of a table (scop_array.rows) are those that the range has if each access
 * stays in its row, as that of an array does whose shape has been found. */
static bool stays_in_rows(struct range *r)
{
    struct lower *l = r->l;
    const struct poly *poly = l->poly;
    const struct poly_array *pa = &poly->array[r->array];
    const struct scop_array *sa = &poly->scop->array[pa->array];
    bool stays = pa->pitch &&
                 (sa->row_levels < 2 || has_shape_of_tables(poly, r->array));
    for (int k = 0; k < poly->access_count && stays; k++)
        stays = poly->access[k].array != r->array || poly->access[k].exact;
    if (stays || !sa->rows)
        return true;
    struct fault *fault = fault_add(
        poly->faults, FAULT_EXTENT, poly->scop->loc,
        "whether the region stays in the rows of '%s' is not known; the plain "
        "nest runs",
        sa->rows);
    fault_hint(poly->faults, fault, sa->loc,
               "use an array of two dimensions, or offsets into one array");
    l->failed = true;
    return false;
}

/* Widens the range by what the array is accessed at in its declared layout. */
static void widen_user(struct range *r)
{
    const struct poly *poly = r->l->poly;
    const struct scop_array *sa =
        &poly->scop->array[poly->array[r->array].array];
    const struct poly_access *unknown = unknown_access(poly, r->array);
    if (!stays_in_rows(r))
        return;
    if (unknown && !sa->extent[0]) {
        widen_by_accesses(r);
        return;
    }
    for (int k = 0; unknown && k < poly->access_count; k++)
        if (poly->access[k].array == r->array)
            widen_to_extent(r, &poly->access[k]);
    isl_set *set = unknown ? NULL : dataflow_elements(poly, r->array);
    if (set)
        widen_all(r, set);
    cut_at_extent(r, sa);
}

/* Widens by what a part touches. */
static void widen_part(struct range *r)
{
    if (r->l->storage->kind[r->array] == STORAGE_TEMP) {
        isl_set *set = dataflow_elements(r->l->poly, r->array);
        if (is_known(r->l, r->array, set))
            widen(r, set);
        else
            isl_set_free(set);
    } else {
        widen_user(r);
    }
}

/* Widens by the elements of a declared array, with constants for subscripts,
 * that an expression of the driver's reads. */
static void widen_read(struct range *r, const struct scop_expr *e)
{
    struct lower *l = r->l;
    struct kir_func *f = l->f;
    int array = l->poly->array[r->array].array;
    bool fixed = e->op == SCOP_ACCESS && e->ref == array &&
                 !l->poly->scop->array[array].pointer;
    int *sub =
        arena_alloc(l->poly->arena, sizeof(int) * (size_t)(e->count + 1));
    for (int k = 0; k < e->count; k++) {
        widen_read(r, e->arg[k]);
        fixed &= e->arg[k]->op == SCOP_INT;
        sub[k] = kir_int(f, KIR_I64, e->arg[k]->ival);
    }
    if (!fixed)
        return;
    int first = lower_declared(l, r->array, sub);
    int end = kir_binary(f, KIR_ADD, first, kir_int(f, KIR_I64, 1));
    kir_set(f, r->low, kir_binary(f, KIR_MIN, kir_get(f, r->low), first));
    kir_set(f, r->high, kir_binary(f, KIR_MAX, kir_get(f, r->high), end));
}

/* What the driver fetches for its tests and statements, it does where no part
 * touches it, too. (Behind a pointer there may be nothing then.) */
static void widen_fetched(struct range *r, const struct step *step)
{
    if (step->test)
        widen_read(r, step->test);
    if (step->stmt)
        widen_read(r, step->stmt->rhs);
    for (int k = 0; k < step->count; k++)
        widen_fetched(r, &step->child[k]);
}

static struct range new_range(struct kir_func *f, struct table *table)
{
    struct range r = {.array = -1,
                      .low = kir_variable(f, "low", KIR_I64),
                      .high = kir_variable(f, "high", KIR_I64),
                      .fits = table->fits,
                      .table = table};
    kir_set(f, r.low, kir_int(f, KIR_I64, INT64_MAX));
    kir_set(f, r.high, kir_int(f, KIR_I64, INT64_MIN));
    return r;
}

/* The subscripts that an array's tables of so many levels get are asked for. */
static void ask_for_box(struct kir_func *f, struct range *r, int levels)
{
    r->levels = levels;
    for (int k = 0; k < levels; k++) {
        r->least[k] = kir_variable(f, "least", KIR_I64);
        r->most[k] = kir_variable(f, "most", KIR_I64);
        kir_set(f, r->least[k], kir_int(f, KIR_I64, INT64_MAX));
        kir_set(f, r->most[k], kir_int(f, KIR_I64, INT64_MIN));
    }
}

static void store_box(struct kir_func *f, const struct range *r, int out,
                      int at)
{
    for (int k = 0; k < r->levels; k++, at += 2) {
        kir_store(f, out, kir_int(f, KIR_I64, at), kir_get(f, r->least[k]));
        kir_store(f, out, kir_int(f, KIR_I64, at + 1), kir_get(f, r->most[k]));
    }
}

/* Stores the range's ends at [at] and [at + 1], by elements of so many bytes;
 * 0 and 0 if nothing is in it. */
static void store_range(struct kir_func *f, const struct range *r, int bytes,
                        int out, int at)
{
    int zero = kir_int(f, KIR_I64, 0);
    int low = kir_get(f, r->low), high = kir_get(f, r->high);
    int used = kir_binary(f, KIR_LT, low, high);
    low = kir_ternary(f, KIR_SELECT, used, low, zero);
    high = kir_ternary(f, KIR_SELECT, used, high, zero);
    kir_store(f, out, kir_int(f, KIR_I64, at),
              kir_binary(f, KIR_MUL, low, bytes));
    kir_store(f, out, kir_int(f, KIR_I64, at + 1),
              kir_binary(f, KIR_MUL, high, bytes));
}

/* Stores the byte range of row `row`, and from `box` on the subscripts of its
 * tables; false if it is not known. */
static bool lower_row(struct lower *l, const struct parts *parts, int row,
                      int out, int box, struct table *table)
{
    struct kir_func *f = l->f;
    struct range r = new_range(f, table);
    int bytes = kir_int(f, KIR_I64, 0);
    for (int p = 0; p < parts->part_count; p++) {
        const struct poly *poly = l[p].poly;
        for (int k = 0; k < poly->array_count; k++) {
            if (l[p].storage->row[k] != row)
                continue;
            int array = poly->array[k].array;
            r.l = &l[p];
            r.array = k;
            if (box && !r.levels)
                ask_for_box(f, &r, poly->scop->array[array].row_levels);
            bytes = kir_int(f, KIR_I64,
                            scop_type_size(poly->scop->array[array].type));
            widen_part(&r);
            if (l[p].storage->kind[k] == STORAGE_USER)
                widen_fetched(&r, &parts->body);
            if (l[p].failed)
                return false;
        }
    }
    store_range(f, &r, bytes, out, 2 * row);
    store_box(f, &r, out, box);
    return true;
}

/* Stores what the region fills of an array, from `at` on. */
static void lower_fill(struct lower *l, const struct lower_fill *fill, int out,
                       int at, struct table *table)
{
    struct kir_func *f = l->f;
    const struct poly *poly = l->poly;
    struct range r = new_range(f, table);
    int array = poly->array[fill->array].array;
    r.l = l;
    r.array = fill->array;
    kir_if(f, kir_unary(f, KIR_NOT,
                        lower_params_test(l, isl_set_copy(fill->sparse))));
    widen_all(&r, isl_set_copy(fill->elements));
    kir_end(f);
    int size = scop_type_size(poly->scop->array[array].type);
    store_range(f, &r, kir_int(f, KIR_I64, size), out, at);
}

/* What the region fills, behind what its rows have. */
static void lower_fills(struct lower *l, const struct lower_fills *fills,
                        int rows, int out, struct table *table)
{
    bool failed = false;
    for (int k = 0; k < fills->count && !failed; k++) {
        const struct lower_fill *fill = &fills->at[k];
        lower_fill(&l[fill->part], fill, out, 2 * (rows + k) + 1, table);
        failed = l[fill->part].failed;
    }
}

/* The tests of one part that accesses stay in their rows. False after a fault.
 */
static bool lower_rows(struct lower *l, struct table *table)
{
    const struct poly *poly = l->poly;
    for (int k = 0; k < poly->access_count && !l->failed; k++)
        if (poly->access[k].tested)
            demand_rows(table, l, &poly->access[k]);
    return !l->failed;
}

int lower_ranges(const struct parts *parts, const struct lower_part *gpu,
                 const struct lower_part *host, int rows,
                 const struct lower_fills *fills,
                 const struct region_options *options,
                 struct kir_module *module, const char *name,
                 struct lower_bounds *bounds)
{
    const struct lower_part *part = gpu ? gpu : host;
    struct arena *arena = part[0].poly->arena;
    const struct scop *scop = parts->scop;
    int count = parts->part_count;
    struct lower *l = arena_alloc(arena, sizeof *l * (size_t)count);
    struct kir_func *f = kir_func_new(module, KIR_HOST, name, 1, 1, 1);
    int *param =
        arena_alloc(arena, sizeof *param * (size_t)(scop->param_count + 1));
    f->line = scop->loc.line;
    for (int k = 0; k < scop->param_count; k++)
        param[k] = kir_param(f, scop->param[k].name, KIR_I64);
    int out = kir_global(f, "range", KIR_I64, false, true);
    int fits = kir_variable(f, "fits", KIR_I64);
    kir_set(f, fits, kir_int(f, KIR_I64, 1));
    bool failed = false;
    for (int p = 0; p < count; p++)
        start(&l[p], &part[p], options, f, scop->param_count, param);
    size_t arrays = (size_t)scop->array_count + 1;
    struct table table = {
        .l = l,
        .parts = count,
        .source = part[0].source,
        .buffer = -1,
        .fits = fits,
        .bound = arena_alloc(arena, sizeof(struct lower_bound) * arrays),
        .array = arena_alloc(arena, sizeof(int) * arrays),
        .busy = arena_alloc(arena, sizeof(bool) * arrays)};
    for (int k = 0; k < rows && !failed; k++)
        failed = !lower_row(l, parts, k, out, fills->box[k], &table);
    for (int p = 0; p < count && !failed; p++)
        failed = !lower_rows(&l[p], &table);
    *bounds = (struct lower_bounds){table.count, table.bound};
    for (int p = 0; p < count && !failed; p++)
        rows += lower_version_rows(&l[p], gpu ? gpu[p].mapping : NULL, out);
    for (int p = 0; p < count; p++)
        for (int k = 0; k < part[p].levels->count; k++, rows += LEVELS_ROWS)
            lower_levels_ranges(&l[p], &part[p].levels->levels[k], out);
    for (int p = 0; p < count; p++)
        rows += plan_lower_rows(&l[p], gpu ? gpu[p].mapping : NULL,
                                host ? host[p].mapping : NULL, out);
    if (!failed)
        lower_fills(l, fills, rows, out, &table);
    int holds = kir_int(f, KIR_PRED, 1);
    for (int p = 0; p < count; p++) {
        holds = kir_binary(f, KIR_AND, holds,
                           lower_assumed(&l[p], part[p].poly, param));
        failed |= l[p].failed;
    }
    for (int p = 0; p < count; p++)
        l[p].known = isl_set_free(l[p].known);
    int whole = kir_get(f, fits);
    kir_store(f, out, kir_int(f, KIR_I64, 2 * rows),
              kir_binary(f, KIR_AND, kir_cast(f, KIR_I64, holds), whole));
    if (poly_isl_failed(part[0].poly, "computing the ranges of arrays") ||
        failed)
        return -1;
    return module->func_count - 1;
}
