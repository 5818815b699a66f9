/* The nearest of a few centres for each point, points as rows by pointers. */
#include "tests/field/field.h"

static void assign(int n, int f, int k, float **x, float **c, int *member)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float best = 1e30f;
        int at = 0;
        for (int j = 0; j < k; j++) {
            float d = 0;
            for (int l = 0; l < f; l++)
                d += (x[i][l] - c[j][l]) * (x[i][l] - c[j][l]);
            if (d < best) {
                best = d;
                at = j;
            }
        }
        member[i] = at;
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 200000), f = 16, k = 8;
    float **x = malloc(n * sizeof *x), **c = malloc(k * sizeof *c);
    x[0] = field_floats(n * f);
    c[0] = field_floats(k * f);
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] + f;
    for (int i = 1; i < k; i++)
        c[i] = c[i - 1] + f;
    int *member = field_zeros(n, sizeof *member);
    field_begin();
    assign(n, f, k, x, c, member);
    field_end();
    field_sum("member", member, n * sizeof *member);
}
