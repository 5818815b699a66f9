/* What the files of the tridiagonal solver on devices share. */
#ifndef HEDRA_RUNTIME_TRIDIAG_GPU_LOCAL_H
#define HEDRA_RUNTIME_TRIDIAG_GPU_LOCAL_H

#include "runtime/tridiag/gpu.h"

#include "runtime/device/device.h"
#include "runtime/region/region.h"

/* What the kernels have alike (backends/library/tridiag_build.h). */
enum {
    GPU_SEGMENT_BYTES = 64,
    GPU_HELD_SEGMENTS = 8,
    GPU_MANY = 128,
    GPU_FEW = 32,
    /* Most chunks that are on the device at the same time: one comes, one is
     * worked on, one goes. */
    GPU_CHUNKS = DEVICE_QUEUES - 1,
    GPU_FLAG_PIVOT = 0,
    GPU_FLAG_JOINT,
    GPU_FLAG_RIGHT,
    GPU_FLAGS,
    /* Flags of all levels and of the last system, after the least of all. */
    GPU_MOST_FLAGS = 1 + GPU_FLAGS * (HEDRA_TRIDIAG_MAX_LEVELS + 1),
    /* Behind them, of each level, what diagonal elements have lost. */
    GPU_WORDS = GPU_MOST_FLAGS + HEDRA_TRIDIAG_MAX_LEVELS,
    GPU_LEAST_LOSS = 8
};

/* Memory of the device's that is the object's own. */
struct gpu_memory {
    uint64_t memory; /* 0: none */
    size_t size;
};

/* An array as kernels see it: where it lies, and which bytes of it may be
 * touched. */
struct gpu_array {
    struct device_place place;
    struct hedra_array bounds;
};

/* The lines of a system of `n`, cut into blocks: joint line w is
 * min(w length + min(w, longer), n - 1), or joint[w]. */
struct gpu_cut {
    int64_t n, blocks, length, longer, longest;
    int64_t *joint; /* on the host; NULL: by the formula */
    struct gpu_memory joint_memory;
};

/* A level: its cut, and the reduced system that results. */
struct gpu_level {
    struct gpu_cut cut;
    struct gpu_memory b, a, c, d; /* d for all right-hand sides */
    struct gpu_memory us;         /* where blocks are long */
    struct gpu_memory kept[TRIDIAG_KEPT];
};

/* How systems lie in what the passes see. */
enum gpu_order {
    GPU_STRAIGHT, /* one after the other */
    GPU_TANGLED,  /* interleaved, and copied to lie so */
    GPU_LANES     /* interleaved, a thread for each */
};

struct tridiag_gpu {
    struct device *device;
    struct module_binding *binding;
    struct hedra_module *module;
    enum hedra_tridiag_type type;
    int parts, real_size; /* of a number */
    double limit;
    int64_t systems, rhs, ld; /* of the caller's arrays, in numbers */
    int64_t lines;            /* of all systems together */
    int64_t chunk;            /* blocks of level 0 at a time; 0: all */
    int chunks;               /* on the device at the same time */
    enum gpu_order order;
    int levels;
    struct gpu_level level[HEDRA_TRIDIAG_MAX_LEVELS];
    int64_t last;         /* lines of the last reduced system */
    struct gpu_memory us; /* of that, or of the lanes */
    struct gpu_memory kept[TRIDIAG_KEPT];
    struct gpu_memory flags, offset, sizes;
    struct gpu_memory copy[4]; /* of tangled b, a, c and d */
    int32_t unflagged[GPU_WORDS];
    struct stats stats; /* that nobody asks for */
    struct report why;
};

/* Plan (gpu_plan.c) -------------------------------------------------*/

/* Chooses order, levels and chunk. False if memory of the host is short
 * (NO_MEMORY) or device_memory or the sizes do not allow any. */
bool gpu_plan(struct tridiag_gpu *gpu, const struct hedra_tridiag *t,
              enum hedra_status *status);
int64_t gpu_joint(const struct gpu_cut *cut, int64_t w);
size_t gpu_number_size(const struct tridiag_gpu *gpu);
/* Numbers of d and x that one right-hand side is from the next, inside. */
int64_t gpu_inner_ld(const struct tridiag_gpu *gpu);
bool gpu_is_long(const struct tridiag_gpu *gpu, const struct gpu_cut *cut);

/* Launches (gpu_call.c) ---------------------------------------------*/

enum { GPU_MOST_ARGUMENTS = 32 };

/* A launch that is being put together, argument by argument. */
struct gpu_call {
    struct tridiag_gpu *gpu;
    int number; /* of the kernel */
    int count;
    union hedra_arg value[GPU_MOST_ARGUMENTS];
    struct gpu_array array[GPU_MOST_ARGUMENTS];
};

struct gpu_call gpu_call_new(struct tridiag_gpu *gpu, const char *kernel);
void gpu_call_buffer(struct gpu_call *call, const struct gpu_array *array);
/* Scalars, as the kernel's signature has them. */
void gpu_call_integer(struct gpu_call *call, int64_t value);
void gpu_call_real(struct gpu_call *call, double value);
bool gpu_call_launch(struct gpu_call *call, int64_t x, int64_t y, int64_t z);

/* The memory as an array of reals that begins at number `first` of it or, as
 * elements of `size` bytes, at its beginning. */
struct gpu_array gpu_numbers(const struct tridiag_gpu *gpu,
                             const struct gpu_memory *m, int64_t first);
struct gpu_array gpu_elements(const struct gpu_memory *m, int size);

/* Called with the mirror's lock held. */
bool gpu_take(struct tridiag_gpu *gpu, struct gpu_memory *m, int64_t count,
              size_t size);
void gpu_give(struct tridiag_gpu *gpu, struct gpu_memory *m);
bool gpu_upload(struct tridiag_gpu *gpu, const struct gpu_memory *m,
                const void *from, size_t size);

/* Memory for factors, the first time. */
bool gpu_keep_factors(struct tridiag_gpu *gpu);

/* Passes (gpu_pass.c) -----------------------------------------------*/

/* Where arrays of numbers lie on the device that a pass works on. */
struct gpu_system {
    struct gpu_array b, a, c, d, x;
};

bool gpu_reduce(struct tridiag_gpu *gpu, int level, const struct gpu_system *s,
                int64_t first, int64_t last);
bool gpu_solve(struct tridiag_gpu *gpu, int level, const struct gpu_system *s,
               int64_t first, int64_t last);
bool gpu_factor(struct tridiag_gpu *gpu, int level, const struct gpu_system *s);
bool gpu_reduce_kept(struct tridiag_gpu *gpu, int level,
                     const struct gpu_system *s, int64_t ld);
bool gpu_solve_kept(struct tridiag_gpu *gpu, int level,
                    const struct gpu_system *s, int64_t ld, int64_t ld_x);
/* Thomas' method for the last reduced system or, in lanes, all systems. */
bool gpu_thomas(struct tridiag_gpu *gpu, enum tridiag_action action,
                const struct gpu_system *s, int64_t ld, int64_t ld_x);
/* Copies an array of interleaved numbers to contiguous ones or, `back`, those
 * to interleaved ones. Beyond a system's size less `less` there will be `fill`.
 */
bool gpu_untangle(struct tridiag_gpu *gpu, const struct gpu_array *to,
                  const struct gpu_array *from, bool back, int64_t less,
                  double fill, int64_t rhs);
/* The reduced system that level `level` - 1 leaves: what `level` works on. */
struct gpu_system gpu_reduced(const struct tridiag_gpu *gpu, int level);

/* Explanations (gpu_explain.c) --------------------------------------*/

/* What the flags say: after the least of all, GPU_FLAGS for each level and the
 * last system; INT32_MAX where nothing is wrong. Arrays are at home. */
struct tridiag_outcome gpu_explain(struct hedra_tridiag *t,
                                   const struct tridiag_arrays *arrays,
                                   const int32_t *flags);

#endif
