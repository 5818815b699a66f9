/* The launches of each stage on a device. Arguments stand in the order in which
 * backends/hosted/tridiag*.c declare them: arrays, then numbers. */
#include "runtime/tridiag/gpu_local.h"

static void put_numbers(struct gpu_call *call, const struct gpu_memory *m,
                        int64_t first)
{
    const struct gpu_array array = gpu_numbers(call->gpu, m, first);
    gpu_call_buffer(call, &array);
}

static void put_elements(struct gpu_call *call, const struct gpu_memory *m,
                         int size)
{
    const struct gpu_array array = gpu_elements(m, size);
    gpu_call_buffer(call, &array);
}

static void put_joint(struct gpu_call *call, const struct gpu_cut *cut)
{
    put_elements(call, &cut->joint_memory, sizeof(int64_t));
}

static void put_flags(struct gpu_call *call)
{
    put_elements(call, &call->gpu->flags, sizeof(int32_t));
}

/* Where systems end. Reduced systems have zeros there: no line is an end. */
static void put_offset(struct gpu_call *call, int level)
{
    struct gpu_array array = gpu_elements(&call->gpu->offset, sizeof(int64_t));
    int64_t none = (call->gpu->systems + 1) * (int64_t)sizeof(int64_t);
    if (level > 0) {
        array.place.origin += none;
        array.bounds.lo -= none;
        array.bounds.hi -= none;
    }
    gpu_call_buffer(call, &array);
}

static void put_cut(struct gpu_call *call, const struct gpu_cut *cut,
                    int64_t first, int64_t last)
{
    gpu_call_integer(call, cut->n);
    gpu_call_integer(call, cut->blocks);
    gpu_call_integer(call, cut->length);
    gpu_call_integer(call, cut->longer);
    gpu_call_integer(call, cut->joint != NULL);
    gpu_call_integer(call, first);
    gpu_call_integer(call, last);
    gpu_call_integer(call, cut->longest);
}

static int64_t systems_of(const struct tridiag_gpu *gpu, int level)
{
    return level == 0 ? gpu->systems : 0;
}

static void put_system(struct gpu_call *call, const struct gpu_system *s)
{
    gpu_call_buffer(call, &s->b);
    gpu_call_buffer(call, &s->a);
    gpu_call_buffer(call, &s->c);
}

static void put_kept(struct gpu_call *call, const struct gpu_memory *kept)
{
    for (int k = 0; k < TRIDIAG_KEPT; k++)
        put_numbers(call, &kept[k], 0);
}

struct gpu_system gpu_reduced(const struct tridiag_gpu *gpu, int level)
{
    const struct gpu_level *l = &gpu->level[level - 1];
    struct gpu_system s = {
        gpu_numbers(gpu, &l->b, 0), gpu_numbers(gpu, &l->a, 0),
        gpu_numbers(gpu, &l->c, 0), gpu_numbers(gpu, &l->d, 0),
        gpu_numbers(gpu, &l->d, 0)};
    return s;
}

/* Thread 0 of each block of threads has the block before. */
static int64_t reduce_grid(int64_t first, int64_t last)
{
    return (last - first + GPU_MANY - 1) / (GPU_MANY - 1);
}

bool gpu_reduce(struct tridiag_gpu *gpu, int level, const struct gpu_system *s,
                int64_t first, int64_t last)
{
    const struct gpu_system to = gpu_reduced(gpu, level + 1);
    struct gpu_call call = gpu_call_new(gpu, "reduce");
    put_system(&call, s);
    gpu_call_buffer(&call, &s->d);
    put_system(&call, &to);
    gpu_call_buffer(&call, &to.d);
    put_flags(&call);
    put_joint(&call, &gpu->level[level].cut);
    put_offset(&call, level);
    gpu_call_integer(&call, level);
    put_cut(&call, &gpu->level[level].cut, first, last);
    gpu_call_integer(&call, systems_of(gpu, level));
    gpu_call_real(&call, gpu->limit);
    return gpu_call_launch(&call, reduce_grid(first, last), 1, 1);
}

bool gpu_factor(struct tridiag_gpu *gpu, int level, const struct gpu_system *s)
{
    struct gpu_level *l = &gpu->level[level];
    const struct gpu_system to = gpu_reduced(gpu, level + 1);
    struct gpu_call call = gpu_call_new(gpu, "factor");
    put_system(&call, s);
    put_kept(&call, l->kept);
    put_system(&call, &to);
    put_flags(&call);
    put_joint(&call, &l->cut);
    put_offset(&call, level);
    gpu_call_integer(&call, level);
    put_cut(&call, &l->cut, 0, l->cut.blocks);
    gpu_call_integer(&call, systems_of(gpu, level));
    gpu_call_real(&call, gpu->limit);
    return gpu_call_launch(&call, reduce_grid(0, l->cut.blocks), 1, 1);
}

bool gpu_reduce_kept(struct tridiag_gpu *gpu, int level,
                     const struct gpu_system *s, int64_t ld)
{
    struct gpu_level *l = &gpu->level[level];
    struct gpu_call call = gpu_call_new(gpu, "reduce_kept");
    put_kept(&call, l->kept);
    gpu_call_buffer(&call, &s->d);
    put_numbers(&call, &l->d, 0);
    put_flags(&call);
    put_joint(&call, &l->cut);
    gpu_call_integer(&call, level);
    put_cut(&call, &l->cut, 0, l->cut.blocks);
    gpu_call_integer(&call, ld);
    gpu_call_integer(&call, l->cut.blocks + 1);
    return gpu_call_launch(&call, reduce_grid(0, l->cut.blocks), gpu->rhs, 1);
}

bool gpu_solve(struct tridiag_gpu *gpu, int level, const struct gpu_system *s,
               int64_t first, int64_t last)
{
    const struct gpu_level *l = &gpu->level[level];
    const bool is_long = gpu_is_long(gpu, &l->cut);
    const int64_t threads = is_long ? GPU_MANY : GPU_FEW;
    struct gpu_call call = gpu_call_new(gpu, is_long ? "solve_long" : "solve");
    put_system(&call, s);
    gpu_call_buffer(&call, &s->d);
    put_numbers(&call, &l->d, 0);
    gpu_call_buffer(&call, &s->x);
    put_flags(&call);
    if (is_long) /* of the chunk's lines */
        put_numbers(&call, &l->us, -gpu_joint(&l->cut, first));
    put_joint(&call, &l->cut);
    put_offset(&call, level);
    put_cut(&call, &l->cut, first, last);
    gpu_call_integer(&call, systems_of(gpu, level));
    return gpu_call_launch(&call, (last - first + threads) / threads, 1, 1);
}

bool gpu_solve_kept(struct tridiag_gpu *gpu, int level,
                    const struct gpu_system *s, int64_t ld, int64_t ld_x)
{
    const struct gpu_level *l = &gpu->level[level];
    const bool is_long = gpu_is_long(gpu, &l->cut);
    const int64_t threads = is_long ? GPU_MANY : GPU_FEW;
    struct gpu_call call =
        gpu_call_new(gpu, is_long ? "solve_long_kept" : "solve_kept");
    put_kept(&call, l->kept);
    gpu_call_buffer(&call, &s->d);
    put_numbers(&call, &l->d, 0);
    gpu_call_buffer(&call, &s->x);
    put_flags(&call);
    put_joint(&call, &l->cut);
    put_cut(&call, &l->cut, 0, l->cut.blocks);
    gpu_call_integer(&call, ld);
    gpu_call_integer(&call, ld_x);
    gpu_call_integer(&call, l->cut.blocks + 1);
    return gpu_call_launch(&call, (l->cut.blocks + threads) / threads, gpu->rhs,
                           1);
}

/* A system in each thread, or the only one that is left. */
static void put_lanes(struct gpu_call *call)
{
    const struct tridiag_gpu *gpu = call->gpu;
    const bool lanes = gpu->order == GPU_LANES;
    gpu_call_integer(call, lanes ? gpu->lines / gpu->systems : gpu->last);
    gpu_call_integer(call, lanes ? gpu->systems : 1);
    gpu_call_integer(call, lanes && gpu->sizes.memory);
    gpu_call_integer(call, gpu->levels);
}

bool gpu_thomas(struct tridiag_gpu *gpu, enum tridiag_action action,
                const struct gpu_system *s, int64_t ld, int64_t ld_x)
{
    static const char *const kernel[] = {[TRIDIAG_SOLVE] = "thomas",
                                         [TRIDIAG_FACTOR] = "thomas_factor",
                                         [TRIDIAG_APPLY] = "thomas_kept"};
    const int64_t systems = gpu->order == GPU_LANES ? gpu->systems : 1;
    struct gpu_call call = gpu_call_new(gpu, kernel[action]);
    if (action != TRIDIAG_APPLY)
        put_system(&call, s);
    if (action != TRIDIAG_SOLVE)
        put_kept(&call, gpu->kept);
    if (action != TRIDIAG_FACTOR) {
        gpu_call_buffer(&call, &s->d);
        gpu_call_buffer(&call, &s->x);
    }
    if (action == TRIDIAG_SOLVE)
        put_numbers(&call, &gpu->us, 0);
    put_flags(&call);
    put_elements(&call, &gpu->sizes, sizeof(int64_t));
    put_lanes(&call);
    if (action == TRIDIAG_APPLY) {
        gpu_call_integer(&call, ld);
        gpu_call_integer(&call, ld_x);
    } else {
        gpu_call_real(&call, gpu->limit);
    }
    return gpu_call_launch(&call, (systems + GPU_FEW - 1) / GPU_FEW,
                           action == TRIDIAG_APPLY ? gpu->rhs : 1, 1);
}

bool gpu_untangle(struct tridiag_gpu *gpu, const struct gpu_array *to,
                  const struct gpu_array *from, bool back, int64_t less,
                  double fill, int64_t rhs)
{
    const int64_t n = gpu->lines / gpu->systems;
    struct gpu_call call = gpu_call_new(gpu, "untangle");
    gpu_call_buffer(&call, to);
    gpu_call_buffer(&call, from);
    put_elements(&call, &gpu->sizes, sizeof(int64_t));
    gpu_call_integer(&call, n);
    gpu_call_integer(&call, gpu->systems);
    gpu_call_integer(&call, gpu->sizes.memory != 0);
    gpu_call_integer(&call, back);
    gpu_call_integer(&call, less);
    gpu_call_integer(&call, back ? gpu->ld : gpu->lines);
    gpu_call_integer(&call, back ? gpu->lines : gpu->ld);
    gpu_call_real(&call, fill);
    return gpu_call_launch(&call, (n + GPU_MANY - 1) / GPU_MANY, gpu->systems,
                           rhs);
}
