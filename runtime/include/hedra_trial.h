/*
 * Trials: how programs that `hedrac --tune` builds time each region, or compare
 * it with the plain nest. These programs call the functions, and no others.
 * Nothing is done without HEDRA_TRIAL. An environment that is not valid, or no
 * memory, ends the process with exit(70).
 */
#ifndef HEDRA_TRIAL_H
#define HEDRA_TRIAL_H

#ifndef HEDRA_H
#error "hedra_trial.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct hedra_trial {
    const char *name;       /* of the region, unique in the program */
    const char *parameters; /* `sizes` names with blanks between them */
    int sizes;              /* how many parameters the region has */
    int exact;              /* floats must be equal, too */
    void *state;            /* the runtime's, NULL at the start */
};

/* Bytes lo <= offset < hi from `base`, which the region may write. */
struct hedra_trial_row {
    const char *name;
    void *base;
    int64_t lo, hi;
    int element_size;
    int64_t stride; /* bytes from an element to the next one */
    char type;      /* 'f' float, 'd' double, 'i' bytes, '-' not compared */
};

/* Opens a trial before hedra_begin and, if the region is checked, saves what
 * the `count` rows hold. `trial` has static storage; the memory of the rows
 * must stay until hedra_trial_plain. `size` has the values of the trial->sizes
 * parameters and is copied. */
HEDRA_API void hedra_trial_begin(struct hedra_trial *trial,
                                 const struct hedra_trial_row *row, int count,
                                 const int64_t *size);

/* Waits, behind hedra_begin, and counts time from here. */
HEDRA_API void hedra_trial_start(struct hedra_run *run);

/* Waits, before hedra_end, and counts time to here unless a launch failed. */
HEDRA_API void hedra_trial_stop(struct hedra_run *run);

/* Closes the trial behind hedra_end. If the region is checked, it puts the
 * region's results aside, the saved bytes back, and returns 1: the caller is to
 * run the plain nest. Else it returns 0. */
HEDRA_API int hedra_trial_end(void);

/* Follows the plain nest wherever that runs: compares what it wrote with what
 * the region did, or counts it. */
HEDRA_API void hedra_trial_plain(struct hedra_trial *trial);

#ifdef __cplusplus
}
#endif

#endif
