/* A stencil and a transposition; the layout and the sizes come from outside. */
#include <stdio.h>

static double a[N][M], b[N][M], c[M][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 * 0.25;
            b[i][j] = -1;
            c[j][i] = i - j;
        }
#pragma hedra data(a, b, c) layout(a : LAYOUT, b : morton, c : hilbert)
    {
#pragma hedra
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] * c[j][i] +
                          a[i][j + 1];
#pragma hedra
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                a[i][j] = b[i][j] * 0.5 + c[j][i];
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += a[i][j] * (i + 2 * j) + b[i][j] * (3 * i + j);
    printf("%.17g %.17g\n", sum, a[N - 1][M - 1]);
    return 0;
}
