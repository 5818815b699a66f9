/* Bits of numbers by memcpy. */
#include "tests/field/field.h"

static void bits(int n, float *a, int *count, double *d, float *r)
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

static void copies(int n, const float *a, unsigned *u, float *b)
{
#pragma hedra
    {
        memcpy(u, a, n * sizeof *u);
        memcpy(b, u, n * sizeof *u);
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 4000000);
    float *a = field_floats(n), *r = field_floats(n), *b = field_floats(n);
    double *d = field_doubles(n);
    int *c = field_ints(n, 9), *u = field_ints(n, 9);
    field_begin();
    bits(n, a, c, d, r);
    copies(n, a, (unsigned *)u, b);
    field_end();
    field_sum("c", c, n * sizeof *c);
    field_sum("d", d, n * sizeof *d);
    field_sum("r", r, n * sizeof *r);
    field_sum("u", u, n * sizeof *u);
    field_sum("b", b, n * sizeof *b);
}
