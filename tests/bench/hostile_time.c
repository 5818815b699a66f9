/*
 * bench-hostile-time: seconds that hedrac takes for random affine programs,
 * and how many of them it refuses.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/bench.h"

static const char about[] =
    "Measures hedrac on programs that nestgen makes from the seeds 1 to 1000\n"
    "(50 with --quick, K with --repeat K): the processor seconds of each, and\n"
    "whether it is refused. Prints those that are slow. Exits with 1 if one\n"
    "takes more than 3 seconds, if hedrac fails, or if more than 8 % are\n"
    "refused.\n";

static const double seconds_bar = 3, seconds_goal = 1;
static const double refused_bar = 8, refused_goal = 3; /* per cent */

enum { KILLED_AFTER = 60, REFUSED = 1 };

struct files {
    char folder[256], source[300], out[300];
};

static bool generate(const struct files *files, int seed)
{
    char number[16];
    snprintf(number, sizeof number, "%d", seed);
    const char *argv[] = {HEDRA_NESTGEN, number, NULL};
    struct spawn_result made = spawn_run(argv, NULL, KILLED_AFTER);
    FILE *f = made.status == 0 ? fopen(files->source, "w") : NULL;
    bool good = f && fputs(made.out, f) >= 0;
    if (f)
        good &= fclose(f) == 0;
    spawn_free(&made);
    return good;
}

/* What hedrac's exit status says of a program, NULL if it is well. */
static const char *complaint(const struct spawn_result *run)
{
    if (run->status == SPAWN_TIMED_OUT)
        return "KILLED";
    if (run->status != 0 && run->status != REFUSED)
        return "FAILED";
    return run->cpu_seconds > seconds_bar ? "SLOW" : NULL;
}

int main(int argc, char **argv)
{
    struct bench_options o = bench_parse(argc, argv, about);
    int count = o.repeat ? o.repeat : o.quick ? 50 : 1000;
    int bad = 0, refused = 0;
    double worst = 0, total = 0;
    struct files files;
    bench_make_folder(files.folder, sizeof files.folder);
    snprintf(files.source, sizeof files.source, "%s/in.c", files.folder);
    snprintf(files.out, sizeof files.out, "%s/out.c", files.folder);
    const char *command[] = {o.hedrac, files.source, "-o", files.out, NULL};
    printf("%-8s %9s\n", "seed", "cpu s");
    for (int seed = 1; seed <= count; seed++) {
        bench_progress("[%d/%d] worst %.2f s, %d refused", seed, count, worst,
                       refused);
        if (!generate(&files, seed)) {
            fprintf(stderr, "nestgen fails for seed %d\n", seed);
            bad++;
            continue;
        }
        struct spawn_result run = spawn_run(command, NULL, KILLED_AFTER);
        const char *what = complaint(&run);
        bad += what != NULL;
        refused += run.status == REFUSED;
        if (what || run.cpu_seconds > seconds_bar / 2) {
            bench_progress("%s", "");
            printf("%-8d %9.2f %s\n", seed, run.cpu_seconds, what ? what : "");
            fflush(stdout);
        }
        worst = fmax(worst, run.cpu_seconds);
        total += run.cpu_seconds;
        spawn_free(&run);
    }
    bench_progress("%s", "");
    bench_remove(files.folder);
    double share = 100.0 * refused / count;
    printf("%d programs, %.1f s in all\n", count, total);
    bench_figure("hostile-time-worst", worst, "s", '<', seconds_bar,
                 seconds_goal);
    bench_figure("hostile-refused", share, "%", '<', refused_bar, refused_goal);
    return bad || share > refused_bar ? 1 : 0;
}
