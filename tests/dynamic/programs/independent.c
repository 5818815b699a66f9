/* Iterations that do not meet, which only the program's author knows: rows of a
 * sparse matrix that are written, pairs of places from arrays, an inner loop.
 * A scalar that goes from iteration to iteration still does. */
#include <stdio.h>

static void scale_rows(int n, int entries, const int *row, double *value,
                       const double *factor)
{
#pragma hedra extent(value[entries]) independent(i)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            value[k] = value[k] * factor[i] + 1;
}

static void exchange(int n, const int *from, const int *to, int *x, int size)
{
#pragma hedra extent(x[size]) independent(i)
    for (int i = 0; i < n; i++) {
        int old = x[from[i]];
        x[from[i]] = x[to[i]] + 1;
        x[to[i]] = old - 1;
    }
}

static void each_step(int steps, int n, const int *at, double *y)
{
#pragma hedra extent(y[n]) independent(j)
    for (int t = 0; t < steps; t++)
        for (int j = 0; j < n; j++)
            y[at[j]] = y[at[j]] / 2 + t + j;
}

static int last_of(int n, const int *at, int *x, int size)
{
    int last = -1;
#pragma hedra extent(x[size]) independent(i)
    for (int i = 0; i < n; i++) {
        x[at[i]] = last * 3 + i;
        last = x[at[i]] % 17;
    }
    return last;
}

/* The nest's own array serves each iteration anew, wherever data have it
 * written. */
static void with_array(int n, const int *row, const int *at, double *y)
{
#pragma hedra extent(y[n], at[n]) independent(i)
    for (int i = 0; i < n; i++) {
        double sum[8] = {0};
        for (int k = row[i]; k < row[i + 1]; k++)
            sum[at[k % n] % 8] += k;
        y[at[i]] = sum[0] + 2 * sum[3] + 3 * sum[i % 8];
    }
}

enum { N = 200, MOST = 31 * N };

int main(void)
{
    static int row[N + 1], from[N], to[N], at[N], x[2 * N];
    static double value[MOST], factor[N], y[N];
    for (int i = 0; i < N; i++) {
        row[i + 1] = row[i] + i * 7 % 31;
        factor[i] = i % 5 - 2;
        from[i] = i * 3 % N;
        to[i] = N + i * 7 % N;
        at[i] = i * 11 % N;
        y[i] = i;
    }
    for (int k = 0; k < row[N]; k++)
        value[k] = k % 13;
    for (int k = 0; k < 2 * N; k++)
        x[k] = k * k % 101;
    scale_rows(N, row[N], row, value, factor);
    exchange(N, from, to, x, 2 * N);
    each_step(9, N, at, y);
    for (int i = 0; i < N; i++)
        printf("%a\n", y[i]);
    with_array(N, row, at, y);
    printf("%d\n", last_of(N, at, x, 2 * N));
    for (int k = 0; k < row[N]; k++)
        printf("%a\n", value[k]);
    for (int k = 0; k < 2 * N; k++)
        printf("%d %a\n", x[k], y[k % N]);
    return 0;
}
