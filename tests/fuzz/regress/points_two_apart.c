/* Points of a thread that are two apart beside points that are not: isl divided
 * the iterator of their loop by two, and those between were taken for them. */
#include <stdio.h>

static void scale(int n, int m, int w, const double *restrict c, double *restrict b)
{
#pragma hedra
    {
        for (int i = 1; i < w + 2; i++)
            b[i * (m + 5) + i] = -c[2];
        for (long i = 2; i < n; i++)
            for (int j = 1; j < m; j++)
                for (int k = 1; k < w - 2; k++)
                    b[(k + i) * (m + 5) + (k + k)] *= 3;
    }
}

int main(void)
{
    static double b[234], c[5];
    for (int i = 0; i < 5; i++)
        c[i] = 7 * i - 8;
    for (int i = 0; i < 234; i++)
        b[i] = 1.5 * i - 2;
    scale(5, 13, 11, c, b);
    for (int i = 0; i < 234; i++)
        printf("%g\n", b[i]);
    return 0;
}
