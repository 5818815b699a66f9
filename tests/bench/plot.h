/* A plot of curves on logarithmic axes as a PNG, without any library. */
#ifndef HEDRA_TESTS_BENCH_PLOT_H
#define HEDRA_TESTS_BENCH_PLOT_H

#include <stdbool.h>

struct plot_curve {
    const double *x, *y; /* positive */
    int count;
    double mark; /* an arrow at this x; 0: none */
};

/* Decades are lines, and have their exponent written at them. Curves take the
 * colours blue, red, green, violet, in this order. False if the file cannot be
 * written. */
bool plot_write(const char *file, const struct plot_curve *curve, int curves);

#endif
