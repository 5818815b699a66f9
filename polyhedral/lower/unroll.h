/*
 * Private to unroll_jam.c and tile_access.c: where the lowering of a kernel is
 * among the points of a thread.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_UNROLL_H
#define HEDRA_POLYHEDRAL_LOWER_UNROLL_H

#include "polyhedral/lower/local.h"

struct lower_unroll {
    bool full;         /* all of the block's points are in the domain */
    bool unguarded;    /* what is lowered is for all of the block's points, also
                          those outside the domain */
    bool deep;         /* the loop that follows is worth unrolling */
    bool over_points;  /* the loops that follow are over a thread's points */
    bool in_registers; /* elements are in the variables `held` */
    int depth;         /* over_points: the first of these loops' depth */
    unsigned around;   /* over_points: a bit for each dimension whose loop is
                          around what is lowered */
    int point[MAP_MAX_DIMS]; /* the point at hand */
    int *held;   /* per promoted array of the kernel, and per point */
    int *places; /* per poly->stmt: at how many places it is in the tree */
};

#endif
