/*
 * What generated code asks of Plans. A Plan is a list of the points of a nest
 * that have something to do, or of those of each step; it is made on the device
 * when the program runs, and may be kept for later runs. A part of hedra.h.
 */
#ifndef HEDRA_PLAN_H
#define HEDRA_PLAN_H

#ifndef HEDRA_H
#error "hedra_plan.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What there is of a Plan before it is made. */
enum hedra_plan_state {
    HEDRA_PLAN_NEW,  /* nothing; nor did the last run have such inputs */
    HEDRA_PLAN_SEEN, /* nothing, but the last run had such inputs */
    HEDRA_PLAN_KEPT  /* its rows hold what an earlier run left in them */
};

/* Returns a number for the contents of row `row` when the run began, to tell
 * later runs whether what was computed from them still holds: runs that get the
 * same number, not 0, began with the same bytes. 0 is unknown, as for every row
 * that does not lie in a range kept by hedra_keep: the program may have changed
 * it. Regions that write to a kept range, plain nests and a new hedra_keep make
 * new numbers. */
HEDRA_API uint64_t hedra_row_version(struct hedra_run *run, int row);

/* How the region's points are to be walked where a Plan (a list of those that
 * have something to do, or of those of each step, made on the device) may
 * replace the nest: what HEDRA_PLAN asks for. */
enum hedra_plan_mode {
    HEDRA_PLAN_AUTO,  /* by the share of active points, or the steps left */
    HEDRA_PLAN_GUARD, /* the nest: every point tests its guard */
    HEDRA_PLAN_LIST   /* always the list */
};

/* Returns the enum hedra_plan_mode that HEDRA_PLAN names, HEDRA_PLAN_AUTO if it
 * is not set; one that is not valid has ended the process in hedra_begin. */
HEDRA_API int hedra_plan_mode(struct hedra_run *run);

#ifdef __cplusplus
}
#endif

#endif
