/* Scans of what the same iteration computes: temporaries, elements of other
 * arrays, conditions, linear recurrences in other forms. Integers wrap, so that
 * results agree to the last bit; floats are compared with a bound. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned mix(int n, const unsigned *x)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + x[i];
    return sum;
}

static void temporaries(int n, const int *a, unsigned *x, unsigned *y)
{
    unsigned sum = 1;

#pragma hedra
    for (int i = 0; i < n; i++) {
        unsigned square = (unsigned)a[i] * (unsigned)a[i];
        unsigned odd = square ^ 5u;
        y[i] = odd + 1;
        sum = sum * 3u + y[i] - square;
        x[i] = sum + odd;
    }
    printf("%x %x %x\n", sum, mix(n, x), mix(n, y));
}

/* A sum that starts anew at each zero, and one that some iterations scale. */
static void conditions(int n, const int *a, unsigned *x, unsigned *y)
{
    unsigned run = 7;

#pragma hedra
    for (int i = 1; i < n; i++)
        x[i] = a[i] == 0 ? 1u : x[i - 1] + (unsigned)a[i];
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            run = run * (unsigned)(a[i] | 1) + (unsigned)i;
        y[i] = run;
    }
    printf("%x %x\n", mix(n, x), mix(n, y));
}

static void signs(int n, const int *a, unsigned *x)
{
#pragma hedra
    for (int i = 1; i < n; i++)
        x[i] = (unsigned)a[i] - x[i - 1] - 3u * x[i - 1];
    printf("%x\n", mix(n, x));
}

static void floats(int n, const int *a, double *x, double *y)
{
    double state = 1, worst = 0;

    x[0] = 1;
#pragma hedra reassociate
    for (int i = 1; i < n; i++) {
        double f = 1.0 / (2 + (a[i] & 3));
        x[i] = a[i] > 900 ? f : -(x[i - 1] / (3 + f)) + f * a[i];
        y[i] = 2 * x[i];
    }
    for (int i = 1; i < n; i++) {
        double f = 1.0 / (2 + (a[i] & 3));
        state = a[i] > 900 ? f : -(state / (3 + f)) + f * a[i];
        worst = fmax(worst, fabs(state - x[i]) + fabs(2 * state - y[i]));
    }
    printf("%d\n", worst < 1e-9);
}

int main(void)
{
    static const int size[] = {1, 30, 31, 3968, 3969, 100007};
    enum { N = 100007 };
    int *a = malloc(N * sizeof *a);
    unsigned *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y);
    double *u = calloc(N, sizeof *u), *v = calloc(N, sizeof *v);

    for (int i = 0; i < N; i++)
        a[i] = i % 53 == 7 ? 0 : (int)(i * 2654435761u >> 21) - 1000;
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        temporaries(size[k], a, x, y);
        conditions(size[k], a, x, y);
        signs(size[k], a, x);
        floats(size[k], a, u, v);
    }
    free(a);
    free(x);
    free(y);
    free(u);
    free(v);
    return 0;
}
