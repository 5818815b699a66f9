/* Shortest paths and their last steps: the order of the source was looked at,
 * took more than the limits, and the region was refused for it, though it had
 * an order. */
#include "tests/fuzz/regress/generated.h"

static void shortest(int n, int d[restrict n][n], int last[restrict n][n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j]) {
                    d[i][j] = d[i][k] + d[k][j];
                    last[i][j] = last[k][j];
                }
}

static void run_1(int verbose)
{
    for (int n = 1; n < 20; n += 3) {
        size_t count = (size_t)n * (size_t)n;
        int *d = guarded_new(count * sizeof *d);
        int *last = guarded_new(count * sizeof *last);
        for (size_t q = 0; q < count; q++) {
            d[q] = (int)FILL_SMALL(51u, q) + 20;
            last[q] = (int)q / n;
        }
        shortest(n, (void *)d, (void *)last);
        show("d", d, sizeof *d, count, sizeof *d, 'i', verbose);
        show("last", last, sizeof *last, count, sizeof *last, 'i', verbose);
        guarded_end("d", d, count * sizeof *d);
        guarded_end("last", last, count * sizeof *last);
    }
}

GENERATED_MAIN(1)
