/*
 * What the kernels that observe a lattice on a device (backends/hosted/
 * tsa_sums.c) and those who launch them (gpu_sums.c) agree on. The module
 * of a kind of lattice is number 8 double + 4 couplings along x + 2 along y +
 * potential.
 */
#ifndef HEDRA_RUNTIME_TSA_SUMS_H
#define HEDRA_RUNTIME_TSA_SUMS_H

enum {
    TSA_SUMS_THREADS = 256, /* of a block */
    TSA_SUMS_BLOCKS = 1024, /* at most; one for each row if there are fewer,
                               whatever the device: the same bits everywhere */
    TSA_SUMS_DOUBLE = 8,
    TSA_SUMS_LINK_X = 4,
    TSA_SUMS_LINK_Y = 2,
    TSA_SUMS_POTENTIAL = 1,
    TSA_SUMS_MODULES = 16
};

/* Sums of |psi|^2, of <psi|H|psi>, and of |psi|^2 times x, y, x^2, y^2. */
enum tsa_sum {
    TSA_SUM_NORM,
    TSA_SUM_ENERGY,
    TSA_SUM_X,
    TSA_SUM_Y,
    TSA_SUM_XX,
    TSA_SUM_YY,
    TSA_SUMS
};

/* The kernels of a module. */
enum { TSA_SUMS_BLOCK, TSA_SUMS_TOTAL, TSA_SUMS_SCALE };

#endif
