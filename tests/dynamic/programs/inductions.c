/* Scalars and pointers that every iteration moves by the same: before, between
 * and behind their uses, through inner loops, up and down, with what they hold
 * behind the loop. */
#include <stdio.h>

enum { N = 30, M = 17 };

static double x[2 * N * M], y[N * M], z[N * M];

static int strided(int n, int k)
{
    unsigned u = 5;
    long l = 3 * n;
#pragma hedra
    for (int i = 0; i < n; i++) {
        x[k] = y[i] + u;
        k += 2;
        x[k - 1] = l;
        u -= 3;
        l--;
    }
    return k + (int)(u % 1000) + (int)l;
}

static int rows(int n, int m)
{
    int k = 0, first = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            z[k++] = y[first + j] * 2;
        first += m;
    }
    return k * 3 + first;
}

static void downward(int n)
{
    int k = n;
#pragma hedra
    for (int i = n - 1; i >= 0; i -= 2) {
        --k;
        y[k] += i;
        y[k] *= 2;
    }
}

static int triples(int n)
{
    int k = 0;
#pragma hedra
    {
        k = 4;
        for (int i = 0; i < n; i++)
            for (int c = 0; c < 3; c++)
                x[k++] -= c;
        y[0] = k;
    }
    return k;
}

static double *pointers(int n, int m, double *restrict to,
                        const double *restrict from)
{
    const double *p = from;
#pragma hedra extent(to[N * M], p[N * M])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            *to++ = *p++ * 0.5;
    }
    return to;
}

static double *backward(int n, double *restrict to, const double *restrict from)
{
    double *end = to + n;
#pragma hedra extent(from[N * M])
    for (int i = 0; i < n; i++)
        *--end += *from++;
    return end;
}

static void scale(double *p, int n)
{
    while (n-- > 0)
        *p++ *= 1.5;
}

static void by_row(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double *p = y + i * m;
        for (int j = 0; j < m; j++)
            *p++ += j;
        scale(z + i * m, m);
    }
}

static void dot(int n, int m, double *restrict r)
{
#pragma hedra extent(r[N]) reassociate
    for (int i = 0; i < n; i++) {
        const double *p = y + i * m, *q = z;
        double s = 0;
        for (int j = 0; j < m; j++)
            s += *p++ * *q++;
        *r++ = s;
    }
}

int main(void)
{
    double s = 0, r[N];
    for (int i = 0; i < N * M; i++) {
        x[i] = x[N * M + i] = i % 13;
        y[i] = i * 7 % 11;
        z[i] = i * 5 % 9;
    }
    printf("%d %d\n", strided(N, 1), strided(0, 9));
    printf("%d %d %d\n", rows(N, M), rows(3, 0), rows(0, 3));
    downward(N);
    printf("%d\n", triples(N));
    printf("%d\n", (int)(pointers(N, M, x, y) - x));
    printf("%d\n", (int)(pointers(N, 0, x, y) - x));
    by_row(N, M);
    dot(N, M, r);
    for (int i = 0; i < N; i++)
        s = s * 0.5 + r[i];
    for (int i = 0; i < N * M; i++)
        s = s * 0.75 + x[i] + 2 * x[N * M + i] + 3 * y[i] + 5 * z[i];
    printf("%.17g\n", s);
    printf("%d\n", (int)(backward(N, x, y) - x));
    for (int i = 0; i < N; i++)
        printf(" %g", x[i]);
    printf("\n");
    return 0;
}
