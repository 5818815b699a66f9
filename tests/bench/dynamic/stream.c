/* stream COUNT: a sum and a running sum of floats by hedrac's code, beside what
 * the memory can do: reading, and reading with writing, by loops with OpenMP.
 * Prints the seconds of reading, the sum, copying and the running sum. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/dynamic/race.h"

__attribute__((noinline)) static float reading(int n, const float *a)
{
    float s = 0;
#pragma omp parallel for simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

__attribute__((noinline)) static float sum(int n, const float *a)
{
    float s = 0;
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

__attribute__((noinline)) static void copy(int n, const float *restrict a,
                                           float *restrict x)
{
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        x[i] = a[i] * 0.5f;
}

__attribute__((noinline)) static void scan(int n, const float *restrict a,
                                           float *restrict x)
{
#pragma hedra reassociate
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] + a[i];
}

int main(int argc, char **argv)
{
    enum { ROUNDS = 15 };
    int n = argc > 1 ? atoi(argv[1]) : 1 << 26;
    float *a = malloc(sizeof *a * (size_t)n),
          *x = malloc(sizeof *x * (size_t)n);
    double best[4] = {0};
    float s = 0, t = 0;
    for (int i = 0; i < n; i++) {
        a[i] = (float)(i % 5) - 2;
        x[i] = 0;
    }
    for (int k = 0; k < ROUNDS; k++) {
        RACE_TIME(best[0], s = reading(n, a));
        RACE_TIME(best[1], t = sum(n, a));
        RACE_TIME(best[2], copy(n, a, x));
        x[0] = a[0];
        RACE_TIME(best[3], scan(n, a, x));
    }
    if (s != t || fabsf(x[n - 1] - t) > 0)
        return 1;
    printf("%g %g %g %g\n", best[0], best[1], best[2], best[3]);
    free(a);
    free(x);
    return 0;
}
