/* The 5/3 lifting wavelet over rows of ints, in place through a line. */
#include "tests/field/field.h"
static void dwt53_rows(int *img, int w, int h, int *tmp)
{
    int y, x, half = w / 2;
#pragma hedra
    for (y = 0; y < h; y++) {
        int *p = img + y * w, *t = tmp + y * w;
        for (x = 1; x < w - 1; x += 2)
            p[x] -= (p[x - 1] + p[x + 1]) >> 1;
        p[w - 1] -= p[w - 2];
        p[0] += (2 * p[1] + 2) >> 2;
        for (x = 2; x < w; x += 2)
            p[x] += (p[x - 1] + p[x + 1] + 2) >> 2;
        for (x = 0; x < half; x++) {
            t[x] = p[2 * x];
            t[half + x] = p[2 * x + 1];
        }
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 32, 1400);
    int *a = field_ints(n * n, 256), *t = field_zeros(n * n, 4);
    field_begin();
    for (int r = 0; r < 2; r++) {
        dwt53_rows(a, n, n, t);
        dwt53_rows(t, n, n, a);
    }
    field_end();
    field_sum("a", a, n * n * 4);
}
