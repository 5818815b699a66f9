/*
 * Lattices for the tests of <hedra_tsa.h>: random states and couplings, and
 * arrays of doubles whatever the lattice's type. A failure that the test does
 * not ask for ends it.
 */
#ifndef HEDRA_TESTS_TSA_LATTICE_H
#define HEDRA_TESTS_TSA_LATTICE_H

#include "runtime/include/hedra_tsa.h"

/* What the last call of the thread said. */
extern _Thread_local struct hedra_error why;

#include <math.h>

struct lattice_state {
    double *re, *im;                     /* of norm 1 */
    double *link_x, *link_y, *potential; /* of the order of 1 */
};

/* The same numbers each time. */
struct lattice_state lattice_random(int64_t nx, int64_t ny);
void lattice_free(struct lattice_state *s);

/* Ends the test with a sentence unless error is HEDRA_OK. */
void lattice_check(int error, const char *what);
struct hedra_tsa *lattice_new(const struct hedra_tsa_options *options);
void lattice_put(struct hedra_tsa *t, const struct hedra_tsa_options *options,
                 const double *re, const double *im);
void lattice_get(const struct hedra_tsa *t,
                 const struct hedra_tsa_options *options, double *re,
                 double *im);

/* What comes out of so many steps, in arrays of nx * ny. In two calls of step a
 * state on a device stays there between them. */
struct lattice_outcome {
    double *re, *im;
};
struct lattice_outcome lattice_evolve(const struct hedra_tsa_options *options,
                                      const struct lattice_state *start,
                                      int steps, int calls);
void lattice_free_outcome(struct lattice_outcome *o);
/* The greatest of |re - re'| + |im - im'|, or a NaN that there is. */
double lattice_difference(const struct lattice_outcome *a,
                          const struct lattice_outcome *b, int64_t sites);

#endif
