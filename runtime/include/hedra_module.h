/*
 * What hedrac writes of a region: the tables of its kernels, its texts for GPUs
 * and, for each run, the rows of its arrays.
 *
 * The tables are static storage of the compiled program; the runtime changes
 * nothing in them but `state`. A part of hedra.h.
 */
#ifndef HEDRA_MODULE_H
#define HEDRA_MODULE_H

#ifndef HEDRA_H
#error "hedra_module.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One argument of a kernel: the member follows from the signature letter. */
union hedra_arg {
    int32_t i;
    uint32_t u;
    int64_t l;
    uint64_t m;
    float f;
    double d;
    int64_t b; /* buffer: index into the region's array table */
    void *p;   /* host kernels only: the address of element 0 */
};

/* The instruction sets that vectors of kernels use on x86-64: what compilers
 * were told, AVX2 with FMA, AVX-512 with F, DQ, BW and VL. */
enum hedra_level { HEDRA_LEVEL_BASE, HEDRA_LEVEL_AVX2, HEDRA_LEVEL_AVX512 };

/* Returns the widest enum hedra_level that the processor has and the variable
 * HEDRA_LEVEL permits. Any thread; the same value as long as the process
 * lives. */
HEDRA_API int hedra_level(void);

/* Runs blocks begin <= index < end of the grid's x. */
typedef void (*hedra_host_kernel)(const union hedra_arg *arg, int64_t begin,
                                  int64_t end);

/* Of a host kernel with atomic operations. */
struct hedra_atomics {
    hedra_host_kernel alone; /* the kernel with plain operations instead, for
                                one thread that runs all blocks */
    /* For each argument '4' or '8', the size of the elements of an array that
     * the kernel does nothing to but add integers to elements, or '-'; NULL:
     * it does something else atomically, too. */
    const char *sums;
    int work; /* about how many operations it does for each atomic one */
};

struct hedra_kernel {
    const char *name;
    const char *signature;               /* letters of backends/target.h */
    int block[3];                        /* threads per block */
    int line;                            /* in the user's source */
    hedra_host_kernel host;              /* NULL: a kernel for GPUs only */
    const struct hedra_atomics *atomics; /* NULL: there are none */
};

/* All that was compiled from one marked region. Static storage. `state` is the
 * runtime's, NULL at the start, and begins with a struct hedra_again. Texts are
 * NULL where a target was left out. */
struct hedra_module {
    int abi; /* HEDRA_ABI */
    const char *name, *file;
    int line;
    const char *ptx, *opencl, *racer;
    int gpu_kernel_count, host_kernel_count;
    const struct hedra_kernel *gpu_kernel, *host_kernel;
    void *state;
    unsigned plain; /* enum hedra_plain_flags */
};
enum { HEDRA_ABI = 10 };

/* The plain nest of a module. ALONE, FEW: hedrac expects it to take no longer
 * than the kernels, with one thread, or with few (any number, where SHARED).
 * COSTLY: kernels may take many times as long, as they are launched often, or
 * have temporaries with an element for each iteration. */
enum hedra_plain_flags {
    HEDRA_PLAIN_TIMED = 1, /* hedra_plain_done follows it */
#ifdef __FAST_MATH__
    HEDRA_PLAIN_EXACT = 0, /* it computes the bits that the kernels compute: */
#else                      /* then it may not */
    HEDRA_PLAIN_EXACT = 2,
#endif
    HEDRA_PLAIN_SHARED = 4, /* threads can share its loops: hedra_share */
#ifdef __GNUC__             /* functions of shared loops need __typeof__ */
    HEDRA_SHARES = HEDRA_PLAIN_SHARED,
#else
    HEDRA_SHARES = 0,
#endif
    HEDRA_PLAIN_ALONE = 8,
    HEDRA_PLAIN_FEW = 16,
    HEDRA_PLAIN_READS = 32, /* before it is asked for, arrays are read */
    HEDRA_PLAIN_COSTLY = 64
};

/* What a region does with an array. The rows of a Plan are HEDRA_TEMP, and
 * their memory is allocated when a kernel first uses them. */
enum hedra_array_flags {
    HEDRA_READ = 1,  /* the region may read it */
    HEDRA_WRITE = 2, /* the region may write it */
    /* Every byte of the range is written before it is read: none is copied to
     * the device. */
    HEDRA_DISCARD = 4,
    /* The array lives only during the region: base is NULL, and the runtime
     * allocates hi - lo bytes, uninitialised. */
    HEDRA_TEMP = 8,
    /* Plan: the row is used by the kernels that make the Plan, and only these.
     * Drivers fetch from it how many of the points of the next row, which is
     * HEDRA_LIST, are active. */
    HEDRA_SCHEDULE = 16,
    /* Plan: the row lists active points. A kernel that uses it and no row with
     * HEDRA_SCHEDULE walks the Plan. */
    HEDRA_LIST = 32,
    /* Plan of several steps, with HEDRA_SCHEDULE: elements 0 and 1 of the row
     * are its steps and its active points. It is the last row of the Plan but
     * that with HEDRA_STATE. */
    HEDRA_STEPS = 64,
    /* Plan: the row ends it and has no memory; `hi` is the number of steps of
     * the static schedule. hedra_fetch gives an enum hedra_plan_state of its
     * element `key`, a number for the integers and scalars that the Plan
     * depends on. Plans that are lists may end with such a row, too. */
    HEDRA_STATE = 128,
    /* With HEDRA_STATE: all rows of the Plan before this one may be kept from
     * run to run, as long as the key and all rows with HEDRA_INPUT stay the
     * same. */
    HEDRA_KEEP = 256,
    HEDRA_INPUT = 512, /* a Plan that is kept depends on the row */
    /* Data decide what the region touches of an array of unknown size: the
     * range may hold what is not the array's, and what the region leaves as it
     * was is never written. */
    HEDRA_GUESS = 1024,
    HEDRA_PLAN_ROW = HEDRA_SCHEDULE | HEDRA_LIST | HEDRA_STATE
};

/* One array of a region: bytes lo <= offset < hi from `base` are touched;
 * lo may be negative; lo >= hi: nothing is touched. */
struct hedra_array {
    const char *name;
    void *base;
    int64_t lo, hi;
    int element_size;
    unsigned flags;
};

#ifdef __cplusplus
}
#endif

#endif
