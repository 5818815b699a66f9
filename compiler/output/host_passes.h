/*
 * The passes over the host's modules that make loops ready for vectors, in the
 * order of passes.def.
 */
#ifndef HEDRA_COMPILER_OUTPUT_HOST_PASSES_H
#define HEDRA_COMPILER_OUTPUT_HOST_PASSES_H

#include "backends/kir/kir.h"
#include "polyhedral/region.h"

/* Prints the module after a pass where that is asked for. */
void dump_module(const struct passes *passes, enum pass pass, const char *title,
                 const struct kir_module *module);
/* Runs those that `passes` has and prints what `dumps` asks for. Returns what
 * kernels gain by them over what a C compiler makes of the plain nest; NULL:
 * nothing for certain. */
const char *host_passes_run(const struct passes *passes,
                            const struct passes *dumps,
                            struct kir_module *module);

#endif
