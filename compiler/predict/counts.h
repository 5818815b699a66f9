/*
 * Counts: what the device ptxsim counted when a program ran, from the file that
 * HEDRA_COUNT=json:FILE wrote, by the accesses of the source.
 *
 * Owns nothing: it lives in the arena given.
 */
#ifndef HEDRA_COMPILER_PREDICT_COUNTS_H
#define HEDRA_COMPILER_PREDICT_COUNTS_H

#include "compiler/predict/access.h"
#include "runtime/base/base.h"

struct counts;

/* Reads the file; NULL with a FILE fault if that cannot be done, or it does not
 * hold such counts. */
const struct counts *counts_read(struct arena *arena, const char *path,
                                 struct faults *faults);
/* The name of the GPU that was modelled, e.g. "sm_80". */
const char *counts_arch(const struct counts *counts);
/* The seconds that a GPU would take at least for all kernels of the region of
 * that name and line; *limit receives what binds those that take longest. */
double counts_seconds(const struct counts *counts, const char *name, int line,
                      const char **limit);
/* Sums what all instructions of the row's access did, in the same kernel and
 * memory; false if the file has none. */
bool counts_find(const struct counts *counts, const struct access_total *row,
                 struct kir_access_count *sum);

#endif
