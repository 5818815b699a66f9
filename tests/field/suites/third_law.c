/* Forces between all pairs, each of which counts for both bodies. */
#include "tests/field/field.h"

struct body {
    double x[3], v[3], f[3], m;
};
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2000);
    struct body *b = field_zeros(n, sizeof *b);
    for (int i = 0; i < n; i++) {
        b[i].m = 1 + field_random();
        for (int k = 0; k < 3; k++)
            b[i].x[k] = field_random();
    }
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double d[3], r2 = 0.01;
            for (int k = 0; k < 3; k++) {
                d[k] = b[j].x[k] - b[i].x[k];
                r2 += d[k] * d[k];
            }
            double s = b[i].m * b[j].m / (r2 * sqrt(r2));
            for (int k = 0; k < 3; k++) {
                b[i].f[k] += s * d[k];
                b[j].f[k] -= s * d[k];
            }
        }
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            b[i].v[k] += 1e-6 * b[i].f[k] / b[i].m;
            b[i].x[k] += 1e-3 * b[i].v[k];
            b[i].f[k] = 0;
        }
    field_end();
    field_sum("bodies", b, n * sizeof *b);
}
