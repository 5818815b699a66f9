/* bench-tridiag-gpu: <hedra_tridiag.h> on the device that HEDRA_DEVICE names
 * (cuda if it is not set), complex double, one right-hand side, arrays kept on
 * the device. Three parts (--kernel):
 *   counts  what the simulator counts for an unknown, the same everywhere
 *   gpu     times, in the same run as cusparse's gtsv2_nopivot if that is there
 *   curve   fig. 2 of the paper: time against threads for 1 to 4 levels, as a
 *           table and as tridiag-levels.png in the working folder; arrows at
 *           the numbers of threads that eq. 8 predicts */
#include "tests/bench/bench.h"
#include "tests/bench/counts.h"
#include "tests/bench/cusparse.h"
#include "tests/bench/plot.h"

#include <hedra.h>
#include <hedra_tridiag.h>

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double complex number;

enum { ARRAYS = 5, X = 4, D = 3 };

struct arrays {
    int64_t n;
    number *array[ARRAYS]; /* b, a, c, d, x */
};

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const char *device_name(void)
{
    const char *name = getenv("HEDRA_DEVICE");
    return name && *name ? name : "cuda";
}

/* A step of Crank and Nicolson's. */
static struct arrays arrays_new(int64_t n)
{
    struct arrays s = {.n = n};
    const double r = 0.8;
    for (int k = 0; k < ARRAYS; k++)
        if (!(s.array[k] = aligned_alloc(64, (size_t)(n + 4) / 4 * 64)))
            stop("not enough memory");
    for (int64_t i = 0; i < n; i++) {
        double v = 0.1 * sin(0.01 * (double)i);
        s.array[0][i] = i > 0 ? -I * r / 2 : 0;
        s.array[1][i] = 1 + I * (r + v);
        s.array[2][i] = i + 1 < n ? -I * r / 2 : 0;
        s.array[D][i] = cexp(-I * 0.03 * (double)i) / (1 + 1e-6 * (double)i);
        s.array[X][i] = 0;
    }
    for (int k = 0; k < ARRAYS; k++)
        hedra_keep(s.array[k], (size_t)n * sizeof(number));
    return s;
}

static void arrays_free(struct arrays *s)
{
    for (int k = 0; k < ARRAYS; k++) {
        hedra_release(s->array[k], (size_t)s->n * sizeof(number));
        free(s->array[k]);
    }
}

static struct hedra_tridiag *solver_new(int64_t n, int levels,
                                        const int64_t *blocks)
{
    const struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE,
        .n = n,
        .levels = levels,
        .blocks = blocks,
        .device = device_name()};
    struct hedra_error why;
    struct hedra_tridiag *t;
    if (!hedra_tridiag_create(&problem, &t, &why))
        return t;
    printf("no device: %s\n", why.text);
    return NULL;
}

/* Seconds of a solution, or of one with kept factors. */
static double solve(struct hedra_tridiag *t, const struct arrays *s,
                    bool factored)
{
    struct hedra_error why;
    number *const *v = s->array;
    double begin = now();
    if (factored ? hedra_tridiag_apply(t, v[D], v[X], &why)
                 : hedra_tridiag_solve(t, v[0], v[1], v[2], v[D], v[X], &why))
        stop(why.text);
    return now() - begin;
}

static double shortest(struct hedra_tridiag *t, const struct arrays *s,
                       bool factored, int repeat)
{
    double best = INFINITY;
    solve(t, s, factored); /* the arrays go there */
    for (int k = 0; k < repeat; k++)
        best = fmin(best, solve(t, s, factored));
    return best;
}

/* max |A x - d| / max |d| of what comes home. */
static double residual(const struct arrays *s)
{
    number *const *v = s->array;
    double worst = 0, largest = 0;
    hedra_sync(v[X], (size_t)s->n * sizeof(number));
    for (int64_t i = 0; i < s->n; i++) {
        number sum = v[1][i] * v[X][i] - v[D][i];
        sum += i > 0 ? v[0][i] * v[X][i - 1] : 0;
        sum += i + 1 < s->n ? v[2][i] * v[X][i + 1] : 0;
        worst = fmax(worst, cabs(sum));
        largest = fmax(largest, cabs(v[D][i]));
    }
    return worst / largest;
}

/* Times ---------------------------------------------------------------------*/

/* Seconds of cusparse, or a negative number after a line that says why. */
static double race_cusparse(const struct arrays *s, int repeat)
{
    const char *why;
    double best = -1;
    struct cusparse_system *c =
        cusparse_new((int)s->n, s->array[0], s->array[1], s->array[2], &why);
    if (!c) {
        printf("cusparse: %s\n", why);
        return -1;
    }
    for (int k = 0; k <= repeat; k++) {
        double time = cusparse_solve(c, s->array[D], NULL);
        best = k < 2 ? time : fmin(best, time);
    }
    cusparse_free(c);
    return best;
}

static bool race_size(int64_t n, const char *name, int repeat)
{
    struct hedra_error why;
    struct hedra_tridiag *t = solver_new(n, 0, NULL);
    char figure[64];
    if (!t)
        return true;
    struct arrays s = arrays_new(n);
    number *const *v = s.array;
    bench_progress("n = %lld", (long long)n);
    double time = shortest(t, &s, false, repeat), error = residual(&s);
    if (hedra_tridiag_factor(t, v[0], v[1], v[2], &why))
        stop(why.text);
    double factored = shortest(t, &s, true, repeat);
    bench_progress("%s", "");
    double theirs = race_cusparse(&s, repeat);
    printf("%10lld %10.1f %10.1f ", (long long)n, 1e6 * time, 1e6 * factored);
    if (theirs > 0)
        printf("%10.1f ", 1e6 * theirs);
    else
        printf("%10s ", "-");
    printf("%12.2f %10.1e\n", 1e9 * time / (double)n, error);
    hedra_tridiag_destroy(t);
    arrays_free(&s);
    if (theirs > 0) {
        snprintf(figure, sizeof figure, "tridiag-gpu-%s-cusparse-ratio", name);
        bench_figure(figure, theirs / time, "x", '>', 1, 3);
    }
    return error <= 1e-12;
}

static bool race_gpu(const struct bench_options *options)
{
    static const int64_t sizes[] = {300000, 10000000, 100000000};
    static const char *const names[] = {"3e5", "1e7", "1e8"};
    int count = options->quick ? 1 : 3;
    int repeat = options->repeat ? options->repeat : 10;
    bool right = true;
    printf("%10s %10s %10s %10s %12s %10s\n", "unknowns", "us", "factored",
           "cusparse", "ns/unknown", "residual");
    if (options->size)
        return race_size(atoll(options->size), "given", repeat);
    for (int k = 0; k < count; k++)
        right &= race_size(sizes[k], names[k], repeat);
    return right;
}

/* Fig. 2 --------------------------------------------------------------------*/

enum { MOST_LEVELS = 4, POINTS = 13 };

/* So that all levels but the first shrink by equal ratios (eq. 8). */
static bool choose_blocks(double threads, int levels, int64_t *blocks)
{
    int64_t lines = INT64_MAX;
    for (int k = 0; k < levels; k++) {
        blocks[k] = (int64_t)ceil(pow(threads, (double)(levels - k) / levels));
        if (blocks[k] < 1 || blocks[k] > lines / 2)
            return false;
        lines = blocks[k] + 1;
    }
    return true;
}

static bool draw_curve(const struct bench_options *options)
{
    const int64_t n = options->size    ? atoll(options->size)
                      : options->quick ? 3000
                                       : 300000;
    static double x[MOST_LEVELS][POINTS], y[MOST_LEVELS][POINTS];
    struct plot_curve curve[MOST_LEVELS];
    const double least = 10, most = (double)n / 4;
    struct arrays s = arrays_new(n);
    printf("%6s %10s %12s\n", "levels", "threads", "us");
    for (int l = 0; l < MOST_LEVELS; l++) {
        curve[l] = (struct plot_curve){x[l], y[l], 0,
                                       pow((double)n, (l + 1.0) / (l + 2.0))};
        for (int k = 0; k < POINTS; k++) {
            int64_t blocks[MOST_LEVELS];
            double threads =
                least * pow(most / least, (double)k / (POINTS - 1));
            if (!choose_blocks(threads, l + 1, blocks))
                continue;
            struct hedra_tridiag *t = solver_new(n, l + 1, blocks);
            if (!t)
                return true;
            double time = shortest(t, &s, false, options->quick ? 1 : 5);
            hedra_tridiag_destroy(t);
            x[l][curve[l].count] = (double)blocks[0];
            y[l][curve[l].count++] = 1e6 * time;
            printf("%6d %10lld %12.1f\n", l + 1, (long long)blocks[0],
                   1e6 * time);
        }
    }
    arrays_free(&s);
    if (!plot_write("tridiag-levels.png", curve, MOST_LEVELS))
        stop("tridiag-levels.png cannot be written");
    puts("tridiag-levels.png: microseconds against threads, powers of ten; "
         "levels 1 to 4 are blue, red, green, violet");
    return true;
}

/* Counted -------------------------------------------------------------------*/

enum { COUNTED = 300000 };

static bool solve_once(void)
{
    struct hedra_tridiag *t = solver_new(COUNTED, 0, NULL);
    if (!t)
        return false;
    struct arrays s = arrays_new(COUNTED);
    solve(t, &s, false);
    hedra_tridiag_destroy(t);
    arrays_free(&s);
    return true;
}

/* This program again, which solves one system in the simulator. */
static bool run_counted(struct bench_counts *c)
{
    char folder[256], file[300], count[400], self[4200];
    struct bench_command command = {.count = 0};
    struct spawn_result result;
    bench_make_folder(folder, sizeof folder);
    snprintf(file, sizeof file, "%s/counts.json", folder);
    snprintf(count, sizeof count, "HEDRA_COUNT=json:%s", file);
    snprintf(self, sizeof self, "%s/bin/bench-tridiag-gpu", bench_tree());
    const char *const env[] = {count, "HEDRA_DEVICE=ptxsim", "HEDRA_CHECK=none",
                               NULL};
    bench_add(&command, self, "--kernel", "once", NULL);
    bool good = bench_call(&command, env, false, &result);
    if (good)
        spawn_free(&result);
    good = good && bench_read_counts(file, c);
    bench_remove(folder);
    return good;
}

static bool hold(const char *name, double value, double bar, double goal)
{
    char full[64];
    snprintf(full, sizeof full, "tridiag-gpu-%s", name);
    bench_figure(full, value, "per-unknown", '<', bar, goal);
    return value <= bar;
}

/* Two passes read four numbers of 16 bytes, and one is written: 4.5 sectors of
 * 32 bytes, and what the reduced systems add. */
static bool race_counts(void)
{
    const double lanes = 32;
    struct bench_counts c = {0};
    bench_progress("counting %d unknowns", COUNTED);
    if (!run_counted(&c))
        return false;
    bench_progress("%s", "");
    bool good = hold("sectors", c.sectors / COUNTED, 5.3, 4.5);
    good &= hold("conflicts", c.conflicts / COUNTED, 0.001, 0);
    good &= hold("instructions", c.instructions * lanes / COUNTED, 400, 250);
    return good;
}

int main(int argc, char **argv)
{
    const struct bench_options options = bench_parse(
        argc, argv,
        "Tridiagonal systems in complex double on the device that "
        "HEDRA_DEVICE\n"
        "names (cuda), beside cusparse's gtsv2_nopivot. --kernel is one of\n"
        "counts, gpu and curve; --size the unknowns.\n");
    const char *part = options.kernel ? options.kernel : "all";
    const bool all = strcmp(part, "all") == 0;
    if (strcmp(part, "once") == 0)
        return solve_once() ? 0 : 1;
    if (!all && strcmp(part, "counts") != 0 && strcmp(part, "gpu") != 0 &&
        strcmp(part, "curve") != 0)
        stop("--kernel is one of counts, gpu and curve");
    bool good = true;
    if (all || strcmp(part, "counts") == 0)
        good &= race_counts();
    if (all || strcmp(part, "gpu") == 0)
        good &= race_gpu(&options);
    if (all || strcmp(part, "curve") == 0)
        good &= draw_curve(&options);
    return good ? 0 : 1;
}
