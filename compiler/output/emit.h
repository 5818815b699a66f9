/*
 * Emit: the printed forms of compiled regions, for the C file that holds them
 * all and for --emit.
 *
 * Takes verified and optimised modules; prints through backends/target.h.
 */
#ifndef HEDRA_COMPILER_OUTPUT_EMIT_H
#define HEDRA_COMPILER_OUTPUT_EMIT_H

#include "backends/kir/kir.h"
#include "compiler/driver/driver.h"
#include "compiler/output/launch_stub.h"
#include "runtime/base/base.h"

/* `module` printed for the target of that name; functions that the target
 * lacks are expanded first. `drivers_only` is that of struct target_options.
 * The text lives in the arena of `faults`; NULL with faults on failure. */
const char *emit_target(const struct kir_module *module, const char *target,
                        bool drivers_only, const struct options *options,
                        struct faults *faults);

/* Fills the texts of a region whose modules are set, for the targets that the
 * options name; with --emit=openmp, a region that needs libhedra is kept
 * instead, with a warning. */
bool emit_region(struct stub_region *r, const struct options *options,
                 struct faults *faults);

/* Appends what --emit=kir or --emit=TARGET shows of `count` regions; regions
 * that are kept have nothing to show. */
bool emit_form(const struct stub_region *r, int count,
               const struct options *options, struct buf *out,
               struct faults *faults);

/* Appends that form of one module, read from a .kir file. */
bool emit_module(const struct kir_module *module, const struct options *options,
                 struct buf *out, struct faults *faults);

#endif
