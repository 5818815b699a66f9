/*
 * Memory for GMP's integers (gmp_pool.h), most of which are of one or two
 * limbs: blocks of one size come from a list of freed ones, or from a chunk;
 * larger ones from malloc.
 */
#include "polyhedral/limits/gmp_pool.h"

#ifdef HEDRA_GMP

#include <gmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of up to CLASSES units come from chunks, each at a multiple of its
 * size. */
enum { UNIT = sizeof(mp_limb_t), CLASSES = 32, CHUNK = 1 << 18 };

struct block {
    struct block *next;
};
_Static_assert(sizeof(struct block) <= UNIT, "a free block holds its link");

struct chunk {
    const struct chunk *self; /* what tells it */
};
_Static_assert(sizeof(struct chunk) <= UNIT, "a chunk's head is one unit");

static struct block *freed[CLASSES + 1];
static char *rest; /* of the last chunk */
static size_t rest_units;

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static size_t units_of(size_t size)
{
    return (size + UNIT - 1) / UNIT;
}

static void add_chunk(void)
{
    struct chunk *chunk = must(aligned_alloc(CHUNK, CHUNK));
    chunk->self = chunk;
    rest = (char *)chunk + UNIT;
    rest_units = CHUNK / UNIT - 1;
}

static void *get(size_t size)
{
    size_t units = units_of(size);
    if (units > CLASSES)
        return must(malloc(size));
    struct block *block = freed[units];
    if (block) {
        freed[units] = block->next;
        return block;
    }
    if (rest_units < units)
        add_chunk();
    void *memory = rest;
    rest += units * UNIT;
    rest_units -= units;
    return memory;
}

/* isl 0.25 gives back what it reads behind its arrays: a crash is to come of
 * that here as it does of malloc's own checks (budget_try). */
static void put(void *memory, size_t size)
{
    size_t units = units_of(size);
    if (units > CLASSES) {
        free(memory);
        return;
    }
    uintptr_t at = (uintptr_t)memory;
    const struct chunk *chunk = (const struct chunk *)(at - at % CHUNK);
    if (chunk->self != chunk || at % UNIT)
        abort();
    struct block *block = memory;
    block->next = freed[units];
    freed[units] = block;
}

static void *resize(void *memory, size_t old, size_t size)
{
    size_t from = units_of(old), to = units_of(size);
    if (from > CLASSES && to > CLASSES)
        return must(realloc(memory, size));
    if (from == to)
        return memory;
    void *moved = memcpy(get(size), memory, old < size ? old : size);
    put(memory, old);
    return moved;
}

void limbs_pool(void)
{
    mp_set_memory_functions(get, resize, put);
}

#else

void limbs_pool(void)
{
}

#endif
