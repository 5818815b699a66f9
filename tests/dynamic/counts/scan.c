/* A scan of 2^17 floats, which begin at a sector. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 1 << 17 };
    float *a = aligned_alloc(256, N * sizeof *a), s = 0;
    float *x = aligned_alloc(256, N * sizeof *x);
    for (int i = 0; i < N; i++)
        a[i] = (float)(i % 7);
#pragma hedra reassociate
    for (int i = 0; i < N; i++) {
        s += a[i];
        x[i] = s;
    }
    printf("%.9g\n", x[N - 1]);
    free(a);
    free(x);
    return 0;
}
