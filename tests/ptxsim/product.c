/* A matrix product, whose kernel has shared memory and barriers. */
#include <stdio.h>

enum { N = 40 };
static double a[N][N], b[N][N], c[N][N];

static void product(void)
{
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    product();
    printf("%g\n", c[3][4]);
}
