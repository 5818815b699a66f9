/*
 * The printer of PTX, for GPUs whose driver compiles it.
 *
 *   ptx.c      modules, functions, statements
 *   op.c       operations, from a table
 *   memory.c   arrays, loads, stores, atomics
 *   address.c  the addresses of accesses, computed once where they can be
 *   text.c     instructions, registers, literals
 */
#ifndef HEDRA_BACKENDS_PTX_PTX_H
#define HEDRA_BACKENDS_PTX_PTX_H

#include "backends/kir/kir.h"

extern const struct target target_ptx;

#endif
