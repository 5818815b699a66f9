/*
 * Overlapped tiles in time: several steps of a stencil in one launch on a GPU.
 * Private to polyhedral/.
 *
 *     for (t = first; t <= last; t++)       parallel sweeps S0, S1, …:
 *         X0[e] = f(X[e + c], …);           S0 of every e in a box, then
 *         X1[e] = g(X[e + c], …);           S1 of every e in its own, …
 *
 * Each sweep by itself goes over global memory. Here a block takes the tile of
 * elements that it owns, with a halo, into shared memory, does `steps` steps of
 * all sweeps there, with barriers between, and writes what it owns. What of the
 * halo later sweeps need is computed by the neighbours as well: with distances
 * c from lo to hi along a dimension, sweep by sweep from the last one back, a
 * tile [0, w) needs [-lo, w + hi) of what the sweep reads, and so on
 * (overlapped or ghost-zone tiling; Meng and Skadron 2009, Holewinski et al.
 * 2012). Every element is computed by the same operations from the same values
 * as in the plain program, so that results do not change.
 *
 * Blocks must not overwrite what neighbours still read. An array whose values
 * go from step to step therefore has a second version, a row of the region's
 * table of the same range: launches come in pairs, the first one from the array
 * to the second version, the other one back. The rest of the steps, one at
 * least, runs sweep by sweep: it leaves in arrays that each step computes anew
 * (B of jacobi) what the plain program leaves there. Elements that no sweep
 * writes are read from the array itself, whatever the version.
 */
#ifndef HEDRA_POLYHEDRAL_TILE_OVERLAPPED_H
#define HEDRA_POLYHEDRAL_TILE_OVERLAPPED_H

#include "polyhedral/model/model.h"

enum { OVERLAP_MAX_STEPS = 8 };

/* How far a box of elements reaches beyond the tile, along each dimension of
 * the arrays; `any`: is it not empty? */
struct overlap_reach {
    bool any;
    int64_t low[MAP_MAX_DIMS], high[MAP_MAX_DIMS];
};

/* A read of element e + delta by the statement that writes e. */
struct overlap_read {
    const struct scop_expr *expr;
    int array; /* into overlap.array */
    int64_t delta[MAP_MAX_DIMS];
};

/* A sweep: at each time, the statement that writes element e runs for all
 * low <= e <= high. Iterator k > 0 of it is e[at[k]] - shift[k]. */
struct overlap_stmt {
    int stmt, array; /* into poly->stmt, overlap.array */
    int pinned;      /* a dimension along which it has one element; -1: none */
    int *at;
    int64_t *shift;
    isl_aff *low[MAP_MAX_DIMS], *high[MAP_MAX_DIMS];
    int read_count;
    struct overlap_read *read;
    struct overlap_reach
        region[OVERLAP_MAX_STEPS]; /* what each step computes */
};

struct overlap_array {
    int array;                 /* into poly->array */
    bool crosses;              /* values go from one step to the next */
    struct overlap_reach need; /* of it, when the block begins */
    isl_set *fixed; /* parameters hd_e0…: elements that are read and no sweep
                       writes; NULL: there are none */
    int row;        /* crosses: of the second version in the region's table */
};

struct trapezoid;

/* A loop over time of a part, as a GPU runs it. Dimension d is that of the
 * arrays' subscripts; the last one has the lanes. */
struct overlap {
    struct map_kernel whole; /* domain, loc and name, that of its launches */
    int number;              /* of those of the mapping */
    int dims;
    isl_aff *first, *last; /* times */
    int stmt_count, array_count;
    struct overlap_stmt *stmt;
    struct overlap_array *array;

    /* The shape: window = threads * each = tile + halo. Along the last
     * dimension a thread's points are `threads` apart, along others they are
     * neighbours. */
    int steps;
    int64_t window[MAP_MAX_DIMS], tile[MAP_MAX_DIMS], threads[MAP_MAX_DIMS],
        each[MAP_MAX_DIMS], before[MAP_MAX_DIMS]; /* the halo below the tile */
    int64_t bytes;                                /* of shared memory */

    /* Predicted: sectors of global memory for each element and step, with it
     * and sweep by sweep; the points that sweeps compute for each that is
     * owned. */
    double sectors, plain, redundancy;

    const struct trapezoid *trapezoid; /* on the host: trapezoidal.h, and no
                                          shape; else NULL */
};

/* Finds the loops over time of a mapping that are worth it, and changes the
 * host's tree: O<k>[] launches some of the steps, and the kernels below go on
 * at time hd_o<k>. A GPU's are overlapped, the host's trapezoids. */
void overlapped_find(const struct poly *poly, struct mapping *mapping,
                     const struct storage *storage);
/* A shape for it, in the model's or the choice's steps; false: it is not worth
 * one (overlapped_size.c). */
bool overlapped_size(const struct poly *poly, struct overlap *o);
/* As text, for --emit=schedule; and a remark on each. */
void overlapped_print(const struct poly *poly, const struct mapping *mapping);
void overlapped_report(const struct poly *poly, const struct overlap *o);
void overlapped_free(struct overlap *o);
/* The number of an array of the part among those of the sweeps, or -1. */
int overlapped_slot(const struct overlap *o, int array);
/* Second versions: how many rows the mapping's overlaps need. */
int overlapped_rows(const struct mapping *mapping);

#endif
