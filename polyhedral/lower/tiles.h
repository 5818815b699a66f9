/*
 * The state of a kernel of overlapped tiles while it is lowered, of
 * overlapped.c, and of tile_access.c for the accesses of its statements; in the
 * driver, where tiles end, of overlapped.c and ast_expr.c.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_TILES_H
#define HEDRA_POLYHEDRAL_LOWER_TILES_H

#include "polyhedral/lower/local.h"

struct overlap_stmt;

struct lower_overlapped {
    struct tiles *tiles; /* the statement at hand is on these; NULL: on none */
    int *resume; /* driver, per overlap: the variable with the time from which
                    on the kernels are launched sweep by sweep */
};

struct tiles {
    struct lower *l;
    const struct overlap *o;
    int start[MAP_MAX_DIMS]; /* I64: the element of the window's first point */
    int thread[MAP_MAX_DIMS], own[MAP_MAX_DIMS]; /* the thread's number, and
                                    where in the window its first point is */
    int base; /* the place of the thread's first point in the tiles */
    int64_t pitch[MAP_MAX_DIMS];
    /* per array: its tile; the versions that are read and written, and where
     * fixed elements are; -1: none */
    int *shared, *in, *out, *fixed;
    int *low[MAP_MAX_DIMS], *high[MAP_MAX_DIMS]; /* per sweep */
    bool *written, *read; /* per array: since the last barrier, by others */
    /* the point at hand, and what is done there */
    int place, element[MAP_MAX_DIMS];
    bool full;
    const struct overlap_stmt *stmt;
    int slot, time;
};

#endif
