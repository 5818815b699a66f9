/*
 * HEDRA_STATS: what each region did on each device, printed at exit.
 */
#ifndef HEDRA_RUNTIME_DEVICE_STATS_H
#define HEDRA_RUNTIME_DEVICE_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* What one execution, or all of a region's on one device, did. */
struct stats {
    int64_t runs, kernels, bytes_in, bytes_out; /* in: to the device */
    double kernel_seconds, transfer_seconds;
    /* Plans there were, of which `kept` from earlier runs, and walked by their
     * lists; the points that they were made of,
     * those active, and the lanes that ran these (0 on the host, which has
     * none); of kernel_seconds those of the scheduler. */
    int64_t plans, kept, lists, points, active, lanes;
    double scheduler_seconds;
    /* Plans by levels: made, and found from earlier runs; and of
     * those walked the steps, those of the static schedule, the active points
     * of all points, and the lanes. */
    struct {
        int64_t made, kept, walked, steps, slices, active, points, lanes;
    } levels;
};

/* Whether HEDRA_STATS asks for statistics; read once. */
bool stats_enabled(void);

/* total += one; any thread. */
void stats_add(struct stats *total, const struct stats *one);

/* In a child of fork, before anything else. */
void stats_enter_child(void);

#endif
