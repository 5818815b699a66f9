/*
 * What the passes of the optimiser share. optimise_rebuild and optimise_dead
 * make a new function; optimise_promote and kir_pack change in place one that
 * an earlier pass made and nobody else has seen.
 *
 * Temporary memory comes from a scratch arena that the caller frees.
 */
#ifndef HEDRA_BACKENDS_OPTIMISE_LOCAL_H
#define HEDRA_BACKENDS_OPTIMISE_LOCAL_H

#include "backends/optimise/optimise.h"

/* Effects (effects.c) ---------------------------------------------- */

/* What a function can read and write, as "items" numbered from 0: alias
 * classes of buffers, then variables. Two buffers of different classes never
 * overlap. */
struct effects {
    int class_count, item_count;
    int *class_of; /* of each buffer */
    /* The items that a barrier orders, and that a launch may touch. */
    int barrier_count, *barrier;
    int launch_count, *launch;
    struct effect_slot *slot;
    int slot_count, slot_cap;
};

struct effect_items {
    int count, cap;
    int *item;
};

/* How a class is accessed within a statement: at one place, (buffer, index), or
 * at `many`. `home` is the FOR within (or the statement itself) that stores
 * there each time its body runs and is reached through FORs only, or NULL. */
struct effect_access {
    int item, buffer, index;
    bool many, read, written;
    const char *load_origin, *store_origin; /* of the first ones */
    const struct kir_stmt *home;
};

/* What a FOR, WHILE or IF may do anywhere within. */
struct effect {
    const struct kir_stmt *parent; /* the statement around it, or NULL */
    struct effect_items reads, writes;
    int access_count, access_cap;
    struct effect_access *access;
    bool synchronises; /* has a barrier or launch */
};

struct effects *effects_new(struct arena *scratch, const struct kir_func *f);
const struct effect *effects_of(const struct effects *effects,
                                const struct kir_stmt *stmt);
int effects_variable(const struct effects *effects, int variable);

/* Passes ------------------------------------------------------------------- */

/* Rebuilds `in` with what is known of its values into `out`, a function like it
 * without a body. */
void optimise_rebuild(struct arena *scratch, const struct kir_func *in,
                      struct kir_func *out);
/* Makes branches that follow each other and ask the same one, in place. */
void optimise_merge(struct kir_func *f);
/* The most elements of a thread's array that may become variables. */
enum { OPTIMISE_MOST_ELEMENTS = 64 };
/* Makes variables of a thread's arrays whose subscripts are constants, in
 * place. */
void optimise_local_arrays(struct arena *scratch, struct kir_func *f);
/* Promotes elements of memory to variables over loops, in place. */
void optimise_promote(struct arena *scratch, struct kir_func *f);
/* Makes a STORE a SET of the variable, or a LET of a LOAD one of a GET. */
void optimise_use_variable(struct kir_func *f, struct kir_stmt *s,
                           int variable);
/* Appends to `out` a function with what has an effect in `in`, without the
 * variables and the buffers (other than GLOBAL ones) that have no use. */
void optimise_dead(struct arena *scratch, const struct kir_func *in,
                   struct kir_module *out);

/* Makes accesses of neighbours one (optimise/pack.c; kir_optimise ends with
 * it): loads in one block of 2 or 4 consecutive elements of a SHARED or GLOBAL
 * buffer, or stores to them, that lie at a multiple of what they have together,
 * at most KIR_PACK_BYTES, and that nothing between them keeps apart. They come
 * to stand one after the other, by their elements; `pack` is their number in
 * the first one's statement, and KIR_PACKED in the others'. Targets that have
 * such instructions do all at the first; to others it means nothing. SHARED
 * buffers begin at multiples of KIR_PACK_BYTES, GLOBAL ones where ALIGNED says
 * so. In place: the statements have no `pack` yet. */
void kir_pack(struct kir_module *module);

/* The deepest nesting of blocks. */
int order_depth(const struct kir_block *block);

/* Whether a < b follows from the loops around a place where both are in scope:
 * from constants, from iter < hi, and from iter + c not overflowing for
 * c <= step. loop[v] is the FOR whose iterator is value v, NULL for others. */
bool order_less(const struct kir_func *f, const struct kir_stmt *const *loop,
                int a, int b);

/* The scoped table of values (value_table.c) ------------------------------
 */

/* Maps operations to the values that hold their results. An entry belongs to a
 * level and goes when that level is left. */
struct value_table {
    struct arena *arena;
    struct value_entry *entry;
    int entry_count, entry_cap;
    int *bucket, bucket_count;
    int first[2 * KIR_MAX_DEPTH + 4]; /* of each level: its entries + 1 */
};

void value_table_init(struct value_table *table, struct arena *arena);
/* The value that equals `key`, or -1. Commutative operands in any order. */
int value_table_find(const struct value_table *table,
                     const struct kir_value *key);
void value_table_add(struct value_table *table, const struct kir_value *key,
                     int value, int level);
void value_table_leave(struct value_table *table, int level);

#endif
