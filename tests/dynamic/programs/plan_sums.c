/* Sums along a row at the points of a mask, and what has no common filter: an
 * else, a write at every point, a filter that the nest itself feeds, which only
 * runs in order. */
/* hedrac: --compile-serial */
#include <stdio.h>
#include <stdlib.h>

enum { N = 300, M = 40 };
static int on[N], count[N];
static double a[N][M], sum[N], other[N];

int main(void)
{
    setenv("HEDRA_PLAN", "plan", 0);
    for (int i = 0; i < N; i++) {
        on[i] = i % 11 == 3;
        for (int j = 0; j < M; j++)
            a[i][j] = i * 0.5 + j;
    }
#pragma hedra
    for (int i = 0; i < N; i++)
        if (on[i])
            for (int j = 0; j < M; j++)
                sum[i] += a[i][j] * a[i][j];
#pragma hedra
    for (int i = 0; i < N; i++) {
        if (on[i]) {
            double s = sum[i];
            for (int j = 0; j < M; j++)
                s = s * 0.5 + a[i][j];
            sum[i] = s;
        } else {
            double s = 1;
            for (int j = 0; j < M; j++)
                s = s * 0.25 + a[i][j];
            other[i] = s;
        }
        count[i] += 1;
    }
#pragma hedra
    for (int i = 1; i < N; i++)
        if (other[i] > other[i - 1])
            for (int j = 0; j < M; j++)
                other[i] += a[i][j] * 0.125;
    double total = 0;
    for (int i = 0; i < N; i++)
        total = total * 0.5 + sum[i] + other[i] + count[i];
    printf("%.17g\n", total);
    return 0;
}
