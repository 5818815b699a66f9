/* What passes a test, moved together by two statements. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 4000000);
    int *a = field_ints(n, 100), *b = field_zeros(n, sizeof *b);
    int k = 0, last = -1;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] & 1) {
            b[k] = a[i];
            k++;
            last = i;
        }
    field_end();
    printf("k %d last %d\n", k, last);
    field_sum("b", b, n * sizeof *b);
}
