/*
 * Lowering of Plans by levels (plan/level_schedule.h). Private to polyhedral/.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_LEVEL_SCHEDULE_H
#define HEDRA_POLYHEDRAL_LOWER_LEVEL_SCHEDULE_H

#include "polyhedral/lower/local.h"

/* Indices of SOURCE_LEVELS: numbers that the driver computes. */
enum levels_source_index {
    LEVELS_LOW,                          /* + dimension: first of the box */
    LEVELS_SIZE = LEVELS_MAX_DIMS,       /* + dimension: points of it */
    LEVELS_POINTS = 2 * LEVELS_MAX_DIMS, /* in the box */
    LEVELS_SLICE,                        /* points at one time */
    LEVELS_FIRST,
    LEVELS_LAST,   /* walk, run: slices or steps first <= t < last */
    LEVELS_WINDOW, /* how many slices a point may run ahead of its own */
    LEVELS_STEPS,
    LEVELS_COLUMNS,
    LEVELS_BEGIN, /* step: its points in the list, or run: where it begins */
    LEVELS_END    /* the same: where it ends */
};

/* Builds one of the Plan's kernels in `module`; l has been started. */
void lower_levels_kernel(struct lower *l, const struct levels *v,
                         enum levels_kernel which, struct kir_module *module,
                         const char *name, struct lowered *out);
/* In the driver: makes the Plan and runs it, or the static walk (taken) where
 * that is as good. `kernels`: LEVELS_KERNELS of them. */
void lower_levels_driver(struct lower *l, const struct levels *v,
                         struct lowered *kernels, isl_ast_node *walk);
/* In the Plan's kernels: the buffer of one of its rows; binds hd_q… to the
 * point of a number (I32), and the reverse; the instances of the bound point;
 * adds to what comes home the greatest level and the active points (I32
 * variables) that this thread has seen. */
int lower_levels_row(struct lower *l, const struct levels *v,
                     enum levels_row which, bool read_only);
void lower_levels_bind(struct lower *l, const struct levels *v, int n);
/* The coordinates (I64) of the point of a number. */
void lower_levels_place(struct lower *l, const struct levels *v, int n,
                        int *at);
/* On the host: opens the loops over the points from number `first` to `end`
 * (I32) that may run, row by row, so that no point's number is divided; how
 * many loops; whether they are cut to lower_levels_rows, outside of which no
 * point runs (parameters hd_q…; NULL: that is not asked for). Returns the
 * point's number, and its coordinates in `at`. */
int lower_levels_each(struct lower *l, const struct levels *v, int first,
                      int end, int *at, int *blocks, bool *cut);
isl_set *lower_levels_rows(const struct lower *l, const struct levels *v);
int lower_levels_number(struct lower *l, const struct levels *v, const int *at);
void lower_levels_bind_point(struct lower *l, const struct levels *v,
                             const int *at);
/* What the driver computed (enum levels_source_index), as I64 and as I32, in
 * which all numbers of points fit. */
int lower_levels_given(struct lower *l, int index);
int lower_levels_given32(struct lower *l, int index);
/* The point from which the bound one may depend, by this source. */
void lower_levels_source(struct lower *l, const struct levels *v, int source,
                         int *at);
void lower_levels_instances(struct lower *l, const struct levels *v);
void lower_levels_count(struct lower *l, const struct levels *v, int most,
                        int active);
/* In NAME_ranges: stores the sizes of the Plan's rows in buffer `out`. */
void lower_levels_ranges(struct lower *l, const struct levels *v, int out);

#endif
