/*
 * Between the files of the integral runtime that use devices: batches of
 * quartets, their evaluation, and regions that run in a scope of their own.
 */
#ifndef HEDRA_RUNTIME_ERI_DEVICE_H
#define HEDRA_RUNTIME_ERI_DEVICE_H

#include "runtime/eri/local.h"

/* A place among the items of two classes. */
struct eri_cursor {
    int pair, first;
    int length; /* of the row, -1: unknown */
};

/* Quartets of two classes that are evaluated at once. */
struct eri_batch {
    const struct eri_rows *rows;
    struct eri_cursor begin;
    int64_t items, integrals;
};

struct eri_batches {
    struct eri_visit *visit;
    struct eri_batch *batch; /* to be freed */
    int64_t count, cap;
};

/* Cuts all rows into batches with at most `bytes` of integrals and a bounded
 * size of what passes between kernels, or one item, and counts their quartets.
 * False if memory is short. */
bool eri_make_batches(struct eri_batches *b, int bytes);

/* What evaluates one batch after the other. */
struct eri_runner {
    struct eri_visit *visit;
    struct eri_worker worker;
    int64_t *item,
        *list;     /* of the batch at hand: see runtime/include/hedra_eri.h */
    int list_size; /* numbers of an item's list */
    struct report why;
};

/* Evaluates a batch into worker.out, which mirror.h may keep on the device.
 * False with r->why. */
bool eri_evaluate(struct eri_runner *r, const struct eri_batch *b);
void eri_runner_free(struct eri_runner *r);

/* The module's first kernels, one after the other on the same arguments, as a
 * region of their own. */
struct eri_region {
    int kernels, arrays, args;
    struct hedra_array array[9];
    union hedra_arg arg[16];
    int64_t grid[3];
};

/* Runs it; the name of the device in *device, which may be NULL. */
bool eri_run_region(const struct hedra_eri *eri, struct hedra_module *module,
                    const struct eri_region *region, const char **device,
                    struct report *why);

/* A row of a region's arrays. */
struct hedra_array eri_array(const char *name, const void *base, int64_t size,
                             int element_size, unsigned flags);
struct hedra_array eri_item_array(const struct eri_runner *r,
                                  const struct eri_batch *b);
/* Bytes of c->first. */
size_t eri_first_size(const struct eri_class *c);

#endif
