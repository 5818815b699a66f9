/* The regions reach an array with a layout through another pointer: one that
 * writes runs as plain C. */
/* counts: x 2 2 */
#include <stdio.h>

static double a[40][24];

static void scale(int n, int m, double x[n][m], double *p)
{
#pragma hedra data(x) layout(x : morton)
    {
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                x[i][j] = x[i][j] * 0.5 + 1;
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                x[i][j] += p[i];
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                x[i][j] = x[i][j] * 0.25 - 1;
    }
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 24; j++)
            a[i][j] = i - 3 * j;
    scale(40, 24, a, a[20]);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 24; j++)
            sum += a[i][j] * (i + 5 * j);
    printf("%.17g\n", sum);
    return 0;
}
