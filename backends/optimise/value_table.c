/*
 * Values by their operation, in nested scopes: common subexpressions are found
 * here. Hash chains have the newest entry first, so that leaving a level takes
 * its entries from the heads of the chains.
 */
#include "backends/optimise/local.h"

struct value_entry {
    struct kir_value key;
    int value;
    int next_in_bucket, next_in_level; /* entry + 1, 0 at the end */
};

static struct kir_value normal(const struct kir_value *key)
{
    struct kir_value k = *key;

    if ((kir_op_properties(k.op) & P_COMM) && k.arg[0] > k.arg[1]) {
        k.arg[0] = key->arg[1];
        k.arg[1] = key->arg[0];
    }
    return k;
}

static unsigned hash(const struct kir_value *k)
{
    uint64_t h = (uint64_t)k->imm.i * 0x9e3779b97f4a7c15u;

    h ^= (uint64_t)k->op << 16 | (uint64_t)k->type << 8 | (uint64_t)k->narrow;
    for (int i = 0; i < 3; i++)
        h = (h ^ (uint64_t)k->arg[i]) * 0xff51afd7ed558ccdu, h ^= h >> 32;
    h = (h ^ (uint64_t)k->buffer) * 0xc4ceb9fe1a85ec53u;
    return (unsigned)(h ^ h >> 32);
}

static bool equal(const struct kir_value *a, const struct kir_value *b)
{
    return a->op == b->op && a->type == b->type && a->narrow == b->narrow &&
           a->arg[0] == b->arg[0] && a->arg[1] == b->arg[1] &&
           a->arg[2] == b->arg[2] && a->buffer == b->buffer &&
           a->imm.i == b->imm.i;
}

static int *bucket_of(const struct value_table *t, const struct kir_value *key)
{
    return &t->bucket[hash(key) & (unsigned)(t->bucket_count - 1)];
}

void value_table_init(struct value_table *t, struct arena *arena)
{
    *t = (struct value_table){.arena = arena, .bucket_count = 256};
    t->bucket = arena_alloc(arena, (size_t)t->bucket_count * sizeof(int));
}

int value_table_find(const struct value_table *t, const struct kir_value *key)
{
    struct kir_value k = normal(key);

    for (int e = *bucket_of(t, &k); e; e = t->entry[e - 1].next_in_bucket)
        if (equal(&t->entry[e - 1].key, &k))
            return t->entry[e - 1].value;
    return -1;
}

/* Twice the buckets. Entries of levels that were left are in no level's list,
 * and so in no bucket afterwards. */
static void grow(struct value_table *t)
{
    t->bucket_count *= 2;
    t->bucket = arena_alloc(t->arena, (size_t)t->bucket_count * sizeof(int));
    for (size_t level = 0; level < sizeof t->first / sizeof *t->first; level++)
        for (int e = t->first[level]; e; e = t->entry[e - 1].next_in_level) {
            int *bucket = bucket_of(t, &t->entry[e - 1].key);

            t->entry[e - 1].next_in_bucket = *bucket;
            *bucket = e;
        }
}

/* A later entry for the same key hides an earlier one. */
void value_table_add(struct value_table *t, const struct kir_value *key,
                     int value, int level)
{
    struct value_entry entry = {.key = normal(key), .value = value};
    int *bucket;

    if (t->entry_count >= t->bucket_count)
        grow(t);
    bucket = bucket_of(t, &entry.key);
    entry.next_in_bucket = *bucket;
    entry.next_in_level = t->first[level];
    ARENA_PUSH(t->arena, t->entry, t->entry_count, t->entry_cap, entry);
    *bucket = t->first[level] = t->entry_count;
}

void value_table_leave(struct value_table *t, int level)
{
    for (int e = t->first[level]; e; e = t->entry[e - 1].next_in_level) {
        int *link = bucket_of(t, &t->entry[e - 1].key);

        while (*link != e)
            link = &t->entry[*link - 1].next_in_bucket;
        *link = t->entry[e - 1].next_in_bucket;
    }
    t->first[level] = 0;
}
