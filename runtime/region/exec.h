/*
 * What other files of the library ask of a run; and regions that the library
 * itself runs: the kernels that it hosts.
 *
 * Within a scope, the calling thread's regions (hedra_begin … hedra_end, by
 * hand or in code that hedrac wrote) run on the scope's device rather than on
 * that of HEDRA_DEVICE, and what fails is kept there: nothing is printed, and
 * the process does not end. After a failure hedra_begin gives NULL as ever, and
 * arrays may hold partial results. Scopes do not nest.
 */
#ifndef HEDRA_RUNTIME_REGION_EXEC_H
#define HEDRA_RUNTIME_REGION_EXEC_H

#include "runtime/device/device.h"

struct exec_scope {
    struct device_choice choice; /* set by the caller */
    const char *device;          /* that a region ran on; NULL: none did */
    bool failed;
    struct report why; /* if failed: of the first failure */
};

/* The `want` of hedra_begin. */
enum { EXEC_ANY, EXEC_GPU, EXEC_HOST };

/* Is it known, before hedra_begin, that a run of the module would be on the
 * host? False in a scope. May open a GPU that the run would be on. */
bool exec_runs_on_host(const struct hedra_module *module, int want);

/* The calling thread has read arrays for so many seconds before it asks what is
 * to run, and how many it has, which are forgotten then, or if the plain nest
 * runs without that question. */
void exec_add_reading(double seconds);
double exec_take_reading(void);

void exec_scope_enter(struct exec_scope *scope);
void exec_scope_leave(void);

/* Between hedra_begin and hedra_end: waits until all that was launched is done.
 * False if something failed, which hedra_end tells. */
bool exec_wait(struct hedra_run *run);
/* The name of the device that the run is on. */
const char *exec_device(const struct hedra_run *run);

#endif
