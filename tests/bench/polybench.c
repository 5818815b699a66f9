/*
 * bench-polybench: hedrac's host kernels against gcc and against clang with
 * Polly, on the PolyBench kernels, in one run.
 *
 * Each contender compiles the same source. The repetitions of a kernel take
 * turns, one process each, and the fastest call counts; the first of each also
 * dumps its arrays, which must agree with gcc's, or the time does not count.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/bench/bench.h"
#include "tests/polybench/dump.h"

static const char about[] =
    "Races gcc -O3 -march=native, clang with the same options and Polly, and\n"
    "what hedrac makes for the host, compiled as gcc compiles the source, on\n"
    "the PolyBench kernels (size LARGE; MEDIUM with --quick), best of 5 turns\n"
    "(2).\n"
    "Exits with 1 if hedrac fails on a kernel or computes something else.\n";

enum { GCC, POLLY, HEDRAC, CONTENDERS };

static const char *const contender_name[CONTENDERS] = {"gcc", "polly",
                                                       "hedrac"};

/* Contraction and blocking change roundings: results may differ by this part
 * of the largest element. Exact agreement is the tests' business. */
static const double tolerance = 1e-4;

struct race {
    const struct bench_options *options;
    const char *size;
    int turns;
    char folder[256];
    const char *clang, *openmp; /* Polly's compiler and runtime, or NULL */
};

struct times {
    double seconds[CONTENDERS]; /* fastest; 0: none */
};

static void program_path(const struct race *race, int who, char *path,
                         size_t size)
{
    snprintf(path, size, "%s/%s", race->folder, contender_name[who]);
}

static bool run_compiler(const struct bench_command *command, bool quiet)
{
    struct spawn_result result;
    bool ok = bench_call(command, NULL, quiet, &result);
    spawn_free(&result);
    return ok;
}

static void add_common(struct bench_command *command, const char *source,
                       const char *program)
{
    bench_add(command, "-std=gnu11", "-w", "-I" HEDRA_SOURCE_DIR, source,
              POLYBENCH_LIBRARY, "-o", program, "-lm", NULL);
}

static bool compile_polly(const char *clang, const char *openmp,
                          const char *source, const char *program, bool quiet)
{
    struct bench_command c = {.count = 0};
    bench_add(&c, clang, "-O3", bench_march(), "-mllvm", "-polly", "-mllvm",
              "-polly-parallel", NULL);
    add_common(&c, source, program);
    bench_add(&c, openmp, NULL);
    return run_compiler(&c, quiet);
}

static bool compile_hedrac(const struct race *race, const char *source,
                           const char *program)
{
    char middle[300];
    snprintf(middle, sizeof middle, "%s/middle.c", race->folder);
    struct bench_command h = {.count = 0}, c = {.count = 0};
    bench_add(&h, race->options->hedrac, source, "-o", middle, "--targets=host",
              "-std=gnu11", "-I" HEDRA_SOURCE_DIR, NULL);
    bench_add(&c, "gcc", "-O3", bench_march(), NULL);
    add_common(&c, middle, program);
    bench_add_library(&c);
    return run_compiler(&h, false) && run_compiler(&c, false);
}

static bool compile(const struct race *race, int who, const char *source)
{
    char program[300];
    program_path(race, who, program, sizeof program);
    if (who == POLLY)
        return race->clang &&
               compile_polly(race->clang, race->openmp, source, program, false);
    if (who == HEDRAC)
        return compile_hedrac(race, source, program);
    struct bench_command c = {.count = 0};
    bench_add(&c, "gcc", "-O3", bench_march(), NULL);
    add_common(&c, source, program);
    return run_compiler(&c, false);
}

/* One turn of one contender: the seconds of its fastest of `calls` calls, or 0
 * if it failed. `dump`: where to leave the arrays, or NULL. */
static double take_turn(const struct race *race, int who, int calls,
                        const char *dump)
{
    static const char *const env[] = {"HEDRA_DEVICE=host", NULL};
    char program[300], repeat[16];
    program_path(race, who, program, sizeof program);
    snprintf(repeat, sizeof repeat, "%d", calls);
    struct bench_command c = {.count = 0};
    bench_add(&c, program, "--time", "--size", race->size, "--repeat", repeat,
              NULL);
    if (dump)
        bench_add(&c, "--dump", dump, NULL);
    struct spawn_result result;
    double seconds = 0;
    if (bench_call(&c, env, false, &result) &&
        sscanf(result.out, "time %lf", &seconds) != 1)
        seconds = 0;
    spawn_free(&result);
    return seconds;
}

/* The first turn, whose arrays must agree with gcc's. */
static double take_first_turn(const struct race *race, int who)
{
    char expected[300], dump[300];
    snprintf(expected, sizeof expected, "%s/expected", race->folder);
    snprintf(dump, sizeof dump, "%s/%s", race->folder,
             who == GCC ? "expected" : "actual");
    double seconds = take_turn(race, who, 1, dump);
    if (who == GCC || seconds == 0)
        return seconds;
    bench_progress("%s", "");
    if (pb_dump_compare(expected, dump, tolerance, stderr) == 0)
        return seconds;
    fprintf(stderr, "%s computes something else\n", contender_name[who]);
    return 0;
}

/* So many calls per turn that short kernels are timed for a fifth of a
 * second, threads and caches being warm by then. */
static int calls_per_turn(double seconds)
{
    double calls = ceil(0.2 / fmax(seconds, 1e-6));
    return (int)fmin(calls, 100);
}

static struct times race_kernel(const struct race *race,
                                const struct bench_kernel *kernel,
                                const char *label)
{
    struct times t = {{0}};
    for (int who = 0; who < CONTENDERS; who++) {
        bench_progress("%s %s: compiling for %s", label, kernel->name,
                       contender_name[who]);
        if (compile(race, who, kernel->source))
            t.seconds[who] = take_first_turn(race, who);
    }
    int calls = calls_per_turn(t.seconds[GCC]);
    for (int turn = 1; turn < race->turns; turn++)
        for (int who = 0; who < CONTENDERS; who++) {
            if (t.seconds[who] == 0)
                continue;
            bench_progress("%s %s: turn %d of %d, %s", label, kernel->name,
                           turn + 1, race->turns, contender_name[who]);
            double seconds = take_turn(race, who, calls, NULL);
            t.seconds[who] = fmin(t.seconds[who], seconds);
        }
    return t;
}

/* Polly packs the operands of matrix products into arrays on the stack, which
 * overflow its usual size: every contender gets all that the system allows. */
static void raise_stack_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_STACK, &limit);
    }
}

/* Looks for a clang that has Polly and an OpenMP runtime for it. */
static void find_polly(struct race *race)
{
    static const char *const clangs[] = {"clang-20", "clang-19", "clang-18",
                                         "clang-17", "clang"};
    static const char *const runtimes[] = {"-lgomp", "-lomp"};
    const char *source =
        HEDRA_SOURCE_DIR "/tests/polybench/kernels/jacobi-2d.c";
    char program[300];
    program_path(race, POLLY, program, sizeof program);
    for (size_t c = 0; c < sizeof clangs / sizeof *clangs; c++)
        for (size_t r = 0; r < sizeof runtimes / sizeof *runtimes; r++)
            if (compile_polly(clangs[c], runtimes[r], source, program, true)) {
                race->clang = clangs[c];
                race->openmp = runtimes[r];
                return;
            }
    puts("No clang with Polly and an OpenMP runtime here (on Debian: packages"
         " clang-19,\nlibpolly-19-dev and libgomp1): it does not take part.");
}

static void print_ratio(double other, double own)
{
    if (other > 0 && own > 0)
        printf(" %9.2f", other / own);
    else
        printf(" %9s", "-");
}

static void print_row(const char *name, const struct times *t)
{
    printf("%-16s", name);
    for (int who = 0; who < CONTENDERS; who++)
        if (t->seconds[who] > 0)
            printf(" %11.6f", t->seconds[who]);
        else
            printf(" %11s", who == HEDRAC ? "FAILED" : "-");
    print_ratio(t->seconds[GCC], t->seconds[HEDRAC]);
    print_ratio(t->seconds[POLLY], t->seconds[HEDRAC]);
    putchar('\n');
    fflush(stdout);
}

/* The geometric mean and the least of other/hedrac over the kernels that both
 * computed; false if there is none. */
static bool summarise(const struct times *t, int count, int other, double *mean,
                      double *least)
{
    double sum = 0;
    int used = 0;
    *least = HUGE_VAL;
    for (int i = 0; i < count; i++)
        if (t[i].seconds[other] > 0 && t[i].seconds[HEDRAC] > 0) {
            double ratio = t[i].seconds[other] / t[i].seconds[HEDRAC];
            sum += log(ratio);
            *least = fmin(*least, ratio);
            used++;
        }
    *mean = used ? exp(sum / used) : 0;
    return used > 0;
}

static int report(const struct times *t, int count)
{
    double mean, least;
    int failed = 0;
    for (int i = 0; i < count; i++)
        failed += t[i].seconds[HEDRAC] == 0;
    if (failed)
        printf("hedrac failed on %d of %d kernels; the figures are of the "
               "others.\n",
               failed, count);
    if (summarise(t, count, GCC, &mean, &least)) {
        bench_figure("polybench-host-geomean", mean, "x", '>', 2.8, 4.5);
        bench_figure("polybench-host-least", least, "x", '>', 0.95, 1);
    }
    if (summarise(t, count, POLLY, &mean, &least)) {
        bench_figure("polybench-host-polly-geomean", mean, "x", '>', 1, 1);
        bench_figure("polybench-host-polly-least", least, "x", '>', 0, 1);
    }
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int count;
    struct bench_kernel *kernel = bench_kernels(&o, &count);
    struct race race = {
        .options = &o,
        .size = o.size    ? o.size
                : o.quick ? "MEDIUM"
                          : "LARGE",
        .turns = o.repeat  ? o.repeat
                 : o.quick ? 2
                           : 5,
    };
    struct times *t = calloc((size_t)count, sizeof *t);
    if (!t)
        return 2;
    raise_stack_limit();
    bench_make_folder(race.folder, sizeof race.folder);
    find_polly(&race);
    printf("size %s, best of %d turns, seconds; ratios above 1: hedrac is "
           "faster\n%-16s %11s %11s %11s %9s %9s\n",
           race.size, race.turns, "kernel", "gcc", "polly", "hedrac", "gcc/hed",
           "polly/hed");
    for (int i = 0; i < count; i++) {
        char label[32];
        snprintf(label, sizeof label, "[%d/%d]", i + 1, count);
        t[i] = race_kernel(&race, &kernel[i], label);
        bench_progress("%s", "");
        print_row(kernel[i].name, &t[i]);
    }
    bench_remove(race.folder);
    int status = report(t, count);
    free(t);
    free(kernel);
    return status;
}
