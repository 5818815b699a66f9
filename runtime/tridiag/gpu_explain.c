/* What went wrong on a device, found again on the host. */
#include "runtime/tridiag/gpu_local.h"

#include <stdlib.h>
#include <string.h>

static int64_t begin_of(const struct hedra_tridiag *t,
                        const struct tridiag_gpu *gpu, int64_t system)
{
    if (gpu->order != GPU_STRAIGHT)
        return system * (gpu->lines / gpu->systems);
    return t->offset ? t->offset[system] : system * t->problem.n;
}

/* Returns the system of line `row`, counted through all systems. */
static int64_t system_of(const struct hedra_tridiag *t,
                         const struct tridiag_gpu *gpu, int64_t row)
{
    int64_t low = 0, high = gpu->systems;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (begin_of(t, gpu, middle) <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Line `row` of what level `level` works on, as a line of all systems. */
static int64_t outer_row(const struct tridiag_gpu *gpu, int level, int64_t row)
{
    while (level-- > 0)
        row = gpu_joint(&gpu->level[level].cut, row);
    return row;
}

static struct tridiag_outcome outcome_at(const struct hedra_tridiag *t,
                                         const struct tridiag_gpu *gpu,
                                         int64_t row, enum hedra_status status)
{
    int64_t system = system_of(t, gpu, row);
    return (struct tridiag_outcome){
        {status, row - begin_of(t, gpu, system), 'x', -1}, system, -1};
}

/* An element of the input that is not finite, in any system: it may show
 * anywhere. */
static bool find_infinite(struct hedra_tridiag *t,
                          const struct tridiag_arrays *arrays,
                          struct tridiag_outcome *found)
{
    const int64_t step = t->problem.ld * (int64_t)t->means.scalar->size;
    if (!arrays->b && !arrays->d)
        return false;
    for (int64_t k = 0; k < (arrays->d ? t->problem.rhs : 1); k++)
        for (int64_t s = 0; s < t->problem.systems; s++) {
            struct tridiag_arrays own = *arrays;
            own.d = arrays->d ? (const char *)arrays->d + k * step : NULL;
            struct tridiag_view v = tridiag_batch_view(t, &own, s);
            v.x = NULL;
            found->trouble = tridiag_explain(t->means.scalar, &v, -1, HEDRA_OK);
            found->system = s;
            if (found->trouble.status)
                return true;
        }
    return false;
}

/* The first bad pivot of lines begin <= row < end of all systems, the first one
 * of each system beginning it. */
static int64_t find_outer(struct hedra_tridiag *t,
                          const struct tridiag_gpu *gpu,
                          const struct tridiag_arrays *arrays, int64_t begin,
                          int64_t end)
{
    for (int64_t s = system_of(t, gpu, begin); s < gpu->systems; s++) {
        struct tridiag_view v = tridiag_batch_view(t, arrays, s);
        int64_t base = begin_of(t, gpu, s);
        int64_t from = begin > base ? begin - base : 0;
        int64_t to = end - base < v.n ? end - base : v.n;
        if (base >= end)
            break;
        int64_t row = t->means.scalar->find_pivot(&v, from, to, t->means.limit);
        if (row >= 0)
            return base + row;
    }
    return begin;
}

/* Finds the first bad line of what level `level` > 0 works on, which are
 * fetched. */
static int64_t find_inner(struct hedra_tridiag *t, struct tridiag_gpu *gpu,
                          int level, int64_t begin, int64_t end)
{
    const struct gpu_level *l = &gpu->level[level - 1];
    const struct gpu_memory *const from[] = {&l->b, &l->a, &l->c};
    const size_t size = gpu_number_size(gpu);
    int64_t lines = end - begin, row = -1;
    char *copy = tridiag_alloc(3 * lines, size);
    bool good = copy != NULL;
    mirror_lock();
    for (int k = 0; k < 3 && good; k++)
        good = gpu->device->ops->download(
            gpu->device, copy + (size_t)(k * lines) * size, from[k]->memory,
            (size_t)begin * size, (size_t)lines * size, &gpu->why);
    mirror_unlock();
    const struct tridiag_view v = {
        .b = copy,
        .a = copy ? copy + (size_t)lines * size : NULL,
        .c = copy ? copy + (size_t)(2 * lines) * size : NULL,
        .n = lines,
        .stride = 1};
    if (good)
        row = t->means.scalar->find_pivot(&v, 0, lines, t->means.limit);
    free(copy);
    return begin + (row < 0 ? 0 : row);
}

/* Where the bad pivot of block `block` of level `level` is; of the last system,
 * which has no blocks, its only one. */
static struct tridiag_outcome explain_pivot(struct hedra_tridiag *t,
                                            struct tridiag_gpu *gpu,
                                            const struct tridiag_arrays *arrays,
                                            int level, int64_t block)
{
    int64_t begin = 0, end = gpu->last;
    if (gpu->order == GPU_LANES) {
        begin = begin_of(t, gpu, block);
        end = begin + tridiag_system_size(t, block);
    } else if (level < gpu->levels) {
        const struct gpu_cut *cut = &gpu->level[level].cut;
        begin = gpu_joint(cut, block) + 1;
        end = gpu_joint(cut, block + 1);
    }
    int64_t row = level == 0 ? find_outer(t, gpu, arrays, begin, end)
                             : find_inner(t, gpu, level, begin, end);
    return outcome_at(t, gpu, outer_row(gpu, level, row), HEDRA_ERROR_PIVOT);
}

/* Blocks are not solved when something is wrong; without any, x is written, and
 * if it is d, d is lost. */
struct tridiag_outcome gpu_explain(struct hedra_tridiag *t,
                                   const struct tridiag_arrays *given,
                                   const int32_t *flags)
{
    struct tridiag_gpu *gpu = t->gpu;
    struct tridiag_outcome found = tridiag_good;
    struct tridiag_arrays own = *given;
    const struct tridiag_arrays *arrays = &own;
    if (gpu->levels == 0 && own.d == own.x)
        own.d = NULL;
    for (int level = 0; level <= gpu->levels; level++) {
        const int32_t *flag = flags + 1 + level * GPU_FLAGS;
        if (flag[GPU_FLAG_PIVOT] == INT32_MAX &&
            flag[GPU_FLAG_JOINT] == INT32_MAX &&
            flag[GPU_FLAG_RIGHT] == INT32_MAX)
            continue;
        if (find_infinite(t, arrays, &found))
            return found;
        if (flag[GPU_FLAG_PIVOT] != INT32_MAX)
            return explain_pivot(t, gpu, arrays, level, flag[GPU_FLAG_PIVOT]);
        if (flag[GPU_FLAG_JOINT] != INT32_MAX)
            return outcome_at(t, gpu,
                              outer_row(gpu, level + 1, flag[GPU_FLAG_JOINT]),
                              HEDRA_ERROR_PIVOT);
        int64_t row = level < gpu->levels ? flag[GPU_FLAG_RIGHT] : 0;
        if (gpu->order == GPU_LANES)
            row = begin_of(t, gpu, flag[GPU_FLAG_RIGHT]);
        else
            row = outer_row(gpu, level + (level < gpu->levels), row);
        return outcome_at(t, gpu, row, HEDRA_ERROR_NOT_FINITE);
    }
    return tridiag_good;
}
