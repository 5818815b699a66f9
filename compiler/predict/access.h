/*
 * Exact counts of what a region's GPU kernels ask of memory, for sizes that are
 * given or stated with assume(n == 1000): backends/memory/memory.h on the KIR
 * that the PTX is printed from.
 *
 * Owns nothing: rows live in the arena given.
 */
#ifndef HEDRA_COMPILER_PREDICT_ACCESS_H
#define HEDRA_COMPILER_PREDICT_ACCESS_H

#include "backends/memory/memory.h"
#include "compiler/output/output.h"

/* All places where one kernel makes one access of the source, or copies a tile
 * of one array. */
struct access_total {
    const struct region_access *access; /* NULL: a copy, or not in the table */
    const char *kernel;                 /* its name */
    const char *text;                   /* "A[i][k]", "copy of A" */
    struct loc loc;
    enum kir_access_kind kind;
    bool shared;  /* shared memory, else global */
    bool unknown; /* it depends on what arrays hold */
    struct kir_access_count count;
};

struct access_totals {
    bool complete;     /* every parameter has a value */
    bool spent;        /* it would have taken too long: no rows */
    const char *sizes; /* "n = 1000, m = 20" */
    int count, cap;
    struct access_total *row;
};

/* Predicts for the region, whose KIR for GPUs is `r->gpu` as optimised, with
 * the values that `size` and the region's assumptions give its parameters. */
struct access_totals *access_predict(struct arena *arena,
                                     const struct stub_region *r,
                                     const struct region_size *size,
                                     int size_count);
/* The parameters whose values `size` and the region's assumptions give, in the
 * arena; `known` receives how many. */
struct region_size *access_known_sizes(struct arena *arena,
                                       const struct scop *scop,
                                       const struct region_size *size,
                                       int size_count, int *known);
/* How many numbers the region's NAME_ranges stores. */
int64_t access_range_count(const struct kir_func *ranges);
/* Returns, for kir_access_input, where `rows` arrays begin, modulo a sector.
 * The caller's are taken to begin at a sector. The region's own (`temporary`)
 * have their first byte that is used there: `ranges`, the region's NAME_ranges,
 * which takes the scop's parameters, tells it. NULL if it needs a parameter
 * that is not known. */
const int *access_find_starts(struct arena *arena,
                              const struct kir_func *ranges,
                              const int64_t *scalar, const bool *known,
                              int rows, const bool *temporary);
/* Counts the launches of the region's kernels, by their numbers in r->gpu; NULL
 * if that takes too long. */
struct kir_launches *access_launches(struct arena *arena,
                                     const struct stub_region *r,
                                     const struct region_size *size,
                                     int size_count);
/* A remark for each row, and one for all of global memory. */
void access_remark(const struct access_totals *totals, struct loc region,
                   struct faults *faults);
/* Warns of each size that no region has a parameter for. */
void access_check_sizes(const struct scop *const *scop, int count,
                        const struct region_size *size, int size_count,
                        struct faults *faults);

#endif
