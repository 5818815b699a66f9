/* Resampling: for each particle the first place in the sums. */
#include "tests/field/field.h"

static int find_index(const double *cdf, int length, double value)
{
    int index = -1;
    for (int x = 0; x < length; x++)
        if (cdf[x] >= value) {
            index = x;
            break;
        }
    return index == -1 ? length - 1 : index;
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 6000);
    double *cdf = field_doubles(n), *u = field_doubles(n);
    double *x = field_doubles(n), *xj = field_zeros(n, sizeof *xj);
    for (int i = 0; i < n; i++)
        cdf[i] = (i + 1.0) / n;
    field_begin();
#pragma hedra extent(x[n])
    for (int j = 0; j < n; j++) {
        int i = find_index(cdf, n, u[j]);
        xj[j] = x[i];
    }
    field_end();
    field_sum("xj", xj, n * sizeof *xj);
}
