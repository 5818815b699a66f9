/*
 * bench-dynamic: what Plans gain. Each race compiles programs of
 * tests/bench/dynamic/ and runs them with and without what it measures.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/dynamic/levels.h"

static const char about[] =
    "Races Plans, lists of points made when a program runs, against nests "
    "that\n"
    "test every point. What is counted by the simulator is the same on every\n"
    "machine. --kernel NAME picks one race: filter, levels or levels-host.\n"
    "Exits with 1 if a bar is missed, but for times on the host.\n";

struct workplace {
    char folder[256];
    const struct bench_options *options;
};

static const char *file_in(char *path, size_t size, const struct workplace *w,
                           const char *name)
{
    snprintf(path, size, "%s/%s", w->folder, name);
    return path;
}

static bool call(const struct bench_command *command, const char *const *env)
{
    struct spawn_result result;
    bool good = bench_call(command, env, false, &result);
    if (good)
        spawn_free(&result);
    return good;
}

/* Compiles tests/bench/dynamic/NAME.c with hedrac and the C compiler, without
 * contraction; *program receives the path of what was made. */
static bool build(const struct workplace *w, const char *name, char *program,
                  size_t size)
{
    struct bench_command hedrac = {0}, cc = {0};
    char source[512], text[300], include[4200], library[4200];
    snprintf(source, sizeof source, "%s/tests/bench/dynamic/%s.c",
             HEDRA_SOURCE_DIR, name);
    file_in(text, sizeof text, w, "program.hedra.c");
    file_in(program, size, w, name);
    snprintf(include, sizeof include, "-I%s/include", bench_tree());
    snprintf(library, sizeof library, "%s/lib/libhedra.a", bench_tree());
    bench_add(&hedrac, w->options->hedrac, "-ffp-contract=off", source, "-o",
              text, NULL);
    bench_add(&cc, "cc", "-O2", "-w", "-ffp-contract=off", include, text,
              library, "-lm", "-lpthread", "-ldl", "-o", program, NULL);
    return call(&hedrac, NULL) && call(&cc, NULL);
}

/* The sum of a number over all kernels of a file of HEDRA_COUNT=json, negative
 * if it cannot be read. */
static double sum_of(const char *path, const char *key)
{
    char line[8192], word[64];
    double sum = 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    snprintf(word, sizeof word, "\"%s\": ", key);
    while (fgets(line, sizeof line, f)) {
        const char *at = strstr(line, word);
        if (at)
            sum += strtod(at + strlen(word), NULL);
    }
    fclose(f);
    return sum;
}

/* The warp instructions of all kernels of one run on ptxsim. */
static double count_instructions(const struct workplace *w, const char *program,
                                 const char *argument, const char *plan)
{
    char file[300], count[400], mode[64];
    struct bench_command run = {0};
    file_in(file, sizeof file, w, "counts.json");
    snprintf(count, sizeof count, "HEDRA_COUNT=json:%s", file);
    snprintf(mode, sizeof mode, "HEDRA_PLAN=%s", plan);
    const char *const env[] = {"HEDRA_DEVICE=ptxsim", "HEDRA_CHECK=none", count,
                               mode, NULL};
    bench_add(&run, program, argument, NULL);
    return call(&run, env) ? sum_of(file, "warp_instructions") : -1;
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
        double nest = count_instructions(w, program, share[k], "guard");
        double chosen = count_instructions(w, program, share[k], "auto");
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

static bool race_levels(const struct workplace *w)
{
    return bench_levels(w->options, w->folder);
}

static bool race_levels_host(const struct workplace *w)
{
    return bench_levels_host(w->options, w->folder);
}

static const struct {
    const char *name;
    bool (*run)(const struct workplace *w);
} race[] = {
    {"filter", race_filter},
    {"levels", race_levels},
    {"levels-host", race_levels_host},
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
