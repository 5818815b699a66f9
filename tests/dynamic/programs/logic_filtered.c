/* && and || that a filter lets happen seldom or never: then what was there
 * before stays, which need not be 0 or 1. */
#include <stdio.h>

enum { N = 1000 };
static int f[N], a[N];

static int both(int start)
{
    int all = start;
#pragma hedra
    for (int i = 0; i < N; i++)
        if (f[i])
            all = all && a[i];
    return all;
}

/* Work in parallel, so that the region is not left as it is. */
static int either(int start, int *restrict twice)
{
    int any = start;
#pragma hedra
    {
        for (int i = 0; i < N; i++)
            twice[i] = 2 * a[i];
        for (int i = 0; i < N; i++)
            if (f[i])
                any = any || twice[i] == 6;
    }
    return any;
}

static int always(int start)
{
    int all = start;
#pragma hedra
    for (int i = 0; i < N; i++)
        all = all && a[i];
    return all;
}

int main(void)
{
    static int twice[N];
    for (int i = 0; i < N; i++)
        a[i] = 1 + i % 3;
    for (int round = 0; round < 4; round++) {
        for (int start = 0; start < 8; start += 7)
            printf("%d %d %d\n", both(start), either(start, twice),
                   always(start));
        if (round == 0)
            f[501] = 1;
        if (round == 1)
            f[300] = 1;
        if (round == 2)
            a[300] = 0;
    }
    return 0;
}
