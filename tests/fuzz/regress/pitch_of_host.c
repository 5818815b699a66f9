/* A counter of a loop of the host times the length of rows: it counts rows, and
 * is not the length of them. */
#include <stdio.h>

enum { COUNT = 1200 };

static int a[COUNT];

static int rows(int h, int n, int m, int *p, int limit)
{
    int k = 0, sum = 0;
#pragma hedra
    while (k < h && sum < limit) {
        for (int i = 0; i < m; i++)
            p[k * n + i] += p[i] + 1;
        sum = 0;
        for (int i = 0; i < m; i++)
            sum += p[k * n + i] & 7;
        k++;
    }
    return k + sum;
}

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        a[i] = i * 7 % 101;
    for (int m = 10; m < 100; m += 29) {
        int got = rows(28, 40, m, a, 1 << 30);
        unsigned s = 0;
        for (int i = 0; i < COUNT; i++) {
            s = s * 31 + (unsigned)a[i];
            a[i] &= 1023;
        }
        printf("%d %u\n", got, s);
    }
    return 0;
}
