/* Assignments, increments and commas inside of conditions, values and heads.
 * args: -I../../.. */
#include "tests/field/field.h"

static void conditions(int n, const int *x, int *y, int *z)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        int t, u = 0;
        if ((t = x[i] - 500) > 0)
            z[i] = t;
        else if ((u = -t) < 100)
            z[i] = u + t;
        y[i] = (u += 2, t = u * 3) + 1;
        if (x[k++] > 300 && t)
            y[i] += k;
        z[i] += k;
    }
}

static void loops(int n, const int *x, int *y)
{
#pragma hedra extent(x[n])
    for (int i = 0; i < n; i++) {
        int c, k = i, s = 0, m = 5;
        while (k < n && m-- > 0)
            s += x[k++];
        while ((c = x[k % n]) > 200 && s < 10000) {
            s += c;
            if (s % 7 == 0)
                continue;
            k += 3;
        }
        do
            s ^= k;
        while (--k > i);
        for (int j = 0, q = 7; (c = x[(i + j) % n]) > 100; j++, q += 2) {
            s += q * c;
            if (j > 20)
                break;
        }
        y[i] = s + m + c;
    }
}

static int commas(int n, int *a, const int *b)
{
    int i, j, k = 3;
#pragma hedra
    for (i = 0, j = n - 1; i < n; i++, j--)
        a[i] = b[j] + k, k++;
#pragma hedra
    for (int p = 2, q = 0; q < n; q += 2, p++)
        a[q] += b[p / 2] - p;
#pragma hedra
    for (int r = 0; r < n; r++)
        for (int c = r, d = n - 1; c < n; c++, d--)
            a[c] += b[d], a[c] -= r;
    return i * 1000 + j + k;
}

static int first_data(int n, int *a, const int *b)
{
    int i, j = 7;
#pragma hedra
    for (i = 0, j = b[2]; i < n; i++, j++)
        a[i] += j;
    return j;
}

static void chain(int n, int *a, int *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        short s;
        int t;
        a[i] = s = t = b[i] * 1000;
        b[i] = (a[i] = t) + (b[i] += 2, 5);
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 3000);
    int *x = field_ints(n, 1000), *y = field_ints(n, 10), *z = field_ints(n, 9);
    int *a = field_ints(n, 1000), *b = field_ints(n, 1000);
    field_begin();
    conditions(n, x, y, z);
    field_stop();
    field_sum("y", y, n * sizeof *y);
    field_sum("z", z, n * sizeof *z);
    field_begin();
    loops(n, x, y);
    int last = commas(n, a, b);
    field_stop();
    field_sum("a", a, n * sizeof *a);
    printf("%d\n", last);
    field_begin();
    last = first_data(n, a, b);
    chain(n, z, b);
    field_end();
    printf("%d\n", last);
    field_sum("a", a, n * sizeof *a);
    field_sum("b", b, n * sizeof *b);
    field_sum("y", y, n * sizeof *y);
    field_sum("z", z, n * sizeof *z);
}
