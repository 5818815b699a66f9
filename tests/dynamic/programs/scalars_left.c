/* Scalars that each iteration writes anew, and whose last value is seen after
 * the region, since they are read there or since other functions could: in
 * nests of one loop and two, that rows of a sparse matrix are summed up in,
 * that data writes once more, in two nests of a region, in rounds that
 * converge. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 93, M = 41, Z = 700 };
static double x[N], y[N], a[N][M], b[N][M], v[Z];
static int row[N + 1], column[Z], q[N], bin[N], total[8];
static double t, g, s;
static int k;
static unsigned u;

static void show(const char *name)
{
    double sum = 0;
    long long whole = 0;
    for (int i = 0; i < N; i++) {
        sum = sum * 0.999 + x[i] + 2 * y[i];
        whole = whole * 3 % 1000003 + q[i];
        for (int j = 0; j < M; j++)
            sum = sum * 0.999 + b[i][j];
    }
    printf("%s: %.17g %lld, %.17g %.17g %.17g %d %u\n", name, sum, whole, t, g,
           s, k, u);
}

static void nests(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        t = x[i] * x[i];
        g = t + 1;
        y[i] = sqrt(t) + g;
    }
    show("two scalars");
#pragma hedra
    for (int i = 0; i < n; i++) {
        g = x[i] + 1;
        for (int j = 0; j < m; j++) {
            s = g * a[i][j];
            b[i][j] = s + s * s;
        }
        y[i] = g;
    }
    show("nested");
#pragma hedra
    {
        for (int i = n - 1; i >= 0; i -= 2) {
            t = x[i] + 1;
            y[i] = t;
        }
        for (int i = 0; i < n; i++) {
            t = y[i] * 2;
            x[i] = t * t / 8;
            t = x[i] - 1;
            y[i] = t;
        }
    }
    show("one after the other");
}

static void by_data(int n)
{
    int sum = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        s = 0;
        for (int e = row[i]; e < row[i + 1]; e++)
            s += v[e] * x[column[e]];
        y[i] = s;
    }
    show("rows");
#pragma hedra
    for (int i = 0; i < n; i++) {
        k = i * 2;
        if (x[i] > 0.5)
            k = i * 3;
        q[i] = k;
    }
    show("once more");
#pragma hedra
    for (int i = n - 1; i >= 0; i -= 3) {
        u = (unsigned)i * 2654435761u;
        while (u % 7)
            u = u * 3 + 1;
        q[i] = (int)(u % 1000);
    }
    show("while");
#pragma hedra
    for (int i = 0; i < n; i++) {
        k = bin[i] * i;
        sum += k;
        total[bin[i]] += k;
    }
    printf("%d %d\n", sum, total[3]);
    show("beside a sum");
}

static void rounds(int n)
{
    double change = 1;
    int it = 0;
#pragma hedra
    while (change > 1e-3 && it < 60) {
        change = 0;
        for (int i = 1; i < n - 1; i++) {
            t = (x[i - 1] + x[i + 1]) / 2;
            y[i] = t;
            s = fabs(t - x[i]);
            change = s > change ? s : change;
        }
        for (int i = 1; i < n - 1; i++) {
            t = y[i];
            x[i] = t;
        }
        it++;
    }
    printf("%d %.17g\n", it, change);
    show("rounds");
}

int main(void)
{
    unsigned r = 12345;
    for (int i = 0; i < N; i++) {
        r = r * 1664525u + 1013904223u;
        x[i] = r / 4294967296.0;
        bin[i] = (int)(r >> 29);
        row[i + 1] = row[i] + (int)(r >> 20) % 8;
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 13) % 31 / 31.0;
    }
    for (int e = 0; e < Z; e++) {
        r = r * 1664525u + 1013904223u;
        v[e] = r / 4294967296.0;
        column[e] = (int)(r >> 8) % N;
    }
    nests(N, M);
    nests(N, 0);
    nests(0, M);
    by_data(N);
    by_data(0);
    rounds(N);
    return 0;
}
