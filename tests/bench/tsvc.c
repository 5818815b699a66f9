/*
 * bench-tsvc: what hedrac makes of the loops of tests/tsvc against gcc, clang
 * and clang with Polly, in one run, each loop by itself.
 *
 * Each contender compiles the same files by the same options. The turns of a
 * loop interleave, one process each, which calls the loop until a time is over;
 * the fastest batch of calls counts. What the loop leaves in memory must be
 * what gcc's program leaves, or it counts as failed. With one thread the time
 * is the processor's, with two the wall clock's.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"

#define FILES HEDRA_SOURCE_DIR "/tests/tsvc/"

static const char about[] =
    "Races gcc -O3 -march=native, clang with the same options, also with\n"
    "Polly, and hedrac's host kernels on the loops of tests/tsvc, best of 9\n"
    "turns (3 with --quick). --kernel NAME takes one loop. Exits with 1 if\n"
    "what hedrac made fails or computes something else.\n";

enum { GCC, CLANG, POLLY, ONE, TWO, CONTENDERS };

static const struct contender {
    const char *title, *program;
    const char *env[3];
} contender[CONTENDERS] = {
    {"gcc", "gcc", {NULL}},
    {"clang", "clang", {NULL}},
    {"polly", "polly", {NULL}},
    {"one", "hedrac", {"HEDRA_DEVICE=host", "HEDRA_THREADS=1", NULL}},
    {"two", "hedrac", {"HEDRA_DEVICE=host", "HEDRA_THREADS=2", NULL}},
};

static const char *const sources[] = {"dependence", "analysis", "order",
                                      "expansion",  "control",  "reduction",
                                      "idiom",      "language"};
enum { SOURCES = sizeof sources / sizeof *sources };

static const char *const loops[] = {
#define LOOP(name, data) #name,
#include "tests/tsvc/tsvc.def"
#undef LOOP
};
enum { LOOPS = sizeof loops / sizeof *loops };

struct race {
    const struct bench_options *options;
    int turns;
    bool takes_part[CONTENDERS];
    char folder[256];
};

struct entry {
    const char *name;
    double wall[CONTENDERS], cpu[CONTENDERS]; /* of a call; 0: none */
    char expected[32], calls[32]; /* the sum of gcc's program, and how many
                                     calls in a batch it takes */
};

/* Where a loop lies in a line of the cache of instructions makes as much as a
 * third, and is chance: each begins a line. */
static void add_common(struct bench_command *command, const char *program)
{
    bench_add(command, "-O3", bench_march(), "-falign-functions=64",
              "-falign-loops=64", "-ffp-contract=off", "-std=gnu11", "-w",
              "-I" HEDRA_SOURCE_DIR, FILES "driver.c", "-o", program, NULL);
}

static bool run_compiler(struct bench_command *c, bool quiet)
{
    struct spawn_result result;
    bool good = bench_call(c, NULL, quiet, &result);
    spawn_free(&result);
    return good;
}

/* `polly`: the options that switch it on, up to a NULL. */
static bool compile_plain(const struct race *race, int who,
                          const char *compiler, const char *const *polly)
{
    char program[300], file[SOURCES][4200];
    struct bench_command c = {.count = 0};
    bench_file(program, sizeof program, race->folder, contender[who].program);
    bench_add(&c, compiler, NULL);
    for (; *polly; polly++)
        bench_add(&c, *polly, NULL);
    add_common(&c, program);
    for (int i = 0; i < SOURCES; i++) {
        snprintf(file[i], sizeof file[i], FILES "%s.c", sources[i]);
        bench_add(&c, file[i], NULL);
    }
    bench_add(&c, "-lm", NULL);
    return run_compiler(&c, who != GCC);
}

/* The newest clang here, and the newest with Polly. */
static void compile_clang(struct race *race)
{
    static const char *const clangs[] = {"clang-20", "clang-19", "clang-18",
                                         "clang-17", "clang"};
    static const char *const options[] = {"-mllvm", "-polly", NULL};
    for (size_t i = 0; i < sizeof clangs / sizeof *clangs; i++) {
        if (!race->takes_part[CLANG])
            race->takes_part[CLANG] =
                compile_plain(race, CLANG, clangs[i], options + 2);
        if (!race->takes_part[POLLY])
            race->takes_part[POLLY] =
                compile_plain(race, POLLY, clangs[i], options);
    }
}

static bool compile_hedrac(const struct race *race)
{
    char program[300];
    char from[4200], to[SOURCES][4200];
    struct bench_command c = {.count = 0};
    bench_file(program, sizeof program, race->folder, "hedrac");
    bench_add(&c, "gcc", NULL);
    add_common(&c, program);
    for (int i = 0; i < SOURCES; i++) {
        struct bench_command h = {.count = 0};
        snprintf(from, sizeof from, FILES "%s.c", sources[i]);
        snprintf(to[i], sizeof to[i], "%s/%s.hedra.c", race->folder,
                 sources[i]);
        bench_progress("compiling %s.c by hedrac", sources[i]);
        bench_add(&h, race->options->hedrac, from, "-o", to[i],
                  "--targets=host", "--keep-refused", "-std=gnu11",
                  "-ffp-contract=off", "-I" HEDRA_SOURCE_DIR, NULL);
        if (!run_compiler(&h, false))
            return false;
        bench_add(&c, to[i], NULL);
    }
    bench_progress("compiling what hedrac made");
    bench_add_library(&c);
    return run_compiler(&c, false);
}

static void keep_least(double *least, double seconds)
{
    if (*least == 0 || seconds < *least)
        *least = seconds;
}

/* One turn of one contender; false if it failed. The first turn of gcc says
 * what is to be left in memory, and how many calls make a batch. */
static bool take_turn(const struct race *race, struct entry *e, int who)
{
    char program[300], name[32], sum[32], calls[32];
    double wall, cpu;
    bench_file(program, sizeof program, race->folder, contender[who].program);
    struct bench_command c = {.count = 0};
    bench_add(&c, program, "--time", "0.004", e->calls[0] ? e->calls : "0",
              e->name, NULL);
    struct spawn_result result;
    bool good = bench_call(&c, contender[who].env, false, &result) &&
                sscanf(result.out, "%31s %31s %lf %lf %31s", name, sum, &wall,
                       &cpu, calls) == 5;
    spawn_free(&result);
    if (good && !e->expected[0]) {
        memcpy(e->expected, sum, sizeof sum);
        memcpy(e->calls, calls, sizeof calls);
    }
    if (good && strcmp(e->expected, sum) != 0) {
        bench_progress("%s", "");
        fprintf(stderr, "%s, %s: something else is in memory\n", e->name,
                contender[who].title);
        good = false;
    }
    if (!good)
        return false;
    keep_least(&e->wall[who], wall);
    keep_least(&e->cpu[who], cpu);
    return true;
}

/* How often as fast as another contender; 0 if either has no time. */
static double ratio(const struct entry *e, int other, int who)
{
    const double *seconds = who == TWO ? e->wall : e->cpu;
    return seconds[who] > 0 ? seconds[other] / seconds[who] : 0;
}

static bool is_slower(const struct entry *e)
{
    return ratio(e, GCC, ONE) < 0.97 || ratio(e, GCC, TWO) < 0.97;
}

/* Other programs of the machine only add to times. Where that may be why a loop
 * is slower than gcc's, all contenders get more turns, up to MORE times as
 * many.
 */
static void race_loop(const struct race *race, struct entry *e)
{
    enum { MORE = 5 };
    bool takes_part[CONTENDERS];
    memcpy(takes_part, race->takes_part, sizeof takes_part);
    for (int turn = 0;
         turn < race->turns || (turn < MORE * race->turns && is_slower(e));
         turn++)
        for (int who = 0; who < CONTENDERS; who++) {
            if (!takes_part[who])
                continue;
            bench_progress("%s: turn %d, %s", e->name, turn + 1,
                           contender[who].title);
            takes_part[who] = take_turn(race, e, who);
            if (!takes_part[who])
                e->wall[who] = e->cpu[who] = 0;
        }
    bench_progress("%s", "");
}

static void print_row(const struct entry *e)
{
    printf("%-8s", e->name);
    for (int who = 0; who < CONTENDERS; who++)
        printf(" %9.3f", 1e6 * (who == TWO ? e->wall[who] : e->cpu[who]));
    if (e->cpu[ONE] == 0 || e->wall[TWO] == 0)
        puts(" FAILED");
    else
        printf(" %7.2f %7.2f%s\n", ratio(e, GCC, ONE), ratio(e, GCC, TWO),
               ratio(e, GCC, ONE) < 0.95 ? " slower" : "");
    fflush(stdout);
}

struct summary {
    double mean, least;
    int slower; /* under .95 */
    const char *worst;
};

/* False if no loop has times of both. */
static bool summarise(const struct entry *e, int count, int other, int who,
                      struct summary *s)
{
    int used = 0;
    double sum = 0;
    *s = (struct summary){.least = HUGE_VAL};
    for (int i = 0; i < count; i++) {
        double r = ratio(&e[i], other, who);
        if (r == 0)
            continue;
        if (r < s->least) {
            s->least = r;
            s->worst = e[i].name;
        }
        s->slower += r < 0.95;
        sum += log(r);
        used++;
    }
    s->mean = used ? exp(sum / used) : 0;
    return used > 0;
}

static int report(const struct entry *e, int count)
{
    struct summary s;
    int failed = 0;
    for (int i = 0; i < count; i++)
        failed += e[i].cpu[ONE] == 0 || e[i].wall[TWO] == 0;
    printf("%d loops, %d failed\n", count, failed);
    if (summarise(e, count, GCC, ONE, &s)) {
        printf("one thread: %d under .95 of gcc, the worst is %s\n", s.slower,
               s.worst);
        bench_figure("tsvc-one-least", s.least, "x", '>', 0.95, 1);
        bench_figure("tsvc-one-geomean", s.mean, "x", '>', 1.15, 1.5);
    }
    if (summarise(e, count, GCC, TWO, &s)) {
        printf("two threads: %d under .95 of gcc, the worst is %s\n", s.slower,
               s.worst);
        bench_figure("tsvc-two-least", s.least, "x", '>', 0.95, 1);
        bench_figure("tsvc-two-geomean", s.mean, "x", '>', 1.15, 2);
    }
    if (summarise(e, count, CLANG, ONE, &s))
        bench_figure("tsvc-clang-geomean", s.mean, "x", '>', 1, 1.5);
    if (summarise(e, count, POLLY, ONE, &s))
        bench_figure("tsvc-polly-geomean", s.mean, "x", '>', 1, 1.5);
    return failed ? 1 : 0;
}

static int find_loops(const char *name, struct entry *e)
{
    int count = 0;
    for (int i = 0; i < LOOPS; i++)
        if (!name || strcmp(name, loops[i]) == 0)
            e[count++] = (struct entry){.name = loops[i]};
    if (count == 0) {
        fprintf(stderr, "error: %s: no such loop\n", name);
        exit(2);
    }
    return count;
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    static struct entry e[LOOPS];
    int count = find_loops(o.kernel, e);
    struct race race = {
        .options = &o,
        .turns = o.repeat  ? o.repeat
                 : o.quick ? 3
                           : 9,
    };
    bench_make_folder(race.folder, sizeof race.folder);
    bench_progress("compiling by gcc and clang");
    race.takes_part[GCC] =
        compile_plain(&race, GCC, "gcc", (const char *const[]){NULL});
    compile_clang(&race);
    race.takes_part[ONE] = race.takes_part[TWO] = compile_hedrac(&race);
    bench_progress("%s", "");
    if (!race.takes_part[POLLY])
        puts("No clang with Polly here (on Debian: packages clang-19 and "
             "libpolly-19-dev):\nit does not take part.");
    printf("best of %d turns, microseconds of a call: of the processor, with "
           "two threads of\nthe wall clock; ratios above 1: hedrac is faster\n"
           "%-8s",
           race.turns, "loop");
    for (int who = 0; who < CONTENDERS; who++)
        printf(" %9s", contender[who].title);
    printf(" %7s %7s\n", "gcc/one", "gcc/two");
    for (int i = 0; i < count; i++) {
        race_loop(&race, &e[i]);
        print_row(&e[i]);
    }
    bench_remove(race.folder);
    return report(e, count);
}
