/*
 * Partial results while their loops are built, of reduction_build.c and
 * reduction_team.c.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_REDUCTION_BUILD_H
#define HEDRA_POLYHEDRAL_REWRITE_REDUCTION_BUILD_H

#include "polyhedral/rewrite/build.h"
#include "polyhedral/rewrite/reduction.h"

/* The arrays of one level of partial results, per update: of the target, then
 * of its followers. */
struct level {
    int array[1 + REDUCE_MAX_FOLLOWERS];
};

enum {
    LEVEL_LANE, /* of a block */
    LEVEL_BLOCK,
    LEVEL_PART, /* of a row, or of what is combined last */
    LEVEL_ROW,
    LEVEL_GROUP,
    LEVEL_LAST,
    LEVEL_ALL,   /* of a team's lanes together */
    LEVEL_OWN,   /* in a fold: scalars for what is combined */
    LEVEL_OTHER, /* in a fold: scalars for what it is combined with */
    LEVEL_COUNT
};

struct work {
    struct scop_build *b;
    const struct poly *poly;
    const struct reduce_nest *nest;
    bool ordered;
    int64_t lanes, steps;
    bool in_body;             /* what is put belongs to an open body */
    int fold_step, fold_lane; /* arrays: … and for where; 0: not made */
    struct strip strip[REDUCE_MAX_LOOPS];
    struct level *level[LEVEL_COUNT]; /* per update */
};

/* An element of a level: its subscripts. */
struct place {
    int level, count;
    struct scop_expr *subscript[REDUCE_MAX_LOOPS + 1];
};

/* Of `rank` subscripts; with lanes, the last one is a team's. */
void partial_new_level(struct work *w, int level, int rank, int64_t lanes);
void partial_start_lanes(struct work *w, const struct place *lanes);
/* Opens a loop over all pieces of `size` iterations of the strip, from the one
 * whose number is `first` plus `factor` times the loop's. */
struct scop_expr *partial_open_pieces(struct work *w, struct strip *s,
                                      const char *suffix,
                                      struct scop_expr *first, int64_t factor,
                                      int64_t limit, bool lane);
/* The element of another lane. */
struct place partial_of_lane(const struct place *lanes, struct scop_expr *lane);
/* Lets the accesses of the old body name the open block's element. */
void partial_replace_targets(struct work *w, const struct place *into);
/* Combines the lanes' results into `into` (NULL: the targets): to FOLDS of them
 * first, by as many lanes at the same time, then to one. Lane p of the first
 * step combines lanes p, p + FOLDS, … or, where order counts, neighbours. */
void partial_fold_lanes(struct work *w, const struct place *into,
                        const struct place *lanes);
/* Opens the loops over the blocks of nest->loop[from …), their iterators bound
 * to where the block begins. */
void partial_open_blocks(struct work *w, int from);
void partial_put_identities(struct work *w, const struct place *into);
/* Opens a loop over the `count` steps of the open block, the old iterator bound
 * to (block * count + step) * each + offset. */
int partial_open_steps(struct work *w, struct strip *s, int64_t count,
                       int64_t each);
/* Lane l of the open team combines the blocks l, LANES + l, … of the strip, all
 * blocks of the strips inside of it included, from `from`, whose subscript
 * number `at` is the strip's block. */
void partial_combine_strided(struct work *w, int q, const struct place *lanes,
                             struct place from);

#endif
