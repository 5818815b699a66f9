/* Jacobi iterations on a full system, until they converge. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1000);
    double *a = field_doubles(n * n), *b = field_doubles(n), most;
    double *x = field_zeros(n, sizeof *x), *y = field_zeros(n, sizeof *y);
    for (int i = 0; i < n; i++)
        a[i * n + i] = n;
    field_begin();
    do {
        most = 0;
#pragma hedra
        {
            for (int i = 0; i < n; i++) {
                double s = b[i];
                for (int j = 0; j < n; j++)
                    if (j != i)
                        s -= a[i * n + j] * x[j];
                y[i] = s / a[i * n + i];
            }
            for (int i = 0; i < n; i++) {
                if (fabs(y[i] - x[i]) > most)
                    most = fabs(y[i] - x[i]);
                x[i] = y[i];
            }
        }
    } while (most > 1e-9);
    field_end();
    field_sum("x", x, n * sizeof *x);
}
