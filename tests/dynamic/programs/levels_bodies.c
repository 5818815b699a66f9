/* Points with loops that end by what they compute, and filtered dependences
 * between them. */
#include <stdio.h>

enum { N = 48, M = 57 };
static int kind[N][M], value[N][M], rounds[N][M];

int main(void)
{
    long long sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            kind[i][j] = (i * 7 + j * 11 + i * i * j + j * j) % 5 < 2 ? 2 : 1;
            value[i][j] = (i * 31 + j * 17) % 1000 + 1;
        }
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            if (kind[i][j] == 2) {
                int n = value[i][j] +
                        (kind[i - 1][j] == 2 ? rounds[i - 1][j] : 3) +
                        (kind[i][j - 1] == 2 ? rounds[i][j - 1] : 5);
                int count = 0;
                while (n != 1 && count < 300) {
                    n = n % 2 ? 3 * n + 1 : n / 2;
                    count++;
                }
                rounds[i][j] = count;
            }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = (sum * 7 + rounds[i][j]) % 1000000007;
    printf("%lld %d\n", sum, rounds[N - 1][M - 1]);
    return 0;
}
