/* bench-md: the Lennard-Jones melt (hedra_md.h) against LAMMPS' `-sf opt` from
 * the same kind of start: density 0.8442, temperature 1.44, cutoff 2.5, skin
 * 0.3, lists rebuilt each 20 steps, 100 steps, one core, processor time of the
 * steps. Repetitions are interleaved, and the fastest counts, so that other
 * programs disturb all alike. Without `lmp` that part is skipped. */
#include "tests/bench/bench.h"
#include "tests/bench/md_gpu.h"

#include "runtime/include/hedra_md.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS = 100 };

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

static double clock_of(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct start {
    int64_t cells;
    double high[3];
    struct hedra_md_particles particles;
};

static struct start start_new(int64_t cells)
{
    struct start s = {.cells = cells};
    const int64_t sides[3] = {cells, cells, cells};
    struct hedra_error why;
    const size_t bytes = (size_t)hedra_md_fcc_count(sides) * 3 * sizeof(double);
    s.particles.count = hedra_md_fcc_count(sides);
    s.particles.position = malloc(bytes);
    s.particles.velocity = malloc(bytes);
    if (!s.particles.position || !s.particles.velocity)
        stop("not enough memory");
    if (hedra_md_fcc(sides, 0.8442, 1.44, &s.particles, s.high, &why))
        stop(why.text);
    return s;
}

static void start_free(struct start *s)
{
    free(s->particles.position);
    free(s->particles.velocity);
}

/* Particles in no order at all, the same in every run. */
static void shuffle(struct start *s)
{
    double *of[2] = {s->particles.position, s->particles.velocity};
    uint64_t state = 88172645463325252;
    for (int64_t n = s->particles.count - 1; n > 0; n--) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        const int64_t m = (int64_t)(state % (uint64_t)(n + 1));
        for (int k = 0; k < 6; k++) {
            double *a = of[k / 3] + 3 * n + k % 3,
                   *b = of[k / 3] + 3 * m + k % 3;
            const double kept = *a;
            *a = *b;
            *b = kept;
        }
    }
}

struct way {
    const char *name;
    int order, list, real;
    int64_t sort_every; /* very large: never after the first time */
};

static const struct way ways[] = {
    {"double, full, hilbert", HEDRA_ORDER_HILBERT, HEDRA_MD_FULL,
     HEDRA_MD_DOUBLE, 1},
    {"double, half, hilbert", HEDRA_ORDER_HILBERT, HEDRA_MD_HALF,
     HEDRA_MD_DOUBLE, 1},
    {"mixed, full, hilbert", HEDRA_ORDER_HILBERT, HEDRA_MD_FULL, HEDRA_MD_MIXED,
     1},
    {"mixed, half, hilbert", HEDRA_ORDER_HILBERT, HEDRA_MD_HALF, HEDRA_MD_MIXED,
     1},
    {"double, full, row", HEDRA_ORDER_ROW, HEDRA_MD_FULL, HEDRA_MD_DOUBLE, 1},
    {"double, full, morton", HEDRA_ORDER_MORTON, HEDRA_MD_FULL, HEDRA_MD_DOUBLE,
     1}};
enum { WAYS = sizeof ways / sizeof *ways };

struct result {
    double processor, real;
    struct hedra_md_counts counts;
};

static struct result run(const struct start *s, const struct way *w)
{
    const struct hedra_order_options order = {.kind = w->order};
    struct hedra_md_options o = {.cutoff = 2.5,
                                 .skin = 0.3,
                                 .step = 0.005,
                                 .every = 20,
                                 .list = w->list,
                                 .real = w->real,
                                 .order = &order,
                                 .sort_every = w->sort_every};
    struct hedra_md *md;
    struct hedra_error why;
    struct result r;
    memcpy(o.high, s->high, sizeof o.high);
    if (hedra_md_create(&o, &s->particles, &md, &why))
        stop(why.text);
    const struct hedra_md_counts before = hedra_md_counts(md);
    r.processor = -clock_of(CLOCK_PROCESS_CPUTIME_ID);
    r.real = -clock_of(CLOCK_MONOTONIC);
    if (hedra_md_step(md, STEPS, &why))
        stop(why.text);
    r.processor += clock_of(CLOCK_PROCESS_CPUTIME_ID);
    r.real += clock_of(CLOCK_MONOTONIC);
    r.counts = hedra_md_counts(md);
    r.counts.neighbour -= before.neighbour;
    r.counts.sort -= before.sort;
    hedra_md_destroy(md);
    return r;
}

static struct result better(struct result a, struct result b)
{
    return a.processor > 0 && a.processor <= b.processor ? a : b;
}

/* LAMMPS ------------------------------------------------------------------- */

static const char script[] = "units lj\n"
                             "atom_style atomic\n"
                             "lattice fcc 0.8442\n"
                             "region box block 0 %lld 0 %lld 0 %lld\n"
                             "create_box 1 box\n"
                             "create_atoms 1 box\n"
                             "mass 1 1.0\n"
                             "velocity all create 1.44 87287 loop geom\n"
                             "pair_style lj/cut 2.5\n"
                             "pair_coeff 1 1 1.0 1.0 2.5\n"
                             "neighbor 0.3 bin\n"
                             "neigh_modify delay 0 every 20 check no\n"
                             "fix 1 all nve\n"
                             "thermo 100\n"
                             "run 100\n";

/* The seconds of its steps, by its own clock and share of the processor: "Loop
 * time of T on 1 procs", "P% CPU use". 0 if there is no lmp. */
static double run_lammps(const struct start *s, const char *folder)
{
    char path[512], loop[64] = "", percent[64] = "";
    struct bench_command command = {0};
    struct spawn_result result;
    const long long n = s->cells;
    FILE *file = fopen(bench_file(path, sizeof path, folder, "in.melt"), "w");
    if (!file || fprintf(file, script, n, n, n) < 0 || fclose(file))
        stop("LAMMPS' input cannot be written");
    bench_add(&command, "sh", "-c",
              "command -v lmp >/dev/null || exit 77; cd \"$1\" && "
              "OMP_NUM_THREADS=1 lmp -sf opt -log none -in in.melt",
              "sh", folder, NULL);
    if (!bench_call(&command, NULL, true, &result)) {
        if (result.status != 77)
            stop("LAMMPS fails");
        spawn_free(&result);
        return 0;
    }
    const char *time = strstr(result.out, "Loop time of "),
               *use = strstr(result.out, "% CPU use");
    if (!time || !use || sscanf(time, "Loop time of %63s", loop) != 1)
        stop("LAMMPS says no loop time");
    while (use > result.out && use[-1] != '\n')
        use--;
    if (sscanf(use, "%63[0-9.]", percent) != 1)
        stop("LAMMPS says no use of the processor");
    const double seconds = strtod(loop, NULL) * strtod(percent, NULL) / 100;
    spawn_free(&result);
    return seconds;
}

/* What is shown ------------------------------------------------------------ */

static double nanoseconds(double seconds, const struct start *s)
{
    return 1e9 * seconds / (double)s->particles.count / STEPS;
}

static void show_race(const struct start *s, const struct result best[WAYS],
                      double lammps)
{
    const char *kernels = best[0].counts.kernels;
    printf("%lld particles, %d steps, kernels %s: ns a particle and step\n",
           (long long)s->particles.count, STEPS, kernels ? kernels : "none");
    if (lammps > 0)
        printf("    %-24s %7.1f\n", "LAMMPS -sf opt", nanoseconds(lammps, s));
    else
        printf("    LAMMPS is not here: no race against it\n");
    for (int w = 0; w < WAYS; w++)
        printf(
            "    %-24s %7.1f  pair %4.1f %%, lists %4.1f %%, sort %4.1f %%\n",
            ways[w].name, nanoseconds(best[w].processor, s),
            100 * best[w].counts.pair / best[w].real,
            100 * best[w].counts.neighbour / best[w].real,
            100 * best[w].counts.sort / best[w].real);
    if (lammps > 0) {
        bench_figure("md-double-by-lammps", lammps / best[0].processor, "x",
                     '>', 2, 2.8);
        bench_figure("md-mixed-by-lammps",
                     lammps / fmin(best[2].processor, best[3].processor), "x",
                     '>', 2.9, 4);
    }
    bench_figure("md-lists", 100 * best[0].counts.neighbour / best[0].real, "%",
                 '<', 13, 9);
    bench_figure("md-sort", 100 * best[0].counts.sort / best[0].real, "%", '<',
                 2, 1);
}

static void race(const struct start *s, int repeat)
{
    struct result best[WAYS] = {0}, shuffled = {0};
    double lammps = 0;
    char folder[256];
    struct start random = start_new(s->cells);
    shuffle(&random);
    bench_make_folder(folder, sizeof folder);
    setenv("HEDRA_THREADS", "1", 1);
    for (int k = 0; k < repeat; k++) {
        bench_progress("LAMMPS, %d of %d", k + 1, repeat);
        const double seconds = run_lammps(s, folder);
        lammps = lammps > 0 ? fmin(lammps, seconds) : seconds;
        for (int w = 0; w < WAYS; w++) {
            bench_progress("%s, %d of %d", ways[w].name, k + 1, repeat);
            best[w] = better(best[w], run(s, &ways[w]));
        }
        shuffled = better(shuffled, run(&random, &ways[0]));
    }
    bench_progress("%s", "");
    bench_remove(folder);
    show_race(s, best, lammps);
    bench_figure("md-random-start-by-ordered",
                 shuffled.processor / best[0].processor, "x", '<', 1.05, 1.02);
    start_free(&random);
}

/* What the machine gives ----------------------------------------------------
 */

/* In a process of its own: the seconds of the steps on one thread. */
static void run_alone(int64_t cells)
{
    struct start s = start_new(cells);
    setenv("HEDRA_THREADS", "1", 1);
    printf("%.6f\n", run(&s, ways).real);
    start_free(&s);
}

/* The seconds of so many such processes side by side that know nothing of each
 * other, one or two: of the slowest. */
static double run_beside(const struct start *s, int processes)
{
    char self[4200], cells[24];
    struct bench_command command = {.count = 0};
    struct spawn_result result;
    snprintf(self, sizeof self, "%s/bin/bench-md", bench_tree());
    snprintf(cells, sizeof cells, "%lld", (long long)s->cells);
    bench_add(&command, "sh", "-c",
              processes == 1 ? "exec \"$1\" --kernel alone --size \"$2\""
                             : "\"$1\" --kernel alone --size \"$2\" &\n"
                               "\"$1\" --kernel alone --size \"$2\" && wait $!",
              "sh", self, cells, (const char *)NULL);
    if (!bench_call(&command, NULL, false, &result))
        stop("a process of its own fails");
    char *end;
    double slowest = strtod(result.out, &end);
    if (processes == 2)
        slowest = fmax(slowest, strtod(end, NULL));
    spawn_free(&result);
    return slowest;
}

struct ceiling {
    double best[2]; /* seconds of one process, and of two side by side */
};

static void ceiling_take(struct ceiling *c, const struct start *s)
{
    for (int processes = 1; processes <= 2; processes++) {
        bench_progress("%d processes of their own", processes);
        c->best[processes - 1] =
            fmin(c->best[processes - 1], run_beside(s, processes));
    }
}

/* What two independent processes do by the time that one needs: where two cores
 * share a core's units, caches or memory, or are lent to others, that is less
 * than 2, and nothing that shares work among them can do better. */
static void ceiling_show(const struct ceiling *c, const char *what,
                         double reached)
{
    const double most = 2 * c->best[0] / c->best[1];
    printf("    two independent processes side by side: %.3f of one; %s reach "
           "%.0f %% of that\n",
           most, what, 100 * reached / most);
}

/* Two threads against one, by the clock. */
static void race_threads(const struct start *s, int repeat)
{
    double best[2] = {INFINITY, INFINITY};
    struct ceiling c = {{INFINITY, INFINITY}};
    for (int k = 0; k < repeat; k++) {
        for (int threads = 1; threads <= 2; threads++) {
            bench_progress("%d threads, %d of %d", threads, k + 1, repeat);
            setenv("HEDRA_THREADS", threads == 1 ? "1" : "2", 1);
            best[threads - 1] = fmin(best[threads - 1], run(s, ways).real);
        }
        ceiling_take(&c, s);
    }
    bench_progress("%s", "");
    ceiling_show(&c, "threads", best[0] / best[1]);
    bench_figure("md-two-threads", best[0] / best[1], "x", '>', 1.85, 1.95);
}

enum { PARTS = 5 };

/* Seconds of the steps on so many ranks, and what they went to, as
 * bench-md-ranks says; 0 where they cannot be had. */
static void run_ranks(const struct start *s, const char *ranks,
                      double seconds[PARTS])
{
    for (int k = 0; k < PARTS; k++)
        seconds[k] = 0;
#ifdef HEDRA_BENCH_RANKS
    static const char *const env[] = {"HEDRA_THREADS=1",
                                      "OMPI_ALLOW_RUN_AS_ROOT=1",
                                      "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", NULL};
    char cells[24], steps[24];
    struct bench_command command = {.count = 0};
    struct spawn_result result;
    snprintf(cells, sizeof cells, "%lld", (long long)s->cells);
    snprintf(steps, sizeof steps, "%d", STEPS);
    bench_add(&command, "mpirun", "-n", ranks, HEDRA_BENCH_RANKS, cells, steps,
              (const char *)NULL);
    const bool ran = bench_call(&command, env, false, &result);
    char *at = ran ? result.out : NULL;
    for (int k = 0; at && k < PARTS; k++)
        seconds[k] = strtod(at, &at);
    spawn_free(&result);
#endif
}

/* Of a rank, in the mean, beside what one rank's half would be. */
static void show_parts(const double one[PARTS], const double two[PARTS])
{
    static const char *const names[PARTS] = {
        "", "forces", "lists", "ghosts, messages, waiting", "moves"};
    printf("    ms of each of two ranks, and half of one's:");
    for (int k = 1; k < PARTS; k++)
        printf("%s %s %.1f, %.1f", k > 1 ? ";" : "", names[k], 1e3 * two[k],
               1e3 * one[k] / 2);
    putchar('\n');
}

/* Two ranks against one, by the clock. */
static void race_ranks(const struct start *s, int repeat)
{
    double best[2][PARTS] = {{INFINITY}, {INFINITY}};
    struct ceiling c = {{INFINITY, INFINITY}};
    for (int k = 0; k < repeat; k++) {
        for (int ranks = 1; ranks <= 2; ranks++) {
            double seconds[PARTS];
            bench_progress("%d ranks, %d of %d", ranks, k + 1, repeat);
            run_ranks(s, ranks == 1 ? "1" : "2", seconds);
            if (seconds[0] < best[ranks - 1][0])
                memcpy(best[ranks - 1], seconds, sizeof seconds);
        }
        if (best[0][0] > 0)
            ceiling_take(&c, s);
    }
    bench_progress("%s", "");
    if (best[0][0] > 0 && best[1][0] > 0) {
        ceiling_show(&c, "ranks", best[0][0] / best[1][0]);
        show_parts(best[0], best[1]);
        bench_figure("md-two-ranks", best[0][0] / best[1][0], "x", '>', 1.85,
                     1.95);
    } else {
        printf("    MPI is not here: no race of ranks\n");
    }
}

/* Memory ------------------------------------------------------------------- */

/* A number of /proc/self/status in KiB. */
static double status_of(const char *key)
{
    char line[256];
    double value = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0)
            value = strtod(line + strlen(key), NULL);
    if (file)
        fclose(file);
    return value;
}

/* In a process of its own: the most memory of an object with full lists, beside
 * the caller's particles, in KiB a particle. */
static void hold(int64_t cells)
{
    struct start s = start_new(cells);
    struct hedra_md_options o = {.cutoff = 2.5, .skin = 0.3, .step = 0.005};
    struct hedra_md *md;
    struct hedra_error why;
    const double before = status_of("VmRSS:");
    memcpy(o.high, s.high, sizeof o.high);
    if (hedra_md_create(&o, &s.particles, &md, &why) ||
        hedra_md_step(md, 1, &why))
        stop(why.text);
    printf("%.6f\n",
           (status_of("VmHWM:") - before) / (double)s.particles.count);
    hedra_md_destroy(md);
    start_free(&s);
}

static void race_memory(bool quick)
{
    char self[4200];
    struct bench_command command = {.count = 0};
    struct spawn_result result;
    snprintf(self, sizeof self, "%s/bin/bench-md", bench_tree());
    bench_add(&command, self, "--kernel", "hold", "--size",
              quick ? "50" : "136", (const char *)NULL);
    bench_progress("memory of %s particles", quick ? "500,000" : "10^7");
    if (bench_call(&command, NULL, false, &result))
        bench_figure("md-memory", strtod(result.out, NULL), "KiB a particle",
                     '<', 0.8, 0.6);
    bench_progress("%s", "");
    spawn_free(&result);
}

int main(int argc, char **argv)
{
    const struct bench_options o = bench_parse(
        argc, argv,
        "The Lennard-Jones melt, 131,072 particles (--quick: 32,000), 100\n"
        "steps: against LAMMPS -sf opt on one core, by orders and kinds of\n"
        "lists, and two threads, and two ranks, against one, beside what two\n"
        "independent processes do; what a step asks\n"
        "of a GPU's memory, from the simulator, and steps on a GPU; and the\n"
        "memory of 10^7 particles. Kernels: race, threads, ranks, counts, "
        "gpu,\n"
        "memory.\n");
    if (o.kernel && strcmp(o.kernel, "hold") == 0) {
        hold(o.size ? atoll(o.size) : 0);
        return 0;
    }
    if (o.kernel && strcmp(o.kernel, "alone") == 0) {
        run_alone(o.size ? atoll(o.size) : 0);
        return 0;
    }
    if (o.kernel && strcmp(o.kernel, "one-step") == 0) {
        md_one_step(o.size);
        return 0;
    }
    const int repeat = o.repeat ? o.repeat : o.quick ? 2 : 3;
    struct start s = start_new(o.quick ? 20 : 32);
    if (!o.kernel || strcmp(o.kernel, "race") == 0)
        race(&s, repeat);
    if (!o.kernel || strcmp(o.kernel, "threads") == 0)
        race_threads(&s, repeat);
    if (!o.kernel || strcmp(o.kernel, "ranks") == 0)
        race_ranks(&s, repeat);
    start_free(&s);
    if (!o.kernel || strcmp(o.kernel, "gpu") == 0)
        md_race_gpu(o.quick);
    if (!o.kernel || strcmp(o.kernel, "memory") == 0)
        race_memory(o.quick);
    const bool counts = !o.kernel || strcmp(o.kernel, "counts") == 0;
    return counts && !md_race_counts();
}
