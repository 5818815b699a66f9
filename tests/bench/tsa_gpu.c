#include "tests/bench/tsa_gpu.h"

#include "tests/bench/counts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct hedra_error why;

struct method {
    int method;
    const char *name;
    int fused;
};
enum { NAIVE, STEP, STEPS };
static const struct method methods[] = {
    [NAIVE] = {HEDRA_TSA_GPU_NAIVE, "naive", 0},
    [STEP] = {HEDRA_TSA_GPU_STEP, "step", 1},
    [STEPS] = {HEDRA_TSA_GPU_STEP, "steps", 0}};
enum { METHODS = sizeof methods / sizeof methods[0] };
static const char *const type_name[] = {"float", "double"};

/* On a GPU ------------------------------------------------------------------
 */

/* A lattice with a packet after some steps: 2 nx ny doubles, which the caller
 * frees, or NULL and the error. */
static double *evolve(const struct hedra_tsa_options *o, int *error)
{
    const int64_t steps = 10;
    size_t sites = (size_t)(o->nx * o->ny);
    double *out = calloc(2 * sites, sizeof *out);
    struct hedra_tsa *t = NULL;
    *error = out ? hedra_tsa_create(o, &t, &why) : HEDRA_ERROR_NO_MEMORY;
    if (!*error)
        *error = hedra_tsa_gaussian(t, (double[]){100, 60}, (double[]){9, 7},
                                    (double[]){1, 0.5}, &why);
    if (!*error)
        *error = hedra_tsa_step(t, steps, &why);
    if (!*error)
        *error = hedra_tsa_get(t, out, out + sites, &why);
    hedra_tsa_destroy(t);
    if (!*error)
        return out;
    free(out);
    return NULL;
}

/* Whether a method on the device gives in double what the CPU gives. */
static bool is_right(const struct method *m)
{
    const double bound = 1e-13;
    struct hedra_tsa_options o = {.nx = 1010,
                                  .ny = 130,
                                  .real = HEDRA_TSA_DOUBLE,
                                  .step = 0.1,
                                  .vx = 1,
                                  .vy = 0.8,
                                  .periodic_x = true,
                                  .method = HEDRA_TSA_STREAM};
    int error, same = 1;
    double *host = evolve(&o, &error), most = 0;
    o.method = m->method;
    o.fused = m->fused;
    double *device = host ? evolve(&o, &same) : NULL;
    for (int64_t k = 0; device && k < 2 * o.nx * o.ny; k++) {
        double d = fabs(host[k] - device[k]);
        most = d > most || d != d ? d : most;
    }
    bool right = device && most <= bound;
    if (device)
        printf("%s: %s, within %.1e of the CPU\n", m->name,
               right ? "right" : "WRONG", most);
    else
        printf("%s: FAILED: %s: %s\n", m->name, hedra_status_name(same),
               why.text);
    free(host);
    free(device);
    return right;
}

/* Its name, or NULL after a line that says why there is none. */
static const char *find_gpu(void)
{
    static char name[256];
    struct hedra_tsa_options o = {
        .nx = 2, .ny = 2, .step = 0.1, .method = HEDRA_TSA_GPU_STEP};
    struct hedra_tsa *t;
    int error = hedra_tsa_create(&o, &t, &why);
    if (error) {
        printf("no GPU: %s\n", error == HEDRA_ERROR_NO_DEVICE
                                   ? why.text
                                   : hedra_status_name(error));
        return NULL;
    }
    snprintf(name, sizeof name, "%s", hedra_tsa_device(t));
    hedra_tsa_destroy(t);
    return name;
}

/* In GB/s: one read and one write of each site for a step. */
static double moved(int real, double rate)
{
    return rate * (real == HEDRA_TSA_FLOAT ? 16 : 32) * 1e-3;
}

static double put_rate(struct hedra_tsa_options o, const char *name, int turns)
{
    bench_progress("%s, %lld, %s", type_name[o.real], (long long)o.nx, name);
    double rate = tsa_measure(o, turns);
    bench_progress("%s", "");
    printf("%-7s %5lld %-9s ", type_name[o.real], (long long)o.nx, name);
    if (rate < 0)
        puts("too large for this machine's memory");
    else
        printf("%14.1f %10.1f\n", rate, moved(o.real, rate));
    fflush(stdout);
    return rate;
}

/* Strips of several heights instead of the chosen one. */
static void try_rows(int64_t n, int turns)
{
    for (int rows = 16; rows <= 512; rows *= 2) {
        struct hedra_tsa_options o = {.nx = n,
                                      .real = HEDRA_TSA_FLOAT,
                                      .method = HEDRA_TSA_GPU_STEP,
                                      .strip_rows = rows};
        char name[32];
        snprintf(name, sizeof name, "rows %d", rows);
        put_rate(o, name, turns);
    }
}

bool tsa_race_gpu(const struct bench_options *options)
{
    const int64_t largest = 16384;
    const int turns = options->quick ? 2 : 5;
    const int64_t given = options->size ? atoll(options->size) : 0;
    int64_t least = given > 0 ? given : 512;
    int64_t most = given > 0 ? given : options->quick ? 2048 : largest;
    const char *name = find_gpu();
    double chosen = -1;
    if (!name)
        return true;
    printf("on %s\n", name);
    for (int k = 0; k < METHODS; k++)
        if (!is_right(&methods[k]))
            return false;
    printf("\n%-7s %5s %-9s %14s %10s\n", "real", "side", "method",
           "10^6 sites/s", "GB/s");
    for (int real = 0; real < 2; real++)
        for (int64_t n = least; n <= most; n *= 2)
            for (int k = 0; k < METHODS; k++) {
                struct hedra_tsa_options o = {.nx = n,
                                              .real = real,
                                              .method = methods[k].method,
                                              .fused = methods[k].fused};
                double rate = put_rate(o, methods[k].name, turns);
                if (n == largest && real == HEDRA_TSA_FLOAT && rate > chosen)
                    chosen = rate;
            }
    if (!options->quick)
        try_rows(most, turns);
    if (chosen > 0)
        bench_figure("tsa-gpu-float-16384", chosen, "Msites/s", '>', 150e3,
                     200e3);
    return true;
}

/* Counted -------------------------------------------------------------------
 */

/* Two strips of 992 columns and their neighbours' halo; or in double four, or
 * with several steps in a launch a little more than four. */
enum { COUNTED_NX = 1984, COUNTED_NY = 512, COUNTED_ROWS = 128 };

/* Full steps that are counted: those of a launch. */
static int counted_steps(int real, int method)
{
    if (method != STEPS)
        return 1;
    return real == HEDRA_TSA_FLOAT ? 4 : 2;
}

bool tsa_one_launch(const struct bench_options *options)
{
    int method = NAIVE;
    char real[16] = "", name[16] = "";
    struct hedra_tsa_options o = {.nx = COUNTED_NX,
                                  .ny = COUNTED_NY,
                                  .step = 0.1,
                                  .vx = 1,
                                  .vy = 1,
                                  .strip_rows = COUNTED_ROWS,
                                  .device = "ptxsim"};
    if (!options->size ||
        sscanf(options->size, "%15[a-z]-%15[a-z]", real, name) != 2)
        return false;
    o.real = strcmp(real, "double") ? HEDRA_TSA_FLOAT : HEDRA_TSA_DOUBLE;
    for (int k = 0; k < METHODS; k++)
        if (!strcmp(name, methods[k].name))
            method = k;
    o.method = methods[method].method;
    o.fused = methods[method].fused;
    struct hedra_tsa *t;
    int error = hedra_tsa_create(&o, &t, &why);
    if (!error)
        error = hedra_tsa_plane_wave(t, (double[]){1, 0.5}, &why);
    if (!error)
        error = hedra_tsa_step(t, counted_steps(o.real, method), &why);
    if (error)
        fprintf(stderr, "error: %s: %s\n", hedra_status_name(error), why.text);
    hedra_tsa_destroy(t);
    return !error;
}

static bool count(int real, int method, struct bench_counts *c)
{
    const double sites =
        (double)COUNTED_NX * COUNTED_NY * counted_steps(real, method);
    const int lanes = 32;
    char folder[256], file[300], env_count[400], self[4200], what[64];
    struct bench_command command = {.count = 0};
    struct spawn_result result;
    bench_make_folder(folder, sizeof folder);
    snprintf(file, sizeof file, "%s/counts.json", folder);
    snprintf(env_count, sizeof env_count, "HEDRA_COUNT=json:%s", file);
    snprintf(self, sizeof self, "%s/bin/bench-tsa", bench_tree());
    snprintf(what, sizeof what, "%s-%s", type_name[real], methods[method].name);
    const char *const env[] = {env_count, "HEDRA_CHECK=none", NULL};
    bench_add(&command, self, "--kernel", "one-launch", "--size", what, NULL);
    bool good = bench_call(&command, env, false, &result);
    if (good)
        spawn_free(&result);
    good = good && bench_read_counts(file, c);
    bench_remove(folder);
    c->sectors /= sites;
    c->conflicts /= sites;
    c->instructions *= lanes / sites;
    return good;
}

/* Figures that may be as much as the bars. */
static bool hold(int real, int method, const struct bench_counts *c,
                 const double bar[3], const double goal[3])
{
    static const char *const name[] = {"sectors", "conflicts", "instructions"};
    const double value[] = {c->sectors, c->conflicts, c->instructions};
    bool good = true;
    for (int k = 0; k < 3; k++) {
        char full[64];
        snprintf(full, sizeof full, "tsa-gpu-%s-%s-%s", name[k],
                 type_name[real], methods[method].name);
        bench_figure(full, value[k], "per site", '<', bar[k], goal[k]);
        good &= value[k] <= bar[k];
    }
    return good;
}

bool tsa_race_counts(const struct bench_options *options)
{
    struct bench_counts c[2][METHODS];
    (void)options;
    printf("%-7s %-7s %14s %14s %14s\n", "real", "method", "sectors",
           "conflicts", "instructions");
    for (int real = 0; real < 2; real++)
        for (int k = 0; k < METHODS; k++) {
            struct bench_counts *now = &c[real][k];
            bench_progress("counting %s %s", type_name[real], methods[k].name);
            if (!count(real, k, now))
                return false;
            bench_progress("%s", "");
            printf("%-7s %-7s %14.4f %14.4f %14.2f\n", type_name[real],
                   methods[k].name, now->sectors, now->conflicts,
                   now->instructions);
        }
    puts("for a site and step; a read and a write are 0.5 sectors in float, 1 "
         "in double");
    bool good = true;
    for (int real = 0; real < 2; real++) {
        bool single = real == HEDRA_TSA_FLOAT;
        double floor = single ? 0.5 : 1;
        double several = floor / counted_steps(real, STEPS);
        good &= hold(real, STEP, &c[real][STEP],
                     (double[]){1.04 * floor, 0, single ? 80 : 90},
                     (double[]){floor, 0, 60});
        good &=
            hold(real, STEPS, &c[real][STEPS],
                 (double[]){1.15 * several, 0, 90}, (double[]){several, 0, 60});
    }
    return good;
}
