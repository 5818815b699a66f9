/* One head of attention: scores, their softmax row by row, and what they
 * weight. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 30, 300), d = n < 64 ? 16 : 64;
    float *q = field_floats(n * d), *k = field_floats(n * d);
    float *v = field_floats(n * d), *out = field_zeros(n * d, sizeof *out);
    float *score = field_zeros(n * n, sizeof *score);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float most = -1e30f, all = 0;
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int c = 0; c < d; c++)
                s += q[i * d + c] * k[j * d + c];
            score[i * n + j] = s / 8;
            if (score[i * n + j] > most)
                most = score[i * n + j];
        }
        for (int j = 0; j < n; j++) {
            score[i * n + j] = expf(score[i * n + j] - most);
            all += score[i * n + j];
        }
        for (int c = 0; c < d; c++) {
            float s = 0;
            for (int j = 0; j < n; j++)
                s += score[i * n + j] * v[j * d + c];
            out[i * d + c] = s / all;
        }
    }
    field_end();
    field_near("out", out, n * d);
}
