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
    int n = argc > 1 ? atoi(argv[1]) : 1 << 26;
    float *a = malloc(sizeof *a * (size_t)n),
          *x = malloc(sizeof *x * (size_t)n);
    struct race_times times[4] = {0};
    double begin = race_now();
    float s = 0, t = 0;
    for (int i = 0; i < n; i++) {
        a[i] = (float)(i % 5) - 2;
        x[i] = 0;
    }
    do {
        race_wait();
        RACE_TIME(&times[0], s = reading(n, a));
        race_wait();
        RACE_TIME(&times[1], t = sum(n, a));
        race_wait();
        RACE_TIME(&times[2], copy(n, a, x));
        x[0] = a[0];
        race_wait();
        RACE_TIME(&times[3], scan(n, a, x));
    } while (race_goes_on(times, 4, begin));
    if (s != t || fabsf(x[n - 1] - t) > 0)
        return 1;
    for (int k = 0; k < 4; k++)
        printf("%g%c", times[k].best[0], k < 3 ? ' ' : '\n');
    free(a);
    free(x);
    return 0;
}
