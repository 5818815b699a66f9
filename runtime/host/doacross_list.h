/*
 * The launches of a doacross loop: chunks of launches that follow each other,
 * of which only some depend on the chunks before (hedra_launch_doacross).
 *
 * The launches are put off until the device runs them all (at the latest when
 * the loop ends, or before whatever waits for launches), a chunk being one
 * thread's. Each launch has a place: what comes BEFORE needs nothing of earlier
 * chunks, what is ORDERED waits until these have done theirs, what comes AFTER
 * leaves nothing to later chunks. In a chunk the places do not go down; a
 * launch of a lower place than the last begins the next chunk.
 */
#ifndef HEDRA_RUNTIME_HOST_DOACROSS_LIST_H
#define HEDRA_RUNTIME_HOST_DOACROSS_LIST_H

#include "runtime/include/hedra.h"

#include <stdbool.h>

struct doacross_launch {
    const struct hedra_kernel *kernel;
    int64_t blocks;
    int place; /* enum hedra_doacross */
    int value; /* the number of its first argument in doacross.value */
};

/* Zeroes are a loop without launches. */
struct doacross {
    int launch_count, launch_cap, value_count, value_cap;
    struct doacross_launch *launch;
    union hedra_arg *value; /* arguments of all launches, bound as a kernel's */
    int chunk_count, chunk_cap;
    int *chunk; /* the first launch of each */
};

/* Appends a launch of `blocks` blocks with `count` arguments, which are copied.
 * False: there is no memory. */
bool doacross_add(struct doacross *loop, const struct hedra_kernel *kernel,
                  int64_t blocks, int place, const union hedra_arg *value,
                  int count);
/* Returns how many launches the chunk has; *first receives their first. */
int doacross_chunk(const struct doacross *loop, int chunk,
                   const struct doacross_launch **first);
/* Would a launch of this place begin a chunk? */
bool doacross_begins(const struct doacross *loop, int place);
/* Empties the list but keeps its memory. */
void doacross_clear(struct doacross *loop);
/* Frees the memory of the list, not the struct. */
void doacross_free(struct doacross *loop);

#endif
