/* Reductions by each operation and type, in one loop and in loops of their own,
 * at sizes around a warp and around the sizes of blocks. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void integers(int n, const int *a, const unsigned char *b)
{
    int sum = 3, count = 0, all = 1, any = 0, least = INT_MAX, most = -7;
    unsigned bits = 5, both = ~0u, either = 0, product = 1;
    long long wide = 0;
    unsigned char narrow = 9;
    short small = 0;

#pragma hedra
    for (int i = 0; i < n; i++)
        sum += a[i];
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] > 100)
            count++;
        wide += (long long)a[i] * b[i];
        bits ^= (unsigned)a[i];
        if (a[i] < least)
            least = a[i];
        most = a[i] > most ? a[i] : most;
    }
#pragma hedra
    for (int i = 0; i < n; i++) {
        all = all && b[i] != 200;
        any = any || a[i] == 77;
        both &= (unsigned)a[i] | 0xff00u;
        either |= b[i];
        product *= (unsigned)(2 * a[i] + 1);
        narrow += b[i];
        small -= (short)a[i];
    }
    printf("%d: %d %d %lld %u %d %d\n", n, sum, count, wide, bits, least, most);
    printf("%d %d %u %u %u %d %d\n", all, any, both, either, product, narrow,
           small);
}

static void floats(int n, const float *x, const double *y)
{
    float least = 3, most = -1;
    double lower = DBL_MAX, upper = -HUGE_VAL;
    size_t positive = 0;

#pragma hedra
    for (size_t i = 0; i < (size_t)n; i++) {
        if (x[i] < least)
            least = x[i];
        most = most < x[i] ? x[i] : most;
        if (y[i] > 0)
            positive++;
    }
#pragma hedra
    for (unsigned i = 0; i < (unsigned)n; i++) {
        lower = fmin(lower, y[i]);
        upper = fmax(y[i], upper);
    }
    printf("%a %a %zu %a %a\n", (double)least, (double)most, positive, lower,
           upper);
}

static void downward(int n, const int *a)
{
    long sum = 0;
    int last = -1;

#pragma hedra
    for (int i = n - 1; i >= 0; i -= 3)
        sum += a[i] * (long)i;
#pragma hedra
    for (int i = 2; i <= n - 2; i += 2)
        last = a[i] >= last ? a[i] : last;
    printf("%ld %d\n", sum, last);
}

int main(void)
{
    static const int size[] = {0, 1, 31, 32, 33, 16384, 100007};
    enum { N = 100007 };
    int *a = malloc(N * sizeof *a);
    unsigned char *b = malloc(N);
    float *x = malloc(N * sizeof *x);
    double *y = malloc(N * sizeof *y);
    unsigned seed = 1;

    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        a[i] = (int)(seed >> 20) - 2000;
        b[i] = (unsigned char)(seed >> 11);
        x[i] = i % 5 == 0 ? -0.0f : (float)a[i] / 2048 - 0.9f;
        y[i] = i % 7 == 3 ? NAN : a[i] / 3.0;
    }
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        integers(size[k], a, b);
        floats(size[k], x, y);
        downward(size[k], a);
    }
    free(a);
    free(b);
    free(x);
    free(y);
    return 0;
}
