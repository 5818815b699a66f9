#ifndef HEDRA_TESTS_LOCALE_NESTS_H
#define HEDRA_TESTS_LOCALE_NESTS_H

enum { N = 64, STEPS = 6 };

/* Some steps of a stencil, a product of the result with itself, and a function
 * of each element. */
void nests(double a[2][N][N], double c[N][N], float f[N]);

#endif
