/* What of the machine the options leave open, measured. */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/tsa/local.h"

#include <math.h>

/* What is varied: STREAM's depth of a pass; of GPU_STEP whether several steps
 * share a launch, and how tall strips are. The first is what is chosen without
 * measurements. */
struct candidate {
    int fused, strip_rows;
};

static const struct candidate passes[] = {
    {0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {6, 0}, {8, 0}, {12, 0}, {24, 0}};
static const struct candidate launches[] = {{0, 0},   {0, 32},  {0, 64},
                                            {0, 128}, {0, 256}, {0, 512},
                                            {1, 16},  {1, 64},  {1, 128}};

enum { TURNS = 2, STAGES = 24 /* a whole number of most passes */ };
static const double LEAST_SECONDS = 0.01;

static int measure(struct hedra_tsa *t, struct candidate c, int64_t steps,
                   double *seconds)
{
    t->o.fused = c.fused;
    t->o.strip_rows = c.strip_rows;
    double begin = base_clock();
    int error = hedra_tsa_step(t, steps, NULL);
    *seconds = base_clock() - begin;
    return error;
}

/* Steps that take long enough for a clock; the first run of all is not counted.
 */
static int choose_steps(struct hedra_tsa *t, struct candidate c, int64_t *steps)
{
    double seconds = 0;
    *steps = (STAGES + t->stage_count - 1) / t->stage_count;
    int error = measure(t, c, 1, &seconds);
    while (!error && seconds < LEAST_SECONDS) {
        error = measure(t, c, *steps, &seconds);
        if (seconds < LEAST_SECONDS)
            *steps *= 2;
    }
    return error;
}

/* The number of the fastest, in turns, so that what else the machine does meets
 * all of them. */
static int race(struct hedra_tsa *t, const struct candidate *candidate,
                int count, int *best)
{
    double least = HUGE_VAL;
    int64_t steps;
    int error = choose_steps(t, candidate[0], &steps);
    for (int k = 0; k < TURNS * count && !error; k++) {
        double seconds;
        error = measure(t, candidate[k % count], steps, &seconds);
        if (seconds < least) {
            least = seconds;
            *best = k % count;
        }
    }
    return error;
}

enum hedra_status hedra_tsa_tune(struct hedra_tsa_options *options,
                                 struct hedra_error *why)
{
    CANCEL_OFF;
    const double still[2] = {0, 0};
    struct hedra_tsa *t;
    int best = 0;
    int error = hedra_tsa_create(options, &t, NULL);
    if (error)
        return tsa_tell(why, error);
    t->o.imaginary = false; /* numbers keep their size */
    const bool streams = t->o.method == HEDRA_TSA_STREAM;
    const bool launched = t->o.method == HEDRA_TSA_GPU_STEP;
    const struct candidate *all = streams ? passes : launches;
    const int count = (int)(streams ? sizeof passes / sizeof *passes
                                    : sizeof launches / sizeof *launches);
    if (streams || launched) {
        error = hedra_tsa_plane_wave(t, still, NULL);
        if (!error)
            error = race(t, all, count, &best);
        if (!error) {
            t->o.fused = all[best].fused;
            options->fused = streams ? tsa_stream_depth(t) : all[best].fused;
            options->strip_rows = all[best].strip_rows;
        }
    }
    hedra_tsa_destroy(t);
    return tsa_tell(why, error);
}
