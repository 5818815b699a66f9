/*
 * Kernels: the contracted integrals of one form of quartet as a KIR function.
 *
 * The form is the kinds of the four shells; exponents and coefficients of a
 * quartet's class stand in small tables that the kernel loops over (runtime/
 * eri.h describes all that a kernel is given). Per primitive quartet: the Boys
 * function and one of the paths of path.def to [m0|n0], then the contraction,
 * of the bra within the loop over the ket's primitives; behind both loops the
 * horizontal recurrences and, for spherical shells, the transformation.
 *
 * With `lanes` > 1 a kernel works on that many quartets at once, one bra pair
 * and consecutive ket pairs, in loops marked simd (the host); with lanes == 1 a
 * thread works on one quartet, in blocks of KERNEL_BLOCK threads (GPUs).
 */
#ifndef HEDRA_BRUSH_KERNEL_H
#define HEDRA_BRUSH_KERNEL_H

#include "brush/path.h"
#include "brush/shell.h"

enum { KERNEL_BLOCK = 64 };

struct kernel_shape {
    struct shell_kind kind[4]; /* a b | c d */
    enum kir_type type;        /* KIR_F64 or KIR_F32 */
    int lanes;
};

/* One candidate: what it executes per primitive quartet (Boys function and
 * contraction apart) and behind the contraction. */
struct kernel_candidate {
    enum path path;
    struct dag_cost primitive;
};

/* All candidates in the order of path.def; returns the number of the best: the
 * stable one with the fewest operations, the first of equals. */
int kernel_compare(const struct kernel_shape *shape,
                   struct kernel_candidate candidate[PATH_COUNT]);

/* "eri_sp_sp_s_s", in `arena`. */
const char *kernel_name(struct arena *arena, const struct kernel_shape *shape);

/* Appends the kernel to the module: a function, or, where that would be too
 * long for compilers, several with the same arguments that run one after the
 * other. Returns how many values per quartet it needs in `out`: the integrals
 * come first, behind them is what the functions hand over. */
int kernel_build(struct kir_module *module, const char *name,
                 const struct kernel_shape *shape, enum path path);

#endif
