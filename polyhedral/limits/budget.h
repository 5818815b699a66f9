#ifndef HEDRA_POLYHEDRAL_LIMITS_BUDGET_H
#define HEDRA_POLYHEDRAL_LIMITS_BUDGET_H

/*
 * What isl may do for a region: a number of its operations and, as one of them
 * takes as long as its numbers are large, seconds of processor time. What ends
 * by the first ends on each machine alike; the second is for what would not end
 * in a time that anyone waits for. Stages share both. isl then fails with
 * isl_error_quota or isl_error_abort, and gives NULL from there on.
 */
#include "runtime/base/base.h"

#include <isl/ctx.h>
#include <stdbool.h>

/* Of what isl does for a region; 0: none. */
struct region_limits {
    unsigned long operations;
    unsigned long seconds; /* of processor time */
    bool approximate;      /* exact dependences are not asked for */
};

struct budget;

/* With an isl_ctx of its own, that is freed with it. */
struct budget *budget_new(const struct region_limits *limits);
void budget_free(struct budget *budget);
isl_ctx *budget_ctx(const struct budget *budget);
/* A stage begins, which may take the limits divided by `share`; of the seconds
 * no more than what is left, but always a few tenths. */
void budget_stage(struct budget *budget, unsigned long share);
/* Has isl failed at a limit? */
bool budget_spent(const struct budget *budget);
/* Runs `step`. False if isl crashed in it behind a limit (0.25 goes on with
 * what it failed to allocate in some places): the step broke off, and what it
 * held is lost. Any other crash ends the process: isl 0.25 writes past its
 * arrays where the context of a lexical minimum has one division twice, as in
 * exact dependences, and reads past them in the gist of some sets. */
bool budget_try(struct budget *budget, void (*step)(void *), void *user);
bool budget_approximates(const struct budget *budget);
/* The error that a region is too complex, for isl has failed at a limit. */
void budget_report(const struct budget *budget, struct faults *faults,
                   struct loc loc, const char *stage);
/* Clears whatever isl failed with; the stage goes on with new counts. */
void budget_clear(struct budget *budget);

#endif
