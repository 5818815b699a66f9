/*
 * bench-generate: seconds and memory of `brush gen`. It is one thread and runs
 * one ptxas at a time, so that the processor seconds of both are what they take
 * on one core.
 */
#include <stdio.h>
#include <string.h>

#include "tests/bench/bench.h"

static const char about[] =
    "Measures brush gen for H, C, N and O in both precisions: all targets of\n"
    "STO-3G, C and PTX of cc-pVDZ (not with --quick; --kernel NAME: one of\n"
    "sto-3g, cc-pvdz). Prints the processor seconds, ptxas included, and the\n"
    "most memory. Exits with 1 if brush fails or a bar is missed.\n";

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

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int count = (int)(sizeof rows / sizeof *rows), bad = 0, measured = 0;
    char folder[256];

    bench_make_folder(folder, sizeof folder);
    for (int i = 0; i < (o.quick ? 1 : count); i++) {
        if (o.kernel && strcmp(o.kernel, rows[i].basis) != 0)
            continue;
        measured++;
        bad += !measure(&rows[i], folder);
    }
    bench_remove(folder);
    if (!measured)
        fprintf(stderr, "%s: no such basis\n", o.kernel);
    return bad || !measured;
}
