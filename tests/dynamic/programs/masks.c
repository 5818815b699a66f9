/* Remainders and multiples by masks: i & 3 is affine in i, and so is i & ~3, of
 * negative numbers as of others. */
#include <stdio.h>

#define N 200

static int v[N], a[N], b[2 * N], c[N][8];
static unsigned u[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        v[i] = i * 7919 % 211;
        a[i] = i * 31 % 97;
    }
    /* Sorting by exchanges of neighbours, at odd and even places in turn. */
#pragma hedra
    for (int turn = 0; turn < N; turn++)
        for (int i = turn & 1; i + 1 < N; i += 2)
            if (v[i] > v[i + 1]) {
                int t = v[i];
                v[i] = v[i + 1];
                v[i + 1] = t;
            }
#pragma hedra
    for (int i = -N; i < N; i++)
        b[i + N] = a[i & 63] + a[((i & ~15) + 256) >> 2] + (i & -2);
#pragma hedra
    for (unsigned i = 0; i < N; i++) {
        u[i] = (7u & i - 3) + (i & 0xfffffff0u);
        c[i >> 3][i & 7] = a[i] + (i & 5);
        if ((i & 3) == 2)
            u[i] += c[i >> 3][i & 7];
    }

    long long sum = 0;
    for (int i = 0; i < N; i++)
        sum = (sum * 31 + v[i] + b[i] * 3 + b[i + N] * 5 + u[i] * 7 +
               c[i / 8][i % 8]) %
              1000000007;
    printf("%lld\n", sum);
    return 0;
}
