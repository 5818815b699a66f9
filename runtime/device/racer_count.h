/*
 * HEDRA_COUNT on the device `racer`: what the runs of each graph cost, printed
 * at exit (count_report.h has what is asked for).
 */
#ifndef HEDRA_RUNTIME_DEVICE_RACER_COUNT_H
#define HEDRA_RUNTIME_DEVICE_RACER_COUNT_H

#include "runtime/include/hedra.h"
#include "runtime/racersim/racersim.h"

#include <stdio.h>

/* Of all launches of a kernel. Elements are its threads. */
struct racer_count {
    int64_t launches, elements, cycles;
    int64_t flight_most; /* elements within at a time */
    double flight_sum;   /* times cycles */
    /* Of transfers that decide something, such as a merge's, in cycles: those
     * of the busiest one, of all, and all cycles of all. */
    int64_t fired_most, fired, blocked, starved, watched;
};

/* Whether HEDRA_COUNT is right, and asks for nothing that this device has not;
 * false with a report. Any thread. */
bool racer_count_valid(struct report *why);
/* Counts for the kernels of a module on an architecture of that name, in their
 * order, which live as long as the
 * process; *counts is NULL if nobody asks. False with a report if there is no
 * memory. Any thread. */
bool racer_count_region(const struct hedra_module *module,
                        const char *architecture, struct racer_count **counts,
                        struct report *why);
void racer_count_add(struct racer_count *count, const int64_t grid[3],
                     const struct racersim_result *result);

/* For count_report.c: has any region been counted? */
bool racer_count_any(void);
void racer_count_table(FILE *out);
void racer_count_json(FILE *out);

#endif
