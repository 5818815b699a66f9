/* A Plan along two dimensions, its filter made with &&, || and !, in two nested
 * ifs; the driver chooses. */
#include <stdio.h>
#include <stdlib.h>

static void fill(int n, int m, int share, unsigned char a[n][m], short b[n][m],
                 float x[n][m])
{
    unsigned seed = 7;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            seed = seed * 1664525u + 1013904223u;
            a[i][j] = (seed >> 8) % 100 < (unsigned)share;
            b[i][j] = (short)((seed >> 20) % 3);
            x[i][j] = (float)(seed >> 16) / 65536;
        }
}

static void run(int n, int m, int share)
{
    unsigned char(*a)[m] = malloc(sizeof *a * (size_t)n);
    short(*b)[m] = malloc(sizeof *b * (size_t)n);
    float(*x)[m] = malloc(sizeof *x * (size_t)n);
    float(*y)[m] = malloc(sizeof *y * (size_t)n);
    fill(n, m, share, a, b, x);
    fill(n, m, 0, a, b, y);
    fill(n, m, share, a, b, x);
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i][j] && !(b[i][j] == 1)) {
                float s = x[i][j];
                for (int k = 0; k < 40; k++)
                    s = s * 0.5f + x[i][j];
                if (b[i][j] == 2 || s > 1.5f)
                    y[i][j] = s;
                x[i][j] += s;
            }
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum = 0.5 * sum + x[i][j] + y[i][j];
    printf("%d %d %d: %.17g\n", n, m, share, sum);
    free(a);
    free(b);
    free(x);
    free(y);
}

int main(void)
{
    static const int share[] = {0, 1, 5, 50, 95, 100};
    for (int k = 0; k < 6; k++) {
        run(1, 1, share[k]);
        run(33, 129, share[k]);
        run(200, 3, share[k]);
        run(31, 300, share[k]);
    }
    return 0;
}
