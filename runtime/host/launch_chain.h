/*
 * A chain: launches in chunks that follow each other, of which only some depend
 * on the chunk before (hedra_launch_in_chain).
 *
 * The launches are put off until the device runs them all (at the latest when
 * the chain ends, or before whatever waits for launches), a chunk being one
 * thread's. Each launch has a turn: what comes BEFORE needs nothing of earlier
 * chunks, what is IN_TURN waits until these have done theirs, what comes AFTER
 * leaves nothing to later chunks. In a chunk the turns do not go down; a launch
 * of a lower turn than the last begins the next chunk.
 */
#ifndef HEDRA_RUNTIME_HOST_LAUNCH_CHAIN_H
#define HEDRA_RUNTIME_HOST_LAUNCH_CHAIN_H

#include "runtime/include/hedra.h"

#include <stdbool.h>

struct chain_launch {
    const struct hedra_kernel *kernel;
    int64_t blocks;
    int turn;  /* enum hedra_turn */
    int value; /* the number of its first argument in chain.value */
};

/* Zeroes are an empty one. */
struct chain {
    int launch_count, launch_cap, value_count, value_cap;
    struct chain_launch *launch;
    union hedra_arg *value; /* arguments of all launches, bound as a kernel's */
    int chunk_count, chunk_cap;
    int *chunk; /* the first launch of each */
};

/* Appends a launch of `blocks` blocks with `count` arguments, which are copied.
 * False: there is no memory. */
bool chain_add(struct chain *chain, const struct hedra_kernel *kernel,
               int64_t blocks, int turn, const union hedra_arg *value,
               int count);
/* How many launches the chunk has; *first receives their first. */
int chain_chunk(const struct chain *chain, int chunk,
                const struct chain_launch **first);
/* Would a launch of this turn begin a chunk? */
bool chain_begins(const struct chain *chain, int turn);
/* Empties it but keeps the memory; frees the memory. */
void chain_clear(struct chain *chain);
void chain_free(struct chain *chain);

#endif
