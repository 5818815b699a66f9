/*
 * What the parts of a region are rewritten in before they are scheduled, as new
 * scops. Private to polyhedral/.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_REWRITE_H
#define HEDRA_POLYHEDRAL_REWRITE_REWRITE_H

#include "polyhedral/rewrite/partition.h"
#include "polyhedral/region.h"

/* What may be made, and what was: steps of closures in blocks, scans, and
 * reductions in partial results. */
struct rewriting {
    bool may_block, may_scan, may_reduce;
    bool blocks, scans, reduces;
};
extern const struct rewriting rewriting_all;

/* Gives iterations temporaries of their own, and rewrites what may be; notes
 * what was. */
void rewrite_parts(struct parts *parts, struct budget *budget,
                   const struct region_options *options,
                   struct rewriting *rewriting, struct faults *faults);
/* After a compilation that failed with the faults since `before`: takes these
 * back, lets the next make less, and says so; false if it would fail as well.
 */
bool rewriting_less(struct rewriting *rewriting, struct loc loc,
                    struct faults *faults, const struct faults *before);

#endif
