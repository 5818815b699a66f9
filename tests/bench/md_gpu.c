#include "tests/bench/md_gpu.h"

#include "runtime/include/hedra_md.h"
#include "runtime/include/hedra_order_metric.h"
#include "tests/bench/bench.h"
#include "tests/bench/counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Cells of the lattice along an axis where steps are counted; steps that melt
 * it; launches of a region in what is counted, on the way to the device and in
 * one step. */
enum { COUNTED = 16, MELTING = 100, LAUNCHES = 2 };

static const struct {
    const char *name;
    int kind; /* enum hedra_order_kind */
} orders[] = {{"row", HEDRA_ORDER_ROW},
              {"morton", HEDRA_ORDER_MORTON},
              {"hilbert", HEDRA_ORDER_HILBERT}};
static const char *const reals[] = {"double", "mixed"};
enum { HILBERT = 2, ORDERS = sizeof orders / sizeof *orders, REALS = 2 };

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

static void must(enum hedra_status status, const struct hedra_error *why)
{
    if (status)
        stop(why->text);
}

/* The melt after some steps. */
static struct hedra_md *make(int64_t n, int order, int real, int64_t steps)
{
    const int64_t cells[3] = {n, n, n};
    const struct hedra_order_options kind = {.kind = order};
    struct hedra_md_particles p = {.count = hedra_md_fcc_count(cells)};
    struct hedra_md_options o = {.cutoff = 2.5,
                                 .skin = 0.3,
                                 .step = 0.005,
                                 .every = 20,
                                 .real = real,
                                 .order = &kind};
    struct hedra_error why;
    struct hedra_md *md;
    const size_t bytes = (size_t)p.count * 3 * sizeof(double);
    p.position = malloc(bytes);
    p.velocity = malloc(bytes);
    if (p.count == 0 || !p.position || !p.velocity)
        stop("no such lattice, or not enough memory");
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), &why);
    must(hedra_md_create(&o, &p, &md, &why), &why);
    must(hedra_md_step(md, steps, &why), &why);
    free(p.position);
    free(p.velocity);
    return md;
}

void md_one_step(const char *what)
{
    struct hedra_error why;
    for (int k = 0; k < ORDERS * REALS; k++) {
        char name[32];
        snprintf(name, sizeof name, "%s-%s", orders[k / REALS].name,
                 reals[k % REALS]);
        if (!what || strcmp(what, name) != 0)
            continue;
        struct hedra_md *md =
            make(COUNTED, orders[k / REALS].kind, k % REALS, MELTING);
        must(hedra_md_set_device(md, "ptxsim", &why), &why);
        must(hedra_md_step(md, 1, &why), &why);
        hedra_md_destroy(md);
        return;
    }
    stop("--size is ORDER-REAL, such as hilbert-double");
}

/* Counts of the force loop, for a particle and step. */
static bool count(int order, int real, struct bench_counts *c)
{
    char folder[256], file[300], env_count[400], self[4200], what[64];
    struct bench_command command = {.count = 0};
    struct spawn_result result;
    const int64_t cells[3] = {COUNTED, COUNTED, COUNTED};
    const double each = (double)hedra_md_fcc_count(cells) * LAUNCHES;
    bench_make_folder(folder, sizeof folder);
    snprintf(file, sizeof file, "%s/counts.json", folder);
    snprintf(env_count, sizeof env_count, "HEDRA_COUNT=json:%s", file);
    snprintf(self, sizeof self, "%s/bin/bench-md", bench_tree());
    snprintf(what, sizeof what, "%s-%s", orders[order].name, reals[real]);
    const char *const env[] = {env_count, "HEDRA_CHECK=none", NULL};
    bench_add(&command, self, "--kernel", "one-step", "--size", what, NULL);
    bool good = bench_call(&command, env, false, &result);
    if (good)
        spawn_free(&result);
    good = good && bench_read_counts_of(file, "\"md_nest_force_", c);
    bench_remove(folder);
    c->sectors /= each;
    c->l1_misses /= each;
    c->l2_misses /= each;
    return good;
}

/* The share of a cell's reads of its neighbours that miss a cache of so many
 * cells, least recently used: the model of sec. 3 of the paper. */
static double model(int order, uint64_t capacity)
{
    enum { SIDE = 18 }; /* cells along an axis, as the melt has them */
    const struct hedra_order_options o = {.kind = orders[order].kind,
                                          .size = {SIDE, SIDE, SIDE}};
    const struct hedra_stencil_options of = {.shape = HEDRA_STENCIL_BLOCK,
                                             .g = 2};
    const struct hedra_trace_options each = {.block = 1, .faces = true};
    struct hedra_order *made;
    struct hedra_stencil *stencil;
    struct hedra_lru *lru;
    struct hedra_error why;
    must(hedra_order_create(&o, &made, &why), &why);
    must(hedra_stencil_create(&of, &stencil, &why), &why);
    must(hedra_lru_create(hedra_trace_blocks(made, &each), &lru, &why), &why);
    must(hedra_order_trace(made, stencil, &each, hedra_lru_touch, lru, &why),
         &why);
    const double rate = (double)hedra_lru_misses(lru, capacity) /
                        (double)hedra_lru_accesses(lru);
    hedra_lru_destroy(lru);
    hedra_stencil_destroy(stencil);
    hedra_order_destroy(made);
    return rate;
}

/* What Hilbert's order may cost at most, and what would be fine: sectors of 32
 * bytes that are asked of L1, of L2 and of memory. Lists alone are 9.4. */
static const struct {
    double bar[3], goal[3];
} bars[REALS] = {{{220, 20, 12.8}, {150, 15, 12}},
                 {{205, 17, 12}, {150, 13, 11.5}}};

static bool hold(int real, const struct bench_counts *c)
{
    static const char *const name[] = {"l1", "l2", "dram"};
    const double value[] = {c->sectors, c->l1_misses, c->l2_misses};
    bool good = true;
    for (int k = 0; k < 3; k++) {
        char full[64];
        snprintf(full, sizeof full, "md-gpu-%s-sectors-%s", name[k],
                 reals[real]);
        bench_figure(full, value[k], "per particle and step", '<',
                     bars[real].bar[k], bars[real].goal[k]);
        good &= value[k] <= bars[real].bar[k];
    }
    return good;
}

bool md_race_counts(void)
{
    enum { CACHES = 3 };
    static const uint64_t cells[CACHES] = {64, 256, 1024};
    struct bench_counts c[ORDERS][REALS];
    printf("%-8s %-7s %9s %9s %9s   misses of the model with\n", "order",
           "real", "L1", "L2", "memory");
    printf("%47s %9d %9d %9d cells\n", "", (int)cells[0], (int)cells[1],
           (int)cells[2]);
    for (int k = 0; k < ORDERS; k++)
        for (int real = 0; real < REALS; real++) {
            struct bench_counts *now = &c[k][real];
            bench_progress("counting %s, %s", orders[k].name, reals[real]);
            if (!count(k, real, now))
                return false;
            bench_progress("%s", "");
            printf("%-8s %-7s %9.2f %9.2f %9.2f", orders[k].name, reals[real],
                   now->sectors, now->l1_misses, now->l2_misses);
            for (int m = 0; m < CACHES; m++)
                printf(" %9.4f", model(k, cells[m]));
            putchar('\n');
        }
    puts("sectors of 32 bytes for a particle and step, asked of L1, of L2 and "
         "of memory");
    bool good = true;
    for (int real = 0; real < REALS; real++)
        good &= hold(real, &c[HILBERT][real]);
    return good;
}

/* Seconds by the clock. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void md_race_gpu(bool quick)
{
    enum { STEPS = 100 };
    for (int real = 0; real < REALS; real++) {
        struct hedra_error why;
        struct hedra_md *md =
            make(quick ? 32 : 100, HEDRA_ORDER_HILBERT, real, 0);
        const enum hedra_status status = hedra_md_set_device(md, "cuda", &why);
        if (status == HEDRA_ERROR_NO_DEVICE) {
            printf("    no GPU is here: no steps on one\n");
            hedra_md_destroy(md);
            return;
        }
        must(status, &why);
        must(hedra_md_step(md, STEPS, &why), &why);
        const double begin = now();
        must(hedra_md_step(md, STEPS, &why), &why);
        const double seconds = now() - begin;
        const struct hedra_md_counts c = hedra_md_counts(md);
        char name[64];
        snprintf(name, sizeof name, "md-gpu-steps-%s", reals[real]);
        printf("%s: %lld particles, %s\n", reals[real], (long long)c.particles,
               c.kernels);
        bench_figure(name, (double)c.particles * STEPS / seconds / 1e9,
                     "10^9 particle-steps/s", '>', 0.2, 1);
        hedra_md_destroy(md);
    }
}
