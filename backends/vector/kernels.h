/* The kernels of a module, for passes that change them in place. */
#ifndef HEDRA_BACKENDS_VECTOR_KERNELS_H
#define HEDRA_BACKENDS_VECTOR_KERNELS_H

#include "backends/vector/vector.h"

/* Calls `change` of each kernel and its body; returns whether one of them
 * changed something. */
bool vector_change_kernels(struct kir_module *module,
                           bool (*change)(struct kir_func *f,
                                          struct kir_block *block));

#endif
