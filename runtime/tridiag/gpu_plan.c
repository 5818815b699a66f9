/* How many levels and blocks on a device, and what fits in its memory. */
#include "runtime/tridiag/gpu_local.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* A reduced system of so many lines is left to one thread. */
    ENOUGH = 32,
    /* Blocks that keep a large GPU busy; for fewer lines blocks are shorter,
     * down to SHORTEST segments. */
    BUSY = 16384,
    SHORTEST = 2,
    /* As many interleaved systems keep a device busy by a thread each. */
    MANY_SYSTEMS = 4096,
    /* Below that many lines, fewer do not take long either. */
    SHORT_SYSTEMS = 64,
    /* The most lines of a block, so that positions are counted in 32 bits. */
    LONGEST = 1 << 29
};

size_t gpu_number_size(const struct tridiag_gpu *gpu)
{
    return (size_t)gpu->parts * (size_t)gpu->real_size;
}

int64_t gpu_inner_ld(const struct tridiag_gpu *gpu)
{
    return gpu->order == GPU_TANGLED ? gpu->lines : gpu->ld;
}

/* Lines that a segment has. */
static int64_t segment_lines(const struct tridiag_gpu *gpu)
{
    return GPU_SEGMENT_BYTES / (int64_t)gpu_number_size(gpu);
}

bool gpu_is_long(const struct tridiag_gpu *gpu, const struct gpu_cut *cut)
{
    return cut->longest > GPU_HELD_SEGMENTS * segment_lines(gpu);
}

int64_t gpu_joint(const struct gpu_cut *cut, int64_t w)
{
    if (cut->joint)
        return cut->joint[w];
    int64_t line = w * cut->length + (w < cut->longer ? w : cut->longer);
    return line < cut->n - 1 ? line : cut->n - 1;
}

/* Blocks of `length` lines, a joint line among them, the last one shorter. */
static struct gpu_cut cut_by_length(int64_t n, int64_t length)
{
    return (struct gpu_cut){.n = n,
                            .blocks = (n - 1 + length - 1) / length,
                            .length = length,
                            .longest = length < n ? length : n};
}

static struct gpu_cut cut_by_blocks(int64_t n, int64_t blocks)
{
    int64_t longer = (n - 1) % blocks;
    return (struct gpu_cut){.n = n,
                            .blocks = blocks,
                            .length = (n - 1) / blocks,
                            .longer = longer,
                            .longest = (n - 1) / blocks + (longer > 0)};
}

/* Whole segments, so that blocks begin where sectors of memory do. */
static int64_t choose_length(const struct tridiag_gpu *gpu, int64_t n)
{
    const int64_t lines = segment_lines(gpu);
    int64_t segments = (n / BUSY + lines - 1) / lines;
    if (segments < SHORTEST)
        segments = SHORTEST;
    if (segments > GPU_HELD_SEGMENTS)
        segments = GPU_HELD_SEGMENTS;
    return segments * lines;
}

static void plan_levels(struct tridiag_gpu *gpu, int64_t first_length)
{
    int64_t n = gpu->lines;
    gpu->levels = 0;
    /* Where systems end, only blocks know. */
    while ((n > ENOUGH || (gpu->levels == 0 && gpu->systems > 1)) &&
           gpu->levels < HEDRA_TRIDIAG_MAX_LEVELS) {
        int64_t length = gpu->levels == 0 && first_length
                             ? first_length
                             : choose_length(gpu, n);
        struct gpu_cut *cut = &gpu->level[gpu->levels++].cut;
        *cut = cut_by_length(n, length);
        n = cut->blocks + 1;
    }
    gpu->last = n;
}

/* By hand -------------------------------------------------------------------*/

static int64_t longest_of(const struct gpu_cut *cut)
{
    int64_t longest = 1;
    for (int64_t w = 0; w < cut->blocks; w++) {
        int64_t length = cut->joint[w + 1] - cut->joint[w];
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* What is asked for each system, for all of them one after the other; `n` are
 * the systems' lines on this level, which become those of the next. A system
 * with no levels left has joint lines alone. */
static bool join_cuts(struct gpu_cut *cut, const struct hedra_tridiag *t,
                      int level, int64_t *n)
{
    const struct hedra_tridiag_problem *p = &t->problem;
    int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS], begin = 0, count = 0;
    *cut = (struct gpu_cut){.joint = NULL};
    for (int64_t s = 0; s < p->systems; s++)
        cut->n += n[s];
    cut->joint = tridiag_alloc(cut->n, sizeof *cut->joint);
    if (!cut->joint)
        return false;
    for (int64_t s = 0; s < p->systems; s++) {
        int levels = tridiag_plan(p, tridiag_system_size(t, s), blocks);
        int64_t lines = n[s];
        struct tridiag_cut own = {lines, level < levels ? blocks[level] : lines,
                                  level == 0 ? p->joint : NULL};
        int64_t joints = level < levels ? own.blocks + 1 : lines;
        for (int64_t w = 0; w < joints; w++)
            cut->joint[count++] =
                begin + (level < levels ? tridiag_joint(&own, w) : w);
        begin += lines;
        n[s] = joints;
    }
    cut->blocks = count - 1;
    cut->longest = longest_of(cut);
    return true;
}

static int most_levels(const struct hedra_tridiag *t)
{
    int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS];
    int most = 0;
    for (int64_t s = 0; s < t->problem.systems; s++) {
        int levels =
            tridiag_plan(&t->problem, tridiag_system_size(t, s), blocks);
        most = levels > most ? levels : most;
    }
    return most;
}

static bool plan_joined(struct tridiag_gpu *gpu, const struct hedra_tridiag *t)
{
    int64_t systems = t->problem.systems;
    int64_t *n = tridiag_alloc(systems, sizeof *n);
    bool made = n != NULL;
    for (int64_t s = 0; made && s < systems; s++)
        n[s] = gpu->order == GPU_TANGLED ? t->problem.n
                                         : tridiag_system_size(t, s);
    gpu->levels = 0;
    for (int levels = most_levels(t); made && gpu->levels < levels;) {
        struct gpu_cut *cut = &gpu->level[gpu->levels].cut;
        made = join_cuts(cut, t, gpu->levels++, n);
        gpu->last = cut->blocks + 1;
    }
    free(n);
    return made;
}

static bool plan_by_hand(struct tridiag_gpu *gpu, const struct hedra_tridiag *t)
{
    int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS], n = gpu->lines;
    gpu->last = n;
    if (t->problem.systems > 1 || t->problem.joint)
        return plan_joined(gpu, t);
    gpu->levels = tridiag_plan(&t->problem, n, blocks);
    for (int k = 0; k < gpu->levels; k++) {
        gpu->level[k].cut = cut_by_blocks(n, blocks[k]);
        n = blocks[k] + 1;
    }
    gpu->last = n;
    return true;
}

/* Memory --------------------------------------------------------------------*/

/* Bytes that stay on the device, without level 0's own arrays, if they can be
 * counted; the numbers are of one right-hand side. */
static double resident_bytes(const struct tridiag_gpu *gpu)
{
    double numbers = (double)gpu->last, joints = 0;
    for (int k = 0; k < gpu->levels; k++) {
        const struct gpu_cut *cut = &gpu->level[k].cut;
        double lines = (double)cut->blocks + 1;
        numbers += 4 * lines;
        joints += cut->joint ? lines : 0;
        if (k > 0 && gpu_is_long(gpu, cut))
            numbers += (double)cut->n;
    }
    return numbers * (double)gpu_number_size(gpu) +
           8 * (joints + (double)gpu->systems + 1);
}

/* Blocks of a chunk in what is left of `memory`; 0: it is not enough. For each
 * line there are b, a, c, d and x of every chunk, and u of long blocks. */
static int64_t chunk_blocks(const struct tridiag_gpu *gpu, double memory)
{
    double numbers =
        5 * gpu->chunks + (gpu_is_long(gpu, &gpu->level[0].cut) ? 1 : 0);
    double line = numbers * (double)gpu_number_size(gpu);
    double blocks = (memory - resident_bytes(gpu)) /
                        (line * (double)gpu->level[0].cut.longest) -
                    2;
    return blocks >= 1 ? (int64_t)blocks : 0;
}

/* Longer blocks, and so smaller reduced systems, until these leave room. */
static bool plan_chunks(struct tridiag_gpu *gpu, const struct hedra_tridiag *t,
                        bool by_hand)
{
    const double memory = (double)t->problem.device_memory;
    int64_t length = GPU_HELD_SEGMENTS / 2 * segment_lines(gpu);
    while (!by_hand && resident_bytes(gpu) > memory / 2 &&
           length < gpu->lines / 2 && length < LONGEST / 2) {
        length *= 2;
        plan_levels(gpu, length);
    }
    for (gpu->chunks = GPU_CHUNKS; gpu->chunks > 0; gpu->chunks--) {
        gpu->chunk = chunk_blocks(gpu, memory);
        if (gpu->chunk > 0)
            return true;
    }
    return report_set(&gpu->why,
                      "device_memory, %lld bytes, is too small for such blocks "
                      "and their reduced systems",
                      (long long)t->problem.device_memory);
}

static bool fits(const struct tridiag_gpu *gpu, const struct hedra_tridiag *t)
{
    double arrays = 3 + 2 * (double)gpu->rhs;
    if (gpu->levels > 0 && gpu_is_long(gpu, &gpu->level[0].cut))
        arrays++;
    return t->problem.device_memory == 0 ||
           resident_bytes(gpu) * (double)gpu->rhs +
                   arrays * (double)gpu->lines * (double)gpu_number_size(gpu) <=
               (double)t->problem.device_memory;
}

static enum gpu_order choose_order(const struct hedra_tridiag *t, bool by_hand)
{
    const struct hedra_tridiag_problem *p = &t->problem;
    if (p->layout == HEDRA_TRIDIAG_CONTIGUOUS || p->systems == 1)
        return GPU_STRAIGHT;
    bool many = p->systems >= MANY_SYSTEMS || p->n <= SHORT_SYSTEMS;
    return many && !by_hand ? GPU_LANES : GPU_TANGLED;
}

bool gpu_plan(struct tridiag_gpu *gpu, const struct hedra_tridiag *t,
              enum hedra_status *status)
{
    const bool by_hand = t->problem.levels > 0 || t->problem.delta > 0;
    *status = HEDRA_ERROR_NO_MEMORY;
    gpu->order = choose_order(t, by_hand);
    gpu->lines = gpu->systems == 1 ? tridiag_system_size(t, 0) : t->elements;
    gpu->last = gpu->lines;
    if (gpu->order != GPU_LANES && !by_hand)
        plan_levels(gpu, 0);
    if (by_hand && !plan_by_hand(gpu, t))
        return report_set(&gpu->why, "not enough memory");
    if (by_hand && gpu->levels == 0 && gpu->systems > 1)
        plan_levels(gpu, 0);
    *status = HEDRA_ERROR_TOO_LARGE;
    if (!fits(gpu, t)) {
        if (gpu->order != GPU_STRAIGHT || gpu->levels == 0)
            return report_set(&gpu->why,
                              "interleaved systems, and those without blocks, "
                              "must fit in device_memory");
        if (!plan_chunks(gpu, t, by_hand))
            return false;
    }
    for (int k = 0; k < gpu->levels; k++)
        if (gpu->level[k].cut.longest > LONGEST ||
            gpu->level[k].cut.blocks >= INT32_MAX)
            return report_set(&gpu->why,
                              "blocks of more than %d lines, or more than %d "
                              "of them, are too many for a device",
                              LONGEST, INT32_MAX);
    if (gpu->systems >= INT32_MAX)
        return report_set(&gpu->why, "too many systems for a device");
    return true;
}
