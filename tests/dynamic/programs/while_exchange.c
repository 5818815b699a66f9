/* Loops that exchange pointers until what they compute has converged: with
 * while, do and for, left by a test at their head, at their end and by a break,
 * after odd and even numbers of rounds, of two and three pointers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SWAP(type, a, b)                                                       \
    do {                                                                       \
        type t_ = a;                                                           \
        a = b;                                                                 \
        b = t_;                                                                \
    } while (0)
static int laplace(int n, int m, double (*a)[m], double (*b)[m], double tol,
                   int most)
{
    double err = 1;
    int it = 0;
#pragma hedra
    while (err > tol && it < most) {
        err = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++) {
                b[i][j] = .25 * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] +
                                 a[i + 1][j]);
                double d = fabs(b[i][j] - a[i][j]);
                if (d > err)
                    err = d;
            }
        it++;
        double(*t)[m] = a;
        a = b;
        b = t;
    }
    printf("%d %.17g %.17g %.17g\n", it, err, a[2][3], b[2][3]);
    return it;
}
static void smooth(int n, float *x, float *y, float *z)
{
    float sum;
    int rounds = 0;
#pragma hedra
    do {
        sum = 0;
        for (int i = 1; i < n - 1; i++)
            z[i] = (x[i - 1] + x[i + 1] + y[i]) / 3;
        for (int i = 1; i < n - 1; i++)
            sum = fmaxf(sum, fabsf(z[i] - x[i]));
        rounds++;
        if (rounds > 50)
            break;
        float *t = x;
        x = y;
        y = z;
        z = t;
    } while (sum > 1e-2f);
    printf("%d %.9g %.9g %.9g\n", rounds, x[4], y[4], z[4]);
}
static void spread(int n, int most, int *a, int *b)
{
    int changed = 1, k;
#pragma hedra
    for (k = 0; k < most && changed; k++) {
        changed = 0;
        for (int i = 0; i < n; i++) {
            int best = a[i];
            if (i > 0 && a[i - 1] > best)
                best = a[i - 1];
            if (best != a[i])
                changed = 1;
            b[i] = best;
        }
        SWAP(int *, a, b);
    }
    printf("%d %d %d\n", k, a[n - 1], b[n - 1]);
}
int main(void)
{
    enum { N = 20, M = 30 };
    static double a[N][M], b[N][M];
    static float x[3][50];
    static int p[60], q[60];

    for (int j = 0; j < M; j++)
        a[0][j] = b[0][j] = 100 + j;
    laplace(N, M, a, b, .5, 1000);
    laplace(N, M, a, b, .1, 7);
    laplace(N, M, a, b, .1, 6);
    laplace(N, M, a, b, 1e9, 6);
    for (int i = 0; i < 150; i++)
        x[i / 50][i % 50] = i * 7 % 13;
    smooth(50, x[0], x[1], x[2]);
    smooth(40, x[2], x[1], x[0]);
    for (int most = 3; most < 120; most = most * 2 + 1) {
        for (int i = 0; i < 60; i++)
            p[i] = i * 31 % 47;
        spread(60, most, p, q);
    }
    return 0;
}
