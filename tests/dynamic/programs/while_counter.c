/* A counter of the driver in subscripts and bounds behind a pointer: what is
 * known of it, from the head of the loop, says how far the region reaches. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 60, k;
    double *a = malloc(sizeof *a * (size_t)n), eps = 1e-3, s = 1;
    for (int i = 0; i < n; i++)
        a[i] = 1.0 / (i + 1);
#pragma hedra
    for (k = 0; k < n - 1 && s > eps; k++) {
        for (int i = k + 1; i < n; i++)
            a[i] = a[i] - 0.3 * a[k];
        s = a[k + 1] < 0 ? -a[k + 1] : a[k + 1];
    }
    printf("%d %a %a\n", k, s, a[n - 1]);
    free(a);
}
