/*
 * What integers are multiples of, by powers of two. Private to backends/ and
 * those who build KIR with accesses in mind (kir_pack).
 */
#ifndef HEDRA_BACKENDS_KIR_MULTIPLE_H
#define HEDRA_BACKENDS_KIR_MULTIPLE_H

#include "backends/kir/core.h"

/* What is known at a place of a function. Lives in an arena. */
struct kir_known {
    const struct kir_func *f;
    const struct kir_stmt **loop; /* per value: the FOR that it iterates */
    int *power;   /* per value: it is a multiple of 2^power, by conditions */
    int *aligned; /* per buffer: how many conditions say that it is ALIGNED */
    int fact_count, fact_cap;
    struct kir_fact *fact; /* in the order of learning */
    struct arena *arena;
};

struct kir_known kir_known_new(struct arena *arena, const struct kir_func *f);
/* Enters body[0] of a statement: its loop or its condition counts from now on.
 * Returns what kir_unlearn takes when it is left. */
int kir_learn(struct kir_known *known, const struct kir_stmt *s);
void kir_unlearn(struct kir_known *known, int mark);
/* The largest k <= 30 for which an integer is known to be a multiple of 2^k. */
int kir_multiple(const struct kir_known *known, int value);

#endif
