/*
 * Plans of a run: how they are counted, what is kept of them, and their memory.
 *
 * A row of a Plan gets memory when a kernel first uses it. Before anything of
 * the caller's is written, though, all rows get some, for later use: from then
 * on the plain nest could not run in place of what fails.
 */
#ifndef HEDRA_RUNTIME_REGION_RUN_PLAN_H
#define HEDRA_RUNTIME_REGION_RUN_PLAN_H

#include "runtime/region/local.h"

/* Notes what a launch, whose arguments are bound, is to a Plan. */
bool run_plan_count(struct hedra_run *run, const struct hedra_kernel *k,
                    const int64_t grid[3]);
/* Notes that an element of a row was fetched. */
bool run_plan_fetched(struct hedra_run *run, int row, int64_t element,
                      const void *value);

/* Stores what there is of the Plan before row `row`, an enum hedra_plan_state.
 */
void run_plan_find(struct hedra_run *run, int row, int64_t key, void *value);
/* Leaves the run's Plans to later ones, if it was good. */
void run_plan_keep(struct hedra_run *run, bool good);

/* Memory for a row that has none, in run->place; for all that have none, which
 * _take_row then takes; and the end of both. */
bool run_plan_take_row(struct hedra_run *run, int row);
bool run_plan_reserve(struct hedra_run *run);
void run_plan_free(struct hedra_run *run);

#endif
