/*
 * What the files of hedrac --tune share. Private to them: tune.c has the
 * search, measure.c builds and runs, guess.c asks the model,
 * note.c writes what came out.
 */
#ifndef HEDRA_COMPILER_TUNE_LOCAL_H
#define HEDRA_COMPILER_TUNE_LOCAL_H

#include "compiler/tune/file.h"
#include "compiler/tune/space.h"
#include "compiler/tune/trial.h"
#include "compiler/tune/tune.h"

/* Runs of one candidate on a device with a clock: the least time counts. */
enum { TUNE_RUNS = 3 };

/* What became of a region. */
enum tune_fate { FATE_TUNED, FATE_KEPT, FATE_UNREACHED, FATE_PLAIN };

struct tune_region {
    enum tune_fate fate;
    struct tune_result first; /* with the model's choice */
    struct choice model;
    uint64_t code; /* as it was built last */
    struct tune_space *space;
    int sample_count, sample_cap, refused;
    struct tune_sample *sample; /* [0]: the model's choice */
    const char *limit;          /* of the best */
    int best;                   /* into sample */
};

struct tuner {
    struct arena *arena;
    const struct options *options;
    const struct tune_source *source;
    struct progress *progress;
    struct faults *faults;
    struct tune_trial trial;
    double begin;
    bool gpu;
    struct tune_region *region;
};

/* Values that each region wants, or NULL: the model's. */
typedef int64_t (*tune_want)[CHOICE_COUNT];

/* measure.c */

/* Seconds since the tuning began. */
double tune_seconds(const struct tuner *t);
/* Compiles all regions, and makes the program `name`. `model` (NULL: not
 * wanted) receives what the model has. */
bool tune_build(struct tuner *t, const tune_want *want, const char *name,
                struct choice *model, struct faults *faults);
/* Runs the program checked; `result` receives one of each region, of those that
 * were not reached an empty one. The seconds hold on the device ptxsim only. */
bool tune_check(struct tuner *t, const char *name, struct tune_result *result,
                struct faults *faults);
/* Runs the program timed; what is less becomes the regions' seconds. */
bool tune_clock(struct tuner *t, const char *name, struct tune_result *result,
                struct faults *faults);
/* Runs it so often as a candidate is, from infinite seconds on; nothing on the
 * device ptxsim. */
bool tune_clock_runs(struct tuner *t, const char *name,
                     struct tune_result *result, struct faults *faults);
/* Builds, checks and times a candidate of each region; false if some step
 * failed. */
bool tune_measure(struct tuner *t, const tune_want *want,
                  struct tune_result *result);

/* guess.c */

/* Predicts the nearest candidates of all regions, for at most a third of the
 * time. */
void tune_guess_all(struct tuner *t);
/* What the model says of the regions' best candidates; in t->arena. */
struct tune_prediction *tune_guess_best(struct tuner *t);

/* note.c */

/* Writes the tuning file, and the summary to `out`. */
bool tune_write_notes(struct tuner *t, struct tune_file *file, struct buf *out);

#endif
