/*
 * Inside an address space: its allocations, sorted, and where the next goes.
 * space.c alone writes them.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_SPACE_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_SPACE_H

#include "runtime/ptxsim/ptxsim.h"

struct ptxsim_space {
    struct ptxsim_allocation *allocation; /* by rising base */
    int count, capacity, freed;
    uint64_t next_global, next_const; /* for the next allocation */
};

/* Adds a variable as ptxsim_alloc adds memory: `name` is not copied; `constant`
 * puts it into the const window. ptxsim_free takes it away. */
bool ptxsim_space_add(struct ptxsim_space *space, uint64_t size,
                      const char *name, bool constant, uint64_t *address,
                      struct report *why);

#endif
