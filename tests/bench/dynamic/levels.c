/*
 * Frames of macroblocks (frame.c) with and without a Plan by levels.
 *
 * The cost on a GPU is what HEDRA_COUNT takes for the least time of each launch
 * on an A100, and on top of it LAUNCH_SECONDS for each launch and FETCH_SECONDS
 * for each number that the driver waits for: what these take on such a machine
 * at the least.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/dynamic/levels.h"
#include "tests/bench/dynamic/race.h"

enum { SLICES = 68 + 120 - 1, FETCHES = 3, SHARE = 10 };
static const double LAUNCH_SECONDS = 2.5e-6, FETCH_SECONDS = 10e-6;

/* One run: what frame.c prints, and what the simulator counted. */
struct frame {
    int chain, blocks;
    char checksum[16];
    double seconds;
    int launches, steps; /* kernels launched; those that are steps of a Plan */
    double kernels;      /* seconds of all launches, at the least */
    double lanes, warps; /* lane and warp instructions of the nest's kernels */
};

struct programs {
    const struct bench_options *options;
    char plain[300], plan[300], fixed[300], counts[300];
};

static bool compile(const struct programs *p, const char *out,
                    const char *window, const char *modes)
{
    char middle[320];
    const char *source = HEDRA_SOURCE_DIR "/tests/bench/dynamic/frame.c";
    struct bench_command c = {.count = 0}, h = {.count = 0};
    struct spawn_result result;
    bool done = true;

    snprintf(middle, sizeof middle, "%s.c", out);
    if (window) {
        bench_add(&h, p->options->hedrac, source, "-o", middle, window, modes,
                  NULL);
        done = bench_call(&h, NULL, false, &result);
        spawn_free(&result);
        source = middle;
    }
    bench_add(&c, "cc", "-std=gnu11", "-O2", "-w", modes, source, "-o", out,
              NULL);
    if (window)
        bench_add_library(&c);
    if (done) {
        done = bench_call(&c, NULL, false, &result);
        spawn_free(&result);
    }
    return done;
}

static bool compile_all(const struct programs *p, const char *modes)
{
    return compile(p, p->plain, NULL, modes) &&
           compile(p, p->plan, "--plan-window=all", modes) &&
           compile(p, p->fixed, "--plan-window=0", modes);
}

static double number_after(const char *text, const char *end, const char *key)
{
    const char *at = strstr(text, key);
    return at && at < end ? strtod(at + strlen(key), NULL) : 0;
}

/* Adds up the kernels in what HEDRA_COUNT=json wrote. */
static void read_counts(const char *text, struct frame *frame)
{
    static const char key[] = "{\"name\": \"hedra_";
    const char *at = strstr(text, key);

    while (at) {
        const char *next = strstr(at + 1, key);
        const char *end = next ? next : text + strlen(text);
        const char *quote = strchr(at + sizeof key - 1, '"');
        int launches = (int)number_after(at, end, "\"launches\": ");
        bool step = quote && (!strncmp(quote - 5, "_step", 5) ||
                              !strncmp(quote - 4, "_run", 4));
        bool scheduler =
            !step && strstr(at, "_p0_") && strstr(at, "_p0_") < quote;
        frame->launches += launches;
        frame->kernels += number_after(at, end, "\"seconds\": ");
        if (!scheduler) {
            frame->warps += number_after(at, end, "\"warp_instructions\": ");
            frame->lanes += number_after(at, end, "\"lanes\": ");
        }
        at = next;
    }
}

static bool read_file(const char *path, struct frame *frame)
{
    enum { MOST = 1 << 22 };
    FILE *f = fopen(path, "r");
    char *text = calloc(1, MOST);
    size_t length = f && text ? fread(text, 1, MOST - 1, f) : 0;

    if (length)
        read_counts(text, frame);
    if (f)
        fclose(f);
    free(text);
    return length > 0;
}

/* The steps of the Plan that was walked, by what HEDRA_STATS wrote; 0: of none.
 */
static int steps_of(const char *statistics)
{
    const char *line = strstr(statistics, " Plans by levels: ");
    const char *at = line ? strstr(line, " walked; ") : NULL;
    return at ? atoi(at + strlen(" walked; ")) : 0;
}

/* `device` NULL: the plain program. */
static bool run(const struct programs *p, const char *program,
                const char *device, int share, int seed, int rounds,
                struct frame *frame)
{
    char words[3][16], device_text[64], count_text[400];
    bool count = device && !strcmp(device, "ptxsim");
    struct bench_command c = {.count = 0};
    struct spawn_result result;

    *frame = (struct frame){.chain = 0};
    snprintf(words[0], sizeof words[0], "%d", share);
    snprintf(words[1], sizeof words[1], "%d", seed);
    snprintf(words[2], sizeof words[2], "%d", rounds);
    snprintf(device_text, sizeof device_text, "HEDRA_DEVICE=%s",
             device ? device : "host");
    snprintf(count_text, sizeof count_text, "HEDRA_COUNT=json:%s", p->counts);
    const char *env[] = {device_text, count ? count_text : NULL,
                         count ? "HEDRA_STATS=1" : NULL, NULL};
    bench_add(&c, program, words[0], words[1], words[2], NULL);
    bool done = bench_call(&c, env, false, &result);
    done =
        done && sscanf(result.out, "%d %d %15s %lf", &frame->chain,
                       &frame->blocks, frame->checksum, &frame->seconds) == 4;
    if (done && count)
        frame->steps = steps_of(result.err);
    spawn_free(&result);
    return done && (!count || read_file(p->counts, frame));
}

static double gpu_seconds(const struct frame *frame, bool plan)
{
    return frame->kernels + LAUNCH_SECONDS * frame->launches +
           (plan ? FETCH_SECONDS * FETCHES : 0);
}

/* Is the number of steps what it must be: the chain, or where that saves too
 * little no Plan? */
static bool is_shortest(const struct frame *frame)
{
    if (frame->steps == 0)
        return 4 * frame->chain > 3 * SLICES;
    return frame->steps == frame->chain;
}

/* Steps at all shares, in the simulator. */
static bool count_steps(const struct programs *p)
{
    int seeds = p->options->quick    ? 1
                : p->options->repeat ? p->options->repeat
                                     : 5;
    int wrong = 0, frames = 0;

    printf("intra  seed  blocks  chain  steps  slices  blocks/step  lanes\n");
    for (int share = 0; share <= 100; share += 10)
        for (int seed = 1; seed <= seeds; seed++) {
            struct frame plain, plan;
            bench_progress("%d %%, seed %d", share, seed);
            if (!run(p, p->plain, NULL, share, seed, 1, &plain) ||
                !run(p, p->plan, "ptxsim", share, seed, 1, &plan))
                return false;
            bool bad = strcmp(plain.checksum, plan.checksum) != 0 ||
                       !is_shortest(&plan);
            int steps = plan.steps ? plan.steps : SLICES;
            printf("%3d %%  %4d  %6d  %5d  %5d  %6d  %11.1f  %5.2f%s\n", share,
                   seed, plan.blocks, plan.chain, steps, SLICES,
                   (double)plan.blocks / steps, plan.lanes / plan.warps,
                   bad ? "  WRONG" : "");
            wrong += bad;
            frames++;
        }
    bench_progress("%s", "");
    printf("%d of %d frames right, in as few steps as can be\n", frames - wrong,
           frames);
    bench_figure("levels-frames-not-shortest", wrong, "frames", '<', 0, 0);
    return wrong == 0;
}

static bool race_gpu(const struct programs *p)
{
    const double bar = 3;
    struct frame plan, fixed;

    if (!run(p, p->plan, "ptxsim", SHARE, 1, 1, &plan) ||
        !run(p, p->fixed, "ptxsim", SHARE, 1, 1, &fixed))
        return false;
    printf("GPU, %d %% intra: Plan %d launches, %.1f us in kernels, %.1f us in "
           "all; static %d launches, %.1f us, %.1f us\n",
           SHARE, plan.launches, 1e6 * plan.kernels,
           1e6 * gpu_seconds(&plan, true), fixed.launches, 1e6 * fixed.kernels,
           1e6 * gpu_seconds(&fixed, false));
    double speedup = gpu_seconds(&fixed, false) / gpu_seconds(&plan, true);
    bench_figure("levels-gpu-speedup", speedup, "x", '>', bar, 5);
    bench_figure("levels-lanes", plan.lanes / plan.warps / 32, "of 1", '>', 0.5,
                 0.8);
    return speedup >= bar;
}

/* With blocks of few or many operations: the Plan, the static schedule and the
 * plain program in turn. */
static bool race_host(const struct programs *p, const char *modes,
                      const char *figure, double goal)
{
    enum { ROUNDS = 20, CONTESTANTS = 3 };
    const char *const program[] = {p->plan, p->fixed, p->plain};
    struct race_times times[CONTESTANTS] = {0};

    if (!compile_all(p, modes))
        return false;
    double begin = race_now();
    do {
        for (int k = 0; k < CONTESTANTS; k++) {
            struct frame frame;
            bool plain = program[k] == p->plain;
            if (!run(p, program[k], plain ? NULL : "host", SHARE, 1, ROUNDS,
                     &frame))
                return false;
            race_note(&times[k], frame.seconds);
        }
    } while (!p->options->quick && race_goes_on(times, CONTESTANTS, begin));
    double plan = times[0].best[0], fixed = times[1].best[0];
    printf("host, %d %% intra, %s: Plan %.0f us, static %.0f us, plain %.0f "
           "us\n",
           SHARE, modes, 1e6 * plan, 1e6 * fixed, 1e6 * times[2].best[0]);
    bench_figure(figure, fixed / plan, "x", '>', 0.97, goal);
    return true;
}

static void name_programs(struct programs *p, const char *folder)
{
    snprintf(p->plain, sizeof p->plain, "%s/plain", folder);
    snprintf(p->plan, sizeof p->plan, "%s/plan", folder);
    snprintf(p->fixed, sizeof p->fixed, "%s/fixed", folder);
    snprintf(p->counts, sizeof p->counts, "%s/counts.json", folder);
}

bool bench_levels(const struct bench_options *options, const char *folder)
{
    struct programs p = {.options = options};

    name_programs(&p, folder);
    return compile_all(&p, "-DMODES=1") && count_steps(&p) && race_gpu(&p);
}

bool bench_levels_host(const struct bench_options *options, const char *folder)
{
    struct programs p = {.options = options};

    name_programs(&p, folder);
    return race_host(&p, "-DMODES=1", "levels-host-speedup-light", 1) &&
           race_host(&p, "-DMODES=60", "levels-host-speedup", 1.5);
}
