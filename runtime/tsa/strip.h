/*
 * The strips of the method GPU_STEP: what its kernels (backends/library/tsa.c)
 * and those who launch them (gpu.c) agree on. A block of TSA_STRIP_THREADS
 * threads takes a strip of column pairs, one or two for each thread; as many as
 * fill a sector of memory on either side are its halo, which is wide enough for
 * the steps of a launch. The module of a kind of lattice is number
 * 16 several steps + 8 double + 4 imaginary + 2 couplings + phases.
 */
#ifndef HEDRA_RUNTIME_TSA_STRIP_H
#define HEDRA_RUNTIME_TSA_STRIP_H

enum {
    TSA_STRIP_THREADS = 256,
    TSA_STRIP_MOST_COLUMNS = 2,
    TSA_STRIP_MOST_STEPS = 4,
    TSA_STRIP_SECTOR = 32, /* bytes */
    TSA_STRIP_SEVERAL = 16,
    TSA_STRIP_DOUBLE = 8,
    TSA_STRIP_IMAGINARY = 4,
    TSA_STRIP_LINKS = 2,
    TSA_STRIP_PHASES = 1,
    TSA_STRIP_MODULES = 32
};
_Static_assert((int)TSA_STRIP_MOST_STEPS <=
                   (int)(TSA_STRIP_SECTOR / sizeof(double)),
               "a step spoils a column pair of the halo");

/* Column pairs of a thread, and steps of a launch, of module `kind`: as many as
 * registers hold without spilling. */
static inline int tsa_strip_columns(int kind)
{
    const int few = TSA_STRIP_SEVERAL | TSA_STRIP_DOUBLE | TSA_STRIP_LINKS |
                    TSA_STRIP_PHASES;
    return kind & few ? 1 : TSA_STRIP_MOST_COLUMNS;
}

static inline int tsa_strip_steps(int kind)
{
    if (!(kind & TSA_STRIP_SEVERAL))
        return 1;
    const int few = TSA_STRIP_DOUBLE | TSA_STRIP_LINKS | TSA_STRIP_PHASES;
    return kind & few ? 2 : TSA_STRIP_MOST_STEPS;
}

#endif
