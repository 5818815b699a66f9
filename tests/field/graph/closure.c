/* Which vertices reach which, by bytes. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 30, 400);
    unsigned char *r = field_bytes(n * n);
    for (int i = 0; i < n * n; i++)
        r[i] = r[i] < 4;
    field_begin();
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                r[i * n + j] = r[i * n + j] || (r[i * n + k] && r[k * n + j]);
    field_end();
    field_sum("r", r, n * n);
}
