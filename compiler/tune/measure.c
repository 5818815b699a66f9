/*
 * Measures one candidate of each region: compiles all regions into one
 * program, runs it checked against the plain nests, then timed several times,
 * of which the least time counts.
 */
#include "compiler/tune/local.h"

#include <math.h>
#include <string.h>

double tune_seconds(const struct tuner *t)
{
    return base_clock() - t->begin;
}

bool tune_build(struct tuner *t, const tune_want *want, const char *name,
                struct choice *model, struct faults *faults)
{
    int count = t->source->count;
    struct arena *arena = arena_new();
    struct tune_variant v = {.arena = arena, .print = true};
    v.choice = arena_alloc(arena, (size_t)count * sizeof *v.choice);
    v.kept = arena_alloc(arena, (size_t)count);
    v.code = arena_alloc(arena, (size_t)count * sizeof *v.code);
    for (int k = 0; k < count; k++)
        if (want[k])
            memcpy(v.choice[k].want, *want[k], sizeof *want[k]);
    bool done = t->source->compile(t->source->context, &v, faults);
    for (int k = 0; done && k < count; k++)
        t->region[k].code = v.code[k];
    for (int k = 0; done && model && k < count; k++) {
        model[k] = v.choice[k];
        if (v.kept[k])
            t->region[k].fate = FATE_KEPT;
    }
    done = done && tune_trial_build(&t->trial, name, &v.text, faults);
    buf_free(&v.text);
    arena_free(arena);
    return done;
}

bool tune_check(struct tuner *t, const char *name, struct tune_result *result,
                struct faults *faults)
{
    struct tune_report *report = tune_trial_run(&t->trial, name, true, faults);
    bool done = report;
    for (int k = 0; done && k < t->source->count; k++) {
        struct tune_result *r = tune_report_find(report, t->source->name[k]);
        result[k] = r ? *r : (struct tune_result){.device = "", .what = ""};
        if (t->trial.counted && result[k].runs > 0)
            done = tune_report_count(&result[k], t->source->scop[k],
                                     tune_trial_counts(&t->trial), faults);
    }
    return done;
}

bool tune_clock(struct tuner *t, const char *name, struct tune_result *result,
                struct faults *faults)
{
    struct tune_report *report = tune_trial_run(&t->trial, name, false, faults);
    for (int k = 0; report && k < t->source->count; k++) {
        const struct tune_result *r =
            tune_report_find(report, t->source->name[k]);
        double seconds = r ? r->seconds : HUGE_VAL;
        if (seconds < result[k].seconds)
            result[k].seconds = seconds;
    }
    return report;
}

bool tune_clock_runs(struct tuner *t, const char *name,
                     struct tune_result *result, struct faults *faults)
{
    if (t->trial.counted)
        return true;
    for (int k = 0; k < t->source->count; k++)
        result[k].seconds = HUGE_VAL;
    for (int k = 0; k < TUNE_RUNS; k++)
        if (!tune_clock(t, name, result, faults))
            return false;
    return true;
}

bool tune_measure(struct tuner *t, const tune_want *want,
                  struct tune_result *result)
{
    struct faults faults = faults_new(t->arena);
    return tune_build(t, want, "candidate", NULL, &faults) &&
           tune_check(t, "candidate", result, &faults) &&
           tune_clock_runs(t, "candidate", result, &faults);
}
