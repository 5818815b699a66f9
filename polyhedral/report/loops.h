/*
 * Why loops run in order: the accesses behind a dependence, in words. Private
 * to polyhedral/.
 */
#ifndef HEDRA_POLYHEDRAL_REPORT_LOOPS_H
#define HEDRA_POLYHEDRAL_REPORT_LOOPS_H

#include "polyhedral/model/poly.h"

/* The source comes first; one of them writes. */
struct culprit {
    const struct poly_access *source, *sink;
};

/* Do the two accesses touch a common element on some pair of `pairs`? */
bool explain_conflict(const struct poly_access *a, const struct poly_access *b,
                      isl_map *pairs);
/* Does the loop carry one of the dependences, and what is behind it? If that is
 * a read, iterations only overwrite what earlier ones read. False as well when
 * isl gave up: poly_out_of_budget tells. */
bool explain_loop(struct poly *poly, int loop, isl_map_list *list,
                  struct culprit *found);
/* "'x', written at line 3, is read by a later iteration of loop 'i' at line 4",
 * in the arena. */
const char *explain_describe(struct poly *poly, int loop,
                             const struct culprit *c);
/* What the user may permit, or assert of a dependence through unknown
 * subscripts; NULL: nothing. */
const char *explain_remedy(struct poly *poly, int loop,
                           const struct culprit *c);

#endif
