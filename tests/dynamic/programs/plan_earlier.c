/* Filters on arrays that earlier nests of the same region write, one of them in
 * the shape of a list's own nest. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 5000 };
static int level[N], busy[N];
static double x[N], y[N];

int main(void)
{
    setenv("HEDRA_PLAN", "plan", 0);
    for (int i = 0; i < N; i++)
        level[i] = i * 37 % 113;
#pragma hedra
    {
        for (int i = 0; i < N; i++)
            busy[i] = level[i] > 90 ? level[i] : 0;
        for (int i = 0; i < N; i++)
            if (busy[N - 1 - i]) {
                double s = i;
                for (int k = 0; k < 50; k++)
                    s = s * 0.9 + busy[N - 1 - i];
                x[i] = s;
            }
        for (int i = 0; i < N; i++)
            if (x[i] > 100) {
                double s = x[i];
                for (int k = 0; k < 50; k++)
                    s = s * 0.5 + x[(i * 7) / 7];
                y[i] = s;
            }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.5 + x[i] + y[i];
    printf("%.17g\n", sum);
    return 0;
}
