/* rows N TIMES: smooths N x N elements and sums rows, in loops that are marked
 * for OpenMP. Prints a sum, and to stderr "time" and the least seconds of one
 * of the TIMES rounds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void step(int n, float *restrict a, float *restrict b,
                 float *restrict sum)
{
    int j;
#pragma omp parallel for private(j) schedule(static)
    for (int i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++)
            b[i * n + j] = 0.5f * a[i * n + j] +
                           0.125f * (a[i * n + j - 1] + a[i * n + j + 1] +
                                     a[(i - 1) * n + j] + a[(i + 1) * n + j]);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float s = 0;
#pragma omp simd
        for (int k = 0; k < n; k++)
            a[i * n + k] += 0.25f * b[i * n + k];
        for (int k = 0; k < n; k++)
            s += a[i * n + k] > 3 ? b[i * n + k] : 0;
        sum[i] = s;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, times = argc > 2 ? atoi(argv[2]) : 0;
    size_t count = (size_t)n * (size_t)n;
    float *a = malloc(count * sizeof *a), *b = calloc(count, sizeof *b);
    float *sum = calloc((size_t)n, sizeof *sum);
    double least = 1e9, total = 0;
    if (!a || !b || !sum)
        return 1;
    for (size_t i = 0; i < count; i++)
        a[i] = (float)(i % 17);
    for (int k = 0; k < times; k++) {
        double begin = now();
        step(n, a, b, sum);
        double seconds = now() - begin;
        least = seconds < least ? seconds : least;
    }
    for (int i = 0; i < n; i++)
        total += sum[i];
    printf("%.9g\n", total);
    fprintf(stderr, "time %.9f\n", least);
    free(a);
    free(b);
    free(sum);
    return 0;
}
