/* The first of the least and greatest elements and where they are, under
 * conditions, in rows and in whole arrays; values that occur often, zeros of
 * both signs and NaNs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void search(int n, const double *x, const int *a)
{
    double best = -1e300, near = 1e300;
    int at = -1, where = -1, twice = -1;
    int most = a[0];
    long place = 0;

#pragma hedra
    for (int i = 0; i < n; i++) {
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
        if (fabs(x[i] - 1) < near) {
            near = fabs(x[i] - 1);
            where = i;
            twice = 2 * i + a[i];
        }
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] % 3 == 0)
            if (a[i] > most) {
                most = a[i];
                place = i;
            }
    printf("%d: %a %d %a %d %d %d %ld\n", n, best, at, near, where, twice, most,
           place);
}

static void zeros(int n, const float *x)
{
    float most = -1, least = 1, kept = NAN;

#pragma hedra
    for (int i = 0; i < n; i++) {
        most = x[i] > most ? x[i] : most;
        if (x[i] <= least)
            least = x[i];
        if (x[i] < kept)
            kept = x[i];
    }
    printf("%a %a %d\n", (double)most, (double)least, isnan(kept));
}

static void table(int n, int m, float (*t)[m])
{
    float most = -1e30f;
    int row = -1, column = -1;

#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (t[i][j] > most) {
                most = t[i][j];
                row = i;
                column = j;
            }
    printf("%a %d %d\n", (double)most, row, column);
}

int main(void)
{
    static const int size[] = {0, 1, 31, 32, 33, 2049, 100007};
    enum { N = 100007 };
    double *x = malloc(N * sizeof *x);
    float *z = malloc(N * sizeof *z);
    int *a = malloc(N * sizeof *a);
    unsigned seed = 7;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (int)(seed >> 24) - 100;
        x[i] = i % 11 == 5 ? NAN : a[i] * 0.125;
        z[i] = i % 3 ? -0.0f : i % 2 ? 0.0f : NAN;
    }
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        search(size[k], x, a);
        zeros(size[k], z);
    }
    zeros(N - 1, z + 1);
    float(*t)[37] = malloc(61 * sizeof *t);
    for (int i = 0; i < 61; i++)
        for (int j = 0; j < 37; j++)
            t[i][j] = (float)((i * 13 + j * 29) % 97);
    table(61, 37, t);
    table(1, 37, t);
    table(0, 37, t);
    free(t);
    free(x);
    free(z);
    free(a);
    return 0;
}
