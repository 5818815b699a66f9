/*
 * How much a region has to do, by its parameters. A part of scop.h.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_WORK_H
#define HEDRA_POLYHEDRAL_SCOP_WORK_H

struct arena;
struct scop;

/* How often a loop runs, if that is above 0: in the middle of the ranges of the
 * loops around it. */
struct scop_trips {
    double constant;
    const double *factor; /* of each parameter of the scop */
};

/* What stands in the same loops. */
struct scop_work_term {
    double operations; /* with accesses, in one iteration */
    int depth;
    const int *loop; /* outermost first */
};

struct scop_work {
    const struct scop_trips *trips; /* of each loop */
    int count;
    const struct scop_work_term *term;
};

/* An estimate of the operations and accesses of the region, a division or a
 * function being many, in the scop's arena. NULL: data tell how long it runs,
 * or no sum of parameters. */
const struct scop_work *scop_work(const struct scop *scop);

#endif
