/* How often points of a plane are squared until they are far away. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 33, 300), most = 200;
    int *out = field_zeros(n * n, sizeof *out);
    field_begin();
#pragma hedra
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float cr = 3.0f * x / n - 2.1f, ci = 3.0f * y / n - 1.5f;
            float zr = 0, zi = 0;
            int k = 0;
            while (k < most && zr * zr + zi * zi < 4) {
                float t = zr * zr - zi * zi + cr;
                zi = 2 * zr * zi + ci;
                zr = t;
                k++;
            }
            out[y * n + x] = k;
        }
    field_end();
    field_sum("out", out, n * n * sizeof *out);
}
