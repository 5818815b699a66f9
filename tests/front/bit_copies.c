/* Bits of numbers by memcpy; what clang is told by builtins. */
#include <stdint.h>
#include <string.h>

void bits(int n, float *a, int *count, double *d, float *r)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        uint32_t u;
        int64_t w;
        memcpy(&u, &a[i], 4);
        count[i] = __builtin_popcount(u) + (int)(u >> 23);
        memcpy(&w, &d[i], sizeof w);
        w ^= INT64_MIN;
        memcpy(&d[i], &w, sizeof w);
        float half = 0.5f * a[i], y;
        int k;
        memcpy(&k, a + i, sizeof k);
        k = 0x5f3759df - (k >> 1);
        memcpy(&y, &k, sizeof y);
        r[i] = y * (1.5f - half * y * y);
    }
}

void copies(int n, const float *a, unsigned *u, float *b)
{
#pragma hedra
    {
        memcpy(u, a, n * sizeof *u);
        memcpy(b, u, n * sizeof *u);
    }
}

void hints(int n, int *a, const int *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        __builtin_prefetch(&b[i + 8]);
        if (__builtin_expect(b[i] > 3, 0))
            a[i] = b[i];
    }
}
