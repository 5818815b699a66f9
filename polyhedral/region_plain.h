/*
 * The plain nest on the host: which of its loops threads may share, and whether
 * it is expected to be as fast as the kernels. Private to region.c and
 * region_plain.c.
 */
#ifndef HEDRA_POLYHEDRAL_REGION_PLAIN_H
#define HEDRA_POLYHEDRAL_REGION_PLAIN_H

#include "polyhedral/region_rows.h"

/* The pass source_loops. */
bool region_find_loops(struct stages *s, const struct region_options *options);
/* Sets region->shared and region->plain, and remarks on them if `options` asks;
 * completes source_loops where kernels of rewritten loops gain nothing. */
void region_choose_plain(struct region *region, const struct parts *parts,
                         struct stages *s,
                         const struct region_options *options);

#endif
