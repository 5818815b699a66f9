/* A convolution with zeros beyond the edges. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 16, 200), in = 8, out = 8;
    float *x = field_floats(in * n * n), *k = field_floats(out * in * 9);
    float *y = field_zeros(out * n * n, sizeof *y);
    field_begin();
#pragma hedra
    for (int o = 0; o < out; o++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                float s = 0;
                for (int c = 0; c < in; c++)
                    for (int u = 0; u < 3; u++)
                        for (int v = 0; v < 3; v++) {
                            int yy = i + u - 1, xx = j + v - 1;
                            if (yy >= 0 && yy < n && xx >= 0 && xx < n)
                                s += x[(c * n + yy) * n + xx] *
                                     k[((o * in + c) * 3 + u) * 3 + v];
                        }
                y[(o * n + i) * n + j] = s;
            }
    field_end();
    field_sum("y", y, out * n * n * sizeof *y);
}
