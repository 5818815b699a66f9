/*
 * A set of names with a number each, as a hash table with open addressing (the
 * hash is Fowler, Noll and Vo's FNV-1a). The verifier and the parser ask it
 * whether a name is new.
 */
#include "backends/kir/kir.h"

#include <string.h>

struct kir_name {
    const char *name; /* NULL: the slot is free */
    int number;
};

static uint64_t hash(const char *s)
{
    uint64_t h = 0xcbf29ce484222325u;

    while (*s)
        h = (h ^ (unsigned char)*s++) * 0x100000001b3u;
    return h ^ h >> 29;
}

static struct kir_name *find(const struct kir_names *names, const char *name)
{
    unsigned mask = (unsigned)names->cap - 1;
    unsigned i = (unsigned)hash(name) & mask;

    while (names->slot[i].name && strcmp(names->slot[i].name, name) != 0)
        i = (i + 1) & mask;
    return &names->slot[i];
}

static void grow(struct arena *arena, struct kir_names *names)
{
    struct kir_names old = *names;

    names->cap = old.cap ? 2 * old.cap : 32;
    names->slot = arena_alloc(arena, (size_t)names->cap * sizeof *names->slot);
    for (int i = 0; i < old.cap; i++)
        if (old.slot[i].name)
            *find(names, old.slot[i].name) = old.slot[i];
}

int *kir_names_at(struct arena *arena, struct kir_names *names,
                  const char *name)
{
    struct kir_name *slot;

    if (2 * (names->count + 1) > names->cap)
        grow(arena, names);
    slot = find(names, name);
    if (!slot->name) {
        slot->name = arena_strdup(arena, name);
        names->count++;
    }
    return &slot->number;
}

/* Not <ctype.h>: the locale has no say in what a name is. */
bool kir_is_identifier(const char *s)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";

    if (!*s || !strchr(letters, *s))
        return false;
    for (; *s; s++)
        if (!strchr(letters, *s) && !(*s >= '0' && *s <= '9'))
            return false;
    return true;
}
