/*
 * What would help a region most. Private to summary.c and summary_help.c.
 */
#ifndef HEDRA_COMPILER_PREDICT_SUMMARY_HELP_H
#define HEDRA_COMPILER_PREDICT_SUMMARY_HELP_H

#include "compiler/driver/driver.h"
#include "compiler/output/output.h"

/* Why the region faults->region stays as it is, by its first warning. */
const char *summary_verdict(const struct faults *faults);
/* Fills summary->helps, whose kernels are known already. */
void summary_find_helps(struct arena *arena, const struct stub_region *r,
                        const struct faults *faults,
                        struct report_summary *summary);

#endif
