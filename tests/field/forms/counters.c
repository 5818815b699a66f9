/* Counters of loops that are scalars elsewhere, and loops with two counters. */
#include "tests/field/field.h"

static void ends(int n, int m, double a[n][m], const double b[n][m])
{
    int i;
#pragma hedra
    for (int j = 0; j < m; j++) {
        i = 1;
        a[i][j] = b[i][j] - 4 * b[i + 1][j];
        for (i = 2; i < n - 2; i++)
            a[i][j] = b[i - 1][j] + b[i + 1][j];
        i = n - 2;
        a[i][j] = b[i][j] - 4 * b[i - 1][j];
    }
}

static int after(int n, int *a)
{
    int i;
#pragma hedra
    {
        for (i = 0; i < n; i += 3)
            a[i] = i;
        a[i - 3] = -1;
        for (; i < 2 * n; i++)
            a[i] += 2;
    }
    return i;
}

static int inside(int n, int m, int *a, const int *x)
{
    int i = 5, t = 0;
#pragma hedra
    for (int j = 0; j < n; j++) {
        for (i = 0; i < m; i++)
            a[j * m + i] += j;
        t += i;
        while (i > 0 && x[i - 1] > 100)
            i--;
        a[j * m] += i;
        for (i = m - 1; i >= 0; i -= 2)
            a[j * m + i] -= i;
        a[j * m + 1] += i;
    }
    return t + i;
}

static void rows(int n, const int *row, int *y)
{
    int k;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (k = 0; k < 3; k++)
            y[3 * i + k] = 0;
        for (k = row[i]; k < row[i + 1]; k++)
            y[3 * i] += k;
        y[3 * i + 1] = k;
    }
}

static void narrow(int n, short *a, unsigned char *b)
{
    short s;
    unsigned u;
#pragma hedra
    {
        for (s = 0; s < 100; s += 7)
            a[s] = s;
        a[1] = s;
        for (u = 3; u < (unsigned)n; u++)
            b[u] = u;
        b[0] = u;
    }
}

static unsigned guarded(int n, const int *x, int *y)
{
    unsigned k = 9;
    int i;
#pragma hedra
    for (i = 0; i < n; i++) {
        if (x[i] > 500)
            for (k = 0; k < 4; k++)
                y[i] += k * x[i];
        else
            k = 2;
        y[i] += k;
    }
    return k + i;
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 41, 1500);
    size_t all = (size_t)n * n;
    double *a = field_doubles(all), *b = field_doubles(all);
    int *x = field_ints(2 * all, 300), *y = field_ints(2 * all, 1000);
    short *s = field_zeros(128, sizeof *s);
    unsigned char *c = field_bytes(n);
    field_begin();
    ends(n, n, (double(*)[n])a, (double(*)[n])b);
    int last = after(n, x);
    int t = inside(n, n, y, x);
    field_stop();
    int *row = field_ints(n + 1, 20), *z = field_ints(3 * n, 10);
    field_begin();
    rows(n, row, z);
    narrow(n, s, c);
    unsigned k = guarded(n, y, x);
    field_end();
    field_sum("a", a, all * sizeof *a);
    field_sum("x", x, 2 * all * sizeof *x);
    field_sum("y", y, all * sizeof *y);
    field_sum("z", z, 3 * n * sizeof *z);
    field_sum("s", s, 128 * sizeof *s);
    field_sum("c", c, n);
    printf("%d %d %u\n", last, t, k);
}
