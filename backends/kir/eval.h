/*
 * The executable definition of KIR: runs functions on host memory, slowly and
 * exactly. Tests compare the optimiser and every printer with it.
 *
 * The threads of a block run statement by statement in step, blocks one after
 * the other, so that a program without races has one result. What KIR leaves
 * unspecified (kir_scalar: false) is 0 here; what it leaves undefined (integer
 * division by zero, an access outside a buffer, a barrier or shuffle that not
 * all threads reach, a step that is not positive) is a fault.
 */
#ifndef HEDRA_BACKENDS_KIR_EVAL_H
#define HEDRA_BACKENDS_KIR_EVAL_H

#include "backends/kir/module.h"

/* Elements 0 … count - 1 of an array of the buffer's element type. */
struct kir_memory {
    void *data;
    int64_t count;
};

struct kir_eval {
    /* In: the GLOBAL buffers and the scalar parameters of the function, in
     * order; for a KIR_HOST function the region's arrays, which launches name.
     * NULL where there are none. */
    const struct kir_memory *buffer;
    const union kir_imm *scalar;
    const struct kir_memory *array;
    int array_count;
    int64_t max_steps; /* 0: no limit */
    bool warps;        /* what WARPS is */
    /* NULL, or called for each access to element `element` of a GLOBAL buffer
     * whose memory is `data`, in the order in which they are made. */
    void (*touch)(void *user, const void *data, int64_t element);
    void *user;
    /* Out: statements executed, counted for each thread. */
    int64_t steps;
};

/* Runs a kernel over a grid, or a host function (grid: NULL). The module has
 * passed kir_check. False, with a KIR_INVALID fault, if it did something
 * undefined or took more than max_steps. */
bool kir_eval_run(const struct kir_func *f, const int64_t *grid,
                  struct kir_eval *eval, struct faults *faults);

#endif
