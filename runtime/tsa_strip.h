/*
 * The strips of the method GPU_STEP: what its kernels (backends/hosted/tsa.c)
 * and those who launch them (tsa_gpu.c) agree on. A block of TSA_STRIP_THREADS
 * threads takes a strip of column pairs, several for each thread; as many as
 * fill a sector of memory on either side are its halo. The module of a kind of
 * lattice is number 8 double + 4 imaginary + 2 couplings + phases.
 */
#ifndef HEDRA_RUNTIME_TSA_STRIP_H
#define HEDRA_RUNTIME_TSA_STRIP_H

enum {
    TSA_STRIP_THREADS = 256,
    TSA_STRIP_MOST_COLUMNS = 2, /* column pairs of a thread in float, … */
    TSA_STRIP_COLUMNS = 1, /* … in double, or with tables: as many as leave room
                              for several blocks */
    TSA_STRIP_SECTOR = 32, /* bytes */
    TSA_STRIP_DOUBLE = 8,
    TSA_STRIP_IMAGINARY = 4,
    TSA_STRIP_LINKS = 2,
    TSA_STRIP_PHASES = 1,
    TSA_STRIP_MODULES = 16
};

#endif
