/*
 * Kernels: the contracted integrals of one form of quartet as a KIR function.
 *
 * The form is the kinds of the four shells; exponents and coefficients of a
 * quartet's class stand in small tables that the kernel loops over (runtime/
 * eri.h describes all that a kernel is given). Per primitive quartet: the Boys
 * function and one of the paths of path.def to [m0|n0], then the contraction,
 * of the bra within the loop over the ket's primitives; behind both loops the
 * horizontal recurrences and, for spherical shells, the transformation. Paths
 * with cuts leave a part of the way to [m0|n0] until one sum or both are done.
 *
 * With `lanes` > 1 a kernel works on that many quartets at once, one bra pair
 * and consecutive ket pairs, in loops marked simd (the host); with lanes == 1 a
 * thread works on one quartet, in blocks of KERNEL_BLOCK threads (GPUs).
 */
#ifndef HEDRA_BRUSH_KERNEL_H
#define HEDRA_BRUSH_KERNEL_H

#include "brush/path.h"
#include "brush/shell.h"
#include "runtime/eri.h"

enum { KERNEL_BLOCK = HEDRA_ERI_ITEM_MOST, KERNEL_BUDGET = 1000 };

struct kernel_shape {
    struct shell_kind kind[4]; /* a b | c d */
    enum kir_type type;        /* KIR_F64 or KIR_F32 */
    int lanes;
    int primitives[2]; /* primitive pairs of bra and ket to reckon with */
};

/* One candidate: the operations that it executes for a primitive quartet (Boys
 * function and sums apart) and those among them that are fused; the operations
 * for a primitive pair of the outer side, sums included; those behind both
 * sums, the horizontal recurrences among them; all that stand in the code, but
 * for the horizontal recurrences. */
struct kernel_candidate {
    enum path path;
    int operations, fused, outer, late, size;
    double total; /* executed for a quartet, with the sums */
};

/* All candidates in the order of path.def; returns the number of the best: the
 * automatic one with the smallest total whose code is within KERNEL_BUDGET; if
 * there is none, the one with the shortest code. The first of equals. */
int kernel_compare(const struct kernel_shape *shape,
                   struct kernel_candidate candidate[PATH_COUNT]);

/* "eri_sp_sp_s_s", in `arena`. */
const char *kernel_name(struct arena *arena, const struct kernel_shape *shape);

/* The side that is summed over first: 0 the bra, 1 the ket. */
int kernel_inner(enum path path);

/* Appends the kernel to the module, as one function. */
void kernel_build(struct kir_module *module, const char *name,
                  const struct kernel_shape *shape, enum path path);

#endif
