/* The places of what lies above a threshold, by chance and seldom. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 8000000), half = 0, few = 0;
    int *x = field_ints(n, 1000), *at = field_zeros(n, sizeof *at);
    int *rare = field_zeros(n, sizeof *rare);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 500)
            at[half++] = i;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] == 7)
            rare[few++] = i;
    field_end();
    printf("half %d few %d\n", half, few);
    field_sum("at", at, n * sizeof *at);
    field_sum("rare", rare, n * sizeof *rare);
}
