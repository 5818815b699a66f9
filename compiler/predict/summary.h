/*
 * The summary of --explain: what runs where, what limits it, what is expected,
 * what would help most.
 */
#ifndef HEDRA_COMPILER_PREDICT_SUMMARY_H
#define HEDRA_COMPILER_PREDICT_SUMMARY_H

#include "compiler/driver/driver.h"
#include "compiler/output/output.h"
#include "compiler/predict/access.h"

/* Returns the summary of the region `name`, which is compiled or stays as it
 * is, with a remark; faults->region is its number. */
const struct report_summary *
summary_make(struct arena *arena, const struct stub_region *r, const char *name,
             const struct options *options, struct faults *faults);

#endif
