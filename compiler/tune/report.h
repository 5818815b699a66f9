/*
 * What a program under trial has told: HEDRA_TRIAL's file
 * (runtime/region/trial.c) and, of the device ptxsim, HEDRA_COUNT's. Owns
 * nothing; lives in the arena given.
 */
#ifndef HEDRA_COMPILER_TUNE_REPORT_H
#define HEDRA_COMPILER_TUNE_REPORT_H

#include "polyhedral/region.h"
#include "runtime/base/base.h"

/* What a run of the program has reported of one region. */
struct tune_result {
    const char *name;   /* hedra_main_1 */
    const char *device; /* "" if it never ran */
    long runs, plain;   /* on the device; the plain nest in its place */
    long checked, wrong;
    const char *what; /* is wrong, or "" */
    bool varied;      /* its sizes did, from run to run */
    int size_count;
    struct region_size *size; /* the sizes of the first run */
    double seconds;           /* in all runs */
    const char *limit;        /* of a counted run, else NULL */
};

struct tune_report {
    int count, cap;
    struct tune_result *result;
};

/* NULL with a fault if the file is not there, or is not as it should be. */
struct tune_report *tune_report_read(struct arena *arena, const char *path,
                                     struct faults *faults);
/* Puts the seconds that a GPU would have taken at least in place of those that
 * the simulator took. The region's kernels are found by its function and line.
 * False with a fault. */
bool tune_report_count(struct tune_result *result, const struct scop *scop,
                       const char *path, struct faults *faults);
/* NULL: the region was not reached. */
struct tune_result *tune_report_find(const struct tune_report *report,
                                     const char *name);

#endif
