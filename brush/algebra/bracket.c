/*
 * Brackets as plain data (BRUSH, sec. 4.2.3): sums of indices, Cartesian
 * components by their number, and a table that gives equal brackets one number.
 */
#include "brush/algebra/bracket.h"

#include <string.h>

/* Open addressing; `slot` holds numbers + 1, its size is a power of two. */
struct bracket_table {
    struct arena *arena;
    struct bracket *bracket;
    int count, cap;
    int *slot, slots;
};

int bracket_sum(const struct bracket *b, enum bracket_index index)
{
    return b->index[index][0] + b->index[index][1] + b->index[index][2];
}

struct bracket_table *bracket_table_new(struct arena *arena)
{
    struct bracket_table *t = arena_alloc(arena, sizeof *t);

    t->arena = arena;
    t->slots = 64;
    t->slot = arena_alloc(arena, (size_t)t->slots * sizeof *t->slot);
    return t;
}

/* FNV-1a over the bytes: struct bracket has no padding. */
static unsigned hash(const struct bracket *b)
{
    const unsigned char *byte = (const void *)b;
    uint32_t h = 2166136261u;

    _Static_assert(sizeof *b ==
                       3 * INDEX_COUNT + 1 + POWER_COUNT + 3 * VECTOR_COUNT,
                   "brackets are compared by their bytes");
    for (size_t i = 0; i < sizeof *b; i++)
        h = (h ^ byte[i]) * 16777619u;
    return h;
}

/* Where `b` stands, or the free place where it belongs. */
static int *find(const struct bracket_table *t, const struct bracket *b)
{
    unsigned mask = (unsigned)t->slots - 1, at = hash(b) & mask;

    while (t->slot[at] &&
           memcmp(&t->bracket[t->slot[at] - 1], b, sizeof *b) != 0)
        at = (at + 1) & mask;
    return &t->slot[at];
}

static void grow(struct bracket_table *t)
{
    t->slots *= 2;
    t->slot = arena_alloc(t->arena, (size_t)t->slots * sizeof *t->slot);
    for (int i = 0; i < t->count; i++)
        *find(t, &t->bracket[i]) = i + 1;
}

int bracket_intern(struct bracket_table *t, const struct bracket *b)
{
    int *place = find(t, b);

    if (*place)
        return *place - 1;
    if (2 * t->count >= t->slots) {
        grow(t);
        place = find(t, b);
    }
    *place = t->count + 1;
    ARENA_PUSH(t->arena, t->bracket, t->count, t->cap, *b);
    return t->count - 1;
}

int bracket_component_count(int l)
{
    return (l + 1) * (l + 2) / 2;
}

void bracket_component(int l, int n, int8_t power[3])
{
    int rest = 0; /* the powers of y and z together */

    while (n > rest) {
        n -= rest + 1;
        rest++;
    }
    power[0] = (int8_t)(l - rest);
    power[1] = (int8_t)(rest - n);
    power[2] = (int8_t)n;
}

int bracket_component_number(const int8_t power[3])
{
    int rest = power[1] + power[2];

    return rest * (rest + 1) / 2 + power[2];
}
