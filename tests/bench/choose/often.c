/* A smoothing nest of argv[1] elements that is called argv[2] times, for
 * bench-choose. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int calls = argc > 2 ? atoi(argv[2]) : 1000;
    float *a = malloc((size_t)n * sizeof *a), *b = calloc((size_t)n, sizeof *b);
    if (!a || !b)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = (float)(i % 17);
    double start = seconds_now();
    for (int t = 0; t < calls; t++) {
#pragma hedra extent(a[n], b[n])
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        a[t % n] += 1;
    }
    fprintf(stderr, "time %.9f\n", seconds_now() - start);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += b[i];
    printf("%.17g\n", sum);
    free(a);
    free(b);
    return 0;
}
