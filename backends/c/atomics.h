/*
 * What the runtime is told of a kernel of the host with atomic operations.
 */
#ifndef HEDRA_BACKENDS_C_ATOMICS_H
#define HEDRA_BACKENDS_C_ATOMICS_H

#include "backends/c/print.h"

/* The kernel's struct hedra_atomics, behind its forms. */
void c_print_atomics(struct c_printer *c);

#endif
