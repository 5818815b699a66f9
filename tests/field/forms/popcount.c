/* Differing bits of two lists. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 4000000);
    int *a = field_ints(n, 1 << 20), *b = field_ints(n, 1 << 20);
    long bits = 0;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        bits += __builtin_popcount(a[i] ^ b[i]);
    field_end();
    printf("bits %ld\n", bits);
}
