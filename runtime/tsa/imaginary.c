/*
 * Imaginary time: a run in pieces of as many steps as amplitudes have room for,
 * between which the state is scaled by powers of two. Where one step alone may
 * leave the numbers' range, what was before the run is kept until its end.
 */
#include "runtime/tsa/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Brings the state's norm near 1. *norm is what it was. */
static int rescale(struct hedra_tsa *t, double *norm)
{
    int error = tsa_norm_now(t, norm);
    return error ? error : tsa_scale(t, tsa_growth_scale(*norm));
}

/* A copy of the state, to be freed. */
static int save(const struct hedra_tsa *t, char **copy)
{
    const size_t bytes = (size_t)t->o.ny * t->pitch;
    int error = tsa_gpu_sync(t);
    if (!error && !(*copy = malloc(bytes)))
        error = HEDRA_ERROR_NO_MEMORY;
    if (!error)
        memcpy(*copy, t->rows, bytes);
    return error;
}

static void restore(struct hedra_tsa *t, const char *copy)
{
    tsa_gpu_forget(t);
    memcpy(t->rows, copy, (size_t)t->o.ny * t->pitch);
}

static int run(struct hedra_tsa *t, int64_t count)
{
    const struct tsa_growth *g = &t->growth;
    const int64_t stages = t->stage_count;
    double norm, decay = g->down;
    int error = t->normal ? HEDRA_OK : rescale(t, &norm);
    t->normal = false;
    for (int64_t done = 0, steps; done < count && !error; done += steps) {
        steps = tsa_growth_steps(g, decay, count - done);
        error = tsa_advance(t, false, done * stages, (done + steps) * stages,
                            count * stages);
        if (error || done + steps == count)
            break;
        error = rescale(t, &norm);
        decay = error ? decay : tsa_growth_decay(g, norm, steps);
    }
    return error ? error : tsa_normalise(t);
}

int tsa_run_imaginary(struct hedra_tsa *t, int64_t count)
{
    char *copy = NULL;
    int error = HEDRA_OK;
    if (count > 0 && tsa_growth_is_risky(&t->growth))
        error = save(t, &copy);
    if (!error)
        error = run(t, count);
    if (error == HEDRA_ERROR_ZERO && copy)
        restore(t, copy);
    free(copy);
    return error;
}
