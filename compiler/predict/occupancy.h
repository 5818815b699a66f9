/*
 * How many warps of each kernel a GPU's multiprocessor is expected to hold, for
 * --explain: by the threads and the shared memory of a block, and by an
 * estimate of a thread's registers, which only ptxas or the driver knows.
 */
#ifndef HEDRA_COMPILER_PREDICT_OCCUPANCY_H
#define HEDRA_COMPILER_PREDICT_OCCUPANCY_H

#include "backends/kir/kir.h"

/* A remark on each kernel of the module, which is as PTX is printed from it. */
void occupancy_remark(const struct kir_module *module, const char *file,
                      struct faults *faults);

#endif
