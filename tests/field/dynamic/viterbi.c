/* The likeliest states of a hidden chain. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 20, 2000);
    int S = 32;
    float *t = field_floats(S * S), *e = field_floats(n * S);
    float *v = field_floats(n * S);
    int *from = field_zeros(n * S, sizeof *from);
    field_begin();
#pragma hedra
    for (int k = 1; k < n; k++)
        for (int s = 0; s < S; s++) {
            float best = -1e30f;
            int arg = 0;
            for (int r = 0; r < S; r++) {
                float p = v[(k - 1) * S + r] + t[r * S + s];
                if (p > best) {
                    best = p;
                    arg = r;
                }
            }
            v[k * S + s] = best + e[k * S + s];
            from[k * S + s] = arg;
        }
    field_end();
    field_sum("v", v, n * S * sizeof *v);
    field_sum("from", from, n * S * sizeof *from);
}
