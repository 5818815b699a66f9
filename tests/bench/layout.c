/* bench-layout: sweeps along the three axes of one array, in C's order and in
 * others (the clause layout): the misses of a cache in the model of
 * hedra_order_metric.h, for the six orders of the loops, and the times of what
 * hedrac makes of such sweeps, on one core of the host, in the same run. */
#include "tests/bench/bench.h"

#include "runtime/include/hedra_order_metric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, LINE = 8, LINES = 512, CELLS = SIDE * SIDE * SIDE };

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    exit(2);
}

/* Misses ------------------------------------------------------------------- */

/* The share of accesses that miss in loops over axes first, second and third,
 * from the outside in. */
static double misses(const struct hedra_order *order, const int axis[3])
{
    struct hedra_lru *lru;
    if (hedra_lru_create(hedra_order_span(order) / LINE + 1, &lru, NULL))
        stop("no memory for the model");
    for (int n = 0; n < CELLS; n++) {
        int at[3];
        at[axis[0]] = n / SIDE / SIDE;
        at[axis[1]] = n / SIDE % SIDE;
        at[axis[2]] = n % SIDE;
        uint64_t block = hedra_order_index(order, at[0], at[1], at[2]) / LINE;
        if (hedra_lru_touch(lru, 1, &block, NULL))
            stop("the model fails");
    }
    double share = (double)hedra_lru_misses(lru, LINES) / CELLS;
    hedra_lru_destroy(lru);
    return share;
}

static struct hedra_order *make(int kind)
{
    const struct hedra_order_options options = {.kind = kind,
                                                .size = {SIDE, SIDE, SIDE}};
    struct hedra_order *order;
    struct hedra_error why;
    if (hedra_order_create(&options, &order, &why))
        stop(why.text);
    return order;
}

/* The worst of the six. */
static double show_misses(int kind)
{
    static const int axis[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                   {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};
    struct hedra_order *order = make(kind);
    double worst = 0;
    printf("%-24s", hedra_order_kind_name(kind));
    for (int k = 0; k < 6; k++) {
        double share = misses(order, axis[k]);
        printf(" %6.3f", share);
        worst = fmax(worst, share);
    }
    putchar('\n');
    hedra_order_destroy(order);
    return worst;
}

/* Times -------------------------------------------------------------------- */

static const char source[] =
    "#include <stdio.h>\n"
    "#include <time.h>\n"
    "static double a[N][N][N];\n"
    "static double now(void)\n"
    "{\n"
    "    struct timespec t;\n"
    "    clock_gettime(CLOCK_MONOTONIC, &t);\n"
    "    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "    for (int i = 0; i < N; i++)\n"
    "        for (int j = 0; j < N; j++)\n"
    "            for (int k = 0; k < N; k++)\n"
    "                a[i][j][k] = (i * 7 + j * 3 + k) %% 11;\n"
    "    double begin = now();\n"
    "#pragma hedra data(a)%s\n"
    "    {\n"
    "        for (int t = 0; t < T; t++) {\n"
    "#pragma hedra\n"
    "            for (int i = 1; i < N; i++)\n"
    "                for (int j = 0; j < N; j++)\n"
    "                    for (int k = 0; k < N; k++)\n"
    "                        a[i][j][k] = 0.5 * a[i - 1][j][k] + a[i][j][k];\n"
    "#pragma hedra\n"
    "            for (int j = 1; j < N; j++)\n"
    "                for (int i = 0; i < N; i++)\n"
    "                    for (int k = 0; k < N; k++)\n"
    "                        a[i][j][k] = 0.5 * a[i][j - 1][k] + a[i][j][k];\n"
    "#pragma hedra\n"
    "            for (int k = 1; k < N; k++)\n"
    "                for (int i = 0; i < N; i++)\n"
    "                    for (int j = 0; j < N; j++)\n"
    "                        a[i][j][k] = 0.25 * a[i][j][k - 1] + 0.25 * "
    "a[i][j][k];\n"
    "        }\n"
    "    }\n"
    "    fprintf(stderr, \"time %%.9f\\n\", now() - begin);\n"
    "    double sum = 0;\n"
    "    for (int i = 0; i < N; i++)\n"
    "        for (int j = 0; j < N; j++)\n"
    "            for (int k = 0; k < N; k++)\n"
    "                sum += a[i][j][k] * (i + 2 * j + 3 * k);\n"
    "    printf(\"%%.17g\\n\", sum);\n"
    "    return 0;\n"
    "}\n";

static const char *const layouts[] = {"", "morton_i", "hilbert",
                                      "hybrid(morton_i, row, 8)",
                                      "hybrid(hilbert, row, 8)"};
enum { HYBRID = 4, LAYOUTS = sizeof layouts / sizeof *layouts };

static bool build(const struct bench_options *o, const char *folder, int k,
                  char *program, size_t room)
{
    char name[32], plain[400], made[400], clause[80] = "", n[32], t[32];
    snprintf(name, sizeof name, "sweeps%d.c", k);
    bench_file(plain, sizeof plain, folder, name);
    snprintf(name, sizeof name, "made%d.c", k);
    bench_file(made, sizeof made, folder, name);
    snprintf(name, sizeof name, "sweeps%d", k);
    bench_file(program, room, folder, name);
    snprintf(n, sizeof n, "-DN=%d", o->quick ? 64 : 256);
    snprintf(t, sizeof t, "-DT=%d", o->quick ? 2 : 4);
    if (*layouts[k])
        snprintf(clause, sizeof clause, " layout(a: %s)", layouts[k]);
    FILE *file = fopen(plain, "w");
    if (!file)
        return false;
    fprintf(file, source, clause);
    fclose(file);
    struct bench_command h = {.count = 0}, c = {.count = 0};
    bench_add(&h, o->hedrac, plain, "-o", made, n, t, "-ffp-contract=off",
              NULL);
    bench_add(&c, "gcc", "-O3", "-march=native", "-ffp-contract=off", "-w",
              made, n, t, "-o", program, NULL);
    bench_add_library(&c);
    return bench_do(&h, NULL) && bench_do(&c, NULL);
}

/* With small pages, and with large ones where the library asks for them. */
static const char *const pages[] = {"HEDRA_PAGES=small", "HEDRA_PAGES=large"};
enum { PAGES = sizeof pages / sizeof *pages };

static double time_of(const char *program, int k, int page, char *expected,
                      size_t room)
{
    const char *const env[] = {"HEDRA_DEVICE=host", "HEDRA_THREADS=1",
                               "HEDRA_CHOOSE=hedra", pages[page], NULL};
    struct bench_command run = {.count = 0};
    bench_add(&run, program, NULL);
    return bench_seconds(&run, env, layouts[k], expected, room);
}

static void print_times(const double best[LAYOUTS][PAGES])
{
    printf(
        "\nseconds of sweeps along the three axes, conversions included, and "
        "their ratio\n%-24s %22s %22s\n",
        "to C's order", pages[0], pages[1]);
    for (int k = 0; k < LAYOUTS; k++) {
        printf("%-24s", *layouts[k] ? layouts[k] : "C's order");
        for (int page = 0; page < PAGES; page++)
            printf("    %10.6f  %6.2f", best[k][page],
                   best[k][page] / best[0][page]);
        putchar('\n');
    }
}

static void show_times(const struct bench_options *o)
{
    char folder[256], program[LAYOUTS][400], expected[256] = "";
    double best[LAYOUTS][PAGES];
    int repeat = o->repeat ? o->repeat : o->quick ? 3 : 7;
    bench_make_folder(folder, sizeof folder);
    for (int k = 0; k < LAYOUTS; k++) {
        best[k][0] = best[k][1] = INFINITY;
        if (!build(o, folder, k, program[k], sizeof program[k]))
            stop("a program cannot be built");
    }
    for (int r = 0; r < repeat; r++)
        for (int k = 0; k < LAYOUTS * PAGES; k++) {
            bench_progress("sweeps, %d of %d", r + 1, repeat);
            double *least = &best[k / PAGES][k % PAGES];
            *least =
                fmin(*least, time_of(program[k / PAGES], k / PAGES, k % PAGES,
                                     expected, sizeof expected));
        }
    bench_progress("%s", "");
    bench_remove(folder);
    print_times(best);
    /* Arrays that caches hold have nothing to gain. */
    if (!o->quick)
        bench_figure(
            "layout-sweeps-hilbert-tiles",
            fmin(best[HYBRID][0] / best[0][0], best[HYBRID][1] / best[0][1]),
            "of C's order", '<', 1.5, 1.2);
}

int main(int argc, char **argv)
{
    const struct bench_options o = bench_parse(
        argc, argv,
        "Misses and times of sweeps along three axes, by layout.\n");
    printf("share of accesses that miss %d lines of %d elements, %d^3\n%-24s",
           LINES, LINE, SIDE, "loops over");
    printf("    ijk    jik    ikj    kij    jki    kji\n");
    double row = show_misses(HEDRA_ORDER_ROW);
    double morton = show_misses(HEDRA_ORDER_MORTON_I);
    show_misses(HEDRA_ORDER_HILBERT);
    show_times(&o);
    bench_figure("layout-sweeps-worst-misses", row / morton, "x", '>', 4, 4);
    return 0;
}
