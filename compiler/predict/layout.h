/*
 * What arrays with a layout cost beside C's order, for sizes that are known:
 * sectors of a GPU's requests, and lines that a cache of the host misses.
 */
#ifndef HEDRA_COMPILER_PREDICT_LAYOUT_H
#define HEDRA_COMPILER_PREDICT_LAYOUT_H

#include "compiler/output/output.h"
#include "polyhedral/model/model.h"

/* Remarks on the region, which was compiled in this way: it is compiled once
 * more with all of its arrays in C's order. */
void layout_explain(struct arena *arena, const struct stub_region *r,
                    const struct region_options *how, struct faults *faults);

#endif
