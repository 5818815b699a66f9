/*
 * All targets, and modules as they are to print them.
 */
#ifndef HEDRA_BACKENDS_TARGET_H
#define HEDRA_BACKENDS_TARGET_H

#include "backends/c/c.h"
#include "backends/dataflow/dataflow.h"
#include "backends/kir/kir.h"
#include "backends/ptx/ptx.h"

extern const struct target *const target_list[];    /* NULL-terminated */
const struct target *target_find(const char *name); /* NULL if unknown */

/* The module as the target is to print it: with the form of its kernels for
 * targets with warps or without, without transcendental operations where the
 * target has none, and optimised anew if that changed it. In `arena`; it may
 * share statements with `module`, or be it. */
const struct kir_module *target_fit(struct arena *arena,
                                    const struct target *target,
                                    const struct kir_module *module);

#endif
