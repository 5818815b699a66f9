/*
 * The parts of a region. Private to polyhedral/.
 *
 * A loop that ends by a test of data (SCOP_REPEAT) runs on the CPU, in the
 * driver: a list of steps. What lies between such loops and their tests are the
 * region's parts; each is a scop without REPEATs and goes through the model,
 * the schedule and the mapping by itself. What the parts and the tests share
 * stays where it is from step to step: arrays and scalars in rows of the
 * region's table, so that on a device only the scalars of the tests come home
 * (KIR's fetch), and scalars that nothing but the CPU computes, such as a
 * counter of rounds, in the driver. A region without REPEATs is its own only
 * part.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_PARTITION_H
#define HEDRA_POLYHEDRAL_REWRITE_PARTITION_H

#include "polyhedral/model/model.h"

enum step_kind {
    STEP_PART, /* launches the kernels of a part */
    STEP_STMT, /* a statement on scalars of the driver */
    STEP_LOOP, /* its steps, again and again */
    STEP_BREAK /* leaves the loop around if the test holds */
};

struct step {
    enum step_kind kind;
    int part;                     /* PART: into parts->part */
    const struct scop_stmt *stmt; /* STMT */
    const struct scop_expr *test; /* BREAK */
    int count, cap;               /* LOOP */
    struct step *child;
    struct loc loc;
};

struct parts {
    struct arena *arena;
    const struct passes *passes; /* borrowed; NULL: all, without dumps */
    struct scop *scop; /* the region, with the arrays that parts have added */
    bool driven;       /* is it more than one part that runs once? */
    int part_count, part_cap;
    struct part *part;
    struct step body; /* as a LOOP that runs once */
    /* Per array, where it lives if that is not for a part alone to choose;
     * STORAGE_UNUSED: it is. */
    enum storage_kind *kind;
};

/* In `arena`; never NULL. */
struct parts *parts_split(struct arena *arena, const struct scop *scop,
                          const struct passes *passes /* borrowed */);
/* Gives part `number` the arrays that others have added. */
void parts_align(struct parts *parts, int number);
/* What an aligned part has become, with new arrays of its own at the end. */
void parts_replace(struct parts *parts, int number, struct scop *scop);
/* A remark on each loop that the CPU runs: what comes home for its tests. */
void parts_explain(const struct parts *parts, struct faults *faults);
/* Of a modelled part, before its temporaries are privatised: those that keep a
 * value from one run of the part to the next become rows; nothing runs on the
 * host beforehand. */
void part_settle(struct part *part, struct poly *poly);

#endif
