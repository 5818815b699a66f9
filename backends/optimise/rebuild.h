/* The state of optimise_rebuild, shared with its algebra; no other file. */
#ifndef HEDRA_BACKENDS_OPTIMISE_REBUILD_H
#define HEDRA_BACKENDS_OPTIMISE_REBUILD_H

#include "backends/optimise/local.h"

/* A block of the new function that is being filled. Level 0 is the body of the
 * function; a structured statement joins its block only when it is complete,
 * so that appending to an outer level puts a value before the loops that are
 * open now. A WHILE's body is a level more than its block is deep. */
enum level_kind {
    LEVEL_BRANCH, /* may not be entered: the function's body, branches */
    LEVEL_LOOP,   /* a FOR's body, a WHILE's test */
    LEVEL_AFTER   /* a WHILE's body, which continues the test's level */
};

struct rebuild_level {
    enum level_kind kind;
    struct kir_block *block;
    int clock;        /* when it was entered */
    bool certain;     /* LOOP: entered at least once */
    bool wants_guard; /* LOOP: knowing it entered would pay */
    int known_mark;
};

struct rebuild {
    const struct kir_func *in;
    struct kir_func *out;
    struct arena *scratch;
    struct effects *effects;
    struct value_table table;
    int *map;     /* of each old value: the new one */
    int *version; /* of each item: when it was last written */
    int clock;
    bool may_guard;
    struct unroll *unroll; /* NULL: no loop is to be unrolled */

    struct rebuild_level level[2 * KIR_MAX_DEPTH + 4];
    int depth; /* the innermost level */

    /* of each new value: the level that it belongs to; what a condition is
     * known to be (0: unknown, else 1 + truth); the FOR whose iterator it is */
    int info_cap;
    int *level_of, *known;
    const struct kir_stmt **loop;
    /* conditions known in the open levels, in order */
    int *known_list, known_count, known_cap;
};

/* The value of an operation on new values: an equal one that is in scope, or a
 * new one at the outermost level where it pays and is safe. */
int rebuild_emit(struct rebuild *r, struct kir_value v);
/* The level that a new value belongs to. */
int rebuild_level(const struct rebuild *r, int value);
/* algebra.c: a value equal to `v` that is cheaper or shares more, or
 * -1; may change `v` into an equal operation. */
int rebuild_algebra(struct rebuild *r, struct kir_value *v);

/* The value that a variable is known to have here; -1: it is not known. */
int rebuild_variable(const struct rebuild *r, int variable);

/* unroll.c: what it knows of the old function, in `scratch`; NULL: there is
 * nothing to unroll. */
struct unroll *unroll_new(struct arena *scratch, const struct kir_func *f);
/* How often a WHILE, which is met now, runs if it is to be unrolled; else 0. */
int unroll_trips(struct rebuild *r, const struct kir_stmt *s);

#endif
