/*
 * Regions as plain C with pragmas of OpenMP (--emit=openmp).
 *
 * At file scope: the kernels as functions whose blocks threads share, and the
 * region function, NAME(parameters, values, addresses), which returns 0 when
 * the region has run, and 1 when the plain nest must run: what was assumed of
 * sizes does not hold, arrays overlap, or memory is short. Nothing of libhedra
 * is needed. Owns nothing.
 */
#ifndef HEDRA_COMPILER_OUTPUT_OPENMP_H
#define HEDRA_COMPILER_OUTPUT_OPENMP_H

#include "compiler/output/launch_stub.h"

/* Asks for kernels of the host, without Plans, which libhedra makes. */
void openmp_ask(struct region_options *how);

/* Why the region must stay as it is: a sentence's part about what only libhedra
 * does; NULL: it need not. */
const char *openmp_refuses(const struct stub_region *r);
/* Does the region function always return 0? */
bool openmp_is_certain(const struct stub_region *r);
/* The module to be printed for target_openmp, in `arena`. */
const struct kir_module *openmp_module(struct arena *arena,
                                       const struct stub_region *r);

/* What must stand once before the definitions of the first region. */
void openmp_put_prologue(struct buf *out, const struct stub_region *r,
                         int count);
/* The region's kernels, r->host_text, and its function. `optional`: the call
 * may be left out. */
void openmp_put_definitions(struct buf *out, const struct stub_region *r,
                            bool optional);

#endif
