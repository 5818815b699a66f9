/* Colours parted into planes, by pointers that a loop's head steps. */
#include "tests/field/field.h"

static void part(int w, int h, const unsigned char *in, unsigned char *r,
                 unsigned char *g, unsigned char *b)
{
#pragma hedra
    for (int y = 0; y < h; y++) {
        const unsigned char *s = in + 3 * w * y;
        unsigned char *p = r + w * y, *q = g + w * y, *t = b + w * y;
        for (int x = 0; x < w; x++, s += 3, p++) {
            *p = s[0];
            *q++ = s[1];
            *t++ = s[2];
        }
    }
}

static void sums(int groups, int per, const int *first, const float *v,
                 float *out)
{
#pragma hedra
    for (int l = 0; l < groups; l++) {
        const float *src = &v[first[l]];
        float s = 0;
        for (int i = 0; i < per; i++)
            s += src[i];
        out[l] = s;
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2000);
    unsigned char *in = field_bytes(3 * n * n), *r = field_zeros(n * n, 1);
    unsigned char *g = field_zeros(n * n, 1), *b = field_zeros(n * n, 1);
    int *first = field_ints(n, n * (n - 1));
    float *v = field_floats(n * n), *out = field_zeros(n, sizeof *out);
    field_begin();
    part(n, n, in, r, g, b);
    sums(n, n, first, v, out);
    field_end();
    field_sum("r", r, n * n);
    field_sum("g", g, n * n);
    field_sum("b", b, n * n);
    field_sum("out", out, n * sizeof *out);
}
