/* An element that its thread only reads went from a register back to memory,
 * where another thread reads it meanwhile. */
#include <stdio.h>

static void replace(int m, double *restrict a)
{
    int k;
#pragma scop
    for (unsigned i = 0; i < m; i++) {
        for (long j = 0; j < i + 2; j++) {
            for (k = 1; k <= j; k++) {
                double t = a[j];
                a[i] = m;
            }
            a[i] = (int)a[1];
        }
    }
#pragma endscop
}

int main(void)
{
    double a[7];
    for (int i = 0; i < 7; i++)
        a[i] = 1.5 * i - 2;
    replace(3, a);
    for (int i = 0; i < 7; i++)
        printf("%g\n", a[i]);
    return 0;
}
