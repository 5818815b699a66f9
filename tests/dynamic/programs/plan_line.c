/* A Plan along one dimension: no point, one, whole tiles and parts of them, at
 * shares of active points from none to all. */
#include <stdio.h>
#include <stdlib.h>

static unsigned seed = 1;

static int draw(int below)
{
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (unsigned)below);
}

static void run(int n, int share)
{
    int *flag = malloc((size_t)(n + 1) * sizeof *flag);
    double *x = malloc((size_t)(n + 1) * sizeof *x);
    for (int i = 0; i < n; i++) {
        flag[i] = draw(100) < share;
        x[i] = draw(1000);
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        if (flag[i]) {
            double s = x[i];
            for (int k = 0; k < 30; k++)
                s = s * 0.75 + k;
            x[i] = s;
        }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = 0.5 * sum + x[i];
    printf("%d %d: %.17g\n", n, share, sum);
    free(flag);
    free(x);
}

int main(void)
{
    static const int size[] = {0, 1, 127, 128, 129, 4095, 4096, 4097, 30011};
    static const int share[] = {0, 1, 5, 50, 95, 100};
    setenv("HEDRA_PLAN", "plan", 0);
    for (int n = 0; n < 9; n++)
        for (int k = 0; k < 6; k++)
            run(size[n], share[k]);
    return 0;
}
