/* Bytes through a table. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 2000, 8000000);
    unsigned char *p = field_bytes(n), lut[256];
    for (int i = 0; i < 256; i++)
        lut[i] = i * i / 255;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        p[i] = lut[p[i]];
    field_end();
    field_sum("p", p, n);
}
