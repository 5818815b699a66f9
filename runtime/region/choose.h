/*
 * Kernels or the plain nest: what runs on the host, by what earlier calls took
 * (HEDRA_CHOOSE).
 */
#ifndef HEDRA_RUNTIME_REGION_CHOOSE_H
#define HEDRA_RUNTIME_REGION_CHOOSE_H

#include "runtime/include/hedra.h"

#include <stdbool.h>

struct choose_size;

/* A call that is timed. */
struct choose_call {
    struct choose_size *size; /* where it counts; NULL: it is not timed */
    int way;                  /* that it goes */
    double bytes, start;
    int weight; /* of as many calls */
};

/* Does the calling thread round otherwise than kernels do? Then hedra_plain was
 * called: the plain nest does as it stands. */
bool choose_by_rounding(struct hedra_module *module);

/* Is the plain nest to run, as is known before a device is chosen? Then
 * hedra_plain was called, *where says whether its loops are shared, and
 * hedra_plain_done times it, if it is to be timed; else *call is to be given to
 * choose_end. `want` as of hedra_begin. */
bool choose_before(struct hedra_module *module, const struct hedra_array *array,
                   int count, int want, struct choose_call *call,
                   enum hedra_where *where);

/* Chooses as choose_before for a module that turns out to run on the host,
 * which was not known before. */
bool choose_in_place(struct hedra_module *module, enum hedra_where *where);

/* Threads have shared a loop of the calling thread's plain nest. */
void choose_divided(void);

/* How many threads share a loop of a plain nest. */
int choose_threads(void);

/* The kernels have run in place. What the first run of a module takes does not
 * count: memory is touched for the first time, and threads start. */
void choose_end(const struct hedra_module *module,
                const struct choose_call *call);

#endif
