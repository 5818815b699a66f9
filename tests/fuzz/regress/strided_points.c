/* The host kernels of parallel loops whose points have gaps wrote into the
 * gaps: a step of four, a condition on the remainder, and a strided inner loop
 * under a wider one. */
#include <stdio.h>

static void step(int w, double a[restrict 28])
{
#pragma hedra
    for (int i = 1; i < w; i += 4)
        a[i] = 1.0;
}

static void remainder_of(int m, double a[restrict 17][3])
{
#pragma scop
    for (int i = 0; i <= m; i++) {
        if (i % 2)
            a[i][2] = 1.0;
    }
#pragma endscop
}

static void inner(unsigned m, int *a)
{
#pragma scop
    for (long i = 1; i < m; i++) {
        for (int j = 0; j < i; j += 4)
            a[j - 1] = 1;
    }
#pragma endscop
}

int main(void)
{
    static double a[28], b[17][3];
    static int c[32];

    step(28, a);
    remainder_of(16, b);
    inner(27, c + 1);
    for (int i = 0; i < 17; i++)
        printf("%g %g %d\n", a[i], b[i][2], c[i]);
    return 0;
}
