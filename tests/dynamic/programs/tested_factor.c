/* Comparisons that are operands say nothing of what is read beside them; those of
 * && and ?: do, of what stands behind them. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 500, MOST = 64 };

static void pick(int n, const int *restrict column, const int *restrict a,
                 int *restrict product, int *restrict bits,
                 int *restrict chosen)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        product[i] = (column[i] > 30) * a[column[i]];
#pragma hedra
    for (int i = 0; i < n; i++)
        bits[i] = (column[i] < 9) | a[column[i]];
#pragma hedra
    for (int i = 0; i < n; i++)
        chosen[i] = column[i] > 30 && column[i] < 40 ? a[column[i] - 31] : -1;
}

int main(void)
{
    int *column = malloc(N * sizeof *column), *a = malloc(MOST * sizeof *a);
    int *out = malloc(3 * N * sizeof *out);
    for (int i = 0; i < N; i++)
        column[i] = i * i % 61;
    for (int k = 0; k < MOST; k++)
        a[k] = 3 * k + 1;
    pick(N, column, a, out, out + N, out + 2 * N);
    for (int i = 0; i < 3 * N; i++)
        printf("%d\n", out[i]);
    free(column);
    free(a);
    free(out);
}
