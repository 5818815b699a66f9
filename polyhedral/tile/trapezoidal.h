/*
 * Trapezoids in time: several steps of a stencil in one pass over the host's
 * memory. Private to polyhedral/.
 *
 *     for (t = first; t <= last; t++)       parallel sweeps S0, S1, … as
 *         …                                 overlapped.h states them
 *
 *     t ^  \ inverted /\ inverted /
 *       |   \        /  \        /          along the first dimension of the
 *       |    \      /    \      /           arrays; every tile takes `steps`
 *       |     \    /      \    /            steps, all upright ones at the same
 *       |      \  / upright\  /             time, then all between them
 *       +-------\/----------\/------> e0
 *
 * The sides lean as far as dependences of any kind reach, so that a tile needs
 * nothing of its neighbours in the same phase: nothing is computed twice,
 * arrays stay where they are, and each element is computed by the same
 * operations from the same values as in the plain program (split tiling;
 * Krishnamoorthy et al. 2007, Henretty et al. 2013).
 *
 * Within a tile the second dimension is cut into stripes that lean to the left
 * and follow each other, so that what a tile uses at a time stays in a cache.
 * The innermost loop is whole rows, or stripes of them, without conditions.
 */
#ifndef HEDRA_POLYHEDRAL_TILE_TRAPEZOIDAL_H
#define HEDRA_POLYHEDRAL_TILE_TRAPEZOIDAL_H

#include "polyhedral/tile/overlapped.h"

/* A side of the tiles along one dimension: in sweep k of step s it has moved
 * step * s + at[k] from where the tile begins, which is never back. */
struct trapezoid_side {
    int64_t step;
    int64_t *at;  /* per sweep */
    int64_t most; /* of them */
};

struct trapezoid {
    struct trapezoid_side left, right; /* of the first dimension */
    struct trapezoid_side lean;        /* of the second one's stripes */
    int64_t reach;  /* the farthest dependence along the first dimension */
    int64_t steps;  /* of a tile */
    bool forced;    /* tiles have so many steps whatever the sizes */
    int64_t stripe; /* a wanted width of stripes; 0: what a cache holds */
    int64_t least_stripe; /* stripes are no narrower */
    int64_t bytes;        /* of an element of all arrays */
};

/* Finds how the tiles' sides lean, and how many steps they take; false: the
 * loop is better off sweep by sweep. */
bool trapezoidal_shape(const struct poly *poly, struct overlap *o);
/* The width that tiles need at least, for so many steps: slope * steps + rest.
 */
int64_t trapezoidal_slope(const struct trapezoid *t);
int64_t trapezoidal_rest(const struct trapezoid *t);
void trapezoidal_report(const struct poly *poly, const struct overlap *o);
void trapezoidal_print(const struct poly *poly, const struct mapping *mapping);

#endif
