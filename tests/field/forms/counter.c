/* A counter that is a plain scalar, too. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1500), i;
    double(*a)[n] = (double(*)[n])field_doubles(n * n);
    field_begin();
#pragma hedra
    for (int j = 0; j < n; j++) {
        i = 1;
        a[i][j] = 0;
        for (i = 2; i < n; i++)
            a[i][j] += a[i - 1][j];
    }
    field_end();
    field_sum("a", a, n * sizeof *a);
}
