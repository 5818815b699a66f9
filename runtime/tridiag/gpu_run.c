/* What an object does on a device: the caller's arrays, the order of launches,
 * chunks, and delta. */
#include "runtime/tridiag/gpu_local.h"

#include "runtime/base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The caller's arrays on the device, for the while. -----------------------*/

enum { ROW_B, ROW_A, ROW_C, ROW_D, ROW_X, ROWS };

struct rows {
    struct mirror_use use;
    struct hedra_array array[ROWS];
    struct device_place place[ROWS];
    struct mirror_copy *copy[ROWS];
};

static const char *const row_name[ROWS] = {"b", "a", "c", "d", "x"};

/* Numbers `lo` <= i < `hi` of one right-hand side of what `arrays` has; of d
 * and x, all right-hand sides. `whole`: every one of them will be written to x.
 */
static void rows_list(const struct tridiag_gpu *gpu,
                      const struct tridiag_arrays *arrays, int64_t lo,
                      int64_t hi, int64_t rhs, bool whole, struct rows *rows)
{
    const void *const base[ROWS] = {arrays->b, arrays->a, arrays->c, arrays->d,
                                    arrays->x};
    const int64_t size = (int64_t)gpu_number_size(gpu);
    for (int k = 0; k < ROWS; k++) {
        int64_t shift = k >= ROW_D ? gpu->ld * (rhs - 1) : 0;
        rows->array[k] = (struct hedra_array){.name = row_name[k],
                                              .base = (void *)base[k],
                                              .lo = lo * size,
                                              .hi = (shift + hi) * size,
                                              .element_size = gpu->real_size,
                                              .flags = HEDRA_READ};
        if (!base[k])
            rows->array[k].hi = rows->array[k].lo;
    }
    struct hedra_array *d = &rows->array[ROW_D], *x = &rows->array[ROW_X];
    if (arrays->x && arrays->x == arrays->d) {
        d->flags |= HEDRA_WRITE;
        x->hi = x->lo;
    } else {
        x->flags = HEDRA_WRITE | (whole ? HEDRA_DISCARD : HEDRA_READ);
    }
}

static bool rows_begin(struct tridiag_gpu *gpu, struct rows *rows,
                       struct gpu_system *s)
{
    rows->use = (struct mirror_use){gpu->device, NULL, &gpu->stats};
    if (!mirror_begin(&rows->use, rows->array, ROWS, rows->place, rows->copy,
                      &gpu->why))
        return false;
    struct gpu_array *const to[ROWS] = {&s->b, &s->a, &s->c, &s->d, &s->x};
    for (int k = 0; k < ROWS; k++)
        *to[k] = (struct gpu_array){rows->place[k], rows->array[k]};
    if (rows->array[ROW_D].flags & HEDRA_WRITE)
        s->x = s->d;
    return true;
}

/* What was written comes home, if it is of use. */
static bool rows_end(struct tridiag_gpu *gpu, struct rows *rows, bool good,
                     bool of_use)
{
    struct report ignored;
    good = gpu->device->ops->wait(gpu->device, good ? &gpu->why : &ignored) &&
           good;
    if (good && of_use)
        return mirror_end(&rows->use, rows->array, ROWS, rows->copy, &gpu->why);
    mirror_abandon(&rows->use);
    return good;
}

/* Every number of x is a line's, with none between right-hand sides. */
static bool writes_all(const struct hedra_tridiag *t)
{
    const struct hedra_tridiag_problem *p = &t->problem;
    bool padded = p->layout == HEDRA_TRIDIAG_INTERLEAVED && p->sizes;
    return !padded && (p->rhs == 1 || p->ld == t->elements);
}

/* Levels --------------------------------------------------------------------*/

static bool reduce_levels(struct tridiag_gpu *gpu, enum tridiag_action action,
                          const struct gpu_system *outer, int from)
{
    bool good = true;
    for (int k = from; k < gpu->levels && good; k++) {
        const struct gpu_system s = k > 0 ? gpu_reduced(gpu, k) : *outer;
        int64_t ld = k > 0 ? gpu->level[k].cut.n : gpu_inner_ld(gpu);
        good = action == TRIDIAG_SOLVE
                   ? gpu_reduce(gpu, k, &s, 0, gpu->level[k].cut.blocks)
               : action == TRIDIAG_FACTOR ? gpu_factor(gpu, k, &s)
                                          : gpu_reduce_kept(gpu, k, &s, ld);
    }
    return good;
}

static bool solve_levels(struct tridiag_gpu *gpu, enum tridiag_action action,
                         const struct gpu_system *outer, int to)
{
    bool good = true;
    for (int k = gpu->levels - 1; k >= to && good; k--) {
        const struct gpu_system s = k > 0 ? gpu_reduced(gpu, k) : *outer;
        int64_t ld = k > 0 ? gpu->level[k].cut.n : gpu_inner_ld(gpu);
        good = action == TRIDIAG_SOLVE
                   ? gpu_solve(gpu, k, &s, 0, gpu->level[k].cut.blocks)
                   : gpu_solve_kept(gpu, k, &s, ld, ld);
    }
    return good;
}

static bool solve_last(struct tridiag_gpu *gpu, enum tridiag_action action,
                       const struct gpu_system *outer)
{
    const struct gpu_system s =
        gpu->levels > 0 ? gpu_reduced(gpu, gpu->levels) : *outer;
    int64_t ld = gpu->levels > 0 ? gpu->last : gpu_inner_ld(gpu);
    return gpu_thomas(gpu, action, &s, ld, ld);
}

/* Interleaved systems one after the other, in copies. */
static bool untangle_all(struct tridiag_gpu *gpu, enum tridiag_action action,
                         const struct gpu_system *from, struct gpu_system *to)
{
    bool good = true;
    *to = (struct gpu_system){
        gpu_numbers(gpu, &gpu->copy[0], 0), gpu_numbers(gpu, &gpu->copy[1], 0),
        gpu_numbers(gpu, &gpu->copy[2], 0), gpu_numbers(gpu, &gpu->copy[3], 0),
        gpu_numbers(gpu, &gpu->copy[3], 0)};
    if (action != TRIDIAG_APPLY)
        good = gpu_untangle(gpu, &to->b, &from->b, false, 0, 0, 1) &&
               gpu_untangle(gpu, &to->a, &from->a, false, 0, 1, 1) &&
               gpu_untangle(gpu, &to->c, &from->c, false, 1, 0, 1);
    if (action != TRIDIAG_FACTOR)
        good =
            good && gpu_untangle(gpu, &to->d, &from->d, false, 0, 0, gpu->rhs);
    return good;
}

static bool run_levels(struct tridiag_gpu *gpu, enum tridiag_action action,
                       const struct gpu_system *caller)
{
    struct gpu_system s = *caller;
    const bool tangled = gpu->order == GPU_TANGLED;
    bool good = !tangled || untangle_all(gpu, action, caller, &s);
    good = good && reduce_levels(gpu, action, &s, 0) &&
           solve_last(gpu, action, &s);
    if (action == TRIDIAG_FACTOR)
        return good;
    good = good && solve_levels(gpu, action, &s, 0);
    return good && (!tangled ||
                    gpu_untangle(gpu, &caller->x, &s.x, true, 0, 0, gpu->rhs));
}

static bool clear_flags(struct tridiag_gpu *gpu)
{
    return gpu_upload(gpu, &gpu->flags, gpu->unflagged, sizeof gpu->unflagged);
}

static bool fetch_flags(struct tridiag_gpu *gpu, int32_t *flags)
{
    return gpu->device->ops->download(gpu->device, flags, gpu->flags.memory, 0,
                                      GPU_MOST_FLAGS * sizeof *flags,
                                      &gpu->why);
}

static bool is_flagged(const int32_t *flags)
{
    return flags[0] != INT32_MAX;
}

static bool run_resident(struct hedra_tridiag *t, enum tridiag_action action,
                         const struct tridiag_arrays *arrays, int32_t *flags)
{
    struct tridiag_gpu *gpu = t->gpu;
    struct gpu_system s;
    struct rows rows;
    rows_list(gpu, arrays, 0, t->elements, gpu->rhs, writes_all(t), &rows);
    if (action == TRIDIAG_FACTOR && !gpu_keep_factors(gpu))
        return false;
    if (!rows_begin(gpu, &rows, &s))
        return false;
    bool good = clear_flags(gpu) && run_levels(gpu, action, &s) &&
                fetch_flags(gpu, flags);
    return rows_end(gpu, &rows, good, good && !is_flagged(flags));
}

/* Chunks --------------------------------------------------------------------*/

/* The first line of joint line w's block, and of what follows the last. */
static int64_t line_of(const struct gpu_cut *cut, int64_t w)
{
    return w < 0 ? 0 : w > cut->blocks ? cut->n : gpu_joint(cut, w);
}

/* A chunk on the device, in a queue of its own: it comes while others are
 * worked on, or go. */
struct chunk {
    bool is_there;
    struct rows rows;
};

/* Its blocks go in once they are there, and the chunk before has been worked
 * on: kernels do not run at the same time, so that one array of u does. */
static bool chunk_begin(struct tridiag_gpu *gpu, struct chunk *chunk,
                        int before, int64_t first, int64_t last, bool solve)
{
    struct gpu_system s;
    chunk->is_there = rows_begin(gpu, &chunk->rows, &s);
    return chunk->is_there && device_follow(gpu->device, before, &gpu->why) &&
           (solve ? gpu_solve(gpu, 0, &s, first, last)
                  : gpu_reduce(gpu, 0, &s, first, last));
}

static bool chunk_end(struct tridiag_gpu *gpu, struct chunk *chunk, bool good)
{
    if (!chunk->is_there)
        return good;
    chunk->is_there = false;
    return rows_end(gpu, &chunk->rows, good, true) && good;
}

/* One pass over the blocks of level 0. A joint line needs the block before,
 * too, which the last chunk has reduced. */
static bool pass_chunks(struct tridiag_gpu *gpu,
                        const struct tridiag_arrays *arrays, bool solve)
{
    const struct gpu_cut *cut = &gpu->level[0].cut;
    struct tridiag_arrays own = *arrays;
    struct chunk chunk[GPU_CHUNKS] = {{.is_there = false}};
    int64_t first = 0;
    int k = 0, before = 0;
    bool good = true;
    if (!solve)
        own.x = NULL;
    for (; first <= cut->blocks && good; first += gpu->chunk) {
        int64_t last = first + gpu->chunk - 1;
        last = last < cut->blocks ? last : cut->blocks;
        gpu->device->queue = k + 1;
        good = chunk_end(gpu, &chunk[k], good);
        rows_list(gpu, &own, line_of(cut, solve ? first : first - 1),
                  line_of(cut, last + 1), 1, true, &chunk[k].rows);
        good = good && chunk_begin(gpu, &chunk[k], before, first, last, solve);
        before = k + 1;
        k = before % gpu->chunks;
    }
    for (int left = 0; left < gpu->chunks; left++, k = (k + 1) % gpu->chunks) {
        gpu->device->queue = k + 1;
        good = chunk_end(gpu, &chunk[k], good);
    }
    gpu->device->queue = 0;
    return good;
}

static bool run_chunks(struct tridiag_gpu *gpu,
                       const struct tridiag_arrays *arrays, int32_t *flags)
{
    const struct gpu_system none = {.b = {.place = {0, 0, 0}}};
    return clear_flags(gpu) && pass_chunks(gpu, arrays, false) &&
           reduce_levels(gpu, TRIDIAG_SOLVE, &none, 1) &&
           solve_last(gpu, TRIDIAG_SOLVE, &none) &&
           solve_levels(gpu, TRIDIAG_SOLVE, &none, 1) &&
           fetch_flags(gpu, flags) &&
           (is_flagged(flags) || pass_chunks(gpu, arrays, true));
}

/* All -----------------------------------------------------------------------*/

static const struct tridiag_outcome failed = {
    {HEDRA_ERROR_NO_DEVICE, -1, 0, -1}, -1, -1};

static bool run_locked(struct hedra_tridiag *t, enum tridiag_action action,
                       const struct tridiag_arrays *arrays, int32_t *flags)
{
    const size_t step = (size_t)t->problem.ld * t->means.scalar->size;
    bool good = true;
    if (!tridiag_gpu_streams(t->gpu))
        return run_resident(t, action, arrays, flags);
    for (int64_t k = 0; k < t->problem.rhs && good; k++) {
        struct tridiag_arrays own = *arrays;
        own.d = (const char *)arrays->d + (size_t)k * step;
        own.x = (char *)arrays->x + (size_t)k * step;
        good = run_chunks(t->gpu, &own, flags);
        if (good && is_flagged(flags))
            break;
    }
    return good;
}

static void rows_of_call(const struct hedra_tridiag *t,
                         const struct tridiag_arrays *arrays, bool writes_x,
                         struct rows *rows)
{
    rows_list(t->gpu, arrays, 0, t->elements, t->problem.rhs, false, rows);
    if (writes_x)
        return;
    rows->array[ROW_D].flags = rows->array[ROW_X].flags = HEDRA_READ;
}

bool tridiag_gpu_bring_home(const struct hedra_tridiag *t,
                            const struct tridiag_arrays *arrays, bool writes_x)
{
    struct rows rows;
    rows_of_call(t, arrays, writes_x, &rows);
    return mirror_bring_home(rows.array, ROWS, &t->gpu->stats, &t->gpu->why);
}

void tridiag_gpu_written(const struct hedra_tridiag *t,
                         const struct tridiag_arrays *arrays)
{
    struct rows rows;
    rows_of_call(t, arrays, true, &rows);
    mirror_written(rows.array, ROWS);
}

/* By the host, as far as it is asked for. */
static struct tridiag_outcome run_host(struct hedra_tridiag *t,
                                       enum tridiag_action action,
                                       const struct tridiag_arrays *arrays,
                                       bool complete)
{
    if (!tridiag_gpu_bring_home(t, arrays, true))
        return failed;
    struct tridiag_outcome outcome = complete
                                         ? tridiag_batch_complete(t, arrays)
                                         : tridiag_batch_run(t, action, arrays);
    tridiag_gpu_written(t, arrays);
    return outcome;
}

struct tridiag_outcome tridiag_gpu_run(struct hedra_tridiag *t,
                                       enum tridiag_action action,
                                       const struct tridiag_arrays *given)
{
    int32_t flags[GPU_MOST_FLAGS];
    struct tridiag_arrays own = *given;
    const struct tridiag_arrays *arrays = &own;
    if (action == TRIDIAG_FACTOR)
        own.d = own.x = NULL;
    if (t->any_exchanged && action == TRIDIAG_APPLY)
        return run_host(t, action, arrays, false);
    mirror_lock();
    bool good = run_locked(t, action, arrays, flags);
    mirror_unlock();
    if (!good)
        return failed;
    if (is_flagged(flags)) {
        if (!tridiag_gpu_bring_home(t, arrays, false))
            return failed;
        struct tridiag_outcome outcome = gpu_explain(t, arrays, flags);
        if (outcome.trouble.status != HEDRA_ERROR_PIVOT ||
            t->problem.pivoting != HEDRA_TRIDIAG_IF_BAD)
            return outcome;
        if (action == TRIDIAG_SOLVE)
            return run_host(t, action, arrays, false);
        memset(t->exchanged, true, (size_t)t->problem.systems);
        return tridiag_good;
    }
    bool complete = t->problem.residual_limit > 0 && action != TRIDIAG_FACTOR;
    return complete ? run_host(t, action, arrays, true) : tridiag_good;
}

/* Delta ---------------------------------------------------------------------*/

enum { TUNE_BLOCKS = 256, TUNE_LINES = 64, TUNE_TIMES = 5 };

/* Memory for a system, of zeros and ones on the diagonal. */
static bool tune_arrays(struct tridiag_gpu *gpu, int64_t n,
                        struct gpu_memory memory[3])
{
    const size_t size = gpu_number_size(gpu);
    void *numbers = tridiag_alloc(n, size);
    bool good = numbers || report_set(&gpu->why, "not enough memory");
    for (int k = 0; k < 3 && good; k++) {
        for (int64_t i = 0; k == 1 && i < n; i++)
            if (gpu->real_size == (int)sizeof(float))
                ((float *)numbers)[i * gpu->parts] = 1;
            else
                ((double *)numbers)[i * gpu->parts] = 1;
        good = gpu_take(gpu, &memory[k], n, size) &&
               gpu_upload(gpu, &memory[k], numbers, (size_t)n * size) &&
               gpu->device->ops->wait(gpu->device, &gpu->why);
    }
    free(numbers);
    return good;
}

/* The shortest time of both passes over the blocks or, with `last`, of Thomas'
 * method for the reduced system. */
static bool tune_time(struct tridiag_gpu *gpu, const struct gpu_system *s,
                      bool last, double *seconds)
{
    const int64_t blocks = gpu->level[0].cut.blocks;
    bool good = clear_flags(gpu) && gpu_reduce(gpu, 0, s, 0, blocks);
    for (int k = 0; k < TUNE_TIMES && good; k++) {
        good = gpu->device->ops->wait(gpu->device, &gpu->why);
        double begin = base_clock();
        good = good &&
               (last ? solve_last(gpu, TRIDIAG_SOLVE, s)
                     : gpu_reduce(gpu, 0, s, 0, blocks) &&
                           gpu_solve(gpu, 0, s, 0, blocks)) &&
               gpu->device->ops->wait(gpu->device, &gpu->why);
        double time = base_clock() - begin;
        *seconds = k == 0 || time < *seconds ? time : *seconds;
    }
    return good;
}

/* Seconds for `blocks` blocks of `lines` lines. */
static bool tune_case(enum hedra_tridiag_type type, const char *device,
                      int64_t blocks, int64_t lines, bool last, double *seconds,
                      struct report *why)
{
    enum hedra_status status;
    const int64_t n = blocks * lines + 1;
    struct hedra_tridiag t = {.problem = {.type = type,
                                          .n = n,
                                          .systems = 1,
                                          .rhs = 1,
                                          .ld = n,
                                          .levels = 1,
                                          .blocks = &blocks,
                                          .device = device},
                              .means = {.scalar = &tridiag_scalar[type]},
                              .elements = n};
    struct gpu_memory memory[3] = {{0, 0}};
    struct tridiag_gpu *gpu = tridiag_gpu_new(&t, &status, why);
    if (!gpu)
        return false;
    mirror_lock();
    bool good = tune_arrays(gpu, n, memory);
    const struct gpu_array zeros = gpu_numbers(gpu, &memory[0], 0);
    const struct gpu_array ones = gpu_numbers(gpu, &memory[1], 0);
    const struct gpu_array x = gpu_numbers(gpu, &memory[2], 0);
    const struct gpu_system s = {zeros, ones, zeros, ones, x};
    good = good && tune_time(gpu, &s, last, seconds);
    for (int k = 0; k < 3; k++)
        gpu_give(gpu, &memory[k]);
    mirror_unlock();
    report_set(why, "%s", gpu->why.text);
    tridiag_gpu_free(gpu);
    return good;
}

/* From differences, without what a launch takes: alpha from blocks of two
 * lengths, beta from reduced systems of two. */
bool tridiag_gpu_tune(enum hedra_tridiag_type type, const char *device,
                      double *delta, struct report *why)
{
    double block[2], line[2];
    for (int k = 0; k < 2; k++)
        if (!tune_case(type, device, TUNE_BLOCKS, TUNE_LINES << (2 * k), false,
                       &block[k], why) ||
            !tune_case(type, device, TUNE_BLOCKS << (2 * k), TUNE_LINES / 4,
                       true, &line[k], why))
            return false;
    double alpha = (block[1] - block[0]) / (3 * TUNE_LINES);
    double beta = (line[1] - line[0]) / (3 * TUNE_BLOCKS);
    if (!(alpha > 0) || !(beta > 0))
        return report_set(why, "the device's times are too uneven to measure");
    *delta = sqrt(alpha / beta);
    return true;
}
