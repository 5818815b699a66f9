/* Pairs of random numbers counted by their greater one. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 2000000);
    double *x = field_doubles(2 * n);
    int q[10] = {0};
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        double x1 = 2 * x[2 * i] - 1, x2 = 2 * x[2 * i + 1] - 1;
        double t = x1 * x1 + x2 * x2;
        if (t <= 1) {
            int l = (int)(10 * (fabs(x1) > fabs(x2) ? fabs(x1) : fabs(x2)));
            if (l < 10)
                q[l]++;
        }
    }
    field_end();
    field_sum("q", q, sizeof q);
}
