/*
 * bench-dynamic: what Plans gain. Each race compiles programs of
 * tests/bench/dynamic/ and runs them with and without what it measures.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/counts.h"
#include "tests/bench/dynamic/levels.h"

static const char about[] =
    "Races Plans, lists of points made when a program runs, against nests "
    "that\n"
    "test every point. What is counted by the simulator is the same on every\n"
    "machine. Then what needs no Plan, on the host, against loops with "
    "OpenMP:\n"
    "sparse products, a sum, a running sum; contestants take turns.\n"
    "--kernel NAME picks one race: filter, levels, levels-host, rows, sptrsv,\n"
    "sptrsv-host, spmv or stream.\n"
    "Exits with 1 if a bar is missed, but for times on the host.\n";

struct workplace {
    char folder[256];
    const struct bench_options *options;
};

/* Compiles tests/bench/dynamic/NAME.c with hedrac and the C compiler, without
 * contraction; *program receives the path of what was made. */
static bool build(const struct workplace *w, const char *name, char *program,
                  size_t size)
{
    struct bench_command hedrac = {0}, cc = {0};
    char source[512], text[300], root[300];
    snprintf(source, sizeof source, "%s/tests/bench/dynamic/%s.c",
             HEDRA_SOURCE_DIR, name);
    bench_file(text, sizeof text, w->folder, "program.hedra.c");
    bench_file(program, size, w->folder, name);
    snprintf(root, sizeof root, "-I%s", HEDRA_SOURCE_DIR);
    bench_add(&hedrac, w->options->hedrac, "-ffp-contract=off", root, source,
              "-o", text, NULL);
    bench_add(&cc, "cc", "-O2", "-w", "-ffp-contract=off", "-fopenmp", root,
              text, "-o", program, NULL);
    bench_add_library(&cc);
    return bench_do(&hedrac, NULL) && bench_do(&cc, NULL);
}

/* The warp instructions of all kernels of one run on ptxsim; the program's
 * arguments end with NULL. */
static double count_instructions(const struct workplace *w, const char *program,
                                 const char *const *argument, const char *plan)
{
    char file[300], count[400], mode[64];
    struct bench_command run = {0};
    bench_file(file, sizeof file, w->folder, "counts.json");
    snprintf(count, sizeof count, "HEDRA_COUNT=json:%s", file);
    snprintf(mode, sizeof mode, "HEDRA_PLAN=%s", plan);
    const char *const env[] = {"HEDRA_DEVICE=ptxsim", "HEDRA_CHECK=none", count,
                               mode, NULL};
    bench_add(&run, program, NULL);
    for (; *argument; argument++)
        bench_add(&run, *argument, NULL);
    struct bench_counts counts;
    return bench_do(&run, env) && bench_read_counts(file, &counts)
               ? counts.instructions
               : -1;
}

/* Where few points are active the list must win by far; where nearly all are,
 * finding that out may cost little. */
static bool race_filter(const struct workplace *w)
{
    static const char *const share[] = {"1", "5", "20", "50", "95"};
    const double few_bar = 8, few_goal = 10, most_bar = 3, most_goal = 2;
    char program[300];
    double few = 0, most = 0;
    if (!build(w, "filter", program, sizeof program))
        return false;
    printf("%-8s %16s %16s %8s\n", "active", "nest", "chosen", "ratio");
    for (size_t k = 0; k < sizeof share / sizeof *share; k++) {
        bench_progress("filter, %s %% active", share[k]);
        const char *const argument[] = {share[k], NULL};
        double nest = count_instructions(w, program, argument, "guard");
        double chosen = count_instructions(w, program, argument, "auto");
        if (nest <= 0 || chosen <= 0)
            return false;
        bench_progress("%s", "");
        printf("%6s %% %16.0f %16.0f %8.2f\n", share[k], nest, chosen,
               nest / chosen);
        if (!strcmp(share[k], "5"))
            few = nest / chosen;
        if (!strcmp(share[k], "95"))
            most = 100 * (chosen / nest - 1);
    }
    bench_figure("filter-5-percent", few, "x", '>', few_bar, few_goal);
    bench_figure("filter-95-percent-lost", most, "%", '<', most_bar, most_goal);
    return few >= few_bar && most <= most_bar;
}

/* Rows of which each thread has its own, against long ones that the threads of
 * a block share: of power-law lengths these win, of even ones nothing is long.
 */
static bool race_rows(const struct workplace *w)
{
    static const char *const kind[] = {"power-law", "even"};
    const double bar = 3, goal = 4, most_bar = 15, most_goal = 5;
    char program[300];
    double gained[2];
    if (!build(w, "rows", program, sizeof program))
        return false;
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
        const char *const own[] = {kind[k], "own", NULL};
        const char *const shared[] = {kind[k], "shared", NULL};
        bench_progress("rows, %s", kind[k]);
        double apart = count_instructions(w, program, own, "auto");
        double together = count_instructions(w, program, shared, "auto");
        if (apart <= 0 || together <= 0)
            return false;
        bench_progress("%s", "");
        printf("rows, %s: warp instructions %.0f each its own, %.0f shared\n",
               kind[k], apart, together);
        gained[k] = apart / together;
    }
    double lost = 100 * (1 / gained[1] - 1);
    bench_figure("rows-power-law", gained[0], "x", '>', bar, goal);
    bench_figure("rows-even-lost", lost, "%", '<', most_bar, most_goal);
    return gained[0] >= bar && lost <= most_bar;
}

/* A triangular system that one thread solves row by row, or all level by level:
 * with the inspector's work, and where the Plan is there from the run before.
 */
static bool race_triangle(const struct workplace *w)
{
    static const char *const once[] = {"20000", "4", "1", NULL};
    static const char *const twice[] = {"20000", "4", "2", NULL};
    const double bar = 2, goal = 4, kept_bar = 8, kept_goal = 15;
    char program[300];
    if (!build(w, "triangle", program, sizeof program))
        return false;
    bench_progress("triangle");
    double serial = count_instructions(w, program, once, "guard");
    double first = count_instructions(w, program, once, "auto");
    double both = count_instructions(w, program, twice, "auto");
    if (serial <= 0 || first <= 0 || both <= first)
        return false;
    bench_progress("%s", "");
    printf("triangle, 20000 rows: warp instructions %.0f in order, %.0f by "
           "levels with the inspector, %.0f with a kept Plan\n",
           serial, first, both - first);
    bench_figure("sptrsv-instructions", serial / first, "x", '>', bar, goal);
    bench_figure("sptrsv-instructions-kept", serial / (both - first), "x", '>',
                 kept_bar, kept_goal);
    return serial / first >= bar && serial / (both - first) >= kept_bar;
}

/* One run on the host, each round after a round of the plain loop; how many
 * times as fast the region was, 0: it failed. */
static double race_on_host(const struct workplace *w, const char *program,
                           const char *rows, const char *mode)
{
    struct bench_command run = {0};
    struct spawn_result result;
    const char *const env[] = {"HEDRA_DEVICE=host", mode, NULL};
    double plain = 0, region = 0;
    char verdict[8] = "";
    int levels = 0;
    bench_progress("triangle of %s rows", rows);
    bench_add(&run, program, rows, "4", w->options->quick ? "5" : "0", NULL);
    if (!bench_call(&run, env, false, &result))
        return 0;
    int found = sscanf(result.out, "%d %*f %lf %lf %7s", &levels, &plain,
                       &region, verdict);
    spawn_free(&result);
    bench_progress("%s", "");
    if (found != 4 || strcmp(verdict, "right") != 0)
        return 0;
    printf("%9s %7d %-15s %10.0f %10.0f\n", rows, levels, mode, 1e6 * plain,
           1e6 * region);
    return plain / region;
}

/* By default nothing may be lost; what a Plan would gain is shown. */
static bool race_triangle_host(const struct workplace *w)
{
    static const char *const rows[] = {"20000", "200000", "2000000"};
    const double bar = 0.95, goal = 1;
    char program[300];
    double worst = INFINITY;
    if (!build(w, "triangle", program, sizeof program))
        return false;
    printf("%9s %7s %-15s %10s %10s\n", "rows", "levels", "", "plain us",
           "hedrac us");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double usual = race_on_host(w, program, rows[k], "HEDRA_PLAN=auto");
        double asked = race_on_host(w, program, rows[k], "HEDRA_PLAN=plan");
        if (usual <= 0 || asked <= 0)
            return false;
        worst = fmin(worst, usual);
    }
    bench_figure("sptrsv-host", worst, "x", '>', bar, goal);
    return true;
}

static bool race_levels(const struct workplace *w)
{
    return bench_levels(w->options, w->folder);
}

static bool race_levels_host(const struct workplace *w)
{
    return bench_levels_host(w->options, w->folder);
}

/* What a program that races on the host prints: up to four times. */
static bool times_of(const char *program, const char *kind, const char *size,
                     double seconds[4])
{
    static const char *const env[] = {"HEDRA_DEVICE=host", NULL};
    struct bench_command run = {0};
    struct spawn_result result;
    bench_add(&run, program, kind ? kind : size, kind ? size : NULL, NULL);
    if (!bench_call(&run, env, false, &result))
        return false;
    const char *at = result.out;
    for (int k = 0; k < 4; k++) {
        char *end;
        seconds[k] = strtod(at, &end);
        at = end;
    }
    spawn_free(&result);
    return seconds[0] > 0 && seconds[1] > 0;
}

/* The race of a bar that time decides: a loaded machine misses it, too. */
static bool race_spmv(const struct workplace *w)
{
    static const char *const kind[] = {"banded", "random", "power-law"};
    char program[300];
    if (!build(w, "spmv", program, sizeof program))
        return false;
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
        double seconds[4];
        char name[64];
        bench_progress("spmv, %s", kind[k]);
        if (!times_of(program, kind[k],
                      w->options->quick ? "100000" : "1000000", seconds))
            return false;
        bench_progress("%s", "");
        snprintf(name, sizeof name, "spmv-%s", kind[k]);
        bench_figure(name, seconds[0] / seconds[1], "of OpenMP", '>', 0.9, 1);
    }
    return true;
}

static bool race_stream(const struct workplace *w)
{
    char program[300];
    double seconds[4];
    if (!build(w, "stream", program, sizeof program) ||
        !times_of(program, NULL, w->options->quick ? "4194304" : "67108864",
                  seconds))
        return false;
    bench_figure("sum", seconds[0] / seconds[1], "of reading", '>', 0.9, 1);
    bench_figure("scan", seconds[2] / seconds[3], "of copying", '>', 0.6, 0.66);
    return true;
}

static const struct {
    const char *name;
    bool (*run)(const struct workplace *w);
} race[] = {
    {"filter", race_filter},
    {"levels", race_levels},
    {"levels-host", race_levels_host},
    {"rows", race_rows},
    {"sptrsv", race_triangle},
    {"sptrsv-host", race_triangle_host},
    {"spmv", race_spmv},
    {"stream", race_stream},
};

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    struct workplace w = {.options = &o};
    bool good = true, any = false;
    bench_make_folder(w.folder, sizeof w.folder);
    for (size_t k = 0; k < sizeof race / sizeof *race; k++)
        if (!o.kernel || !strcmp(o.kernel, race[k].name)) {
            any = true;
            good &= race[k].run(&w);
        }
    bench_progress("%s", "");
    bench_remove(w.folder);
    if (!any)
        fprintf(stderr, "there is no race '%s'\n", o.kernel);
    return good && any ? 0 : 1;
}
