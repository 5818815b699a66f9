/* A statement under a test of data that no iteration reaches made hedrac fail
 * without a word. */
#include <stdio.h>

static void nest(unsigned n, double a[restrict 32], int d[5][5], float *s)
{
#pragma scop
    for (int i = 2; i; i = i - 1)
        d[i][i] = 1;
    for (unsigned i = 2; i < n; i = i + 1) {
        if ((int)*s) {
            if (i >= n)
                a[i] = 1.0;
        }
    }
#pragma endscop
}

int main(void)
{
    static double a[32];
    static int d[5][5];
    float s = 2;

    nest(30, a, d, &s);
    for (int i = 0; i < 5; i++)
        printf("%g %d\n", a[i], d[i][i]);
    return 0;
}
