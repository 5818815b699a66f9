/* A sum of 2^18 floats, which begin at a sector. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 1 << 18 };
    float *a = aligned_alloc(256, N * sizeof *a), s = 0;
    for (int i = 0; i < N; i++)
        a[i] = (float)(i % 7);
#pragma hedra reassociate
    for (int i = 0; i < N; i++)
        s += a[i];
    printf("%.9g\n", s);
    free(a);
    return 0;
}
