/* bench-tridiag: <hedra_tridiag.h> against LAPACK's zgtsv and a plain loop of
 * Thomas' method, in the same run: complex double, one right-hand side, systems
 * of Crank and Nicolson. Repetitions are interleaved, each contender twice in a
 * row as in a loop over time, and the fastest counts, so that other programs
 * disturb all alike; the processor's time, of all threads together, is shown
 * beside, and the time in which memcpy on two threads moves what two passes
 * must, before and after the race. Two ranks of one thread each
 * (<hedra_tridiag_mpi.h>) follow, where MPI is, as often. */
#include "tests/bench/bench.h"
#include "tests/bench/memory.h"

#include <hedra_tdse.h>

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double complex number;

void zgtsv_(const int *n, const int *nrhs, number *dl, number *d, number *du,
            number *b, const int *ldb, int *info);

struct arrays {
    int64_t n;
    number *b, *a, *c, *d, *x;
    number *work[4];
};

enum way { LAPACK, THOMAS, OURS_TWO, OURS_ONE, KEPT, STEP, WAYS };

static const char *const way_name[WAYS] = {"zgtsv",    "Thomas",   "2 threads",
                                           "1 thread", "factored", "CN step"};

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

static number *numbers(int64_t n)
{
    number *made = aligned_alloc(64, (size_t)(n + 4) / 4 * 64);
    if (!made)
        stop("not enough memory");
    memset(made, 0, (size_t)n * sizeof *made);
    return made;
}

static struct arrays arrays_new(int64_t n)
{
    struct arrays s = {n,
                       numbers(n),
                       numbers(n),
                       numbers(n),
                       numbers(n),
                       numbers(n),
                       {numbers(n), numbers(n), numbers(n), numbers(n)}};
    const double r = 0.8;
    for (int64_t i = 0; i < n; i++) {
        double v = 0.1 * sin(0.01 * (double)i);
        s.b[i] = s.c[i] = -I * r / 2;
        s.a[i] = 1 + I * (r + v);
        s.d[i] = cexp(-I * 0.03 * (double)i) / (1 + 1e-6 * (double)i);
    }
    return s;
}

static void arrays_free(struct arrays *s)
{
    number *all[] = {s->b,       s->a,       s->c,       s->d,      s->x,
                     s->work[0], s->work[1], s->work[2], s->work[3]};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

/* As one writes it down, with the pivots' inverses. */
static void thomas(const struct arrays *s)
{
    number u = 0, g = 0, *up = s->work[0];
    for (int64_t i = 0; i < s->n; i++) {
        number p = s->a[i] - s->b[i] * u;
        number inverse = conj(p) / (creal(p) * creal(p) + cimag(p) * cimag(p));
        up[i] = u = s->c[i] * inverse;
        s->x[i] = g = (s->d[i] - s->b[i] * g) * inverse;
    }
    for (int64_t i = s->n - 2; i >= 0; i--)
        s->x[i] = g = s->x[i] - up[i] * g;
}

static struct hedra_tridiag *solver_new(int64_t n, const char *threads)
{
    const struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE, .n = n};
    struct hedra_error why;
    struct hedra_tridiag *t;
    setenv("HEDRA_THREADS", threads, 1);
    if (hedra_tridiag_create(&problem, &t, &why))
        stop(why.text);
    return t;
}

static void lapack(struct arrays *s)
{
    const int n = (int)s->n, one = 1;
    int info;
    zgtsv_(&n, &one, s->work[0] + 1, s->work[1], s->work[2], s->work[3], &n,
           &info);
}

static void check(const struct arrays *s, const number *expected)
{
    double worst = 0, largest = 0;
    for (int64_t i = 0; i < s->n; i++) {
        worst = fmax(worst, cabs(s->x[i] - expected[i]));
        largest = fmax(largest, cabs(expected[i]));
    }
    if (!(worst <= 1e-12 * largest))
        stop("results differ from LAPACK's");
}

static double field(void *context, double t)
{
    return 0.1 * sin(t);
}

/* With a laser, so that the matrix is another one in each step. */
static struct hedra_tdse *stepper_new(const struct arrays *s)
{
    const struct hedra_tdse_options options = {.n = s->n,
                                               .x0 = -0.05 * (double)s->n,
                                               .dx = 0.1,
                                               .dt = 0.01,
                                               .gauge = HEDRA_TDSE_LENGTH,
                                               .field = field};
    struct hedra_error why;
    struct hedra_tdse *t;
    setenv("HEDRA_THREADS", "2", 1);
    if (hedra_tdse_create(&options, &t, &why) ||
        hedra_tdse_set(t, s->d, 0, &why))
        stop(why.text);
    return t;
}

struct racers {
    struct hedra_tridiag *two, *one;
    struct hedra_tdse *step;
};

struct times {
    double wall[WAYS], processor[WAYS]; /* ns per unknown */
};

/* Seconds, of the clock and of the processor; copies that zgtsv needs, since it
 * overwrites, are not counted. */
static void run(enum way way, struct arrays *s, const struct racers *r,
                double time[2])
{
    struct hedra_tridiag *t = way == OURS_ONE ? r->one : r->two;
    struct hedra_error why = {0};
    const size_t bytes = (size_t)s->n * sizeof(number);
    const number *const from[] = {s->b, s->a, s->c, s->d};
    for (int k = 0; way == LAPACK && k < 4; k++)
        memcpy(s->work[k], from[k], bytes);
    if (way == KEPT && hedra_tridiag_factor(t, s->b, s->a, s->c, &why))
        stop(why.text);
    double begin = now(CLOCK_MONOTONIC);
    double used = now(CLOCK_PROCESS_CPUTIME_ID);
    if (way == LAPACK)
        lapack(s);
    else if (way == THOMAS)
        thomas(s);
    else if (way == STEP)
        hedra_tdse_step(r->step, 1, &why);
    else if (way == KEPT)
        hedra_tridiag_apply(t, s->d, s->x, &why);
    else
        hedra_tridiag_solve(t, s->b, s->a, s->c, s->d, s->x, &why);
    time[0] = now(CLOCK_MONOTONIC) - begin;
    time[1] = now(CLOCK_PROCESS_CPUTIME_ID) - used;
    if (why.status)
        stop(why.text);
}

static void print_row(int64_t n, const char *what, const double best[WAYS])
{
    printf("%10lld %-9s", (long long)n, what);
    for (int way = 0; way < WAYS; way++)
        printf(" %10.2f", best[way]);
    putchar('\n');
}

static void note(struct times *best, int way, bool first, const double time[2],
                 int64_t n)
{
    double wall = time[0] * 1e9 / (double)n, used = time[1] * 1e9 / (double)n;
    best->wall[way] = first ? wall : fmin(best->wall[way], wall);
    best->processor[way] = first ? used : fmin(best->processor[way], used);
}

/* The floor where no cache holds the arrays: both passes read b, a, c and d,
 * the second one writes x. */
static void print_floor(int64_t n, double bandwidth, double two_threads)
{
    const size_t bytes = 9 * sizeof(number);
    const double floor = 1e9 * (double)bytes / bandwidth;
    printf("%10lld %-9s %.2f ns on 2 threads, %zu bytes at the %.1f GB/s of "
           "memcpy; the race's take %.2f times that\n",
           (long long)n, "memory", floor, bytes, bandwidth * 1e-9,
           two_threads / floor);
}

/* Nanoseconds per unknown, the best of `repeat`. */
static void race(int64_t n, int repeat, struct times *best)
{
    struct arrays s = arrays_new(n);
    const struct racers r = {solver_new(n, "2"), solver_new(n, "1"),
                             stepper_new(&s)};
    number *expected = numbers(n);
    const double before = bench_copy_bandwidth(2, repeat);
    for (int k = 0; k < repeat; k++)
        for (int way = 0; way < WAYS; way++) {
            double time[2];
            bench_progress("n = %lld: %s, %d of %d", (long long)n,
                           way_name[way], k + 1, repeat);
            for (int again = 0; again < 2; again++) {
                run(way, &s, &r, time);
                note(best, way, k + again == 0, time, n);
            }
            if (way == LAPACK)
                memcpy(expected, s.work[3], (size_t)n * sizeof *expected);
            else if (way != STEP)
                check(&s, expected);
        }
    bench_progress("%s", "");
    print_row(n, "clock", best->wall);
    print_row(n, "processor", best->processor);
    print_floor(n, fmax(before, bench_copy_bandwidth(2, repeat)),
                best->wall[OURS_TWO]);
    hedra_tridiag_destroy(r.two);
    hedra_tridiag_destroy(r.one);
    hedra_tdse_destroy(r.step);
    free(expected);
    arrays_free(&s);
}

/* Nanoseconds per unknown on two ranks; 0 where they cannot be had. */
static double two_ranks(int64_t n, int repeat)
{
#ifdef HEDRA_BENCH_RANKS
    static const char *const env[] = {"HEDRA_THREADS=1",
                                      "OMPI_ALLOW_RUN_AS_ROOT=1",
                                      "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", NULL};
    char unknowns[24], times[24];
    struct bench_command command = {.count = 0};
    struct spawn_result result;
    snprintf(unknowns, sizeof unknowns, "%lld", (long long)n);
    snprintf(times, sizeof times, "%d", repeat);
    bench_add(&command, "mpirun", "-n", "2", HEDRA_BENCH_RANKS, unknowns, times,
              (const char *)NULL);
    bench_progress("n = %lld: 2 ranks", (long long)n);
    bool ran = bench_call(&command, env, false, &result);
    double best = ran ? strtod(result.out, NULL) : 0;
    spawn_free(&result);
    bench_progress("%s", "");
    return best;
#else
    return 0;
#endif
}

/* Nanoseconds per unknown on two threads, with arrays of their own, as the
 * ranks have. */
static double two_threads(int64_t n, int repeat)
{
    struct arrays s = arrays_new(n);
    const struct racers r = {.two = solver_new(n, "2")};
    double best = INFINITY;
    bench_progress("n = %lld: 2 threads", (long long)n);
    for (int k = 0; k < repeat; k++) {
        double time[2];
        run(OURS_TWO, &s, &r, time);
        best = fmin(best, time[0] * 1e9 / (double)n);
    }
    bench_progress("%s", "");
    hedra_tridiag_destroy(r.two);
    arrays_free(&s);
    return best;
}

/* Threads and ranks by turns, each time with new arrays: where the pages of an
 * array lie decides some tenths. Small systems are solved as much oftener as
 * they are smaller, since both are ready at once. */
static void race_ranks(int64_t n, int repeat, const char *name)
{
    enum { TURNS = 4 };
    char figure[64];
    double threads = INFINITY, ranks = INFINITY;
    if (n < 10000000)
        repeat = (int)(repeat * (10000000 / n));
    for (int turn = 0; turn < TURNS; turn++) {
        threads = fmin(threads, two_threads(n, repeat));
        double best = two_ranks(n, repeat);
        if (best <= 0) {
            printf("two ranks: not measured, for want of MPI\n");
            return;
        }
        ranks = fmin(ranks, best);
    }
    printf("%10lld two ranks  %.2f, two threads %.2f\n", (long long)n, ranks,
           threads);
    snprintf(figure, sizeof figure, "tridiag-%s-two-ranks-by-threads", name);
    bench_figure(figure, ranks / threads, "x", '<', 1.15, 1);
}

static void show(int64_t n, const char *name, const struct times *times)
{
    const double *best = times->wall;
    double bar = n >= 10000000 ? 5.5 : 4, goal = n >= 10000000 ? 3.5 : 2.5;
    char figure[64];
    snprintf(figure, sizeof figure, "tridiag-%s-two-cores", name);
    bench_figure(figure, best[OURS_TWO], "ns", '<', bar, goal);
    snprintf(figure, sizeof figure, "tridiag-%s-one-core", name);
    bench_figure(figure, best[OURS_ONE], "ns", '<', 8, 8);
    snprintf(figure, sizeof figure, "tridiag-%s-zgtsv-ratio", name);
    bench_figure(figure, best[LAPACK] / best[OURS_TWO], "x", '>', 5, 6);
    snprintf(figure, sizeof figure, "tridiag-%s-step-by-solve", name);
    bench_figure(figure, best[STEP] / best[OURS_TWO], "x", '<', 1.3, 1.3);
}

int main(int argc, char **argv)
{
    const struct bench_options options = bench_parse(
        argc, argv,
        "Tridiagonal systems in complex double against LAPACK's zgtsv and\n"
        "Thomas' method: nanoseconds per unknown.\n");
    static const int64_t sizes[] = {300000, 1000000, 10000000};
    static const char *const names[] = {"3e5", "1e6", "1e7"};
    int count = options.quick ? 2 : 3;
    int repeat = options.repeat ? options.repeat : options.quick ? 3 : 10;
    struct times best[3];
    printf("%10s %-9s", "unknowns", "ns of");
    for (int way = 0; way < WAYS; way++)
        printf(" %10s", way_name[way]);
    putchar('\n');
    for (int k = 0; k < count; k++)
        race(sizes[k], repeat, &best[k]);
    for (int k = 0; k < count; k++)
        show(sizes[k], names[k], &best[k]);
    for (int k = 0; k < count; k++)
        race_ranks(sizes[k], repeat, names[k]);
    return 0;
}
