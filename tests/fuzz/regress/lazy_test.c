/* b[i] stands in the test, but is read only where i < k: it must not be read in
 * advance elsewhere. */
#include <stdio.h>

static void nest(int n, int k, int *a, const int *b)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = i < k && b[i] > 3 ? b[i] : -1;
}

int main(void)
{
    static int a[64], b[20] = {5, 1, [15] = 9};
    int sum = 0;

    nest(64, 20, a, b);
    for (int k = 0; k < 64; k++)
        sum += (k + 1) * a[k];
    printf("%d\n", sum);
    return 0;
}
