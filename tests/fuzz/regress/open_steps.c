/* Loops whose step is a parameter: up and down, from anywhere, with bounds that
 * are no multiples of it, and of no iteration at all. */
#include <stdio.h>
#include <string.h>

enum { N = 3000 };

static void every(float *x, int n, int first, int step)
{
#pragma hedra
    for (int i = first; i < n; i += step)
        x[i] = x[i] * 2 + 1;
}
static void from(float *x, int n, int step)
{
#pragma hedra
    for (int i = n - 1; i >= 0; i -= step)
        x[i] += 3;
}
static long sum(const int *x, long n, long step)
{
    long s = 0;
#pragma hedra
    for (long i = 1; i <= n; i += step)
        s += x[i];
    return s;
}
static void blocks(const float *a, float *s, int n, int size)
{
#pragma hedra
    for (int b = 0; b < n; b += size) {
        float t = 0;
        int e = b + size < n ? b + size : n;
        for (int i = b; i < e; i++)
            t += a[i];
        s[b] = t;
    }
}
static void show(const char *what, const float *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * .875 + x[i];
    printf("%s %.17g\n", what, sum);
}

int main(void)
{
    static float x[N], y[N];
    static int z[N];
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i % 37);
        z[i] = i * 7919 % 1009;
    }
    for (int s = 1; s < 20; s += 3) {
        every(x, N, s / 2, s), show("every", x, N);
        every(x, 3, 5, s), show("none", x, N);
        from(x, N - s, s), show("from", x, N);
        from(x, 0, s), show("none", x, N);
        printf("%ld %ld\n", sum(z, N - 1, s), sum(z, 0, s));
        memset(y, 0, sizeof y);
        blocks(x, y, N, s * 5), show("blocks", y, N);
    }
    every(x, N, 0, 2 * N), show("one", x, N);
    printf("%ld\n", sum(z, N - 1, 1L << 40));
    return 0;
}
