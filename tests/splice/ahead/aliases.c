/* Loops of a file in which types and names do not tell what lies apart. */
#include <stdio.h>

typedef int __attribute__((may_alias)) any_int;

static float x[600];
static int out[600];

static int stores_any(int n, const float *a, any_int *b)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] > 1) {
            b[i + 1] = 0;
            out[k++] = i;
        }
    return k;
}

int main(void)
{
    for (int i = 0; i < 600; i++)
        x[i] = i % 50 < 5 ? 3 : 0;
    printf("%d\n", stores_any(599, x, (any_int *)x));
    return 0;
}
