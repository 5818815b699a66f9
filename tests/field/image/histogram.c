/* How often each gray occurs. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 2000, 32000000);
    unsigned char *in = field_bytes(n);
    unsigned hist[256] = {0};
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        hist[in[i]]++;
    field_end();
    field_sum("hist", hist, sizeof hist);
}
