/* One token's attention over a cache of keys and values, heads in turn. */
#include "tests/field/field.h"
static void attend(int heads, int hs, int pos, int seq, const float *q,
                   const float *kc, const float *vc, float *att, float *out)
{
    int dim = heads * hs;
    int h;
#pragma hedra
    for (h = 0; h < heads; h++) {
        const float *qh = q + h * hs;
        float *a = att + h * seq;
        for (int t = 0; t <= pos; t++) {
            const float *k = kc + t * dim + h * hs;
            float score = 0.0f;
            for (int i = 0; i < hs; i++)
                score += qh[i] * k[i];
            a[t] = score / sqrtf(hs);
        }
        float max = a[0];
        for (int t = 1; t <= pos; t++)
            if (a[t] > max)
                max = a[t];
        float sum = 0.0f;
        for (int t = 0; t <= pos; t++) {
            a[t] = expf(a[t] - max);
            sum += a[t];
        }
        for (int t = 0; t <= pos; t++)
            a[t] /= sum;
        float *o = out + h * hs;
        memset(o, 0, hs * sizeof(float));
        for (int t = 0; t <= pos; t++) {
            const float *v = vc + t * dim + h * hs;
            for (int i = 0; i < hs; i++)
                o[i] += a[t] * v[i];
        }
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 20, 2000), heads = 8, hs = 64, d = 512;
    float *q = field_floats(d), *k = field_floats(n * d),
          *v = field_floats(n * d), *att = field_zeros(heads * n, 4),
          *o = field_zeros(d, 4);
    field_begin();
    for (int r = 0; r < 8; r++) {
        attend(heads, hs, n - 1 - r, n, q, k, v, att, o);
        q[r] = o[r];
    }
    field_end();
    field_near("o", o, d);
}
