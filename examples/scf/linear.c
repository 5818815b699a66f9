#include "linear.h"

#include <stdlib.h>

extern void dgemm_(const char *transpose_a, const char *transpose_b,
                   const int *m, const int *n, const int *k,
                   const double *alpha, const double *a, const int *lda,
                   const double *b, const int *ldb, const double *beta,
                   double *c, const int *ldc, size_t, size_t);
extern void dsyev_(const char *jobs, const char *half, const int *n, double *a,
                   const int *lda, double *w, double *work, const int *lwork,
                   int *info, size_t, size_t);
extern void dgesv_(const int *n, const int *columns, double *a, const int *lda,
                   int *pivot, double *b, const int *ldb, int *info);

/* Fortran sees the transposes: c' = b' a'. */
void multiply(int n, const double *a, bool transpose_a, const double *b,
              bool transpose_b, double *c)
{
    const double one = 1, zero = 0;

    dgemm_(transpose_b ? "T" : "N", transpose_a ? "T" : "N", &n, &n, &n, &one,
           b, &n, a, &n, &zero, c, &n, 1, 1);
}

bool eigen(int n, double *a, double *value)
{
    int size = 64 * n + 64, info = -1;
    double *work = malloc((size_t)size * sizeof *work);

    if (work)
        dsyev_("V", "U", &n, a, &n, value, work, &size, &info, 1, 1);
    free(work);
    return info == 0;
}

bool solve(int n, double *a, double *b)
{
    int *pivot = malloc((size_t)n * sizeof *pivot), one = 1, info = -1;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double swap = a[i * n + j];

            a[i * n + j] = a[j * n + i];
            a[j * n + i] = swap;
        }
    if (pivot)
        dgesv_(&n, &one, a, &n, pivot, b, &n, &info);
    free(pivot);
    return info == 0;
}

double dot(int n, const double *a, const double *b)
{
    double sum = 0;

    for (int i = 0; i < n * n; i++)
        sum += a[i] * b[i];
    return sum;
}
