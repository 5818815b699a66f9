/* Loops with bounds that data tells, and loops that data ends, which hedrac
 * meets more than once: in functions that are called several times, with their
 * iterators declared in the head and before it, and in rounds that exchange
 * pointers. */
#include <stdio.h>

enum { N = 200, Z = 900 };
static int row[N + 1], column[Z], often[Z], at[N], then[N];
static double v[Z], x[N], y[N], z[N], w[N];

static void product(int i, const double *from, double *to)
{
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
        sum += v[k] * from[column[k]];
    to[i] = sum;
}

static void weighed(int i, const double *from, double *to)
{
    double sum = 0;
    int k, j;
    for (k = row[i]; k < row[i + 1]; k++)
        for (j = 0; j < often[k]; j++)
            sum += v[k] * from[column[k]] / (j + 1);
    to[i] += sum;
}

static void steps(int i, unsigned n, int *to)
{
    int count = 0;
    while (n > 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        count++;
        if (count > 90)
            break;
        for (int q = 0; q < 4; q++) {
            if (q == (int)(n % 5))
                continue;
            count += q & 1;
        }
    }
    to[i] = count;
}

static int components(int *a, int *b)
{
    int rounds = 0;
#pragma hedra extent(a[200], b[200])
    for (;;) {
        int changed = 0;
        for (int i = 0; i < N; i++) {
            int least = a[i];
            for (int k = row[i]; k < row[i + 1]; k++)
                least = a[column[k]] < least ? a[column[k]] : least;
            b[i] = least;
            changed |= least != a[i];
        }
        rounds++;
        if (!changed)
            break;
        int *c = a;
        a = b;
        b = c;
    }
    return rounds;
}

int main(void)
{
    unsigned r = 777;
    for (int i = 0; i < N; i++) {
        r = r * 1664525u + 1013904223u;
        row[i + 1] = row[i] + (int)(r >> 24) % 4;
        x[i] = r / 4294967296.0;
        at[i] = i;
    }
    for (int k = 0; k < Z; k++) {
        r = r * 1664525u + 1013904223u;
        column[k] = (int)(r >> 8) % N;
        often[k] = (int)(r >> 28) % 4;
        v[k] = r / 4294967296.0;
    }
    printf("%d rounds\n", components(at, then));
    for (int i = 0; i < N; i += 7)
        printf("%d %d\n", at[i], then[i]);
#pragma hedra extent(x[200])
    for (int i = 0; i < N; i++) {
        product(i, x, y);
        product(N - 1 - i, x, z);
        weighed(i, x, y);
        weighed(i, x, w);
        steps(i, (unsigned)i + 1, at);
        steps(i, 3 * (unsigned)i + 7, then);
    }
    for (int i = 0; i < N; i += 7)
        printf("%.17g %.17g %.17g %d %d\n", y[i], z[i], w[i], at[i], then[i]);
    return 0;
}
