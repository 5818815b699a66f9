/*
 * Whether a region gains by kernels, or stays as it is: asked once its parts
 * are mapped. Private to region.c.
 */
#ifndef HEDRA_POLYHEDRAL_REGION_VERDICT_H
#define HEDRA_POLYHEDRAL_REGION_VERDICT_H

#include "polyhedral/region_rows.h"

/* How much of the parts' work runs in parallel, on a GPU or on the host. */
enum share { SHARE_NONE, SHARE_LITTLE, SHARE_MOST };

enum share region_parallel_share(const struct parts *parts,
                                 const struct stages *s);
/* Is there nothing to launch: no instance, or the prologue's alone? */
bool region_nothing_to_launch(const struct stages *s);
/* Is nothing, or too little, gained? */
bool region_is_kept(const struct parts *parts, const struct stages *s,
                    enum share share, const struct region_options *options);
/* Does data that cannot be known beforehand keep a nest in order? Then a
 * warning has said so. */
bool region_is_for_data(const struct parts *parts, const struct stages *s,
                        enum share share, const struct region_options *options);
/* Would it stay as it is, although the host's threads may share loops of it
 * that add to sums, or run their rows one behind the other? Not if it is to be compiled in any case. */
bool region_only_shares(const struct parts *parts, const struct stages *s,
                        enum share share, const struct region_options *options);

#endif
