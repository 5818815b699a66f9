/*
 * Tridiagonal systems (hedra_tridiag.h); the door of this folder.
 *
 *   tridiag         objects and calls, checked
 *   batch           what an object does with all systems on the host
 *   nested_levels   reduced systems of reduced systems: factored, solved
 *   plan            the partition into blocks, and what is measured for it
 *   scalar          arithmetic on single numbers, by type
 *   kernel, lanes   blocks in vectors, for several instruction sets: base,
 * avx2, avx512, single block           a block whose neighbours are elsewhere
 *   gpu             systems on a device: _plan, _pass, _run, _call, _explain
 *   limit           which pivots are refused
 *   alloc           memory that is aligned for vectors
 *   mpi, mpi_object   a system that is spread over ranks (tridiag_mpi.h)
 *
 * Other folders include it for what the time evolution of ../tdse asks of its
 * solver beside hedra_tridiag.h.
 */
#ifndef HEDRA_RUNTIME_TRIDIAG_TRIDIAG_H
#define HEDRA_RUNTIME_TRIDIAG_TRIDIAG_H

#include "runtime/base/base.h"
#include "runtime/include/hedra_tridiag.h"

#include <stddef.h>

/* Memory aligned for vectors; NULL if it is short or the size overflows. */
void *tridiag_alloc(int64_t count, size_t size);

/* From now on 2 x - d takes the place of x. */
void tridiag_reflect(struct hedra_tridiag *t);
/* The threads of the host that it solves with. */
int tridiag_threads(const struct hedra_tridiag *t);

#endif
