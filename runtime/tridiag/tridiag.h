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
 *   fail, alloc     errors and memory
 *   mpi             a system that is spread over ranks (tridiag_mpi.h)
 *
 * Other folders include it for errors and memory of the same kind, and for what
 * the time evolution of ../tdse asks of its solver beside hedra_tridiag.h.
 */
#ifndef HEDRA_RUNTIME_TRIDIAG_TRIDIAG_H
#define HEDRA_RUNTIME_TRIDIAG_TRIDIAG_H

#include "runtime/include/hedra_tridiag.h"

#include <stddef.h>

/* Memory aligned for vectors; NULL if it is short or the size overflows. */
void *tridiag_alloc(int64_t count, size_t size);

/* fail.c: fills *why, unless it is NULL, and returns the status; that
 * of the others is BAD_ARGUMENT, NO_MEMORY and OK. */
enum hedra_tridiag_status tridiag_fail(struct hedra_tridiag_error *why,
                                       enum hedra_tridiag_status status,
                                       const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum hedra_tridiag_status tridiag_refuse(struct hedra_tridiag_error *why,
                                         const char *text);
enum hedra_tridiag_status tridiag_no_memory(struct hedra_tridiag_error *why);
enum hedra_tridiag_status tridiag_accept(struct hedra_tridiag_error *why);

/* From now on 2 x - d takes the place of x. */
void tridiag_reflect(struct hedra_tridiag *t);
/* The threads of the host that it solves with. */
int tridiag_threads(const struct hedra_tridiag *t);

#endif
