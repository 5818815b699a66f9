/* What the files tdse*.c share. */
#ifndef HEDRA_RUNTIME_TDSE_LOCAL_H
#define HEDRA_RUNTIME_TDSE_LOCAL_H

#include "runtime/tdse.h"

#include <complex.h>
#include <stdbool.h>

struct hedra_tdse {
    struct hedra_tdse_options options; /* its arrays are not valid any more */
    double *potential, *absorber;
    double *present; /* where V moves: room for V at the present time */
    struct hedra_tridiag *solver;
    double complex *b, *a, *c, *psi;
    int64_t steps; /* done since `begin` */
    double begin;
    int pattern;   /* of how T is rounded (tdse.c); 0: there is none yet */
    bool sides;    /* b and c are there and stay */
    bool factored; /* T, which does not depend on the time */
};

/* Fills *why, unless NULL, and returns the status. */
enum hedra_tridiag_status tdse_fail(struct hedra_tridiag_error *why,
                                    enum hedra_tridiag_status status,
                                    const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum hedra_tridiag_status tdse_accept(struct hedra_tridiag_error *why);
/* NULL: true. */
bool tdse_are_finite(const double *values, int64_t n);
/* The time after the steps that are done. */
double tdse_now(const struct hedra_tdse *t);

#endif
