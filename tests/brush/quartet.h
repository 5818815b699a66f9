/*
 * Kernels for one quartet of shells with random constants and places, run by
 * KIR's evaluator, and the same integrals by their definition. Failures are
 * cmocka's.
 */
#ifndef HEDRA_TESTS_BRUSH_QUARTET_H
#define HEDRA_TESTS_BRUSH_QUARTET_H

#include "brush/kernel/kernel.h"

struct quartet;

/* Shells by name ("s", "sp", "5d"), with that many primitives each, two at
 * most. The same seed makes the same quartet. */
struct quartet *quartet_new(struct arena *arena, const char *const name[4],
                            const int primitives[4], unsigned seed);
/* Leaves primitive quartets out from now on, on paths for all classes: with
 * pair `ket` of the ket's primitives the bra's first done[ket] ones are done;
 * done[] must fall. */
void quartet_limit(struct quartet *q, const int *done);
/* With its constants. */
struct kernel_shape quartet_shape(const struct quartet *q);
/* Builds the kernel of a path for `lanes` quartets at once, 1 or 2, runs it and
 * compares some of its integrals, spread over the quartet, at full precision of
 * the greatest. */
void quartet_check(struct quartet *q, enum path path, int lanes);
/* Builds the kernel for a thread twice: as one function, and of functions of at
 * most `most` operations, which must give the same bits; returns how many those
 * are. */
int quartet_check_parts(struct quartet *q, enum path path, int most);

#endif
