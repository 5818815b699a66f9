/*
 * What a target is: a printer and its capabilities. Each is one const struct
 * of the folder that prints for it (ptx/ptx.h, c/c.h); backends/target.h lists
 * them all. Shared code asks for a capability, never for a name.
 */
#ifndef HEDRA_BACKENDS_KIR_TARGET_H
#define HEDRA_BACKENDS_KIR_TARGET_H

#include "backends/kir/module.h"

enum target_capability {
    TARGET_SHARED = 1, /* blocks of several threads, shared memory, barrier */
    TARGET_MATH = 2,   /* has the transcendental functions */
    TARGET_HOST_FUNCS = 4, /* prints KIR_HOST functions */
    TARGET_ATOMIC_F64 = 8,
    TARGET_LINES = 16, /* the source's lines cost the kernels nothing and do not
                          hinder reading: always wanted */
    TARGET_WARPS = 32, /* blocks are warps, which have shuffles */
    TARGET_ELEMENTS = 64 /* each thread is an element of a stream */
};

struct racer_arch;

/* What a page shows of a kernel on a data-stream array. */
struct target_view {
    const char *kernel;
    const char *says, *detail; /* the remark on its graph */
    const char *places;        /* where it is laid out, or NULL */
    const char *picture;       /* the grid as SVG, or NULL */
    struct target_view *next;
};

struct target_views {
    struct target_view *first, *last;
};

struct target_options {
    int ptx_arch;   /* 75, 80, 90 …: .target sm_NN (default 75) */
    bool line_info; /* PTX .loc / #line, from kir_stmt.line */
    bool quiet;     /* no comments in the output */
    bool embedded;  /* racer: kernels that store nothing have graphs, too */
    bool explain;   /* racer: remarks on what the array makes of graphs */
    struct target_views *views;     /* racer: gets what a page shows; or NULL */
    const struct racer_arch *array; /* racer: NULL: that of the thesis */
    int copies;        /* racer-placed: of each graph, which share its elements;
                          0: the graph alone, -1: as many as there are blocks */
    bool drivers_only; /* c: the KIR_HOST functions alone, for a module whose
                          kernels are printed for a GPU */
    int statements;    /* c: kernels of more than so many become several
                          functions (backends/c/split_kernel.h); 0: none does */
};

struct target {
    const char *name; /* "ptx", "cuda", "opencl", "c" */
    const char *suffix;
    unsigned capabilities;
    /* Appends the text of all functions of the module that the target can hold
     * to `out`; the result is a complete translation unit (c: to be placed at
     * file scope after #include <hedra_kernel.h>). False, with faults, if
     * something in the module cannot be said on this target. */
    bool (*print)(const struct kir_module *module,
                  const struct target_options *options, struct buf *out,
                  struct faults *faults);
};

/*
 * What every printer promises to the runtime (runtime/include/hedra.h):
 *
 * A kernel's parameters are its GLOBAL buffers in order, then its scalar
 * parameters in order. Signature string, one letter each: 'b' buffer, 'i' i32,
 * 'u' u32, 'l' i64, 'm' u64, 'f' f32, 'd' f64 (pred parameters do not exist).
 *
 * ptx, cuda: extern "C" entry NAME; a buffer is one pointer to where element 0
 *   of the array would lie (the runtime subtracts the offset of the part that
 * is on the device). opencl: kernel NAME; a buffer is two arguments, `__global
 * T *NAME` and `long NAME_lo`, the index of the first element that is on the
 * device; an access to element i is NAME[i - NAME_lo]. c (host): `static void
 * NAME(const union hedra_arg *arg, int64_t begin, int64_t end)` runs blocks
 * begin <= index < end; arg[k].p is the address of element 0. Multiversioned
 * for AVX2 and AVX-512 without flags from the user's compiler; compiles with
 * any C compiler. KIR_HOST functions become `static int NAME(struct hedra_run
 * *run, T *buffer…, scalar…)`: GLOBAL buffers as host pointers, then scalar
 * parameters; a launch becomes `if (hedra_launch(run, KERNEL, grid, arg,
 * count)) return 1;` where KERNEL counts the module's KIR_KERNEL functions from
 * 0, a fetch `if (hedra_fetch(run, ROW, element, &value)) return 1;`; the
 * function ends with `return 0;`. Kernels whose block has several
 * threads, or that read the grid's size or a block index other than x, are not
 * for the host and are left out. One file may hold the texts of several
 * modules.
 */

#endif
