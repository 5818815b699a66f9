/* Steps that read their own row and column, in blocks of 32: what is read in
 * step k is as it was before the step, or as it is after it, and every result
 * tells which. Ranges that do not begin at 0, other steps, types and orders of
 * the loops, sizes around the blocks' ends. */
#include "tests/fuzz/regress/generated.h"

static void mix(int n, const unsigned *restrict w, uint16_t a[restrict n][n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = 3u * a[i][j] + 1u * a[i][k] * a[k][j] + w[k] + i;
}

static void by_columns(long n, double a[restrict n][n + 5])
{
#pragma hedra
    for (long k = 3; k <= n - 1; k += 2)
        for (long j = 3; j <= n - 1; j += 2)
            for (long i = 3; i <= n - 1; i += 2)
                a[i][j] = a[i][j] * 0.5 + (a[i][k] - a[k][j]) * 0.25 + k;
}

static void run_1(int verbose)
{
    static const int size[] = {1, 31, 32, 33, 95, 130};
    for (size_t s = 0; s < sizeof size / sizeof *size; s++) {
        int n = size[s];
        size_t count = (size_t)n * (size_t)(n + 5);
        uint16_t *a = guarded_new(count * sizeof *a);
        unsigned w[130];
        double *b = guarded_new(count * sizeof *b);
        for (size_t q = 0; q < count; q++) {
            a[q] = (uint16_t)FILL_WIDE(11u, q);
            b[q] = FILL_REAL(12u, q);
        }
        for (int q = 0; q < n; q++)
            w[q] = (unsigned)FILL_WIDE(14u, (uint64_t)q);
        mix(n, w, (void *)a);
        by_columns(n, (void *)b);
        show("mix", a, sizeof *a, count, sizeof *a, 'i', verbose);
        show("by_columns", b, sizeof *b, count, sizeof *b, 'r', verbose);
        guarded_end("mix", a, count * sizeof *a);
        guarded_end("by_columns", b, count * sizeof *b);
    }
}

GENERATED_MAIN(1)
