/* The entropy of how often each symbol comes. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 400000);
    double *share = field_doubles(n), all = 0, bits = 0;
    for (int i = 0; i < n; i++)
        all += share[i];
    for (int i = 0; i < n; i++)
        share[i] = i % 16 ? share[i] / all : 0;
    field_begin();
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        if (share[i] > 0)
            bits -= share[i] * log(share[i]);
    field_end();
    printf("bits %.6g\n", bits / M_LN2);
}
