/*
 * Runs the loops and prints what they leave in memory.
 *
 *     tsvc [NAME...]                   "NAME SUM", a sum over all bits of the
 *                                      arrays and of the function's values in
 *                                      three calls
 *     tsvc --time SECONDS CALLS [NAME...]
 *                                      also the wall and the processor's time
 *                                      of a call, "NAME SUM WALL CPU CALLS",
 *                                      the least of batches of so many calls
 *                                      that together take that long; arrays
 *                                      begin each batch anew. With 0, as many
 *                                      as take half a millisecond.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tests/tsvc/tsvc.h"

/* The first array, and by that all others, lies at the same place of a page in
 * all programs: some loops take a third longer in other places. Compilers begin
 * with the first definition or the last. */
#define ALIGNED __attribute__((aligned(65536)))
ALIGNED float a[LEN_1D];
float b[LEN_1D], c[LEN_1D], d[LEN_1D], e[LEN_1D], x[LEN_1D];
float aa[LEN_2D][LEN_2D], bb[LEN_2D][LEN_2D], cc[LEN_2D][LEN_2D];
float flat[LEN_FLAT];
int indx[LEN_1D];
ALIGNED int ip[LEN_1D];
float *xx;
float *yy;
int given_one = 1, given_half = LEN_1D / 2, given_row = LEN_2D / 2;
float given_s1 = 1, given_s2 = 2;

/*
 * What arrays begin with, so that repeated calls meet neither NaN nor numbers
 * that are slow because they are tiny: magnitudes of .5 to 1.5 with either sign
 * or without one, numbers near 1, numbers below .25 (matrices: so small that
 * the sums of rows are), all ones in e, or something to be found after three
 * quarters. The sum of a ROUGH loop has few digits, since those of sin differ.
 */
enum data { MIXED, POSITIVE, NEAR, SMALL, ONES, SEARCH, ROUGH };

static const struct loop {
    const char *name;
    float (*run)(void);
    enum data data;
} loops[] = {
#define LOOP(name, data) {#name, name, data},
#include "tests/tsvc/tsvc.def"
#undef LOOP
};
enum { LOOPS = sizeof loops / sizeof *loops };

static const struct array {
    float *first;
    size_t count;
    bool is_matrix;
} arrays[] = {
    {a, LEN_1D, false},          {b, LEN_1D, false},
    {c, LEN_1D, false},          {d, LEN_1D, false},
    {e, LEN_1D, false},          {x, LEN_1D, false},
    {*aa, LEN_2D *LEN_2D, true}, {*bb, LEN_2D *LEN_2D, true},
    {*cc, LEN_2D *LEN_2D, true}, {flat, LEN_FLAT, false},
};
enum {
    ARRAYS = sizeof arrays / sizeof *arrays,
    ELEMENTS = 6 * LEN_1D + 3 * LEN_2D * LEN_2D + LEN_FLAT,
};
static float beginning[ELEMENTS];

static uint32_t seed;

/* At least 0 and below 1. */
static float next_random(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) * (1.f / 16777216);
}

/* Signs come in patterns of seven, another one in each array, which predictors
 * of branches learn at once: loops of jumps then take the same time each. */
static bool is_negative(int array, size_t k)
{
    return (k * (size_t)(array + 2)) % 7 < 3;
}

static float next_value(enum data data, int array, size_t k)
{
    float r = next_random();
    float mixed = is_negative(array, k) ? -.5f - r : .5f + r;
    switch (data) {
    case POSITIVE:
        return .5f + r;
    case NEAR:
        return 1 + (r - .5f) / 512;
    case SMALL:
        return mixed / (arrays[array].is_matrix ? 6.f * LEN_2D : 6.f);
    case SEARCH:
        return .5f + r / 4;
    default:
        return mixed;
    }
}

static void set_beginning(enum data data)
{
    seed = 12345;
    float *to = beginning;
    for (int i = 0; i < ARRAYS; i++)
        for (size_t k = 0; k < arrays[i].count; k++, to++) {
            *to = next_value(data, i, k);
            if (data == ONES && arrays[i].first == e)
                *to = 1;
            if (data == SEARCH && arrays[i].first == b)
                *to += 1;
        }
    if (data == SEARCH)
        beginning[3 * LEN_1D / 4] = beginning[2 * LEN_1D + 3 * LEN_1D / 4] = 3;
    for (int i = 0; i < LEN_1D; i++) {
        indx[i] = (i + 1) % 4 + 1;
        ip[i] = i / 5 * 5 + (int[]){4, 2, 0, 3, 1}[i % 5];
    }
}

static void begin(void)
{
    const float *from = beginning;
    for (int i = 0; i < ARRAYS; from += arrays[i++].count)
        memcpy(arrays[i].first, from, arrays[i].count * sizeof *from);
}

static void add_bits(uint64_t *sum, const float *data, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &data[i], sizeof bits);
        *sum = (*sum ^ bits) * 1099511628211u;
    }
}

static void print_sum(const struct loop *loop)
{
    uint64_t sum = 1469598103934665603u;
    double rough = 0;
    begin();
    for (int call = 0; call < 3; call++) {
        float value = loop->run();
        add_bits(&sum, &value, 1);
    }
    for (int i = 0; i < ARRAYS; i++) {
        add_bits(&sum, arrays[i].first, arrays[i].count);
        for (size_t k = 0; k < arrays[i].count; k++)
            rough += fabs(arrays[i].first[k]);
    }
    if (loop->data == ROUGH)
        printf("%s %.4g", loop->name, rough);
    else
        printf("%s %016llx", loop->name, (unsigned long long)sum);
}

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static volatile float kept;

/* Seconds of `calls` calls. */
static void time_batch(const struct loop *loop, long calls, double *wall,
                       double *cpu)
{
    begin();
    kept = loop->run();
    *wall = now(CLOCK_MONOTONIC);
    *cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    for (long i = 0; i < calls; i++)
        kept = loop->run();
    *cpu = now(CLOCK_PROCESS_CPUTIME_ID) - *cpu;
    *wall = now(CLOCK_MONOTONIC) - *wall;
}

/* Calls change what later calls find: times of other numbers of calls cannot be
 * compared. What is called often settles in batches that are not timed. */
static void print_time(const struct loop *loop, double seconds, long calls)
{
    double wall, cpu, least_wall = 1e9, least_cpu = 1e9;
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    bool given = calls > 0;
    calls = given ? calls : 1;
    do {
        time_batch(loop, calls, &wall, &cpu);
        if (!given && cpu < 5e-4)
            calls *= 2;
    } while ((!given && cpu < 5e-4) ||
             now(CLOCK_PROCESS_CPUTIME_ID) - start < seconds / 2);
    start = now(CLOCK_PROCESS_CPUTIME_ID);
    do {
        time_batch(loop, calls, &wall, &cpu);
        least_wall = fmin(least_wall, wall / (double)calls);
        least_cpu = fmin(least_cpu, cpu / (double)calls);
    } while (now(CLOCK_PROCESS_CPUTIME_ID) - start < seconds);
    printf(" %.4g %.4g %ld", least_wall, least_cpu, calls);
}

static bool is_asked_for(const char *name, int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc == 0;
}

int main(int argc, char **argv)
{
    double seconds = 0;
    long calls = 0;
    argc--;
    argv++;
    if (argc >= 3 && strcmp(argv[0], "--time") == 0) {
        seconds = atof(argv[1]);
        calls = atol(argv[2]);
        argc -= 3;
        argv += 3;
    }
    for (int i = 0; i < LOOPS; i++) {
        if (!is_asked_for(loops[i].name, argc, argv))
            continue;
        set_beginning(loops[i].data);
        print_sum(&loops[i]);
        if (seconds > 0)
            print_time(&loops[i], seconds, calls);
        putchar('\n');
        fflush(stdout);
    }
}
