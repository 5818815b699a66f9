/* The last of the greatest values. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 8000000), at = 0, most = -1;
    int *x = field_ints(n, 1000);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] >= most) {
            most = x[i];
            at = i;
        }
    field_end();
    printf("most %d at %d\n", most, at);
}
