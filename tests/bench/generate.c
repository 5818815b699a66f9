/*
 * bench-generate: seconds and memory of `brush gen`, and what ptxas makes of
 * its kernels. It is one thread and runs one ptxas at a time, so that the
 * processor seconds of both are what they take on one core.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/bench.h"

static const char about[] =
    "Measures brush gen for H, C, N and O in both precisions: all targets of\n"
    "STO-3G, C and PTX of cc-pVDZ (not with --quick; --kernel NAME: one of\n"
    "sto-3g, cc-pvdz). Prints the processor seconds, ptxas included, and the\n"
    "most memory. With --kernel spills: for every architecture that ptxas "
    "knows\n"
    "from sm_75 on (--size ARCH: for this one) the kernels of three basis "
    "sets\n"
    "that spill most and that take longest; tens of minutes in all. Exits with "
    "1\n"
    "if brush fails or a bar is missed.\n";

static const struct row {
    const char *basis, *targets;
    double seconds, megabytes; /* bars; memory 0: none */
} rows[] = {{"sto-3g", "c,ptx,cuda,opencl,cubin", 60, 2000},
            {"cc-pvdz", "c,ptx", 600, 0}};

static void figure(const struct row *row, const char *what, double value,
                   const char *unit, double bar)
{
    char name[64];

    snprintf(name, sizeof name, "generate-%s-%s", row->basis, what);
    bench_figure(name, value, unit, '<', bar, bar);
}

/* The lines in which brush says how long ptxas took. */
static void print_ptxas(char *text)
{
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        if (strstr(line, " in ptxas"))
            printf("  %s\n", line);
}

/* False if brush fails or a bar is missed. */
static bool measure(const struct row *row, const char *folder)
{
    char brush[4200], basis[512], out[300];
    struct bench_command c = {.count = 0};
    struct spawn_result result;
    double megabytes;
    bool good;

    snprintf(brush, sizeof brush, "%s/bin/brush", bench_tree());
    snprintf(basis, sizeof basis, HEDRA_SOURCE_DIR "/brush/data/%s.gbs",
             row->basis);
    bench_file(out, sizeof out, folder, row->basis);
    bench_add(&c, brush, "gen", "--basis", basis, "--elements", "H,C,N,O",
              "--precision", "f64,f32", "--target", row->targets, "-o", out,
              NULL);
    bench_progress("%s", row->basis);
    good = bench_call(&c, NULL, false, &result);
    bench_progress("%s", "");
    megabytes = (double)result.peak_kib * 1024 / 1e6;
    if (good) {
        printf("%-8s %-24s %9.2f s %9.1f MB\n", row->basis, row->targets,
               result.cpu_seconds, megabytes);
        print_ptxas(result.out);
        figure(row, "seconds", result.cpu_seconds, "s", row->seconds);
        good = result.cpu_seconds <= row->seconds;
    }
    if (good && row->megabytes > 0) {
        figure(row, "memory", megabytes, "MB", row->megabytes);
        good = megabytes <= row->megabytes;
    }
    spawn_free(&result);
    return good;
}

/* What ptxas makes of kernels ------------------------------------------------
 */

enum { WORST = 5, KERNELS = 8192, ARCHES = 32 };

struct kernel {
    char name[96]; /* sto_3g_f32.sm_90 eri_s_s_s_s */
    int registers, spilled;
    double seconds; /* 0 where ptxas does not tell */
};

static int more_spilled(const void *x, const void *y)
{
    const struct kernel *a = x, *b = y;

    return (a->spilled < b->spilled) - (a->spilled > b->spilled);
}

static int slower(const void *x, const void *y)
{
    const struct kernel *a = x, *b = y;

    return (a->seconds < b->seconds) - (a->seconds > b->seconds);
}

/* Appends the lines that brush prints of kernels. */
static int take_kernels(char *text, struct kernel *kernel, int count)
{
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line && count < KERNELS;
         line = strtok_r(NULL, "\n", &rest)) {
        struct kernel k = {.seconds = 0};
        char file[48], name[48];

        if (sscanf(line, "%47s %47[^:]: %d registers, %d bytes spilled, %lf",
                   file, name, &k.registers, &k.spilled, &k.seconds) < 4)
            continue;
        snprintf(k.name, sizeof k.name, "%s %s", file, name);
        kernel[count++] = k;
    }
    return count;
}

static void print_worst(struct kernel *kernel, int count, const char *what,
                        int (*compare)(const void *, const void *))
{
    qsort(kernel, (size_t)count, sizeof *kernel, compare);
    printf("  %s:\n", what);
    for (int i = 0; i < WORST && i < count; i++)
        printf("    %-48s %4d registers, %5d bytes spilled, %6.2f s\n",
               kernel[i].name, kernel[i].registers, kernel[i].spilled,
               kernel[i].seconds);
}

/* The architectures that ptxas names, ascending; returns how many. */
static int list_arches(char arch[ARCHES][16])
{
    struct bench_command c = {.count = 0};
    struct spawn_result result;
    int count = 0;

    bench_add(&c, "sh", "-c",
              "PATH=$PATH:/usr/local/cuda/bin ptxas --help | "
              "grep -o \"'sm_[0-9]*'\" | tr -dc '0-9\\n' | sort -un | "
              "awk '$1 >= 75 { print \"sm_\" $1 }'",
              NULL);
    if (bench_call(&c, NULL, false, &result)) {
        char *rest = NULL;

        for (char *word = strtok_r(result.out, "\n", &rest);
             word && count < ARCHES; word = strtok_r(NULL, "\n", &rest))
            snprintf(arch[count++], sizeof *arch, "%s", word);
    }
    spawn_free(&result);
    return count;
}

/* The kernels of a basis set for one architecture; -1 if brush fails. */
static int assemble(const char *basis, const char *arch, const char *folder,
                    struct kernel *kernel, int count)
{
    char brush[4200], file[512], out[300];
    struct bench_command c = {.count = 0};
    struct spawn_result result;

    snprintf(brush, sizeof brush, "%s/bin/brush", bench_tree());
    snprintf(file, sizeof file, HEDRA_SOURCE_DIR "/brush/data/%s.gbs", basis);
    bench_file(out, sizeof out, folder, basis);
    bench_add(&c, brush, "gen", "--basis", file, "--elements", "H,C,N,O",
              "--precision", "f64,f32", "--target", "cubin", "--arch", arch,
              "-o", out, NULL);
    bench_progress("%s for %s", basis, arch);
    count = bench_call(&c, NULL, false, &result)
                ? take_kernels(result.out, kernel, count)
                : -1;
    bench_progress("%s", "");
    spawn_free(&result);
    return count;
}

/* False if brush fails, there is no ptxas or a kernel spills more than that. */
static bool measure_spills(const char *basis, const char *only,
                           const char *folder, struct kernel *kernel)
{
    static const double bar = 200;
    char arch[ARCHES][16], name[64];
    int arches = list_arches(arch), count = 0, tried = 0;

    for (int i = 0; i < arches && count >= 0; i++)
        if (!only || strcmp(only, arch[i]) == 0) {
            count = assemble(basis, arch[i], folder, kernel, count);
            tried++;
        }
    if (count <= 0) {
        fprintf(stderr, "%s: nothing was assembled\n", basis);
        return false;
    }
    printf("%s: %d kernels for %d architectures\n", basis, count, tried);
    print_worst(kernel, count, "slowest", slower);
    print_worst(kernel, count, "most spilled", more_spilled);
    snprintf(name, sizeof name, "generate-%s-spills", basis);
    bench_figure(name, kernel[0].spilled, "bytes", '<', bar, bar);
    return kernel[0].spilled <= bar;
}

static int run_spills(const struct bench_options *o, const char *folder)
{
    static const char *const basis[] = {"sto-3g", "6-31g-star", "cc-pvdz"};
    struct kernel *kernel = calloc(KERNELS, sizeof *kernel);
    int bad = 0;

    if (!kernel)
        exit(2);
    for (size_t i = 0; i < (o->quick ? 1 : sizeof basis / sizeof *basis); i++)
        bad += !measure_spills(basis[i], o->size, folder, kernel);
    free(kernel);
    return bad;
}

static int run_rows(const struct bench_options *o, const char *folder)
{
    int count = (int)(sizeof rows / sizeof *rows), bad = 0, measured = 0;

    for (int i = 0; i < (o->quick ? 1 : count); i++) {
        if (o->kernel && strcmp(o->kernel, rows[i].basis) != 0)
            continue;
        measured++;
        bad += !measure(&rows[i], folder);
    }
    if (!measured)
        fprintf(stderr, "%s: no such basis\n", o->kernel);
    return bad + !measured;
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    char folder[256];
    int bad;

    bench_make_folder(folder, sizeof folder);
    bad = o.kernel && strcmp(o.kernel, "spills") == 0 ? run_spills(&o, folder)
                                                      : run_rows(&o, folder);
    bench_remove(folder);
    return bad != 0;
}
