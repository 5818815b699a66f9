/* The best order of a chain of products. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 30, 300);
    int *p = field_ints(n + 1, 50);
    int(*m)[n] = field_zeros(n, sizeof *m);
    field_begin();
#pragma hedra
    for (int len = 2; len <= n; len++)
        for (int i = 0; i <= n - len; i++) {
            int j = i + len - 1;
            m[i][j] = 2147483647;
            for (int k = i; k < j; k++) {
                int q = m[i][k] + m[k + 1][j] + p[i] * p[k + 1] * p[j + 1];
                if (q < m[i][j])
                    m[i][j] = q;
            }
        }
    field_end();
    field_sum("m", m, n * sizeof *m);
}
