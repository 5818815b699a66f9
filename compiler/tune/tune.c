/*
 * The search of --tune: rounds in which each region gets one candidate and all
 * share one build and one run; a round that fails is repeated with each region
 * alone.
 */
#include "compiler/tune/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At the end the best candidate and the model's choice take turns, and the best
 * must gain. */
enum { FINAL_RUNS = 5 };
static const double GAIN = 0.98;

/* A run may take so many times as long as the first one, and a little. */
static const double LIMIT_FACTOR = 10, LIMIT_MORE = 5;

static bool has_time(const struct tuner *t)
{
    return !t->trial.stopped &&
           tune_seconds(t) < (double)t->options->tune_seconds;
}

/* The model's choice ------------------------------------------------------- */

static void add_sample(struct tuner *t, struct tune_region *r,
                       const int64_t want[CHOICE_COUNT],
                       const struct tune_result *result)
{
    struct tune_sample s = {.seconds = HUGE_VAL};
    memcpy(s.want, want, sizeof s.want);
    bool right = result && !result->wrong && result->checked > 0;
    if (right)
        s.seconds = result->seconds;
    s.code = right ? r->code : 0;
    for (int k = 0; right && k < r->sample_count; k++)
        if (r->sample[k].code == s.code)
            s.seconds = r->sample[k].seconds; /* the same code: no faster */
    r->refused += !right;
    ARENA_PUSH(t->arena, r->sample, r->sample_count, r->sample_cap, s);
    if (s.seconds < r->sample[r->best].seconds || r->sample_count == 1) {
        r->best = r->sample_count - 1;
        r->limit = right && result->limit ? result->limit : "";
    }
}

/* The device's name; of the host with that of its processor. */
static const char *device_of(struct arena *arena, const char *name)
{
    char *text = strncmp(name, "host", 4) == 0
                     ? base_read_file("/proc/cpuinfo", NULL)
                     : NULL;
    const char *model = text ? strstr(text, "model name") : NULL;
    if (model) {
        model += strcspn(model, ":\n");
        model += strspn(model, ": ");
        name = arena_printf(arena, "%s, %.*s", name, (int)strcspn(model, "\n"),
                            model);
    }
    free(text);
    return name;
}

/* False, with a fault, if the region's results are wrong. */
static bool begin_region(struct tuner *t, int k, const struct choice *model,
                         const struct tune_result *result)
{
    static const int64_t none[CHOICE_COUNT];
    struct tune_region *r = &t->region[k];
    r->model = *model;
    r->first = *result;
    r->first.device = device_of(t->arena, result->device);
    if (r->fate == FATE_KEPT)
        return true;
    r->fate = result->checked > 0 ? FATE_TUNED
              : result->plain > 0 ? FATE_PLAIN
                                  : FATE_UNREACHED;
    if (result->wrong) {
        fault_add(t->faults, FAULT_TUNED, t->source->scop[k]->loc,
                  "%s gives other results than the plain nest: %s",
                  result->device, result->what);
        return false;
    }
    if (r->fate != FATE_TUNED)
        return true;
    t->gpu |= strncmp(result->device, "host", 4) != 0;
    add_sample(t, r, none, result);
    return true;
}

static bool begin(struct tuner *t)
{
    int count = t->source->count;
    size_t room = (size_t)count + 1;
    struct choice *model = arena_alloc(t->arena, room * sizeof *model);
    struct tune_result *result = arena_alloc(t->arena, room * sizeof *result);
    tune_want *want = arena_alloc(t->arena, room * sizeof *want);
    progress_step(t->progress, "tuning: the model's choice");
    if (!tune_build(t, want, "model", model, t->faults))
        return false;
    double start = tune_seconds(t);
    if (!tune_check(t, "model", result, t->faults))
        return false;
    t->trial.seconds = LIMIT_FACTOR * (tune_seconds(t) - start) + LIMIT_MORE;
    if (!tune_clock_runs(t, "model", result, t->faults))
        return false;
    for (int k = 0; k < count; k++)
        if (!begin_region(t, k, &model[k], &result[k]))
            return false;
    for (int k = 0; k < count; k++)
        if (t->region[k].fate == FATE_TUNED)
            t->region[k].space =
                tune_space_new(t->arena, &model[k], t->gpu, t->options->tune,
                               t->options->tune_seed + (unsigned long)k);
    return true;
}

/* Rounds ------------------------------------------------------------------- */

static void show_round(struct tuner *t, int round)
{
    double model = 0, best = 0;
    for (int k = 0; k < t->source->count; k++)
        if (t->region[k].fate == FATE_TUNED) {
            model += t->region[k].sample[0].seconds;
            best += t->region[k].sample[t->region[k].best].seconds;
        }
    progress_step(t->progress,
                  "tuning: %d measured, %.0f of %lu s, best %.3g s for %.3g s",
                  round, tune_seconds(t), t->options->tune_seconds, best,
                  model);
}

/* One region alone, the others as the model has them. */
static void measure_alone(struct tuner *t, int k, tune_want next)
{
    int count = t->source->count;
    struct tune_region *r = &t->region[k];
    struct tune_result *result =
        arena_alloc(t->arena, (size_t)count * sizeof *result);
    tune_want *want = arena_alloc(t->arena, (size_t)count * sizeof *want);
    want[k] = next;
    bool done = tune_measure(t, want, result);
    if (!t->trial.stopped)
        add_sample(t, r, *next, done ? &result[k] : NULL);
}

/* A candidate of each region that has one left; false: none has. */
static bool next_round(struct tuner *t)
{
    int count = t->source->count, tried = 0;
    size_t room = (size_t)count + 1;
    struct tune_result *result = arena_alloc(t->arena, room * sizeof *result);
    int64_t(*next)[CHOICE_COUNT] = arena_alloc(t->arena, room * sizeof *next);
    tune_want *want = arena_alloc(t->arena, room * sizeof *want);
    for (int k = 0; k < count; k++) {
        struct tune_region *r = &t->region[k];
        if (r->space &&
            tune_space_next(r->space, r->sample, r->sample_count, next[k])) {
            want[k] = &next[k];
            tried++;
        }
    }
    bool done = tried > 0 && tune_measure(t, want, result);
    for (int k = 0; k < count && !t->trial.stopped; k++) {
        if (want[k] && (done || tried == 1))
            add_sample(t, &t->region[k], next[k], done ? &result[k] : NULL);
        else if (want[k])
            measure_alone(t, k, &next[k]);
    }
    return tried > 0;
}

/* The end ------------------------------------------------------------------ */

/* What was best by itself takes turns with the model's choice, all regions
 * together; where it does not gain, the model's choice stays. */
static bool decide(struct tuner *t)
{
    int count = t->source->count;
    size_t room = (size_t)count + 1;
    struct tune_result *best = arena_alloc(t->arena, room * sizeof *best);
    struct tune_result *model = arena_alloc(t->arena, room * sizeof *model);
    tune_want *want = arena_alloc(t->arena, room * sizeof *want);
    bool any = false, done = true;
    for (int k = 0; k < count; k++)
        if (t->region[k].fate == FATE_TUNED && t->region[k].best > 0) {
            want[k] = &t->region[k].sample[t->region[k].best].want;
            any = true;
        }
    if (!any || t->trial.stopped)
        return !t->trial.stopped;
    progress_step(t->progress, "tuning: the best against the model's choice");
    done = tune_build(t, want, "best", NULL, t->faults) &&
           tune_check(t, "best", best, t->faults);
    for (int k = 0; k < count && !t->trial.counted; k++)
        best[k].seconds = model[k].seconds = HUGE_VAL;
    for (int run = 0; done && run < FINAL_RUNS && !t->trial.counted; run++)
        done = tune_clock(t, "model", model, t->faults) &&
               tune_clock(t, "best", best, t->faults);
    for (int k = 0; done && k < count; k++) {
        struct tune_region *r = &t->region[k];
        if (r->fate != FATE_TUNED)
            continue;
        if (!t->trial.counted)
            r->sample[0].seconds = model[k].seconds;
        if (want[k])
            r->sample[r->best].seconds = best[k].seconds;
        if (best[k].wrong ||
            r->sample[r->best].seconds > GAIN * r->sample[0].seconds)
            r->best = 0;
    }
    return done;
}

static bool tune(struct tuner *t, struct tune_file *file, struct buf *out)
{
    if (!begin(t))
        return false;
    if (t->options->tune == OPTIONS_TUNE_MODEL)
        tune_guess_all(t);
    for (unsigned long round = 0; round < t->options->tune_count && has_time(t);
         round++) {
        show_round(t, (int)round);
        if (!next_round(t))
            break;
    }
    if (t->trial.stopped) {
        fault_add(t->faults, FAULT_FILE, (struct loc){0},
                  "interrupted: nothing is noted");
        return false;
    }
    return decide(t) && tune_write_notes(t, file, out);
}

bool tune_regions(const struct options *options,
                  const struct tune_source *source, struct progress *progress,
                  struct buf *out, struct faults *faults)
{
    struct tuner t = {
        .arena = faults->arena,
        .options = options,
        .source = source,
        .progress = progress,
        .faults = faults,
    };
    t.begin = tune_seconds(&t);
    if (source->count == 0)
        return true;
    struct tune_file *file =
        tune_file_read(t.arena, options->tuned, true, faults);
    if (!file || !tune_trial_open(&t.trial, options, faults))
        return false;
    t.region =
        arena_alloc(t.arena, ((size_t)source->count + 1) * sizeof *t.region);
    bool done = tune(&t, file, out);
    tune_trial_close(&t.trial);
    return done;
}
