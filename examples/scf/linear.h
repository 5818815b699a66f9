/*
 * Dense linear algebra of the SCF example, on BLAS and LAPACK. Matrices are
 * n x n, row-major.
 */
#ifndef SCF_LINEAR_H
#define SCF_LINEAR_H

#include <stdbool.h>

/* c = a b, with a or b transposed if asked for. c is neither a nor b. */
void multiply(int n, const double *a, bool transpose_a, const double *b,
              bool transpose_b, double *c);
/* Replaces the symmetric a by its eigenvectors, one in each row, and fills
 * value[n], ascending. False if LAPACK gives up. */
bool eigen(int n, double *a, double *value);
/* Solves a x = b of any small matrix; b becomes x, a is lost. */
bool solve(int n, double *a, double *b);
/* The sum of a_ij b_ij. */
double dot(int n, const double *a, const double *b);

#endif
