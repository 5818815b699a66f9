/*
 * bench-choose: a nest that a program calls again and again, on the host. The
 * plain program against the program that hedrac made, which chooses between
 * kernels and the plain nest by what its calls took (HEDRA_CHOOSE=auto), and
 * with each of both alone.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"

static const char about[] =
    "Races a nest of 100 to 4,000,000 elements that is called often: gcc's\n"
    "plain program, hedrac's with HEDRA_CHOOSE=auto, hedra and plain. Least\n"
    "wall seconds of 5 turns (1 with --quick). Exits with 1 if one fails or\n"
    "prints something else.\n";

enum contender { GCC, AUTO, HEDRA, PLAIN, CONTENDERS };

static const char *const names[CONTENDERS] = {"gcc", "auto", "hedra", "plain"};

static const struct size {
    const char *elements, *calls;
    bool tiny; /* the call itself takes longer than its elements */
} sizes[] = {
    {"100", "1000000", true},  {"1000", "500000", true},
    {"10000", "50000", false}, {"100000", "5000", false},
    {"4000000", "200", false},
};
enum { SIZES = sizeof sizes / sizeof *sizes };

static bool compile(const struct bench_options *o, const char *folder)
{
    static const char source[] = HEDRA_SOURCE_DIR "/tests/bench/choose/often.c";
    char middle[300], gcc[300], hedrac[300];
    bench_file(middle, sizeof middle, folder, "middle.c");
    bench_file(gcc, sizeof gcc, folder, "gcc");
    bench_file(hedrac, sizeof hedrac, folder, "hedrac");
    struct bench_command plain = {.count = 0}, h = {.count = 0},
                         c = {.count = 0};
    bench_add(&plain, "gcc", "-O3", bench_march(), "-w", source, "-o", gcc,
              NULL);
    bench_add(&h, o->hedrac, source, "-o", middle, NULL);
    bench_add(&c, "gcc", "-O3", bench_march(), "-w", middle, "-o", hedrac,
              NULL);
    bench_add_library(&c);
    return bench_do(&plain, NULL) && bench_do(&h, NULL) && bench_do(&c, NULL);
}

/* Runs one of them; seconds, or a NaN. What the first prints all print. */
static double run(const char *folder, enum contender who, const struct size *s,
                  char *expected, size_t room)
{
    char program[300], way[40];
    bench_file(program, sizeof program, folder, who == GCC ? "gcc" : "hedrac");
    snprintf(way, sizeof way, "HEDRA_CHOOSE=%s", names[who]);
    const char *const env[] = {"HEDRA_DEVICE=host", who == GCC ? NULL : way,
                               NULL};
    struct bench_command c = {.count = 0};
    bench_add(&c, program, s->elements, s->calls, NULL);
    return bench_seconds(&c, env, names[who], expected, room);
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int turns = o.repeat ? o.repeat : o.quick ? 1 : 5;
    double least[2] = {INFINITY, INFINITY}, against = INFINITY;
    char folder[256];
    bench_make_folder(folder, sizeof folder);
    bool good = compile(&o, folder);
    printf("%-9s %9s %9s %9s %9s  gcc/auto\n", "elements", names[GCC],
           names[AUTO], names[HEDRA], names[PLAIN]);
    for (int k = 0; k < SIZES && good; k++) {
        double best[CONTENDERS] = {INFINITY, INFINITY, INFINITY, INFINITY};
        char expected[64] = "";
        for (int turn = 0; turn < turns; turn++)
            for (int who = 0; who < CONTENDERS; who++) {
                bench_progress("%s elements, turn %d of %d, %s",
                               sizes[k].elements, turn + 1, turns, names[who]);
                double s =
                    run(folder, who, &sizes[k], expected, sizeof expected);
                good &= !isnan(s);
                best[who] = fmin(best[who], s);
            }
        bench_progress("%s", "");
        printf("%-9s %9.4f %9.4f %9.4f %9.4f  %8.3f\n", sizes[k].elements,
               best[GCC], best[AUTO], best[HEDRA], best[PLAIN],
               best[GCC] / best[AUTO]);
        double ratio = best[GCC] / best[AUTO];
        least[sizes[k].tiny] = fmin(least[sizes[k].tiny], ratio);
        against = fmin(against, fmin(best[HEDRA], best[PLAIN]) / best[AUTO]);
    }
    bench_remove(folder);
    if (!good)
        return 1;
    bench_figure("choose-least", least[false], "x", '>', 0.97, 1);
    bench_figure("choose-least-tiny", least[true], "x", '>', 0.97, 1);
    bench_figure("choose-better-way", against, "x", '>', 0.95, 1);
    return 0;
}
