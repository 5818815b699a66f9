/* A variable of each iteration whose last value is used behind the nest: a thread
 * of a GPU that has several points kept it once all of its points were done, and
 * so kept another point's. */
#include <stdio.h>

enum { N = 64 };

static double a[N][N], b[N][N], d[N][N];

static double last(int n)
{
    double t = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                t = a[i][k] * b[k][j];
                d[i][j] += t;
            }
    return t;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + 1;
            b[i][j] = j + 1;
        }
    printf("%a %a %a\n", last(N), last(N - 4), last(3));
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 0.5 + d[i][j];
    printf("%a\n", sum);
    return 0;
}
