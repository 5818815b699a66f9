/* How far row is touched is asked for while that is found out: a scalar that
 * row's elements are added to is a bound on what is read of row. That went
 * round until the stack ended. */
#include <stdio.h>

static void rows(int n, int m, double *restrict a,
                 const unsigned char index[restrict 22][96],
                 const long *restrict row)
{
#pragma hedra
    for (int i = 4; i < n; i += 2) {
        float t = index[i + 1][i + m - 36];
        for (int j = row[m - 35]; j < row[m - 34]; j++)
            t += t * t + (((unsigned)t & 11) >= t ? row[j + i - 7] : 3);
        a[i] += t;
    }
}

/* The nest above runs as plain C, for want of extents; this one does not. */
static void halves(int n, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] /= 2;
}

int main(void)
{
    static double a[40];
    static unsigned char index[22][96];
    static long row[40];
    for (int i = 0; i < 40; i++)
        row[i] = i / 2;
    rows(20, 36, a, (const unsigned char(*)[96])index, row);
    halves(40, a);
    for (int i = 0; i < 40; i++)
        printf("%g\n", a[i]);
    return 0;
}
