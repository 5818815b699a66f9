/* Counts of bits by builtins, sincos and fdim. */
#define _GNU_SOURCE
#include "tests/field/field.h"
#include <strings.h>
static void angles(int n, const float *a, const double *d, float *s, float *c,
                   double *t, double *u)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float x, y;
        double z;
        sincosf(a[i], &x, &y);
        s[i] = x > y ? x : y;
        c[i] = fdimf(x, y);
        sincos(d[i], &t[i], &z);
        u[i] = fdim(z, t[i]);
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 4000000);
    int *a = field_ints(n, 1 << 20), *b = field_ints(n, 1 << 20),
        *r = field_ints(n, 5);
    unsigned *u = (unsigned *)field_ints(n, 1 << 20);
    unsigned long long *w = field_zeros(n, 8);
    long *l = field_zeros(n, sizeof *l);
    for (int i = 0; i < n; i++)
        w[i] = (unsigned long long)a[i] << (i % 40),
        l[i] = i & 1 ? -i : (long)i << 33;
    a[3] = 0;
    l[4] = 0;
    u[5] = 0xffffffff;
    w[6] = ~0ull;
    long bits = 0;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        bits += __builtin_popcount(a[i] ^ b[i]);
#pragma hedra
    for (int i = 0; i < n; i++) {
        r[i] = __builtin_popcountll(w[i]) + 3 * __builtin_popcountl(l[i]) +
               17 * ffs(a[i]) + 64 * ffsl(l[i]) + 1000 * __builtin_parity(a[i]);
        if (u[i])
            r[i] += 8 * __builtin_clz(u[i]) + 512 * __builtin_ctz(u[i]);
        if (w[i])
            r[i] +=
                1024 * __builtin_clzll(w[i]) + 32768 * __builtin_ctzll(w[i]);
        r[i] += __builtin_clz(i + 1) << 20;
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        w[i] = __builtin_bswap64(w[i]) ^ __builtin_bswap32(u[i]) ^
               __builtin_bswap16(l[i]);
    field_stop();
    float *fs = field_floats(n), *s = field_floats(n), *c = field_floats(n);
    double *d = field_doubles(n), *t = field_doubles(n), *v = field_doubles(n);
    field_begin();
    angles(n, fs, d, s, c, t, v);
    field_end();
    printf("bits %ld\n", bits);
    field_sum("r", r, n * sizeof *r);
    field_sum("w", w, n * sizeof *w);
    field_near("s", s, n);
    field_near("c", c, n);
    for (int i = 0; i < n; i++)
        s[i] = t[i], c[i] = v[i];
    field_near("t", s, n);
    field_near("v", c, n);
}
