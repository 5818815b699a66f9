/* The first match, by a break. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 32000000), found = -1;
    int *x = field_ints(n, 1000);
    x[n - 5] = 5000;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] == 5000) {
            found = i;
            break;
        }
    field_end();
    printf("found %d\n", found);
}
