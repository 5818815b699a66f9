/*
 * The list of launches of a doacross loop, in growing arrays (doacross_list.h).
 */
#include "runtime/host/doacross_list.h"

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

bool doacross_begins(const struct doacross *loop, int place)
{
    return loop->launch_count == 0 ||
           place < loop->launch[loop->launch_count - 1].place;
}

bool doacross_add(struct doacross *c, const struct hedra_kernel *kernel,
                  int64_t blocks, int place, const union hedra_arg *value,
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
    if (doacross_begins(c, place))
        c->chunk[c->chunk_count++] = c->launch_count;
    c->launch[c->launch_count++] =
        (struct doacross_launch){kernel, blocks, place, c->value_count};
    if (count > 0)
        memcpy(c->value + c->value_count, value, (size_t)count * sizeof *value);
    c->value_count += count;
    return true;
}

int doacross_chunk(const struct doacross *loop, int chunk,
                   const struct doacross_launch **first)
{
    int begin = loop->chunk[chunk];
    int end = chunk + 1 < loop->chunk_count ? loop->chunk[chunk + 1]
                                            : loop->launch_count;
    *first = &loop->launch[begin];
    return end - begin;
}

void doacross_clear(struct doacross *loop)
{
    loop->launch_count = loop->value_count = loop->chunk_count = 0;
}

void doacross_free(struct doacross *loop)
{
    free(loop->launch);
    free(loop->value);
    free(loop->chunk);
}
