/*
 * bench-openmp: a program whose loops pragmas of OpenMP mark, tried with hedrac
 * --accept=omp on the host, against the same program that gcc compiles with
 * -fopenmp, both with as many threads.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"

static const char about[] =
    "Races a smoothing and a sum of rows that are marked for OpenMP, on 300 "
    "to\n"
    "3,000 rows and with 1 and 2 threads: gcc -fopenmp and hedrac\n"
    "--accept=omp. Least wall seconds of 5 turns (1 with --quick). Exits with "
    "1\n"
    "if one fails or prints something else.\n";

enum contender { GCC, HEDRAC, CONTENDERS };

static const char *const names[CONTENDERS] = {"gcc", "hedrac"};
static const char *const sizes[][2] = {{"300", "1000"}, {"3000", "10"}};
enum { SIZES = sizeof sizes / sizeof *sizes, THREADS = 2 };

static bool compile(const struct bench_options *o, const char *folder)
{
    static const char source[] = HEDRA_SOURCE_DIR "/tests/bench/openmp/rows.c";
    char middle[300], gcc[300], hedrac[300];
    bench_file(middle, sizeof middle, folder, "middle.c");
    bench_file(gcc, sizeof gcc, folder, names[GCC]);
    bench_file(hedrac, sizeof hedrac, folder, names[HEDRAC]);
    struct bench_command plain = {.count = 0}, h = {.count = 0},
                         c = {.count = 0};
    bench_add(&plain, "gcc", "-O3", bench_march(), "-ffp-contract=off",
              "-fopenmp", "-w", source, "-o", gcc, NULL);
    bench_add(&h, o->hedrac, "--accept=omp", "--targets=host",
              "-ffp-contract=off", source, "-o", middle, NULL);
    bench_add(&c, "gcc", "-O3", bench_march(), "-ffp-contract=off", "-w",
              middle, "-o", hedrac, NULL);
    bench_add_library(&c);
    return bench_do(&plain, NULL) && bench_do(&h, NULL) && bench_do(&c, NULL);
}

/* Runs one of them; seconds, or a NaN. What the first prints all print. */
static double run(const char *folder, enum contender who, int size, int threads,
                  char *expected, size_t room)
{
    char program[300], omp[40], hedra[40];
    bench_file(program, sizeof program, folder, names[who]);
    snprintf(omp, sizeof omp, "OMP_NUM_THREADS=%d", threads);
    snprintf(hedra, sizeof hedra, "HEDRA_THREADS=%d", threads);
    const char *const env[] = {"HEDRA_DEVICE=host", omp, hedra, NULL};
    struct bench_command c = {.count = 0};
    bench_add(&c, program, sizes[size][0], sizes[size][1], NULL);
    return bench_seconds(&c, env, names[who], expected, room);
}

/* gcc's time by hedrac's; a NaN if one of them failed. */
static double race(const char *folder, int size, int threads, int turns)
{
    double best[CONTENDERS] = {INFINITY, INFINITY};
    char expected[64] = "";
    for (int turn = 0; turn < turns; turn++)
        for (int who = 0; who < CONTENDERS; who++) {
            bench_progress("%s rows, turn %d of %d, %s", sizes[size][0],
                           turn + 1, turns, names[who]);
            double s =
                run(folder, who, size, threads, expected, sizeof expected);
            if (isnan(s))
                return s;
            best[who] = fmin(best[who], s);
        }
    bench_progress("%s", "");
    printf("%-9s %7d %9.5f %9.5f  %10.3f\n", sizes[size][0], threads, best[GCC],
           best[HEDRAC], best[GCC] / best[HEDRAC]);
    return best[GCC] / best[HEDRAC];
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int turns = o.repeat ? o.repeat : o.quick ? 1 : 5;
    double least = INFINITY;
    char folder[256];
    bench_make_folder(folder, sizeof folder);
    bool good = compile(&o, folder);
    printf("rows      threads %9s %9s  gcc/hedrac\n", names[GCC],
           names[HEDRAC]);
    for (int size = 0; size < SIZES && good; size++)
        for (int threads = 1; threads <= THREADS && good; threads++) {
            double ratio = race(folder, size, threads, turns);
            good = !isnan(ratio);
            least = fmin(least, ratio);
        }
    bench_remove(folder);
    if (!good)
        return 1;
    bench_figure("openmp-least", least, "x", '>', 0.95, 1);
    return 0;
}
