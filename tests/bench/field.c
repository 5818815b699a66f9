/*
 * bench-field: what hedrac makes of loops as people write them, against gcc and
 * clang, on the programs of tests/field, in one run.
 *
 * Each contender compiles the same source by the same options. The turns of a
 * program interleave, one process each, and the fastest counts. What a process
 * prints must be what gcc's program prints, or the program counts as failed.
 * With one thread the time is the processor's, with two the wall clock's.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"

#define PROGRAMS HEDRA_SOURCE_DIR "/tests/field/"

static const char about[] =
    "Races gcc -O3 -march=native, clang with the same options and hedrac's\n"
    "host kernels on the programs of tests/field (size large), best of 5\n"
    "turns (2 with --quick). --kernel takes a pattern of GROUP/NAME, as\n"
    "'image/*'; --size takes large or a number. Exits with 1 if what hedrac\n"
    "made fails or prints something else; a refused program is counted.\n";

enum { GCC, CLANG, ONE, TWO, CONTENDERS };

struct contender {
    const char *name, *program;
    const char *env[3];
};

static const struct contender contender[CONTENDERS] = {
    {"gcc", "gcc", {NULL}},
    {"clang", "clang", {NULL}},
    {"one thread", "hedrac", {"HEDRA_DEVICE=host", "HEDRA_THREADS=1", NULL}},
    {"two threads", "hedrac", {"HEDRA_DEVICE=host", "HEDRA_THREADS=2", NULL}},
};

struct race {
    const struct bench_options *options;
    const char *size;
    int turns;
    char folder[256];
};

struct entry {
    char name[64], source[512];
    char refusal[256];                        /* "": hedrac takes it */
    double wall[CONTENDERS], cpu[CONTENDERS]; /* fastest; 0: none */
    char *expected;                           /* what gcc's program prints */
};

static void add_common(struct bench_command *command, const char *source,
                       const char *program)
{
    bench_add(command, "-O3", bench_march(), "-ffp-contract=off", "-std=gnu11",
              "-w", "-I" HEDRA_SOURCE_DIR, source, "-o", program, NULL);
}

static bool compile_plain(const struct race *race, const char *compiler,
                          const char *source)
{
    char program[300];
    struct bench_command c = {.count = 0};
    bench_file(program, sizeof program, race->folder, compiler);
    bench_add(&c, compiler, NULL);
    add_common(&c, source, program);
    bench_add(&c, "-lm", NULL);
    struct spawn_result result;
    bool good = bench_call(&c, NULL, strcmp(compiler, "clang") == 0, &result);
    spawn_free(&result);
    return good;
}

/* Keeps the text of the first error. */
static void keep_refusal(struct entry *e, const struct spawn_result *result)
{
    const char *text = result->err ? strstr(result->err, "error: ") : NULL;
    if (text)
        text += strlen("error: ");
    else
        text = "hedrac did not end well";
    snprintf(e->refusal, sizeof e->refusal, "%.*s", (int)strcspn(text, "\n"),
             text);
}

static bool compile_hedrac(const struct race *race, struct entry *e)
{
    char middle[300], program[300];
    bench_file(middle, sizeof middle, race->folder, "middle.c");
    bench_file(program, sizeof program, race->folder, "hedrac");
    struct bench_command h = {.count = 0}, c = {.count = 0};
    bench_add(&h, race->options->hedrac, e->source, "-o", middle,
              "--targets=host", "-std=gnu11", "-ffp-contract=off",
              "-I" HEDRA_SOURCE_DIR, NULL);
    struct spawn_result result;
    bool taken = bench_call(&h, NULL, true, &result);
    if (!taken)
        keep_refusal(e, &result);
    spawn_free(&result);
    if (!taken)
        return false;
    bench_add(&c, "gcc", NULL);
    add_common(&c, middle, program);
    bench_add_library(&c);
    return bench_do(&c, NULL);
}

static void keep_least(double *least, double seconds)
{
    if (*least == 0 || seconds < *least)
        *least = seconds;
}

/* One turn of one contender; false if it failed. The first turn of gcc says
 * what is to be printed. */
static bool take_turn(const struct race *race, struct entry *e, int who)
{
    char program[300];
    double wall, cpu;
    bench_file(program, sizeof program, race->folder, contender[who].program);
    struct bench_command c = {.count = 0};
    bench_add(&c, program, race->size, NULL);
    struct spawn_result result;
    bool good = bench_call(&c, contender[who].env, false, &result);
    const char *line = good ? strstr(result.err, "time ") : NULL;
    good = line && sscanf(line, "time %lf %lf", &wall, &cpu) == 2;
    if (good && !e->expected)
        e->expected = strdup(result.out);
    if (good && strcmp(e->expected, result.out) != 0) {
        fprintf(stderr, "%s, %s: prints something else\n", e->name,
                contender[who].name);
        good = false;
    }
    spawn_free(&result);
    if (!good)
        return false;
    keep_least(&e->wall[who], wall);
    keep_least(&e->cpu[who], cpu);
    return true;
}

static void race_program(const struct race *race, struct entry *e)
{
    bool takes_part[CONTENDERS];
    bench_progress("%s: compiling", e->name);
    takes_part[GCC] = compile_plain(race, "gcc", e->source);
    takes_part[CLANG] =
        takes_part[GCC] && compile_plain(race, "clang", e->source);
    takes_part[ONE] = takes_part[TWO] =
        takes_part[GCC] && compile_hedrac(race, e);
    for (int turn = 0; turn < race->turns; turn++)
        for (int who = 0; who < CONTENDERS; who++) {
            if (!takes_part[who])
                continue;
            bench_progress("%s: turn %d of %d, %s", e->name, turn + 1,
                           race->turns, contender[who].name);
            takes_part[who] = take_turn(race, e, who);
            if (!takes_part[who])
                e->wall[who] = e->cpu[who] = 0;
        }
    bench_progress("%s", "");
}

/* How often as fast as gcc; 0 if either has no time. */
static double ratio_one(const struct entry *e)
{
    return e->cpu[ONE] > 0 ? e->cpu[GCC] / e->cpu[ONE] : 0;
}

static double ratio_two(const struct entry *e)
{
    return e->wall[TWO] > 0 ? e->wall[GCC] / e->wall[TWO] : 0;
}

static void print_row(const struct entry *e)
{
    printf("%-24s %9.5f %9.5f", e->name, e->cpu[GCC], e->cpu[CLANG]);
    if (e->refusal[0])
        printf(" refused: %s\n", e->refusal);
    else if (e->cpu[ONE] == 0 || e->wall[TWO] == 0)
        puts(" FAILED");
    else
        printf(" %9.5f %9.5f %7.2f %7.2f%s\n", e->cpu[ONE], e->wall[TWO],
               ratio_one(e), ratio_two(e),
               ratio_one(e) < 0.97 || ratio_two(e) < 0.97 ? " slower" : "");
    fflush(stdout);
}

/* The geometric mean of a ratio over the programs that have one, and the least
 * of these and `*least`. */
static double summarise(const struct entry *e, int count,
                        double (*ratio)(const struct entry *), double *least)
{
    double sum = 0;
    int used = 0;
    for (int i = 0; i < count; i++)
        if (ratio(&e[i]) > 0) {
            sum += log(ratio(&e[i]));
            *least = fmin(*least, ratio(&e[i]));
            used++;
        }
    return used ? exp(sum / used) : 0;
}

static int report(const struct entry *e, int count)
{
    int refused = 0, failed = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        bool is_refused = e[i].refusal[0] != '\0';
        refused += is_refused;
        failed +=
            !is_refused && (ratio_one(&e[i]) == 0 || ratio_two(&e[i]) == 0);
    }
    printf("%d programs, %d refused, %d failed\n", count, refused, failed);
    double one = summarise(e, count, ratio_one, &least);
    double two = summarise(e, count, ratio_two, &least);
    bench_figure("field-taken", (double)(count - refused) / count, "share", '>',
                 0.95, 1);
    if (one > 0 && two > 0) {
        bench_figure("field-least", least, "x", '>', 0.97, 1);
        bench_figure("field-one-geomean", one, "x", '>', 1.5, 2);
        bench_figure("field-two-geomean", two, "x", '>', 2.5, 4);
    }
    return failed ? 1 : 0;
}

/* The programs asked for, by name; the caller frees the list. */
static struct entry *find_programs(const char *pattern, int *count)
{
    char path[512];
    glob_t found;
    snprintf(path, sizeof path, PROGRAMS "%s.c", pattern ? pattern : "*/*");
    if (glob(path, 0, NULL, &found) != 0) {
        fprintf(stderr, "error: %s: no such program\n", path);
        exit(2);
    }
    struct entry *e = calloc(found.gl_pathc, sizeof *e);
    for (size_t i = 0; e && i < found.gl_pathc; i++) {
        const char *name = found.gl_pathv[i] + strlen(PROGRAMS);
        snprintf(e[i].source, sizeof e[i].source, "%s", found.gl_pathv[i]);
        snprintf(e[i].name, sizeof e[i].name, "%.*s", (int)strlen(name) - 2,
                 name);
    }
    *count = (int)found.gl_pathc;
    globfree(&found);
    return e;
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int count;
    struct entry *e = find_programs(o.kernel, &count);
    struct race race = {
        .options = &o,
        .size = o.size ? o.size : "large",
        .turns = o.repeat  ? o.repeat
                 : o.quick ? 2
                           : 5,
    };
    if (!e)
        return 2;
    bench_make_folder(race.folder, sizeof race.folder);
    printf("size %s, best of %d turns, seconds: of the processor, with two "
           "threads of the wall\nclock; ratios above 1: hedrac is faster\n"
           "%-24s %9s %9s %9s %9s %7s %7s\n",
           race.size, race.turns, "program", "gcc", "clang", "one", "two",
           "gcc/one", "gcc/two");
    for (int i = 0; i < count; i++) {
        race_program(&race, &e[i]);
        print_row(&e[i]);
    }
    bench_remove(race.folder);
    int status = report(e, count);
    for (int i = 0; i < count; i++)
        free(e[i].expected);
    free(e);
    return status;
}
