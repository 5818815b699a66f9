/* cusparse's tridiagonal solver without pivoting, where libcusparse is: found
 * when the program runs, so that it needs no library of NVIDIA's. */
#ifndef HEDRA_TESTS_BENCH_CUSPARSE_H
#define HEDRA_TESTS_BENCH_CUSPARSE_H

#include <complex.h>
#include <stdbool.h>

struct cusparse_system; /* on the first GPU */

/* A copy of a system there, or NULL and a text in *why. */
struct cusparse_system *cusparse_new(int n, const double complex *b,
                                     const double complex *a,
                                     const double complex *c, const char **why);
void cusparse_free(struct cusparse_system *s);

/* gtsv2_nopivot: seconds for d, which is copied there before, until it is
 * solved; negative if it fails. x: NULL, or where the solution goes. */
double cusparse_solve(struct cusparse_system *s, const double complex *d,
                      double complex *x);

#endif
