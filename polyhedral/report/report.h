/*
 * The door of report/: remarks and warnings for the user. It takes models,
 * dependences and mappings and appends faults; nothing that it is given
 * changes.
 *
 * accesses.c  a row and a remark for each access of a GPU's kernels
 * kernel.c    a kernel in words, for a comment
 * loops.c     which loops are parallel, or which accesses keep them sequential
 * refusal.c   why a region or a nest stays as it is
 */
#ifndef HEDRA_POLYHEDRAL_REPORT_REPORT_H
#define HEDRA_POLYHEDRAL_REPORT_REPORT_H

#include "polyhedral/dependence/dependence.h"
#include "polyhedral/model/model.h"
#include "polyhedral/report/access.h"
#include "polyhedral/report/summary.h"

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
bool explain_loop(const struct poly *poly, int loop, isl_map_list *list,
                  struct culprit *found);
/* "'x', written at line 3, is read by a later iteration of loop 'i' at line 4",
 * in the arena. */
const char *explain_describe(const struct poly *poly, int loop,
                             const struct culprit *c);
/* What the user may permit, or assert of a dependence through unknown
 * subscripts; NULL: nothing. */
const char *explain_remedy(const struct poly *poly, int loop,
                           const struct culprit *c);

/* Which loops a kernel has, and how blocks share them: one or more sentences,
 * in the arena. */
const char *explain_kernel(const struct poly *poly,
                           const struct map_kernel *kernel, bool gpu);
/* Remarks on every loop of the source: parallel, or what it carries
 * (report/loops.c). */
void poly_explain(const struct poly *poly);
/* Warns that the region stays as it is, and why: nothing, or too little, runs
 * in parallel (report/refusal.c). */
void poly_explain_kept(const struct poly *poly, bool little);
/* Do only dependences that data tells, and that nothing here looks at, keep
 * these instances (NULL: all) in order? Then that is a warning at `loc` about
 * `what`, a region or a nest: what clause would help. */
bool poly_warn_of_data(const struct poly *poly, isl_union_set *instances,
                       struct loc loc, const char *what);

/* The accesses of a region's kernels, in `arena`. */
struct access_table {
    struct arena *arena;
    int count, cap;
    struct region_access *row;
};
/* Adds the accesses of the GPU's mapping (NULL: none), whose first kernel has
 * number `first` in the region, to the table, with a remark on each if asked
 * (accesses.c). */
void access_report(const struct poly *poly, const struct mapping *mapping,
                   const struct storage *storage, int first,
                   struct access_table *table, bool remarks);

#endif
