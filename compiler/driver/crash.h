/*
 * What hedrac does about its own crashes: it begins anew with less to ask of
 * isl; then without the regions at which it has crashed again, which stay as
 * they are, with a warning that no option hides; then it gives up.
 */
#ifndef HEDRA_COMPILER_DRIVER_CRASH_H
#define HEDRA_COMPILER_DRIVER_CRASH_H

#include "compiler/driver/options.h"

/* Compiles as the options say; an exit status. */
typedef int crash_work(struct arena *arena, const struct options *options);

/* Runs `compile` in a process of its own, again after crashes: its status, or
 * that of a crash. */
int crash_guard(struct arena *arena, struct options *options,
                crash_work *compile);

#endif
