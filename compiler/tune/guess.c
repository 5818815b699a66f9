/*
 * Asks the model before anything is measured: predicts the candidates that are
 * nearest to the model's own choice, for at most a third of the time.
 */
#include "compiler/tune/local.h"

#include <string.h>

/* The cost of what cannot be predicted. */
static const double UNKNOWN = 1e100;

/* Sizes to predict for: those that were measured, but small enough for every
 * access to be looked at. */
static struct region_size *small_sizes(const struct tuner *t,
                                       struct arena *arena,
                                       const struct tune_result *result)
{
    enum { LARGE = 256 };
    size_t room = (size_t)result->size_count + 1;
    struct region_size *size = arena_alloc(arena, room * sizeof *size);
    for (int k = 0; k < result->size_count; k++) {
        size[k] = result->size[k];
        if (t->gpu && size[k].value > LARGE)
            size[k].value = LARGE;
    }
    return size;
}

/* Compiles the regions, each with its candidate or (NULL) as the model has it,
 * to be predicted. */
static bool guess(struct tuner *t, const tune_want *want,
                  struct tune_prediction *prediction)
{
    int count = t->source->count;
    struct arena *arena = arena_new();
    struct faults faults = faults_new(arena);
    size_t room = (size_t)count + 1;
    const struct region_size **size = arena_alloc(arena, room * sizeof *size);
    int *size_count = arena_alloc(arena, room * sizeof *size_count);
    struct tune_variant v = {.arena = arena,
                             .predict = true,
                             .gpu = t->gpu,
                             .size = size,
                             .size_count = size_count,
                             .prediction = prediction};
    v.choice = arena_alloc(arena, room * sizeof *v.choice);
    v.kept = arena_alloc(arena, room);
    for (int k = 0; k < count; k++) {
        size[k] = small_sizes(t, arena, &t->region[k].first);
        size_count[k] = t->region[k].first.size_count;
        v.choice[k].predict = true;
        if (want[k])
            memcpy(v.choice[k].want, *want[k], sizeof *want[k]);
    }
    bool done = t->source->compile(t->source->context, &v, &faults);
    arena_free(arena);
    return done;
}

/* Predicts candidate `number` of each region; false: none has so many. */
static bool guess_number(struct tuner *t, int number)
{
    int count = t->source->count;
    struct arena *arena = arena_new();
    size_t room = (size_t)count + 1;
    int64_t(*value)[CHOICE_COUNT] = arena_alloc(arena, room * sizeof *value);
    tune_want *want = arena_alloc(arena, room * sizeof *want);
    struct tune_prediction *p = arena_alloc(arena, room * sizeof *p);
    bool more = false;
    for (int k = 0; k < count; k++) {
        const struct tune_space *space = t->region[k].space;
        if (!space || number >= tune_space_count(space))
            continue;
        more = true;
        want[k] = &value[k];
        tune_space_get(space, number, value[k]);
    }
    bool done = more && guess(t, want, p);
    for (int k = 0; done && k < count; k++)
        if (want[k])
            tune_space_predict(t->region[k].space, number,
                               p[k].known ? p[k].cost : UNKNOWN + number);
    arena_free(arena);
    return more;
}

void tune_guess_all(struct tuner *t)
{
    enum { MOST = 64, SHARE = 3 };
    for (int number = 0; number < MOST; number++) {
        bool late = SHARE * tune_seconds(t) > (double)t->options->tune_seconds;
        progress_step(t->progress, "tuning: predicting candidate %d",
                      number + 1);
        if ((late && (unsigned long)number >= t->options->tune_count) ||
            !guess_number(t, number))
            return;
    }
}

struct tune_prediction *tune_guess_best(struct tuner *t)
{
    int count = t->source->count;
    size_t room = (size_t)count + 1;
    tune_want *want = arena_alloc(t->arena, room * sizeof *want);
    struct tune_prediction *p = arena_alloc(t->arena, room * sizeof *p);
    for (int k = 0; k < count; k++)
        if (t->region[k].fate == FATE_TUNED)
            want[k] = &t->region[k].sample[t->region[k].best].want;
    guess(t, want, p);
    return p;
}
