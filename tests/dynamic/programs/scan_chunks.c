/* Scans of more than one chunk, which the host takes one after the other:
 * alone, behind another nest, one that reads what another made, and in a loop.
 */
#include <stdio.h>
#include <stdlib.h>

static void alone(int n, const int *a, unsigned *x)
{
#pragma hedra
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] + (unsigned)a[i];
}

static void between(int n, int *a, unsigned *x, long *y)
{
    long sum = 0;

#pragma hedra
    {
        for (int i = 0; i < n; i++)
            a[i] = a[i] * 3 + 1;
        for (int i = 0; i < n; i++) {
            y[i] = sum;
            sum += a[i];
        }
        for (int i = 1; i < n; i++)
            x[i] = x[i - 1] ^ (unsigned)y[n - 1 - i];
        for (int i = 0; i < n; i++)
            a[i] -= (int)(x[i] & 7);
    }
    printf("%ld\n", sum);
}

static void twice(int n, int *a)
{
#pragma hedra
    for (int t = 0; t < 2; t++)
        for (int i = 1; i < n; i++)
            a[i] = a[i - 1] > a[i] ? a[i - 1] : a[i];
}

int main(void)
{
    static const int size[] = {1, 5000, 1015809, 1020000};
    enum { N = 1020000 };
    int *a = malloc(N * sizeof *a);
    unsigned *x = calloc(N, sizeof *x), bits = 0;
    long *y = calloc(N, sizeof *y), all = 0;

    for (int i = 0; i < N; i++)
        a[i] = (int)(i * 2654435761u >> 20) - 2000;
    for (unsigned k = 0; k < sizeof size / sizeof *size; k++) {
        int n = size[k];
        alone(n, a, x);
        between(n, a, x, y);
        for (int i = 0; i < n; i++) {
            bits = bits * 31 + x[i] + (unsigned)a[i];
            all += y[i] % 1000;
        }
        twice(n < 6000 ? n : 6000, a);
        printf("%u %ld %d\n", bits, all, a[n - 1]);
    }
    free(a);
    free(x);
    free(y);
    return 0;
}
