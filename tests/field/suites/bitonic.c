/* A bitonic sort: loops that double and halve. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 256, 1 << 17);
    int *a = field_ints(n, 1 << 20);
    field_begin();
#pragma hedra
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            for (int i = 0; i < n; i++) {
                int l = i ^ j;
                if (l > i && ((i & k) == 0) == (a[i] > a[l])) {
                    int t = a[i];
                    a[i] = a[l];
                    a[l] = t;
                }
            }
    field_end();
    field_sum("a", a, n * sizeof *a);
}
