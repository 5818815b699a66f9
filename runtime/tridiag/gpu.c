/* Objects on a device: which one it is, and the memory that they have there. */
#include "runtime/tridiag/gpu_local.h"

#include <stdlib.h>
#include <string.h>

extern struct hedra_module tridiag_module[];

/* The device ----------------------------------------------------------------*/

/* The first GPU that works. */
static bool open_any(struct tridiag_gpu *gpu)
{
    for (int k = 0; device_list[k]; k++) {
        const struct device_ops *ops = device_list[k];
        if ((ops->traits & DEVICE_AUTO) && !(ops->traits & DEVICE_IN_PLACE) &&
            device_get(ops, DEVICE_FIRST_GPU, &gpu->device, &gpu->why) ==
                DEVICE_OPENED)
            return true;
    }
    return report_set(&gpu->why, "there is no GPU that works");
}

static bool open_device(struct tridiag_gpu *gpu, const char *name)
{
    struct device_choice choice;
    if (device_forked())
        return report_set(&gpu->why, "a child of fork cannot use devices");
    if (!device_choice_parse(name, &choice, &gpu->why))
        return false;
    if (choice.ops && (choice.ops->traits & DEVICE_IN_PLACE))
        return report_set(&gpu->why, "the host is no device of its own");
    if (!choice.ops ? !open_any(gpu)
                    : device_get(choice.ops, choice.number, &gpu->device,
                                 &gpu->why) != DEVICE_OPENED)
        return false;
    gpu->module = &tridiag_module[gpu->type];
    gpu->binding = module_bind(gpu->module, gpu->device, &gpu->why);
    return gpu->binding != NULL;
}

static bool take_joints(struct tridiag_gpu *gpu, struct gpu_cut *cut)
{
    const size_t size = sizeof *cut->joint;
    return !cut->joint ||
           (gpu_take(gpu, &cut->joint_memory, cut->blocks + 1, size) &&
            gpu_upload(gpu, &cut->joint_memory, cut->joint,
                       (size_t)(cut->blocks + 1) * size));
}

/* The lines of a chunk of level 0, or all that the level has. */
static int64_t lines_at_a_time(const struct tridiag_gpu *gpu, int level)
{
    const struct gpu_cut *cut = &gpu->level[level].cut;
    if (level > 0 || gpu->chunk == 0)
        return cut->n;
    int64_t most = (gpu->chunk + 1) * cut->longest;
    return most < cut->n ? most : cut->n;
}

static bool take_level(struct tridiag_gpu *gpu, int level)
{
    struct gpu_level *l = &gpu->level[level];
    const int64_t lines = l->cut.blocks + 1;
    const size_t size = gpu_number_size(gpu);
    return gpu_take(gpu, &l->b, lines, size) &&
           gpu_take(gpu, &l->a, lines, size) &&
           gpu_take(gpu, &l->c, lines, size) &&
           gpu_take(gpu, &l->d, lines * (gpu->chunk ? 1 : gpu->rhs), size) &&
           (!gpu_is_long(gpu, &l->cut) ||
            gpu_take(gpu, &l->us, lines_at_a_time(gpu, level), size)) &&
           take_joints(gpu, &l->cut);
}

/* Where each system begins, and the end of the last; then a line that none
 * has. */
static bool take_offset(struct tridiag_gpu *gpu, const struct hedra_tridiag *t)
{
    const int64_t count = gpu->systems + 2;
    const size_t size = sizeof(int64_t);
    if (gpu->order == GPU_LANES)
        return true;
    int64_t *offset = tridiag_alloc(count, size);
    if (!offset)
        return report_set(&gpu->why, "out of memory");
    for (int64_t s = 0; s < gpu->systems; s++)
        offset[s] = t->offset && gpu->order == GPU_STRAIGHT ? t->offset[s]
                                                            : s * t->problem.n;
    offset[gpu->systems] = gpu->lines;
    offset[gpu->systems + 1] = INT64_MAX;
    bool good = gpu_take(gpu, &gpu->offset, count, size) &&
                gpu_upload(gpu, &gpu->offset, offset, (size_t)count * size);
    /* What is on its way may not be freed. */
    good = gpu->device->ops->wait(gpu->device, &gpu->why) && good;
    free(offset);
    return good;
}

static bool take_sizes(struct tridiag_gpu *gpu, const struct hedra_tridiag *t)
{
    const size_t size = sizeof(int64_t);
    return !t->problem.sizes || gpu->order == GPU_STRAIGHT ||
           (gpu_take(gpu, &gpu->sizes, gpu->systems, size) &&
            gpu_upload(gpu, &gpu->sizes, t->problem.sizes,
                       (size_t)gpu->systems * size));
}

static bool take_all(struct tridiag_gpu *gpu, const struct hedra_tridiag *t)
{
    const size_t size = gpu_number_size(gpu);
    bool good = gpu_take(gpu, &gpu->flags, GPU_WORDS, sizeof(int32_t)) &&
                gpu_take(gpu, &gpu->us, gpu->last, size) &&
                take_offset(gpu, t) && take_sizes(gpu, t);
    for (int k = 0; k < gpu->levels && good; k++)
        good = take_level(gpu, k);
    for (int k = 0; k < 4 && good && gpu->order == GPU_TANGLED; k++)
        good = gpu_take(gpu, &gpu->copy[k],
                        gpu->lines * (k == 3 ? gpu->rhs : 1), size);
    return good;
}

bool gpu_keep_factors(struct tridiag_gpu *gpu)
{
    const size_t size = gpu_number_size(gpu);
    bool good = true;
    for (int i = 0; i < TRIDIAG_KEPT && good; i++)
        for (int k = 0; k <= gpu->levels && good; k++)
            good = k < gpu->levels
                       ? gpu_take(gpu, &gpu->level[k].kept[i],
                                  gpu->level[k].cut.n, size)
                       : gpu_take(gpu, &gpu->kept[i], gpu->last, size);
    return good;
}

struct tridiag_gpu *tridiag_gpu_new(const struct hedra_tridiag *t,
                                    enum hedra_status *status,
                                    struct report *why)
{
    const struct hedra_tridiag_problem *p = &t->problem;
    struct tridiag_gpu *gpu = calloc(1, sizeof *gpu);
    *status = HEDRA_ERROR_NO_MEMORY;
    if (!gpu) {
        report_set(why, "not enough memory");
        return NULL;
    }
    gpu->type = p->type;
    gpu->parts = p->type >= HEDRA_TRIDIAG_COMPLEX_FLOAT ? 2 : 1;
    gpu->real_size = (int)t->means.scalar->size / gpu->parts;
    gpu->limit = t->means.limit;
    gpu->systems = p->systems;
    gpu->rhs = p->rhs;
    gpu->ld = p->ld;
    for (int k = 0; k < GPU_WORDS; k++)
        gpu->unflagged[k] = k < GPU_MOST_FLAGS ? INT32_MAX : GPU_LEAST_LOSS;
    bool good = gpu_plan(gpu, t, status);
    if (good) {
        *status = HEDRA_ERROR_NO_DEVICE;
        good = open_device(gpu, p->device);
    }
    if (good) {
        *status = HEDRA_ERROR_NO_MEMORY;
        mirror_lock();
        good =
            take_all(gpu, t) && gpu->device->ops->wait(gpu->device, &gpu->why);
        mirror_unlock();
    }
    if (good)
        return gpu;
    report_set(why, "%s", gpu->why.text);
    tridiag_gpu_free(gpu);
    return NULL;
}

static void give_level(struct tridiag_gpu *gpu, struct gpu_level *l)
{
    struct gpu_memory *const all[] = {
        &l->b,       &l->a,       &l->c,
        &l->d,       &l->us,      &l->kept[0],
        &l->kept[1], &l->kept[2], &l->cut.joint_memory};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        gpu_give(gpu, all[k]);
    free(l->cut.joint);
}

void tridiag_gpu_free(struct tridiag_gpu *gpu)
{
    if (!gpu)
        return;
    struct gpu_memory *const all[] = {
        &gpu->us,      &gpu->kept[0], &gpu->kept[1], &gpu->kept[2],
        &gpu->flags,   &gpu->offset,  &gpu->sizes,   &gpu->copy[0],
        &gpu->copy[1], &gpu->copy[2], &gpu->copy[3]};
    mirror_lock();
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        gpu_give(gpu, all[k]);
    for (int k = 0; k < HEDRA_TRIDIAG_MAX_LEVELS; k++)
        give_level(gpu, &gpu->level[k]);
    mirror_unlock();
    free(gpu);
}

bool tridiag_gpu_streams(const struct tridiag_gpu *gpu)
{
    return gpu->chunk > 0;
}

bool tridiag_gpu_spoils(const struct tridiag_gpu *gpu)
{
    return gpu->levels == 0;
}

int tridiag_gpu_levels(const struct tridiag_gpu *gpu)
{
    return gpu->levels;
}

int64_t tridiag_gpu_blocks(const struct tridiag_gpu *gpu, int level)
{
    return level >= 0 && level < gpu->levels ? gpu->level[level].cut.blocks : 0;
}

const char *tridiag_gpu_text(const struct tridiag_gpu *gpu)
{
    return gpu->why.text;
}
