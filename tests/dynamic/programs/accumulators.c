/* Sums of products in scalars: some are kept in the element that they are
 * stored to, others must not be. */
#include <stdio.h>

enum { N = 37, M = 29 };
static double a[N][N], b[N][N], c[N][N], d[N][N], e[N][N], f[N][N], g[N][N];
static float narrow[N][N];
static double twice[2 * N * N];

/* The sum begins as zero, as the element, as another one's value. */
static void simple(void)
{
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double s = 0, t = d[i][j], u = a[j][i];
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            for (int k = 0; k < M; k++) {
                t -= a[i][k] * b[k][j];
                u = u + b[i][k] * a[k][j];
            }
            c[i][j] = s;
            d[i][j] = t;
            e[i][j] = u;
        }
}

/* The array is read while the sum is built, or another element of it is. */
static void recurrent(void)
{
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++) {
            double s = 1;
            for (int k = 0; k < i; k++)
                s -= a[i][k] * f[k][j];
            f[i][j] = s;
        }
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 1; j < M; j++) {
            double s = g[i][j - 1] * 0.5;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            g[i][j] = s;
        }
}

/* The scalar is used behind the store, before it, or stored with a filter. */
static double used(void)
{
    double s = 0, last = 0;
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
            last = s;
        }
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            double t = 0;
            for (int k = 0; k < N; k++) {
                t += a[i][k] * b[k][j];
                e[i][j] += t * 0.001;
            }
            if (t > 10)
                d[i][j] = t;
            narrow[i][j] = t;
        }
    return s + last;
}

/* What is read may lie in what is written. */
static void overlapping(const double *x, const double *y, double *z)
{
#pragma hedra
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            double s = 0.25;
            for (int k = 0; k < M; k++)
                s += x[i * M + k] * y[k * M + j];
            z[i * M + j] = s;
        }
}

static void print(const char *name, const double *x, int count)
{
    double sum = 0;
    for (int k = 0; k < count; k++)
        sum = sum * 0.999 + x[k];
    printf("%s %a\n", name, sum);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (7 * i + 3 * j) % 11 / 70.0;
            b[i][j] = (5 * i + 2 * j) % 13 / 9.0;
            f[i][j] = g[i][j] = d[i][j] = (i + j) % 3;
        }
    for (int k = 0; k < 2 * N * N; k++)
        twice[k] = k % 17 / 90.0;
    simple();
    recurrent();
    print("d", d[0], N * N);
    printf("%a\n", used());
    overlapping(twice, twice + N * N, c[0]);
    print("twice", twice, 2 * N * N);
    overlapping(twice, b[0], twice + 5);
    overlapping(a[0], twice, twice + M);
    print("c", c[0], N * N);
    print("d", d[0], N * N);
    print("e", e[0], N * N);
    print("f", f[0], N * N);
    print("g", g[0], N * N);
    print("twice", twice, 2 * N * N);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 0.999 + narrow[i][j];
    printf("narrow %a\n", sum);
    return 0;
}
