/*
 * The transposition of the thesis (sec. 2.5.7, fig. 2.8), as one writes it
 * without a thought for memory: transpose N M turns N × M elements of type T
 * and exits with 1 if the result is wrong.
 */
#include <stdio.h>
#include <stdlib.h>

static void transpose(int n, int m, T A[restrict n][m], T B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[1]) : 0, m = argc > 2 ? atoi(argv[2]) : 0;
    size_t size = ((size_t)n * (size_t)m * sizeof(T) + 4095) / 4096 * 4096;
    T *a = aligned_alloc(4096, size), *b = aligned_alloc(4096, size);

    for (int k = 0; k < n * m; k++) {
        a[k] = (T)k;
        b[k] = -1;
    }
    transpose(n, m, (void *)a, (void *)b);
    for (int k = 0; k < n * m; k++)
        if (b[k] != a[k % n * m + k / n]) {
            printf("element %d is wrong\n", k);
            return 1;
        }
    free(a);
    free(b);
    return 0;
}
