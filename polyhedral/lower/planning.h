/*
 * Private to active_points.c, active_driver.c and level_driver.c: what drivers
 * and kernels know of the Plans.
 */
#ifndef HEDRA_POLYHEDRAL_LOWER_PLANNING_H
#define HEDRA_POLYHEDRAL_LOWER_PLANNING_H

#include "polyhedral/lower/local.h"

/* A Plan's shape, in the function that computes it: what holds for every launch
 * of its kernel. */
struct plan_shape {
    int fits; /* PRED: can points be numbered, and lists be this long? */
    int shift[MAP_MAX_DIMS]; /* I64 */
    int tiles, points;       /* I64: at most */
};

struct lower_planning {
    int mode;                 /* driver: what is asked for, I32 */
    struct plan_shape *shape; /* driver: by number of Plan */
    int bits;                 /* a Plan's kernel: the buffer of its bits */
};

#endif
