/*
 * In libhedra's place: a runtime that counts what a program asks a GPU for and
 * executes none of it, so that the launches at any size take as long as the
 * program's drivers alone. It copies what device memory would: every row once a
 * run, as runtime/region/mirror.c without #pragma hedra data (the test
 * `launches` compares both). Drivers that fetch get zeros.
 *
 * At exit it prints, for each region that ran, to stdout:
 *   region NAME runs R in BYTES out BYTES
 * and for each kernel that was launched
 *   kernel NAME launches L threads T single S one-block B
 * T: threads of a block; S: launches of a grid of one thread; B: of one block
 * of several threads.
 */
#include "runtime/include/hedra.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_REGIONS = 8, MAX_KERNELS = 256 };

struct tally {
    long long launches, single, one_block;
};

/* One run is under way at a time. */
struct hedra_run {
    struct hedra_module *module;
    long long runs, in, out;
    struct tally kernel[MAX_KERNELS];
};

static struct hedra_run region[MAX_REGIONS];
static int region_count;

static void print_counts(void)
{
    for (int r = 0; r < region_count; r++) {
        const struct hedra_run *run = &region[r];
        printf("region %s runs %lld in %lld out %lld\n", run->module->name,
               run->runs, run->in, run->out);
        for (int k = 0; k < run->module->gpu_kernel_count; k++) {
            const struct hedra_kernel *kernel = &run->module->gpu_kernel[k];
            const struct tally *t = &run->kernel[k];
            if (t->launches)
                printf("kernel %s launches %lld threads %d single %lld "
                       "one-block %lld\n",
                       kernel->name, t->launches,
                       kernel->block[0] * kernel->block[1] * kernel->block[2],
                       t->single, t->one_block);
        }
    }
}

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "count: %s\n", what);
    exit(2);
}

static struct hedra_run *find_region(struct hedra_module *module)
{
    if (region_count == 0)
        atexit(print_counts);
    for (int r = 0; r < region_count; r++)
        if (region[r].module == module)
            return &region[r];
    if (region_count == MAX_REGIONS || module->gpu_kernel_count > MAX_KERNELS)
        fail("too many regions or kernels");
    region[region_count].module = module;
    return &region[region_count++];
}

int(hedra_first)(struct hedra_module *module, unsigned sizes, int want)
{
    (void)module, (void)sizes, (void)want;
    return 0;
}

int hedra_small_call(struct hedra_module *module, int want)
{
    (void)module, (void)want;
    return 0;
}

void hedra_fill_pages(void *base, int64_t lo, int64_t hi)
{
}

int hedra_overlap(struct hedra_module *module, const struct hedra_array *array,
                  const int *pair, int pairs)
{
    (void)module, (void)array, (void)pair, (void)pairs;
    return 0;
}

void *hedra_first_row(const void *table)
{
    (void)table;
    fail("no program of the test has tables of rows");
}

int64_t hedra_row_pitch(const void *table, size_t size)
{
    (void)table, (void)size;
    fail("no program of the test has tables of rows");
}

int hedra_rows_fit(const void *table, int64_t pitch, int64_t size, int64_t lo,
                   int64_t hi)
{
    (void)table, (void)pitch, (void)size, (void)lo, (void)hi;
    fail("no program of the test has tables of rows");
}

void hedra_extremes(const void *base, int64_t lo, int64_t hi, int64_t step,
                    int size, int is_signed, int64_t bound[2])
{
    (void)base, (void)lo, (void)hi, (void)step, (void)size, (void)is_signed;
    (void)bound;
    fail("no program of the test has subscripts that data bounds");
}

int hedra_watch = 0;

void(hedra_plain)(struct hedra_module *module, enum hedra_reason why)
{
    (void)module;
    if (why != HEDRA_KEPT)
        fail("a region did not run");
}

struct hedra_run *hedra_begin(struct hedra_module *module,
                              const struct hedra_array *array, int count,
                              int want, enum hedra_where *where)
{
    struct hedra_run *run = find_region(module);
    (void)want;
    run->runs++;
    for (int k = 0; k < count; k++) {
        const struct hedra_array *a = &array[k];
        if (a->flags & HEDRA_TEMP || a->lo >= a->hi)
            continue;
        if (!(a->flags & HEDRA_DISCARD))
            run->in += a->hi - a->lo;
        if (a->flags & HEDRA_WRITE)
            run->out += a->hi - a->lo;
    }
    *where = HEDRA_GPU;
    return run;
}

int hedra_barriers(const struct hedra_run *run)
{
    (void)run;
    return getenv("PB_UNBARRED") == NULL;
}

int64_t hedra_threads(const struct hedra_run *run, int64_t most)
{
    (void)run;
    return most;
}

int hedra_launch(struct hedra_run *run, int kernel, const int64_t grid[3],
                 const union hedra_arg *arg, int count)
{
    const int *block = run->module->gpu_kernel[kernel].block;
    struct tally *t = &run->kernel[kernel];
    (void)arg, (void)count;
    if (grid[0] <= 0 || grid[1] <= 0 || grid[2] <= 0)
        return 0;
    bool one = grid[0] == 1 && grid[1] == 1 && grid[2] == 1;
    bool thread = block[0] * block[1] * block[2] == 1;
    t->launches++;
    t->single += one && thread;
    t->one_block += one && !thread;
    return 0;
}

void *hedra_address(struct hedra_run *run, int index)
{
    (void)run, (void)index;
    return NULL;
}

int hedra_fetch(struct hedra_run *run, int row, int64_t element, void *value)
{
    (void)run, (void)row, (void)element;
    memset(value, 0, 4);
    return 0;
}

uint64_t hedra_row_version(struct hedra_run *run, int row)
{
    (void)run, (void)row;
    return 0;
}

int hedra_plan_mode(struct hedra_run *run)
{
    (void)run;
    return HEDRA_PLAN_GUARD;
}

void hedra_end(struct hedra_run *run)
{
    (void)run;
}

int hedra_end_or_plain(struct hedra_run *run)
{
    (void)run;
    return 0;
}

void hedra_share(hedra_loop loop, void *const *variable, int64_t first,
                 int64_t end, int64_t step, struct hedra_note *note)
{
    (void)step, (void)note;
    loop(variable, first, end);
}

void hedra_share_sums(hedra_loop loop, void *const *variable, int64_t first,
                      int64_t end, int64_t step, struct hedra_note *note,
                      int variables, const struct hedra_sum *sum, int count)
{
    (void)variables;
    (void)sum;
    (void)count;
    hedra_share(loop, variable, first, end, step, note);
}

void hedra_plain_done(struct hedra_module *module)
{
    (void)module;
}
