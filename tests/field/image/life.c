/* A generation of Life, whose neighbours end at the borders. */
#include "tests/field/field.h"
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2000);
    unsigned char *a = field_bytes(n * n), *b = field_zeros(n * n, 1);
    for (int i = 0; i < n * n; i++)
        a[i] &= 1;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int c = 0;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++) {
                    if (di == 0 && dj == 0)
                        continue;
                    int ii = i + di, jj = j + dj;
                    if (ii < 0 || ii >= n || jj < 0 || jj >= n)
                        continue;
                    c += a[ii * n + jj];
                }
            b[i * n + j] = c == 3 || (c == 2 && a[i * n + j]);
        }
    field_end();
    field_sum("b", b, n * n);
}
