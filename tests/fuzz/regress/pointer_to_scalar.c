/* A pointer may point to a scalar that the region reads: globals, and locals
 * whose address is taken. */
#include <stdio.h>

double factor = 3;
int count = 2;

static void scale(int n, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count; j++)
            a[i] = a[i] * factor;
}

static void shrink(int n, int *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < count + 2; j++)
            a[i] = a[i] - 1;
}

int main(void)
{
    float local = 2;
    float *p = &local;
    double v[3] = {1, 2, 3};

    scale(3, v);
    scale(1, &factor);
#pragma hedra
    for (int i = 0; i < 1; i++)
        for (int j = 0; j < 3; j++)
            p[i] = p[i] * local;
    shrink(1, &count);
    printf("%g %g %g %g %g %d\n", v[0], v[1], v[2], factor, local, count);
    return 0;
}
