/* The partition: how many levels and blocks, and where the joint lines are. */
#include "runtime/tridiag/local.h"

#include "runtime/base/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What eq. 7 gives is made a multiple of the lanes of any processor, so that
 * the partition does not depend on which this one has. A system of SMALL lines
 * is not worth another level. */
enum { EVEN = 16, SMALL = 256, SMALLEST = 128, LONG_BLOCK = 4 };

/* What hedra_tridiag_tune measured where this was written. */
static const double DELTA = 1.3;

/* The most lines of a block with which a strip, with scratch, stays in a cache
 * of 1 MiB; not powers of two, which lanes would contend for. */
static int64_t most_lines(enum hedra_tridiag_type type)
{
    bool is_complex = type >= HEDRA_TRIDIAG_COMPLEX_FLOAT;
    return is_complex ? 500 : 1000;
}

/* Joint lines of long blocks lie where a block with its joint line is a
 * multiple of EVEN lines: then vectors of all lanes are aligned alike, and none
 * but the first and the last block end within a tile. */
int64_t tridiag_joint(const struct tridiag_cut *cut, int64_t w)
{
    if (cut->joint)
        return cut->joint[w];
    const int64_t units = cut->n / EVEN;
    if (units >= LONG_BLOCK * cut->blocks) {
        const int64_t each = units / cut->blocks, more = units % cut->blocks;
        if (w == 0 || w == cut->blocks)
            return w == 0 ? 0 : cut->n - 1;
        return EVEN * (w * each + (w < more ? w : more)) - 1;
    }
    int64_t length = (cut->n - 1) / cut->blocks;
    int64_t longer = (cut->n - 1) % cut->blocks;
    return w * length + (w < longer ? w : longer);
}

static int64_t clamp(double wanted, int64_t n)
{
    int64_t most = n / 2 > 1 ? n / 2 : 1;
    return !(wanted > 1) ? 1 : wanted < (double)most ? (int64_t)wanted : most;
}

/* Eq. 7, but no block longer than the cache allows. */
static int64_t choose(const struct hedra_tridiag_problem *problem, int64_t n)
{
    double delta = problem->delta > 0 ? problem->delta : DELTA;
    double blocks = ceil(delta * sqrt((double)n));
    double least = ceil((double)n / (double)most_lines(problem->type));
    if (blocks < least)
        blocks = least;
    return clamp(ceil(blocks / EVEN) * EVEN, n);
}

int tridiag_plan(const struct hedra_tridiag_problem *problem, int64_t n,
                 int64_t blocks[HEDRA_TRIDIAG_MAX_LEVELS])
{
    if (n == 1)
        return 0;
    if (problem->blocks) {
        memcpy(blocks, problem->blocks,
               (size_t)problem->levels * sizeof *blocks);
        return problem->levels;
    }
    int levels = 0;
    if (problem->levels > 0) {
        /* Eq. 8: the reduced systems shrink by equal ratios. */
        double delta = problem->delta > 0 ? problem->delta : DELTA;
        for (; levels < problem->levels; levels++) {
            int left = problem->levels - levels;
            blocks[levels] = clamp(
                ceil(delta * pow((double)n, (double)left / (left + 1))), n);
            n = blocks[levels] + 1;
        }
        return levels;
    }
    int64_t enough = SMALLEST;
    while (n > enough && levels < HEDRA_TRIDIAG_MAX_LEVELS) {
        blocks[levels] = choose(problem, n);
        n = blocks[levels++] + 1;
        enough = SMALL;
    }
    return levels;
}

/* What Linux says of the first processor's caches, of which number 3 is the
 * last on most; NULL if it says nothing. The caller frees it. */
static char *read_cache(int number, const char *what)
{
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s",
             number, what);
    return base_read_file(path, NULL);
}

/* Processors in a mask of hexadecimal digits, at least one. */
static int count_processors(const char *mask)
{
    int count = 0;
    for (; *mask; mask++) {
        const char digit[] = {*mask, 0};
        count += __builtin_popcountl(strtoul(digit, NULL, 16));
    }
    return count > 0 ? count : 1;
}

/* The C library's own number, where it has one, may be that of a whole package,
 * of which a processor's cores reach a part each. */
size_t tridiag_cache_size(int threads)
{
    enum { MOST = 4 };
    const size_t usual = (size_t)32 << 20;
    size_t bytes = 0;
    for (int number = MOST; number >= 0 && bytes == 0; number--) {
        char *size = read_cache(number, "size"); /* "32768K" */
        char *mask = read_cache(number, "shared_cpu_map");
        if (size && mask) {
            const int sharers = count_processors(mask);
            const int caches = (threads + sharers - 1) / sharers;
            bytes = ((size_t)strtoul(size, NULL, 10) << 10) * (size_t)caches;
        }
        free(size);
        free(mask);
    }
    return bytes > 0 ? bytes : usual;
}

/* Tuning ------------------------------------------------------------------- */

enum { TUNE_ROWS = 256, TUNE_TIMES = 32 };

/* Ones on the diagonal, and nothing else: the time does not depend on it. */
static void fill(enum hedra_tridiag_type type, void *ones, int64_t count)
{
    bool is_complex = type >= HEDRA_TRIDIAG_COMPLEX_FLOAT;
    bool is_float =
        type == HEDRA_TRIDIAG_FLOAT || type == HEDRA_TRIDIAG_COMPLEX_FLOAT;
    for (int64_t i = 0; i < count; i++)
        if (is_float)
            ((float *)ones)[i << is_complex] = 1;
        else
            ((double *)ones)[i << is_complex] = 1;
}

struct tune {
    const struct tridiag_kernels *kernels;
    const struct tridiag_scalar *scalar;
    void *zeros, *ones, *x, *edges, *scratch;
};

/* Seconds of both passes over one strip, and of Thomas' method over a system
 * as long as one of its lanes; the shortest of several. */
static void measure(const struct tune *t, double *strip_time, double *line_time)
{
    struct tridiag_strip s = {.b = t->zeros,
                              .a = t->ones,
                              .c = t->zeros,
                              .d = t->zeros,
                              .x = t->x,
                              .stride = 1,
                              .shortest = TUNE_ROWS,
                              .longest = TUNE_ROWS,
                              .lanes = t->kernels->lanes,
                              .scale = 1};
    struct tridiag_view v = {.b = t->zeros,
                             .a = t->ones,
                             .c = t->zeros,
                             .d = t->zeros,
                             .x = t->x,
                             .n = TUNE_ROWS,
                             .stride = 1};
    for (int k = 0; k < s.lanes; k++) {
        s.first[k] = k * TUNE_ROWS;
        s.length[k] = TUNE_ROWS;
    }
    for (int k = 0; k < TUNE_TIMES; k++) {
        double begin = base_clock();
        t->kernels->reduce(&s, t->edges);
        t->kernels->solve(&s, t->scratch);
        double middle = base_clock();
        t->scalar->factor(&v, 0, t->scratch);
        t->scalar->apply(&v, t->scratch);
        double end = base_clock();
        *strip_time = k ? fmin(*strip_time, middle - begin) : middle - begin;
        *line_time = k ? fmin(*line_time, end - middle) : end - middle;
    }
}

bool tridiag_tune(enum hedra_tridiag_type type, double *delta)
{
    struct tune t = {tridiag_widest(type), &tridiag_scalar[type], .x = NULL};
    int64_t count = (int64_t)TUNE_ROWS * t.kernels->lanes;
    double strip_time = 0, line_time = 0;
    t.zeros = tridiag_alloc(count, t.scalar->size);
    t.ones = tridiag_alloc(count, t.scalar->size);
    t.x = tridiag_alloc(count, t.scalar->size);
    t.edges = tridiag_alloc(TRIDIAG_MAX_LANES * TRIDIAG_EDGES, t.scalar->size);
    t.scratch = tridiag_alloc(4 * count, t.scalar->size);
    bool made = t.zeros && t.ones && t.x && t.edges && t.scratch;
    if (made) {
        fill(type, t.ones, count);
        measure(&t, &strip_time, &line_time);
        *delta = line_time > 0 ? sqrt(strip_time / line_time) : DELTA;
    }
    free(t.zeros);
    free(t.ones);
    free(t.x);
    free(t.edges);
    free(t.scratch);
    return made;
}
