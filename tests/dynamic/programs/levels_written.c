/* The nest writes what its filter reads: there is no Plan, the guard stays. */
#include <stdio.h>

enum { N = 30, M = 34 };
static int state[N][M];

int main(void)
{
    long long sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            state[i][j] = (i * 7 + j * 3) % 5;
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            if (state[i][j] > 1)
                state[i][j] = (state[i - 1][j] > 0 ? state[i - 1][j] : 2) +
                              (state[i][j - 1] > 3 ? state[i][j - 1] : 1) % 9;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = (sum * 5 + state[i][j]) % 1000000007;
    printf("%lld\n", sum);
    return 0;
}
