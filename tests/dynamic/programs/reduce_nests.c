/* Reductions over several loops: rectangular, triangular, three deep, with
 * statements between the loops, into elements, inside loops that run in order,
 * with temporaries. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 83, M = 1117 };
static int a[N][M], y[N], x[M];

static void whole(int n, int m)
{
    long sum = 0, below = 0;
    int most = -1;

#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            sum += a[i][j];
            if (a[i][j] > most)
                most = a[i][j];
        }
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            below += a[i][j] * (i - j);
    printf("%ld %d %ld\n", sum, most, below);
}

static void deep(int n)
{
    unsigned sum = 0;

#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n + 5; k++)
                sum += (unsigned)(a[i][j] * x[k] + a[i - 1][k]);
    printf("%u\n", sum);
}

/* The inner loop's sum is a temporary of the outer loop, which has its own. */
static void squares(int n, int m)
{
    long long sum = 0;
    int rows = 0;

#pragma hedra
    for (int i = 0; i < n; i++) {
        long long row = 0;
        for (int j = 0; j < m; j++)
            row += a[i][j] * x[j];
        if (row > 0)
            rows++;
        sum += row * row % 1001;
        y[i] = (int)row;
    }
    printf("%lld %d %d\n", sum, rows, n ? y[n - 1] : 0);
}

static void products(int n, int m)
{
    for (int i = 0; i < N; i++)
        y[i] = i;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i] += a[i][j] * x[j];
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 31 + y[i];
#pragma hedra
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            y[j] += a[i][j] * x[i];
    for (int i = 0; i < N; i++)
        sum = sum * 31 + y[i];
    printf("%ld\n", sum);
}

static void elements(int m)
{
    int s[3] = {1, 2, 3};

#pragma hedra
    for (int c = 0; c < 3; c++)
        for (int j = 0; j < m; j++)
            s[c] += a[c][j];
    printf("%d %d %d\n", s[0], s[1], s[2]);
}

/* Each step's maximum scales the next step's values. */
static void steps(int m, int t)
{
    int most = 0;

#pragma hedra
    for (int k = 0; k < t; k++) {
        most = 0;
        for (int j = 0; j < m; j++)
            if (x[j] > most)
                most = x[j];
        for (int j = 0; j < m; j++)
            x[j] = (x[j] * 7 + most + k) % 1009;
    }
    printf("%d %d\n", most, x[m / 2]);
}

static void moments(int n)
{
    long s = 0, q = 0;

#pragma hedra
    for (int i = 0; i < n; i++) {
        int t = x[i] - 3;
        s += t;
        q += (long)t * t;
        x[i] = t;
    }
    printf("%ld %ld %d\n", s, q, x[n - 1]);
}

int main(void)
{
    static const int size[] = {0, 1, 31, 32, 33, N};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 131 + j * 57) % 211 - 60;
    for (int j = 0; j < M; j++)
        x[j] = j * 37 % 101 - 50;
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        whole(size[k], M - size[k]);
        deep(size[k]);
        squares(size[k], M - 3);
        products(size[k], M);
        elements(size[k] * 13);
    }
    moments(M);
    steps(M, 5);
    return 0;
}
