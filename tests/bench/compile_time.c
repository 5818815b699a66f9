/*
 * bench-compile-time: seconds and memory that hedrac takes for each PolyBench
 * kernel, all targets in one C file. hedrac is one thread, so that its
 * processor seconds are what it takes on a machine that does nothing else.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/bench.h"

static const char about[] =
    "Measures hedrac itself on the PolyBench kernels: the processor seconds "
    "of\n"
    "the fastest of 3 runs (1 with --quick) and the most memory. Exits with 1\n"
    "if a kernel fails, takes 1 second or more, or 300 MB or more.\n";

static const double seconds_bar = 1, megabytes_bar = 300;

struct cost {
    double seconds, megabytes; /* seconds 0: it failed */
};

static struct cost measure(const struct bench_options *o,
                           const struct bench_kernel *kernel, const char *out,
                           int turns)
{
    struct cost cost = {0};
    struct bench_command c = {.count = 0};
    bench_add(&c, o->hedrac, kernel->source, "-o", out, "-std=gnu11",
              "-I" HEDRA_SOURCE_DIR, NULL);
    for (int turn = 0; turn < turns; turn++) {
        struct spawn_result result;
        bool ok = bench_call(&c, NULL, false, &result);
        double seconds = result.cpu_seconds;
        double megabytes = (double)result.peak_kib * 1024 / 1e6;
        spawn_free(&result);
        if (!ok)
            return (struct cost){0};
        cost.seconds = turn ? fmin(cost.seconds, seconds) : seconds;
        cost.megabytes = fmax(cost.megabytes, megabytes);
    }
    return cost;
}

static const char *verdict(struct cost cost)
{
    if (cost.seconds == 0)
        return "FAILED";
    if (cost.seconds >= seconds_bar)
        return "SLOW";
    return cost.megabytes >= megabytes_bar ? "LARGE" : "";
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int count, bad = 0, turns = o.repeat ? o.repeat : o.quick ? 1 : 3;
    struct bench_kernel *kernel = bench_kernels(&o, &count);
    struct cost worst = {0};
    char folder[256], out[300];
    bench_make_folder(folder, sizeof folder);
    snprintf(out, sizeof out, "%s/out.c", folder);
    printf("%-16s %9s %9s\n", "kernel", "cpu s", "MB");
    for (int i = 0; i < count; i++) {
        bench_progress("[%d/%d] %s", i + 1, count, kernel[i].name);
        struct cost cost = measure(&o, &kernel[i], out, turns);
        bench_progress("%s", "");
        printf("%-16s %9.3f %9.1f %s\n", kernel[i].name, cost.seconds,
               cost.megabytes, verdict(cost));
        fflush(stdout);
        bad += *verdict(cost) != '\0';
        worst.seconds = fmax(worst.seconds, cost.seconds);
        worst.megabytes = fmax(worst.megabytes, cost.megabytes);
    }
    bench_remove(folder);
    free(kernel);
    if (bad)
        printf("%d of %d kernels miss the bar.\n", bad, count);
    if (worst.seconds > 0) {
        bench_figure("compile-time-worst", worst.seconds, "s", '<', seconds_bar,
                     seconds_bar);
        bench_figure("compile-memory-worst", worst.megabytes, "MB", '<',
                     megabytes_bar, megabytes_bar);
    }
    return bad ? 1 : 0;
}
