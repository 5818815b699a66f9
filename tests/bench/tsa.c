/*
 * bench-tsa: sites per second of each method of <hedra_tsa.h>, and the memory's
 * copy bandwidth in the same run; those on devices are in tsa_gpu.c. A full
 * step is eight sub-steps, V0 H0 V1 H1 H1 V1 H0 V0; STREAM merges H1 H1, and V0
 * V0 of successive steps, which is exact.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/include/hedra_tsa.h"
#include "tests/bench/memory.h"
#include "tests/bench/tsa_gpu.h"

static _Thread_local struct hedra_error why;

static const char about[] =
    "Measures Trotter-Suzuki evolution on square lattices of 512 to 8192 "
    "sites\n"
    "a side (--quick: to 2048, fewer turns), float and double, on one thread\n"
    "and on two, in 10^6 sites a second: naive, in vectors, in blocks, and\n"
    "streamed with several steps in a pass, as many as the row's size tells "
    "or\n"
    "as hedra_tsa_tune has measured. Behind each rate stands how many times "
    "the\n"
    "memory's floor that is, one read and one write of each site for a step "
    "at\n"
    "the bandwidth of memcpy on as many threads, measured in the same run.\n"
    "--kernel NAME picks one part: cpu; gpu,\n"
    "the same on the GPU that HEDRA_DEVICE names, to 16384 sites a side or of\n"
    "--size N alone; counts, what a step on a GPU asks of memory, from the\n"
    "simulator. Exits with 1 if a method is wrong or a bar of counts is "
    "missed.\n";

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void give_up(int error)
{
    fprintf(stderr, "error: %s\n", hedra_status_name(error));
    if (error == HEDRA_ERROR_NO_DEVICE)
        fprintf(stderr, "%s\n", why.text);
    exit(2);
}

double tsa_measure(struct hedra_tsa_options o, int turns)
{
    const double turn = 0.2;
    const int64_t n = o.nx;
    o.ny = n;
    o.step = 0.1;
    o.vx = o.vy = 1;
    double middle = (double)n / 2, wide = (double)n / 20, best = 0;
    struct hedra_tsa *t;
    int error = hedra_tsa_create(&o, &t, &why);
    if (error == HEDRA_ERROR_NO_MEMORY)
        return -1;
    if (!error)
        error = hedra_tsa_gaussian(t, (double[]){middle, middle},
                                   (double[]){wide, wide}, (double[]){1, 0.5},
                                   &why);
    int64_t steps = 1;
    for (int k = 0; k < turns && !error;) {
        double start = seconds();
        error = hedra_tsa_step(t, steps, &why);
        double taken = seconds() - start;
        if (taken < turn / 2 && steps < 100000) {
            steps *= 2;
            continue;
        }
        double rate = (double)(n * n * steps) / taken * 1e-6;
        best = rate > best ? rate : best;
        k++;
    }
    if (error)
        give_up(error);
    hedra_tsa_destroy(t);
    return best;
}

enum { MOST_THREADS = 2 };

struct method {
    int method;
    const char *name;
    bool tuned;
};
static const struct method methods[] = {{HEDRA_TSA_NAIVE, "naive", false},
                                        {HEDRA_TSA_VECTOR, "vector", false},
                                        {HEDRA_TSA_BLOCK, "block", false},
                                        {HEDRA_TSA_STREAM, "stream", false},
                                        {HEDRA_TSA_STREAM, "tuned", true}};
enum { METHODS = sizeof methods / sizeof methods[0], STREAM = 3 };

/* In 10^6 sites a second, STREAM on two threads: four times and three times the
 * public code of the paper's authors on the same kind of machine; the goal is
 * the floor of one pass. */
static void put_figure(int64_t n, int real, double rate, double floor)
{
    char name[64];
    double bar = real != HEDRA_TSA_FLOAT ? 0
                 : n == 8192             ? 1300
                 : n == 2048             ? 3 * 596
                                         : 0;
    snprintf(name, sizeof name, "tsa-%s-%lld",
             real == HEDRA_TSA_FLOAT ? "float" : "double", (long long)n);
    if (bar > 0)
        bench_figure(name, rate, "Msites/s", '>', bar, floor);
}

/* 10^6 sites a second that one pass for each step could do. */
static double floor_of(int real, double bandwidth)
{
    return bandwidth / (real == HEDRA_TSA_FLOAT ? 16 : 32) * 1e-6;
}

/* On one thread and on two, with the shares of both floors; on two threads. */
static double race_method(const struct method *m, int real, int64_t n,
                          int turns, const double bandwidth[MOST_THREADS])
{
    const char *type = real == HEDRA_TSA_FLOAT ? "float" : "double";
    double rate[MOST_THREADS];
    int depth = 0;
    bench_progress("%s, %lld, %s", type, (long long)n, m->name);
    for (int k = 0; k < MOST_THREADS; k++) {
        struct hedra_tsa_options o = {.nx = n,
                                      .ny = n,
                                      .real = real,
                                      .step = 0.1,
                                      .vx = 1,
                                      .vy = 1,
                                      .method = m->method,
                                      .threads = k + 1};
        int error = m->tuned ? hedra_tsa_tune(&o, &why) : HEDRA_OK;
        if (error)
            give_up(error);
        depth = o.fused;
        rate[k] = tsa_measure(o, turns);
    }
    bench_progress("%s", "");
    printf("%-7s %5lld %-7s", type, (long long)n, m->name);
    for (int k = 0; k < MOST_THREADS; k++)
        printf(" %12.1f %6.2f", rate[k],
               rate[k] / floor_of(real, bandwidth[k]));
    if (m->tuned)
        printf("  %d steps a pass on two", depth);
    putchar('\n');
    fflush(stdout);
    return rate[MOST_THREADS - 1];
}

static bool race_cpu(const struct bench_options *options)
{
    int turns = options->quick ? 2 : 5;
    int64_t most = options->quick ? 2048 : 8192;
    double stream[2][16] = {{0}};
    bench_progress("bandwidth");
    const double bandwidth[MOST_THREADS] = {bench_copy_bandwidth(1, turns + 2),
                                            bench_copy_bandwidth(2, turns + 2)};
    printf("memcpy: %.1f GB/s read and written on one thread, %.1f on two\n\n",
           bandwidth[0] * 1e-9, bandwidth[1] * 1e-9);
    printf("%-7s %5s %-7s %12s %6s %12s %6s  %s\n", "real", "side", "method",
           "1 thread", "floors", "2 threads", "floors", "10^6 sites/s");
    for (int real = 0; real < 2; real++)
        for (int64_t n = 512, row = 0; n <= most; n *= 2, row++)
            for (int k = 0; k < METHODS; k++) {
                double rate =
                    race_method(&methods[k], real, n, turns, bandwidth);
                if (k == STREAM)
                    stream[real][row] = rate;
            }
    putchar('\n');
    for (int real = 0; real < 2; real++)
        for (int64_t n = 512, row = 0; n <= most; n *= 2, row++)
            put_figure(n, real, stream[real][row],
                       floor_of(real, bandwidth[1]));
    return true;
}

/* Without --kernel the first ones. */
static const struct {
    const char *name;
    bool (*run)(const struct bench_options *options);
} race[] = {{"cpu", race_cpu},
            {"gpu", tsa_race_gpu},
            {"counts", tsa_race_counts},
            {"one-launch", tsa_one_launch}};
enum { RACES = sizeof race / sizeof race[0], USUAL_RACES = 3 };

int main(int argc, char **argv)
{
    struct bench_options options = bench_parse(argc, argv, about);
    bool good = true;
    int run = 0;
    for (int k = 0; k < (options.kernel ? RACES : USUAL_RACES); k++)
        if (!options.kernel || !strcmp(options.kernel, race[k].name)) {
            good &= race[k].run(&options);
            run++;
        }
    if (run == 0)
        fprintf(stderr, "error: there is no part '%s'\n", options.kernel);
    return run == 0 ? 2 : !good;
}
