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

#include "runtime/tsa.h"
#include "tests/bench/tsa_gpu.h"

static const char about[] =
    "Measures Trotter-Suzuki evolution on square lattices of 512 to 8192 "
    "sites\n"
    "a side (--quick: to 2048, fewer turns), float and double, on one thread\n"
    "and on two, in 10^6 sites a second: naive, in vectors, in blocks, and\n"
    "streamed with several steps in a pass. The memory floor is what one read\n"
    "and one write of each site for a step would allow at the bandwidth of\n"
    "memcpy, measured in the same run. --kernel NAME picks one part: cpu; "
    "gpu,\n"
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
    fprintf(stderr, "error: %s\n", hedra_tsa_message(error));
    if (error == HEDRA_TSA_DEVICE)
        fprintf(stderr, "%s\n", hedra_tsa_device_message());
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
    int error = hedra_tsa_create(&o, &t);
    if (error == HEDRA_TSA_MEMORY)
        return -1;
    if (!error)
        error = hedra_tsa_gaussian(t, (double[]){middle, middle},
                                   (double[]){wide, wide}, (double[]){1, 0.5});
    int64_t steps = 1;
    for (int k = 0; k < turns && !error;) {
        double start = seconds();
        error = hedra_tsa_step(t, steps);
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

/* Bytes a second of memcpy, read and written, on one thread. */
static double copy_bandwidth(int turns)
{
    const size_t size = (size_t)128 << 20;
    char *from = malloc(size), *to = malloc(size);
    double best = 0;
    if (!from || !to)
        give_up(HEDRA_TSA_MEMORY);
    memset(from, 1, size);
    memset(to, 2, size);
    for (int k = 0; k < turns + 2; k++) {
        double start = seconds();
        memcpy(to, from, size);
        double rate = 2 * (double)size / (seconds() - start);
        best = rate > best ? rate : best;
    }
    free(from);
    free(to);
    return best;
}

struct method {
    int method;
    const char *name;
};
static const struct method methods[] = {{HEDRA_TSA_NAIVE, "naive"},
                                        {HEDRA_TSA_VECTOR, "vector"},
                                        {HEDRA_TSA_BLOCK, "block"},
                                        {HEDRA_TSA_STREAM, "stream"}};
enum { METHODS = sizeof methods / sizeof methods[0] };

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

static bool race_cpu(const struct bench_options *options)
{
    int turns = options->quick ? 2 : 5;
    int64_t most = options->quick ? 2048 : 8192;
    double stream[2][16] = {{0}};
    bench_progress("bandwidth");
    double bandwidth = copy_bandwidth(turns);
    printf("memcpy on one thread: %.1f GB/s read and written\n\n",
           bandwidth * 1e-9);
    printf("%-7s %5s %-7s %12s %12s  %s\n", "real", "side", "method",
           "1 thread", "2 threads", "10^6 sites/s");
    for (int real = 0; real < 2; real++)
        for (int64_t n = 512, row = 0; n <= most; n *= 2, row++)
            for (int k = 0; k < METHODS; k++) {
                const char *type = real ? "double" : "float";
                bench_progress("%s, %lld, %s", type, (long long)n,
                               methods[k].name);
                struct hedra_tsa_options o = {.nx = n, .real = real};
                o.method = methods[k].method;
                o.threads = 1;
                double one = tsa_measure(o, turns);
                o.threads = 2;
                double two = tsa_measure(o, turns);
                stream[real][row] = two;
                bench_progress("%s", "");
                printf("%-7s %5lld %-7s %12.1f %12.1f\n", type, (long long)n,
                       methods[k].name, one, two);
                fflush(stdout);
            }
    putchar('\n');
    for (int real = 0; real < 2; real++)
        for (int64_t n = 512, row = 0; n <= most; n *= 2, row++)
            put_figure(n, real, stream[real][row],
                       2 * bandwidth / (real ? 32 : 16) * 1e-6);
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
