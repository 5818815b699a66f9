/*
 * The list of launches of a chain, in growing arrays (launch_chain.h).
 */
#include "runtime/host/launch_chain.h"

#include <stdlib.h>
#include <string.h>

/* Room for `more` entries of `size` bytes behind `count`; NULL: no memory. */
static void *grow(void *old, int count, int more, int *cap, size_t size)
{
    if (old && count + more <= *cap)
        return old;
    int wanted = 2 * (count + more);
    void *made = realloc(old, (size_t)wanted * size);
    if (made)
        *cap = wanted;
    return made;
}

bool chain_begins(const struct chain *chain, int turn)
{
    return chain->launch_count == 0 ||
           turn < chain->launch[chain->launch_count - 1].turn;
}

bool chain_add(struct chain *c, const struct hedra_kernel *kernel,
               int64_t blocks, int turn, const union hedra_arg *value,
               int count)
{
    void *launch =
        grow(c->launch, c->launch_count, 1, &c->launch_cap, sizeof *c->launch);
    c->launch = launch ? launch : c->launch;
    void *values = grow(c->value, c->value_count, count + 1, &c->value_cap,
                        sizeof *c->value);
    c->value = values ? values : c->value;
    void *chunk =
        grow(c->chunk, c->chunk_count, 1, &c->chunk_cap, sizeof *c->chunk);
    c->chunk = chunk ? chunk : c->chunk;
    if (!launch || !values || !chunk)
        return false;
    if (chain_begins(c, turn))
        c->chunk[c->chunk_count++] = c->launch_count;
    c->launch[c->launch_count++] =
        (struct chain_launch){kernel, blocks, turn, c->value_count};
    if (count > 0)
        memcpy(c->value + c->value_count, value, (size_t)count * sizeof *value);
    c->value_count += count;
    return true;
}

int chain_chunk(const struct chain *chain, int chunk,
                const struct chain_launch **first)
{
    int begin = chain->chunk[chunk];
    int end = chunk + 1 < chain->chunk_count ? chain->chunk[chunk + 1]
                                             : chain->launch_count;
    *first = &chain->launch[begin];
    return end - begin;
}

void chain_clear(struct chain *chain)
{
    chain->launch_count = chain->value_count = chain->chunk_count = 0;
}

void chain_free(struct chain *chain)
{
    free(chain->launch);
    free(chain->value);
    free(chain->chunk);
}
