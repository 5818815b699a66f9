/* Sums and products of floats that are rounded differently in every order, by
 * blocks, nests and rows; and the first place of a maximum. */
#include <stdio.h>

enum { MOST = 70000, ROWS = 37, COLUMNS = 1003 };

static double a[MOST], row[ROWS], matrix[ROWS][COLUMNS];
static float b[MOST];

static double sum_doubles(int n)
{
    double s = 0.1;
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void sum_more(int n, float *sum, float *product, long *bits)
{
    float s = 0.1f, p = 1;
    long x = 0;
#pragma hedra reassociate
    for (int i = 0; i < n; i++) {
        s += b[i];
        p *= 1 + b[i] / 64;
        x ^= (long)(b[i] * 1e6f);
    }
    *sum = s;
    *product = p;
    *bits = x;
}

static double sum_nest(int n)
{
    double s = 0;
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        for (int j = 0; j < COLUMNS; j++)
            s += matrix[i][j];
    return s;
}

static void sum_rows(int n, int m)
{
#pragma hedra reassociate
    for (int i = 0; i < n; i++) {
        row[i] = 0.3;
        for (int j = 0; j < m; j++)
            row[i] += matrix[i][j] * a[j];
    }
}

static int find_most(int n)
{
    double most = -1;
    int place = -1;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] > most) {
            most = a[i];
            place = i;
        }
    return place;
}

int main(void)
{
    static const int size[] = {0, 1, 31, 33, 255, 1000, 16385, MOST};
    unsigned seed = 1;
    float sum, product;
    long bits;
    for (int i = 0; i < MOST; i++) {
        seed = seed * 1664525 + 1013904223;
        a[i] = (int)(seed >> 12) / 1e5;
        b[i] = (float)((int)seed / 3e9);
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            matrix[i][j] = a[(i * 997 + j * 31) % MOST] / 7;
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        int n = size[k], few = n < ROWS ? n : ROWS;
        sum_more(n, &sum, &product, &bits);
        printf("%d: %a %a %a %lx %a %d\n", n, sum_doubles(n), sum, product,
               bits, sum_nest(few), find_most(n));
    }
    for (int m = COLUMNS - 2; m <= COLUMNS; m++) {
        sum_rows(ROWS, m);
        for (int i = 0; i < ROWS; i++)
            printf("%a\n", row[i]);
    }
    return 0;
}
