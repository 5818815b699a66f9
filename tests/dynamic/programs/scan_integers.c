/* Scans of integers: running sums read before and after their update, in place,
 * of the element before, with a step, downward, maxima, linear recurrences,
 * several at once, under a condition, and in a loop that runs in order. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long mix(int n, const int *x)
{
    unsigned long h = 1469598103u;
    for (int i = 0; i < n; i++)
        h = (h ^ (unsigned)x[i]) * 1099511628211u;
    return h;
}

static void running(int n, const int *a, int *x, int *y)
{
    int sum = 11, before = 3, most = -100000, count = 0;

#pragma hedra
    for (int i = 0; i < n; i++) {
        sum += a[i];
        x[i] = sum;
        y[i] = before;
        before += 2 * a[i] + 1;
    }
    printf("%d: %lx %lx %d %d\n", n, mix(n, x), mix(n, y), sum, before);
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] > most)
            most = a[i];
        y[i] = most;
        if (a[i] % 3 == 0) {
            x[i] = count;
            count++;
        }
    }
    printf("%lx %lx %d %d\n", mix(n, x), mix(n, y), most, count);
}

static void elements(int n, const int *a, int *x, int *y)
{
    unsigned *u = (unsigned *)y;

    for (int i = 0; i < n; i++)
        x[i] = y[i] = a[i];
#pragma hedra
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1];
    printf("%lx\n", mix(n, x));
#pragma hedra
    for (int i = n - 2; i >= 0; i--)
        x[i] = x[i + 1] > a[i] ? x[i + 1] : a[i];
    printf("%lx\n", mix(n, x));
#pragma hedra
    for (size_t i = 3; i < (size_t)n; i += 3)
        u[i] = u[i - 3] * 3u + (unsigned)a[i];
    printf("%lx\n", mix(n, y));
#pragma hedra
    for (int i = 1; i < n; i++)
        u[i] = (unsigned)a[i - 1] * u[i - 1] - 7u;
    printf("%lx\n", mix(n, y));
}

/* The state of a generator of random numbers. */
static void generator(int n, int *x)
{
    unsigned state = 12345;

#pragma hedra
    for (int i = 0; i < n; i++) {
        x[i] = (int)(state >> 16);
        state = state * 1103515245u + 12345u;
    }
    printf("%lx %u\n", mix(n, x), state);
}

static void repeated(int n, int times, int *x)
{
#pragma hedra
    for (int t = 0; t < times; t++) {
        for (int i = 1; i < n; i++)
            x[i] = (x[i] + t) ^ x[i - 1];
        for (int i = 0; i < n; i++)
            x[i] = x[i] % 1000;
    }
    printf("%lx\n", mix(n, x));
}

int main(void)
{
    static const int size[] = {0, 1, 2, 31, 32, 33, 128, 129, 100007};
    enum { N = 100007 };
    int *a = malloc(N * sizeof *a), *x = calloc(N, sizeof *x);
    int *y = calloc(N, sizeof *y);

    for (int i = 0; i < N; i++)
        a[i] = (int)(i * 2654435761u >> 20) - 2000;
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        running(size[k], a, x, y);
        elements(size[k], a, x, y);
        generator(size[k], x);
        repeated(size[k] / 3, 3, x);
    }
    free(a);
    free(x);
    free(y);
    return 0;
}
