/*
 * The points of a nest that has a Plan by levels, in the Plan's kernels: the
 * rows that hold them, and what names a point: its number, or its place in the
 * nest's box.
 */
#include "polyhedral/lower/level_schedule.h"

#include "polyhedral/plan/plan.h"

enum { MOST_PIECES = 4 }; /* of an end of a row */

int lower_levels_given(struct lower *l, int index)
{
    return lower_source(l, SOURCE_LEVELS, index, 0);
}

/* What the driver computed in 32 bits, in which all numbers of points fit. */
int lower_levels_given32(struct lower *l, int index)
{
    return kir_cast(l->f, KIR_I32, lower_levels_given(l, index));
}

int lower_levels_row(struct lower *l, const struct levels *v,
                     enum levels_row which, bool read_only)
{
    static const char *const names[] = {[LEVELS_LEVEL] = "hd_level",
                                        [LEVELS_LIST] = "hd_list",
                                        [LEVELS_TABLE] = "hd_table",
                                        [LEVELS_COUNT] = "hd_count",
                                        [LEVELS_FOUND] = "hd_found"};
    int buffer = kir_global(l->f, names[which], KIR_I32, read_only, true);
    ARENA_PUSH(l->poly->arena, l->row, l->row_count, l->row_cap,
               v->row + (int)which);
    return buffer;
}

void lower_levels_bind_point(struct lower *l, const struct levels *v,
                             const int *at)
{
    for (int k = 0; k < v->dims; k++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_q%d", k), at[k]);
}

/* The place in the box of the point with this number (I32). */
static void place_of(struct lower *l, const struct levels *v, int dims, int n,
                     int *at)
{
    struct kir_func *f = l->f;
    for (int k = dims - 1; k >= 0; k--) {
        int part = n;
        if (k > 0) {
            int size = lower_levels_given32(l, LEVELS_SIZE + k);
            part = kir_binary(f, KIR_REM, n, size);
            n = kir_binary(f, KIR_DIV, n, size);
        }
        at[k] = kir_binary(f, KIR_ADD, kir_cast(f, KIR_I64, part),
                           lower_levels_given(l, LEVELS_LOW + k));
    }
}

void lower_levels_place(struct lower *l, const struct levels *v, int n, int *at)
{
    place_of(l, v, v->dims, n, at);
}

void lower_levels_bind(struct lower *l, const struct levels *v, int n)
{
    int at[LEVELS_MAX_DIMS];
    lower_levels_place(l, v, n, at);
    lower_levels_bind_point(l, v, at);
}

/* Rows of points ------------------------------------------------------------
 */

isl_set *lower_levels_rows(const struct lower *l, const struct levels *v)
{
    isl_set *all = NULL;
    for (int s = 0; s < l->poly->stmt_count; s++)
        if (v->stmt[s].kind >= 0 && v->stmt[s].at) {
            isl_set *at = isl_set_copy(v->stmt[s].at);
            all = all ? isl_set_union(all, at) : at;
        }
    if (!all || v->inspection || v->dims == 1)
        return isl_set_free(all);
    return isl_set_from_basic_set(
        isl_set_simple_hull(isl_set_remove_divs(all)));
}

/* The least and the greatest last coordinate that points which run may have,
 * by the ones before; false: that is not simple. */
static bool row_bounds(const struct lower *l, const struct levels *v,
                       isl_pw_aff **least, isl_pw_aff **greatest)
{
    isl_set *all = lower_levels_rows(l, v);
    char name[16];
    if (!all)
        return false;
    snprintf(name, sizeof name, "hd_q%d", v->dims - 1);
    int last = isl_set_find_dim_by_name(all, isl_dim_param, name);
    all = isl_set_from_params(all);
    if (last >= 0)
        all = isl_set_move_dims(all, isl_dim_set, 0, isl_dim_param,
                                (unsigned)last, 1);
    bool good = last >= 0 &&
                isl_set_dim_is_bounded(all, isl_dim_set, 0) == isl_bool_true;
    *least = good ? isl_set_dim_min(isl_set_copy(all), 0) : NULL;
    *greatest = good ? isl_set_dim_max(isl_set_copy(all), 0) : NULL;
    isl_set_free(all);
    if (good && isl_pw_aff_n_piece(*least) <= MOST_PIECES &&
        isl_pw_aff_n_piece(*greatest) <= MOST_PIECES)
        return true;
    isl_pw_aff_free(*least);
    isl_pw_aff_free(*greatest);
    return false;
}

/* The numbers in a row, from `*first` to `*end` (I32), of points that may run,
 * whose other coordinates are bound. Returns whether it was cut. */
static bool cut_row(struct lower *l, const struct levels *v, int *first,
                    int *end)
{
    struct kir_func *f = l->f;
    isl_pw_aff *least, *greatest;
    if (!row_bounds(l, v, &least, &greatest))
        return false;
    int any = lower_params_test(l, isl_pw_aff_domain(isl_pw_aff_copy(least)));
    int low = lower_levels_given(l, LEVELS_LOW + v->dims - 1);
    int from = kir_binary(f, KIR_SUB, lower_pw_aff(l, least), low);
    int to = kir_binary(f, KIR_SUB, lower_pw_aff(l, greatest), low);
    int all = kir_cast(f, KIR_I64, *end);
    to = kir_binary(f, KIR_ADD, to, kir_i64(f, 1));
    from = kir_binary(f, KIR_MAX, from, kir_cast(f, KIR_I64, *first));
    *first = kir_cast(f, KIR_I32, kir_binary(f, KIR_MIN, from, all));
    to = kir_binary(f, KIR_MAX, to, kir_i64(f, 0));
    to = kir_cast(f, KIR_I32, kir_binary(f, KIR_MIN, to, all));
    *end = kir_ternary(f, KIR_SELECT, any, to, *first);
    return true;
}

int lower_levels_each(struct lower *l, const struct levels *v, int first,
                      int end, int *at, int *blocks, bool *cut)
{
    struct kir_func *f = l->f;
    int last = v->dims - 1, one = kir_i32(f, 1);
    *cut = false;
    *blocks = last > 0 && !v->inspection ? 2 : 1;
    if (*blocks == 1) {
        int n = kir_for(f, first, end, one, 0);
        lower_levels_place(l, v, n, at);
        return n;
    }
    int size = lower_levels_given32(l, LEVELS_SIZE + last);
    int some = kir_binary(f, KIR_MAX, size, one);
    int rows = kir_binary(f, KIR_DIV, kir_binary(f, KIR_SUB, end, one), some);
    rows = kir_ternary(f, KIR_SELECT, kir_binary(f, KIR_GT, end, kir_i32(f, 0)),
                       kir_binary(f, KIR_ADD, rows, one), kir_i32(f, 0));
    int row = kir_for(f, kir_binary(f, KIR_DIV, first, some), rows, one, 0);
    int base = kir_binary(f, KIR_MUL, row, size), bindings = l->binding_count;
    place_of(l, v, last, row, at);
    for (int k = 0; k < last; k++)
        lower_bind(l, arena_printf(l->poly->arena, "hd_q%d", k), at[k]);
    first = kir_binary(f, KIR_MAX, kir_binary(f, KIR_SUB, first, base),
                       kir_i32(f, 0));
    end = kir_binary(f, KIR_MIN, kir_binary(f, KIR_SUB, end, base), size);
    *cut = cut_row(l, v, &first, &end);
    l->binding_count = bindings;
    int j = kir_for(f, first, end, one, 0);
    at[last] = kir_binary(f, KIR_ADD, kir_cast(f, KIR_I64, j),
                          lower_levels_given(l, LEVELS_LOW + last));
    return kir_binary(f, KIR_ADD, base, j);
}

void lower_levels_source(struct lower *l, const struct levels *v, int source,
                         int *at)
{
    for (int k = 0; k < v->dims; k++)
        at[k] = lower_pw_aff(l, isl_pw_aff_copy(v->source[source].point[k]));
}

int lower_levels_number(struct lower *l, const struct levels *v, const int *at)
{
    struct kir_func *f = l->f;
    int n = 0;
    for (int k = 0; k < v->dims; k++) {
        int part = kir_binary(f, KIR_SUB, at[k],
                              lower_levels_given(l, LEVELS_LOW + k));
        part = kir_cast(f, KIR_I32, part);
        n = k ? kir_binary(f, KIR_ADD,
                           kir_binary(f, KIR_MUL, n,
                                      lower_levels_given32(l, LEVELS_SIZE + k)),
                           part)
              : part;
    }
    return n;
}

void lower_levels_count(struct lower *l, const struct levels *v, int most,
                        int active)
{
    struct kir_func *f = l->f;
    int count = lower_levels_row(l, v, LEVELS_COUNT, false);
    kir_if(f, kir_binary(f, KIR_GT, kir_get(f, active), kir_i32(l->f, 0)));
    kir_atomic(f, KIR_MAX, count, kir_i32(l->f, LEVELS_STEPS_AT),
               kir_get(f, most));
    kir_atomic(f, KIR_ADD, count, kir_i32(l->f, LEVELS_ACTIVE_AT),
               kir_get(f, active));
    kir_end(f);
}
