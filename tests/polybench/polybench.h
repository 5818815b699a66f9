/*
 * The driver that the thirty PolyBench/C 4.2.1 kernels of kernels/ share.
 *
 * A kernel's file defines one struct pb_kernel named pb_kernel: its data set
 * sizes, its arrays and how they are filled, the call and its cost. The driver
 * owns main(): it allocates, fills, calls, times, hashes and dumps. Kernels own
 * no memory and hold nothing about the command line.
 *
 * The element type is the macro DATA: double, unless the file defines PB_FLOAT
 * or PB_INT before this header, or the compiler is given -DPB_FLOAT.
 */
#ifndef HEDRA_TESTS_POLYBENCH_POLYBENCH_H
#define HEDRA_TESTS_POLYBENCH_POLYBENCH_H

#include <math.h>

#include "tests/polybench/dump.h"

#if defined(PB_INT)
#define DATA int
#define PB_DATA PB_I32
#elif defined(PB_FLOAT)
#define DATA float
#define PB_DATA PB_F32
#define VAL(x) x##f
#define SQRT(x) sqrtf(x)
#define EXP(x) expf(x)
#define POW(x, y) powf(x, y)
#else
#define DATA double
#define PB_DATA PB_F64
#define VAL(x) x
#define SQRT(x) sqrt(x)
#define EXP(x) exp(x)
#define POW(x, y) pow(x, y)
#endif

enum { PB_MINI, PB_SMALL, PB_MEDIUM, PB_LARGE, PB_EXTRALARGE, PB_SIZE_COUNT };

enum { PB_MAX_PARAMS = 5, PB_MAX_ARRAYS = 9 };

/* How an array is filled. Values have full mantissas, so that a change in the
 * order of the operations shows in the last bits. Arrays that a kernel only
 * writes get PB_RANDOM too: an element left unwritten is then noticed. */
enum pb_fill {
    PB_RANDOM, /* -1 <= value < 1 */
    PB_UNIT,   /* 0 <= value < 1 */
    PB_ZERO,
    PB_DOMINANT,  /* square: rows dominated by their diagonal, which is in
                     [1, 2): triangular solves and LU without pivots are safe */
    PB_SPD,       /* the same, symmetric: positive definite */
    PB_SMALL_SUM, /* |values| sum to less than a half (Toeplitz rows) */
    PB_BASE,      /* 0, 1, 2, 3: the four bases of RNA */
    PB_DISTANCE   /* 1 … 999: weights of edges */
};

struct pb_array {
    const char *name;
    const char *shape; /* one letter of pb_kernel.params per dimension */
    enum pb_type type;
    enum pb_fill fill;
    unsigned flags; /* enum pb_dump_flags */
};

/* What one call costs at least, for GFLOP/s and GB/s: operations on elements,
 * with what a compiler may hoist counted once, and the bytes read and written
 * when each array is touched once (once per time step where there are time
 * steps). */
struct pb_cost {
    double operations, bytes;
};

struct pb_kernel {
    const char *name;
    const char *params; /* one letter per size parameter */
    int size[PB_SIZE_COUNT][PB_MAX_PARAMS];
    struct pb_array array[PB_MAX_ARRAYS]; /* until a NULL name */
    /* n: the values of the parameters; a: the arrays, in the table's order. */
    void (*call)(const int *n, void *const *a);
    struct pb_cost (*cost)(const double *n);
};

extern const struct pb_kernel pb_kernel;

#endif
