/*
 * The summary of a region for --explain: kernels, loops, limits, what would
 * help; and remarks on its kernels. Private to region.c and region_summary.c.
 */
#ifndef HEDRA_POLYHEDRAL_REGION_SUMMARY_H
#define HEDRA_POLYHEDRAL_REGION_SUMMARY_H

#include "polyhedral/region_rows.h"

/* Sets region->summary; `gpu` and `host` are the parts as they were lowered, or
 * NULL. */
void region_summarise(struct region *region, const struct parts *parts,
                      const struct stages *s, const struct lower_part *gpu,
                      const struct lower_part *host);

/* Remarks on what threads of the host share, and on what limits kernels. */
void region_report_kernels(const struct parts *parts, const struct stages *s);

#endif
