/* Bicubic enlargement, with weights of Keys. */
#include "tests/field/field.h"
static inline float w_keys(float t)
{
    t = fabsf(t);
    if (t <= 1.f)
        return (1.5f * t - 2.5f) * t * t + 1.f;
    if (t < 2.f)
        return ((-0.5f * t + 2.5f) * t - 4.f) * t + 2.f;
    return 0.f;
}
static inline int clampi(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}
static void resize(const float *in, int iw, int ih, float *out, int ow, int oh)
{
    float sx = (float)iw / ow, sy = (float)ih / oh;
#pragma hedra
    for (int y = 0; y < oh; y++) {
        float fy = (y + 0.5f) * sy - 0.5f;
        int iy = (int)floorf(fy);
        for (int x = 0; x < ow; x++) {
            float fx = (x + 0.5f) * sx - 0.5f;
            int ix = (int)floorf(fx);
            float s = 0.f;
            for (int m = -1; m <= 2; m++) {
                int yy = clampi(iy + m, 0, ih - 1);
                float wy = w_keys(fy - (iy + m));
                for (int n = -1; n <= 2; n++) {
                    int xx = clampi(ix + n, 0, iw - 1);
                    s += in[yy * iw + xx] * wy * w_keys(fx - (ix + n));
                }
            }
            out[y * ow + x] = s;
        }
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 20, 300), m = n * 2 + 1;
    float *a = field_floats(n * n), *b = field_zeros(m * m, 4);
    field_begin();
    for (int r = 0; r < 3; r++) {
        resize(a, n, n, b, m, m);
        a[r] += 1;
    }
    field_end();
    field_sum("b", b, m * m * 4);
}
