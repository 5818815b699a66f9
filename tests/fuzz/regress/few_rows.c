/* Fewer rows than a tile of registers has, which end in different columns and
 * begin in the same one: none of a vector's. */
#include "tests/fuzz/regress/generated.h"

static void multiply(int n, int m, const float a[restrict n][m],
                     const float b[restrict m][n], float c[restrict n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 3; j <= i; j++)
            for (int k = 0; k < m; k++)
                c[i][j] += a[i][k] * b[k][j];
}

static void run_1(int verbose)
{
    for (int n = 1; n < 23; n++) {
        enum { STEPS = 7 };
        size_t rows = (size_t)n, count = rows * rows, steps = rows * STEPS;
        float *a = guarded_new(steps * sizeof *a);
        float *b = guarded_new(steps * sizeof *b);
        float *c = guarded_new(count * sizeof *c);
        for (size_t q = 0; q < steps; q++) {
            a[q] = (float)FILL_REAL(31u, q);
            b[q] = (float)FILL_REAL(32u, q);
        }
        for (size_t q = 0; q < count; q++)
            c[q] = (float)FILL_REAL(33u, q);
        multiply(n, STEPS, (void *)a, (void *)b, (void *)c);
        show("c", c, sizeof *c, count, sizeof *c, 'r', verbose);
        guarded_end("a", a, steps * sizeof *a);
        guarded_end("b", b, steps * sizeof *b);
        guarded_end("c", c, count * sizeof *c);
    }
}

GENERATED_MAIN(1)
