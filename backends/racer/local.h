/*
 * What the files of this folder share: a graph as transfers and the ways of
 * registers between them.
 */
#ifndef HEDRA_BACKENDS_RACER_LOCAL_H
#define HEDRA_BACKENDS_RACER_LOCAL_H

#include "backends/racer/racer.h"

/* A way of registers from one transfer to another. */
struct racer_way {
    int from, to;           /* vertices: nodes, then copies, then ports */
    int registers, initial; /* full ones at the beginning */
    int room;   /* how many elements fit, but for the initial ones */
    int places; /* of a request's answers, if they bind; 0: they do not */
    const struct racer_node *taker; /* whose operand it is; NULL: a copy's */
    int operand;
    int ring;   /* the ring whose feedback it is, -1: of none */
    bool entry; /* of a merge */
    int branch; /* whose join takes it on its second side, if elements need not
                   take both for as long; -1 */
};

struct racer_ways {
    int vertices, count, cap;
    bool alone; /* one element comes, and no more */
    struct racer_way *way;
};

/* All of them; `rings` may be NULL. */
struct racer_ways racer_ways_of(struct arena *arena,
                                const struct racer_graph *g,
                                const struct racer_arch *arch,
                                const struct racer_rings *rings);

#endif
