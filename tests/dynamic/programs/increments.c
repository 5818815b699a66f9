/* Increments within assignments and declarations: in subscripts on both sides,
 * before and after, several in one body, under a condition. */
#include <stdio.h>

static int compact(int n, const int *restrict x, int *restrict out)
{
    int k = 0;
#pragma hedra extent(out[n])
    for (int i = 0; i < n; i++)
        if (x[i] % 3 == 0)
            out[k++] = x[i];
    return k;
}
static int alternate(int n, const int *restrict x, int *restrict out)
{
    int k = n, l = 0;
#pragma hedra extent(out[n], x[n])
    for (int i = 0; i < n; i++) {
        int v = x[l++];
        out[--k] = v + x[n - l];
    }
    return k * 100 + l;
}
static void fill(int n, double *restrict w)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int at = 4 * i;
        w[at++] = i;
        w[at++] = 2 * i;
        w[at++] += 3;
        w[at] = at;
    }
}
int main(void)
{
    int x[80], o[80] = {0};
    for (int i = 0; i < 80; i++)
        x[i] = i * 7 % 31;
    long s = compact(80, x, o);
    s = s * 1000 + alternate(60, x, o);
    double w[320];
    for (int i = 0; i < 320; i++)
        w[i] = 1;
    fill(80, w);
    for (int i = 0; i < 80; i++)
        s = s * 3 % 1000003 + o[i] + (long)(w[i] + w[80 + i] * 2 + w[240 + i]);
    printf("%ld\n", s);
}
