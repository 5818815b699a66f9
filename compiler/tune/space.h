/*
 * The candidates for one region: values of those decisions that its mapping has
 * asked for, around the model's, and the order in which they are tried (thesis
 * sec. 2.2.3: exhaustive search, random trials, genetic algorithm).
 *
 * Chance comes from a seed: the same one gives the same candidates as long as
 * the measurements agree.
 */
#ifndef HEDRA_COMPILER_TUNE_SPACE_H
#define HEDRA_COMPILER_TUNE_SPACE_H

#include "compiler/driver/driver.h"
#include "polyhedral/limits/limits.h"

struct tune_space;

/* A candidate that was measured. */
struct tune_sample {
    int64_t want[CHOICE_COUNT];
    double seconds; /* HUGE_VAL: it failed */
    uint64_t code;  /* a number for what was compiled */
};

/* The candidates beside the model's own choice, of which there may be none.
 * `model`: what region_compile has noted. */
struct tune_space *tune_space_new(struct arena *arena,
                                  const struct choice *model, bool gpu,
                                  enum options_tune how, unsigned long seed);
int tune_space_count(const struct tune_space *space);
/* Candidate k in the order of how far from the model's choice it is. */
void tune_space_get(const struct tune_space *space, int k,
                    int64_t want[CHOICE_COUNT]);
/* Gives candidate k a predicted cost, by which the model's way to search goes;
 * those without one are not tried. */
void tune_space_predict(struct tune_space *space, int k, double cost);
/* The next candidate to measure, given those that were; false: none is left. */
bool tune_space_next(struct tune_space *space, const struct tune_sample *sample,
                     int count, int64_t want[CHOICE_COUNT]);

#endif
