/*
 * HEDRA_COUNT: what the kernels of each region cost, printed at exit as
 * count_request.h asks. Unset or empty: nothing is counted, at no cost.
 */
#ifndef HEDRA_RUNTIME_DEVICE_COUNT_REPORT_H
#define HEDRA_RUNTIME_DEVICE_COUNT_REPORT_H

#include "runtime/base/base.h"
#include "runtime/device/count_request.h"
#include "runtime/ptxsim/count/count.h"

/* Whether HEDRA_COUNT, read once, is right; false with a report. Any thread. */
bool count_report_valid(struct report *why);
/* Whether it is right and asks for that form. Any thread. */
bool count_report_asks(enum count_form form);
/* Counts for a region's program, which the process prints when it ends: until
 * then the program must live. Called once for each; *observer is NULL if
 * HEDRA_COUNT asks for nothing. False with a report if there is no memory. */
bool count_report_observe(const char *name, const char *file, int line,
                          const char *ptx, const struct ptxsim_program *program,
                          struct ptxsim_observer **observer,
                          struct report *why);

#endif
