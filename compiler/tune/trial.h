/*
 * Trials: builds the user's program in a folder of its own and runs it checked
 * or timed (runtime/region/trial.c). Owns the folder.
 */
#ifndef HEDRA_COMPILER_TUNE_TRIAL_H
#define HEDRA_COMPILER_TUNE_TRIAL_H

#include "compiler/driver/driver.h"
#include "compiler/tune/report.h"

struct tune_trial {
    struct arena *arena;
    const struct options *options;
    const char *folder;
    bool counted;   /* the device is ptxsim, which counts */
    bool stopped;   /* the user has interrupted a program */
    double seconds; /* most for one run; 0: no limit */
    int status;     /* of the last run */
};

/* False with a fault if there can be no folder. */
bool tune_trial_open(struct tune_trial *trial, const struct options *options,
                     struct faults *faults);
/* Removes the folder and all that is in it. */
void tune_trial_close(struct tune_trial *trial);
/* Makes the program of that name of a C text; false with a fault. */
bool tune_trial_build(struct tune_trial *trial, const char *name,
                      const struct buf *text, struct faults *faults);
/* Runs it, timed or `checked`; the report, in the arena of the faults; NULL
 * with a fault if it did not end by itself, or has reported nothing. */
struct tune_report *tune_trial_run(struct tune_trial *trial, const char *name,
                                   bool checked, struct faults *faults);
/* Runs it as it is, and tells how long that took; false with a fault if it did
 * not end by itself. */
bool tune_trial_time(struct tune_trial *trial, const char *name,
                     double *seconds, struct faults *faults);
/* Returns the path of the file in which HEDRA_COUNT has left what it counted in
 * the last run. */
const char *tune_trial_counts(const struct tune_trial *trial);

#endif
