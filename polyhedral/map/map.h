/*
 * The door of map/: blocks and threads. It takes a schedule and gives a mapping
 * for one target: which subtrees are kernels, how their instances are spread
 * over blocks and threads, and where arrays live. It makes no code.
 *
 *   mapping.c       which bands become kernels, and in which blocks
 *   single_block.c  kernels that one persistent block runs one after the other
 *   team.c          barriers between the loops of a team of threads
 *   distribution.c  loop distribution below the bands of the host's kernels
 *   vector_axis.c   which member fills the vectors of the host
 *   scan_chunk.c    passes of a scan chunk by chunk, as the host's caches hold
 *                   them
 *   storage.c       which arrays are variables, temporaries or the caller's
 *   profit.c        whether anything is gained
 */
#ifndef HEDRA_POLYHEDRAL_MAP_MAP_H
#define HEDRA_POLYHEDRAL_MAP_MAP_H

#include "polyhedral/plan/plan.h"
#include "polyhedral/tile/tile.h"

/* Maps the order, or its panels if it has some, whose lifetime the mapping's
 * must not exceed; nests in `levels` get a Plan; NULL after a fault. */
struct mapping *map_region(const struct poly *poly,
                           const struct schedule_choice *order,
                           const struct levels_list *levels, bool gpu);
/* Another mapping to a GPU, without panels, for devices that lose barriers;
 * NULL, without a fault, if isl does not make it within a limit. */
struct mapping *map_unbarred(const struct poly *poly,
                             const struct schedule_choice *order,
                             const struct levels_list *levels);

/* Does no kernel run in parallel, and has none a Plan? (NULL: yes.) */
bool mapping_is_serial(const struct mapping *mapping);
/* Has a nest of it a Plan by levels that is worth making? */
bool mapping_makes_plans(const struct mapping *mapping);
void mapping_free(struct mapping *mapping);

/* Scans (scan_chunk.c) */

/* The host's schedule (taken) with what a scan's passes do of the same chunk
 * together: a loop of the driver over the chunks, around the passes. */
isl_schedule *poly_chunk(const struct poly *poly, isl_schedule *schedule);
/* Gives the host's kernels that are launched chunk by chunk their places in a
 * doacross pipeline. */
void poly_doacross(const struct poly *poly, struct mapping *mapping);

/* The host's kernels (vector_axis.c, distribution.c) */

/* Host: the coincident member that is to be the columns of register tiles
 * although another one suits the innermost loop better; -1: none
 * (map/vector_axis.c). */
int rows_columns(const struct poly *poly, const struct panels *panels,
                 isl_schedule_node *band);
/* Gives statements below a host's kernel's innermost band (taken) that never
 * meet in an iteration, or move along other members, bands of their own, in a
 * sequence, which is returned; else the band (map/distribution.c). */
isl_schedule_node *distribution_band(const struct poly *poly,
                                     struct map_kernel *kernel,
                                     isl_schedule_node *band);

/* Single blocks (single_block.c) */

enum { BLOCK_THREADS = 512 };

/* Is what is below the node, not mapped yet, worth a block of its own? */
bool single_block_is_whole(const struct poly *poly, const struct panels *panels,
                           isl_schedule_node *node);
/* How many children of the sequence, from `first` on, are worth one together;
 * 0: they are not. */
int single_block_run(const struct poly *poly, const struct panels *panels,
                     isl_schedule_node *sequence, int first);
/* The most points of the kernel, which has a dimension, for which one block
 * takes no longer than a launch. */
int64_t single_block_most(const struct poly *poly,
                          const struct map_kernel *kernel);
/* A group begins; a mapped node (taken) becomes part of it and gets its mark;
 * the group, whose kernels are those since, joins the mapping. */
void single_block_begin(struct mapping *mapping, struct single_block *block);
isl_schedule_node *single_block_add(const struct poly *poly,
                                    struct single_block *block,
                                    isl_schedule_node *node);
void single_block_end(struct mapping *mapping, struct single_block *block);
/* A remark on it. */
void single_block_report(const struct poly *poly, const struct mapping *mapping,
                         const struct single_block *block);
/* The tree of the host (taken) with a statement B<k>[h…] in front of each: the
 * choice between it and its kernels. */
isl_schedule *single_block_launches(const struct mapping *mapping,
                                    isl_schedule *schedule);
void single_block_free(struct single_block *block);

/* Teams (team.c) */

/* Leaves each thread of the kernel's teams its lane of what is below the band
 * (taken), with barriers (statements hd_barrier…) where others' follow. Returns
 * the node at the band's place. */
isl_schedule_node *team_synchronise(const struct poly *poly,
                                    const struct map_kernel *kernel,
                                    isl_schedule_node *band);

/* Storage (storage.c) */

/* Chooses the storage of every poly array for the given mappings (count of
 * them; an array is a variable only if it can be one in all). */
struct storage *storage_choose(const struct poly *poly,
                               struct mapping *const *mapping, int count);
/* Does a privatised temporary need memory, one element for each iteration? */
bool storage_expands(const struct poly *poly, const struct storage *storage);
/* The most dimensions of such a temporary; 0: there is none. */
int storage_expanded_rank(const struct poly *poly,
                          const struct storage *storage);
/* Returns a copy of the model without the dimensions that privatisation gave to
 * temporaries, where the mappings use their slices one after the other, and
 * with these dimensions last where the innermost loop on the host goes along
 * them; the same schedule of it is to be mapped once more. NULL: there are
 * none. */
struct poly *storage_fold(const struct poly *poly,
                          const struct storage *storage,
                          struct mapping *const *mapping, int count);

/* Profitability (profit.c) */

/* Do these instances only give scalars of the region's own values that are
 * there already, or outcomes of comparisons? What runs in order behind them
 * gains nothing by it if they run in parallel. */
bool poly_only_prepares(const struct poly *poly, isl_union_set *instances);
/* Does `a` run in parallel what `b` does, and with no more loops in order
 * around it, unless it runs more in parallel? */
bool poly_is_as_parallel(const struct poly *poly, const struct mapping *a,
                         const struct mapping *b);

/* The work (in instructions, see plan_stmt_cost) of the part's instances that a
 * mapping runs in parallel, or that may be the lanes of vectors, without those
 * that only prepare; and of all others. NULL: none of either. What takes too
 * long to find counts as parallel. Lanes are those of the host's order. */
struct gain {
    double parallel, serial;
};

struct gain poly_gain(const struct poly *poly, isl_schedule *order,
                      const struct mapping *mapping);

#endif
