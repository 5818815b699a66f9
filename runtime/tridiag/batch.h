/*
 * An object of include/hedra_tridiag.h, and what it does with all systems and
 * right-hand sides.
 *
 * Many short systems are solved side by side, a system in each lane of a
 * vector, by Thomas' method; longer ones one after the other (or one for each
 * thread, if they are many), by levels.
 */
#ifndef HEDRA_RUNTIME_TRIDIAG_BATCH_H
#define HEDRA_RUNTIME_TRIDIAG_BATCH_H

#include "runtime/tridiag/local.h"

struct hedra_tridiag {
    struct hedra_tridiag_problem problem; /* with copies, nothing left at 0 */
    struct tridiag_means means;
    int64_t elements;  /* of one right-hand side */
    int64_t *offset;   /* of each system; NULL unless sizes differ */
    bool in_lanes;     /* short systems */
    bool side_by_side; /* a system for each thread */
    bool reflect;      /* x becomes 2 x - d */
    struct tridiag_pieces nested_pool; /* for solving without kept factors */
    struct tridiag_gpu *gpu;           /* NULL: the host's threads solve */

    bool factored;
    /* Systems without factors, which are solved with row exchanges from
     * `matrix`; and whether there are any. */
    bool *exchanged, any_exchanged;
    struct tridiag_nested **kept; /* factors of each system, unless in_lanes */
    void *kept_lanes;             /* factors of each strip of systems */
    double *kept_scale;           /* what each strip was scaled by */
    void *matrix;                 /* b, a, c, `elements` each; or NULL */
};

enum tridiag_action { TRIDIAG_SOLVE, TRIDIAG_FACTOR, TRIDIAG_APPLY };

/* The arrays of a call; those that the action does not need may be NULL. */
struct tridiag_arrays {
    const void *b, *a, *c, *d;
    void *x;
};

struct tridiag_outcome {
    struct tridiag_trouble trouble; /* of the first system that has any */
    int64_t system;
    double residual; /* the largest one, -1 if none was measured */
};
static const struct tridiag_outcome tridiag_good = {
    {HEDRA_OK, -1, 0, -1}, -1, -1};

/* Runs the action for all systems and right-hand sides. */
struct tridiag_outcome tridiag_batch_run(struct hedra_tridiag *t,
                                         enum tridiag_action action,
                                         const struct tridiag_arrays *arrays);

/* What is left to do when a device has solved all: residuals are measured, and
 * where they are too large, rows exchanged if that is asked for. */
struct tridiag_outcome
tridiag_batch_complete(struct hedra_tridiag *t,
                       const struct tridiag_arrays *arrays);

/* A system in the arrays, which may be NULL. */
struct tridiag_view tridiag_batch_view(struct hedra_tridiag *t,
                                       const struct tridiag_arrays *arrays,
                                       int64_t system);

/* Memory for factors. */
bool tridiag_batch_keep(struct hedra_tridiag *t);
/* Copies the matrix. Both are false if memory is short. */
bool tridiag_batch_keep_matrix(struct hedra_tridiag *t,
                               const struct tridiag_arrays *arrays);
void tridiag_batch_forget(struct hedra_tridiag *t);

/* The outcome in words. */
enum hedra_status tridiag_tell(const struct hedra_tridiag *t,
                               const struct tridiag_outcome *outcome,
                               struct hedra_error *why);

int64_t tridiag_system_size(const struct hedra_tridiag *t, int64_t system);

#endif
