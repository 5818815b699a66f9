/* A condition on a remainder or a bound beyond which it does not matter: isl
 * 0.25 merges the two to no condition at all. */
#include <stdio.h>

enum { N = 12 };

static void kept(int n, const double *restrict a, double *restrict c,
                 double *last)
{
    double s = *last;
#pragma hedra
    for (int i = n + 2; 0 != i; --i) {
        if (i <= n)
            for (int j = i; j < n + 2; ++j)
                if ((j - i - 1) % 3 == 2)
                    c[j] = s;
        if (i >= n + 1 || (n - i + 2) % 3)
            s = a[i];
    }
    *last = s;
}

static void taken(int n, const double *restrict a, double *restrict c)
{
#pragma hedra
    for (int i = 1; i < n + 3; i++)
        if (i > n || (n - i + 2) % 3)
            c[i] = a[i];
}

int main(void)
{
    double a[N + 3], c[N + 3], d[N + 3], last;

    for (int i = 0; i < N + 3; i++)
        a[i] = i + 1;
    for (int n = 1; n <= N; n++) {
        for (int i = 0; i < N + 3; i++)
            c[i] = d[i] = 0;
        last = 100;
        kept(n, a, c, &last);
        taken(n, a, d);
        for (int i = 0; i < N + 3; i++)
            printf("%g %g ", c[i], d[i]);
        printf("%g\n", last);
    }
    return 0;
}
