/* Fluxes of cells over their neighbours, variables apart. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 150000);
    int *nb = field_ints(4 * n, n);
    float *v = field_floats(5 * n), *f = field_zeros(n, sizeof *f);
    field_begin();
#pragma hedra extent(v[5 * n])
    for (int i = 0; i < n; i++) {
        float d = v[i] + 1, mx = v[n + i], my = v[2 * n + i], sum = 0;
        float p = 0.4f * (v[4 * n + i] - 0.5f * (mx * mx + my * my) / d);
        for (int j = 0; j < 4; j++) {
            int o = nb[i + j * n];
            if (o >= 0) {
                float od = v[o] + 1, ox = v[n + o];
                sum += 0.5f * (mx / d + ox / od) + p;
            } else
                sum += p;
        }
        f[i] = sum;
    }
    field_end();
    field_sum("f", f, n * sizeof *f);
}
