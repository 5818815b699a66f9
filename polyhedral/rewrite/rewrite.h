/*
 * The door of rewrite/: from scop to scop. It takes the scop of a region, parts
 * it where the host runs loops (partition.h), and gives each part a new scop in
 * which more is parallel. It asks the analyses of the folders below, on models
 * of its own, which it frees; it makes no schedule.
 *
 * rewrite.c           what is tried, in order
 * partition.c         nests between steps of the host
 * build.c             a new scop out of an old one
 * whole_body.c        a loop's body as one statement
 * unflatten.c         i < w * h as rows and columns
 * array_privatize.c   a temporary for each iteration
 * accumulate.c        sums in a scalar as sums in an array's element
 * factor.c            factors in a scalar as parts of products
 * closure_blocking.c  k steps of a closure (Floyd-Warshall) at once
 * compaction_rows.c   out[k++] across rows
 * flag_reduction.c    flags as disjunctions
 * reduction.c         which loops are taken apart, and why others are not
 * reduction_build.c   the loops that replace a nest
 * reduction_loop.c    what reductions and scans ask of one loop
 * reduction_rows.c    which rows teams take, and which few outputs of long sums
 * reduction_team.c    the loops that replace these
 * reduction_value.c   neutral elements and combined values
 * scan.c              recurrences that are scans
 * scan_build.c        the three passes that replace one
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_REWRITE_H
#define HEDRA_POLYHEDRAL_REWRITE_REWRITE_H

#include "polyhedral/rewrite/partition.h"

struct region_options;

/* What may be made, and what was: steps of closures in blocks, scans, and
 * reductions in partial results; whether all bodies of loops that can be are
 * statements, and whether there are any. */
struct rewriting {
    bool may_block, may_scan, may_reduce, wholes;
    bool blocks, scans, reduces, holds_bodies;
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
