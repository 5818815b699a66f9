/* Every integer type, its conversions and promotions. */
#include <stddef.h>
#include <stdint.h>

enum color { RED, GREEN = 7, BLUE = -2 };
typedef unsigned short half_word;

void types(int n, char *c, signed char *sc, unsigned char *uc, short *s,
           half_word *us, unsigned *u, long *l, unsigned long *ul,
           long long *ll, size_t *z, int64_t *i64, uint8_t *u8, _Bool *b,
           enum color *e, float *f, double *d)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        c[i] = sc[i] + uc[i];
        s[i] = us[i] * 2;
        u[i] = u[i] + n;
        l[i] = ll[i] - u[i];
        ul[i] = z[i] / 3;
        i64[i] = u8[i] << 3;
        b[i] = n;
        b[i + 1] = f[i];
        b[i + 2] = b[i];
        d[i] = b[i] + e[i];
        e[i] = GREEN;
        e[i + 1] = BLUE;
        f[i] = d[i];
        d[i] = f[i] * 2.0f;
        c[i] = (unsigned char)n;
        s[i] = ~us[i];
        l[i] = -u[i];
    }
}
