/*
 * The points of a nest that has a Plan by levels, in the Plan's kernels: the
 * rows that hold them, and what names a point: its number, or its place in the
 * nest's box.
 */
#include "polyhedral/lower/level_schedule.h"

#include "polyhedral/plan/plan.h"

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
                                        [LEVELS_COUNT] = "hd_count"};
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

void lower_levels_bind(struct lower *l, const struct levels *v, int n)
{
    struct kir_func *f = l->f;
    int at[LEVELS_MAX_DIMS];
    for (int k = v->dims - 1; k >= 0; k--) {
        int part = n;
        if (k > 0) {
            int size = lower_levels_given32(l, LEVELS_SIZE + k);
            part = kir_binary(f, KIR_REM, n, size);
            n = kir_binary(f, KIR_DIV, n, size);
        }
        at[k] = kir_binary(f, KIR_ADD, kir_cast(f, KIR_I64, part),
                           lower_levels_given(l, LEVELS_LOW + k));
    }
    lower_levels_bind_point(l, v, at);
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
