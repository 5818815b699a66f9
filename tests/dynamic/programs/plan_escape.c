/* A loop that ends when data says so, at the points of a mask. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 90, M = 150 };
static unsigned char inside[N][M];
static int steps[N][M];

int main(void)
{
    setenv("HEDRA_PLAN", "plan", 0);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            inside[i][j] = (i - 45) * (i - 45) + (j - 75) * (j - 75) < 900;
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (inside[i][j]) {
                double x = 0, y = 0;
                int k = 0;
                while (k < 200 && x * x + y * y < 4) {
                    double t = x * x - y * y + (j - 100) / 50.0;
                    y = 2 * x * y + (i - 45) / 50.0;
                    x = t;
                    k++;
                }
                steps[i][j] = k;
            }
    long long sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = (sum * 31 + steps[i][j]) % 1000000007;
    printf("%lld\n", sum);
    return 0;
}
