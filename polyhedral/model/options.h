/*
 * What is asked for when a region is compiled. Other folders see it through
 * model/model.h.
 */
#ifndef HEDRA_POLYHEDRAL_MODEL_OPTIONS_H
#define HEDRA_POLYHEDRAL_MODEL_OPTIONS_H

#include "polyhedral/limits/limits.h"
#include "polyhedral/scop/scop.h"

/* A size that the user gives as an example, for predictions and pictures: the
 * value of the parameter of that name. */
struct region_size {
    const char *name;
    int64_t value;
};

struct region_options {
    const char *name;
    enum { CONTRACT_OFF, CONTRACT_ON, CONTRACT_FAST } contract;
    bool gpu, host;      /* which modules to make */
    bool unbarred;       /* may a GPU be a device that loses barriers? */
    bool compile_serial; /* never keep a region */
    bool only_host;      /* as region.only_host */
    bool elements; /* each point of a nest is a thread alone in its block, as a
                      data-stream array has it: there are no teams */
    bool take_apart; /* of the clause reassociate only that sums may be taken
                        apart; what is made of them keeps its order */
    bool in_order; /* one thread runs all in the order of the source, and notes
                      what the clause independent is about */
    /* Plans by levels put points at most `plan_window` slices ahead of the
     * static schedule, if limited; not made for 0. */
    bool plan_limited;
    long plan_window;
    enum scop_plan plan; /* as the clause has it, or the option */
    bool explain;        /* remarks on every loop (they cost time) */
    struct region_limits limits;
    struct choice *choice; /* decisions of the mapping; NULL: the model's */
    const struct passes *passes; /* NULL: all of them, without dumps */
    /* Draw the region, for --explain=html (polyhedral/picture/picture.h): the
     * number of regions that share a page, 0 for no picture. */
    int picture;
    int size_count;
    const struct region_size *size;
};

#endif
