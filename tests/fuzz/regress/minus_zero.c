/* A small negative value through int and back is +0; gcc makes it -0 (trunc)
 * under -fno-trapping-math where the processor has an instruction for it. */
#include <stdio.h>

static void nest(int n, double a[restrict 64], float f[restrict 64])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = (int)a[i];
        f[i] = (long)f[i];
    }
}

int main(void)
{
    static double a[64];
    static float f[64];

    for (int i = 0; i < 64; i++) {
        a[i] = (i - 40) / 16.0;
        f[i] = (i - 40) / 16.0f;
    }
    nest(64, a, f);
    for (int i = 0; i < 64; i++)
        printf("%g %g\n", a[i], f[i]);
    return 0;
}
