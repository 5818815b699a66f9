/* A filter that is computed at each point, by a loop, into a variable that
 * changes behind it. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 700, M = 9 };
static int key[N][M];
static double best[N], rest[N];

int main(void)
{
    setenv("HEDRA_PLAN", "plan", 0);
    for (int k = 0; k < N * M; k++)
        (&key[0][0])[k] = k * 97 % 23;
#pragma hedra
    for (int i = 0; i < N; i++) {
        int most = -1;
        for (int j = 0; j < M; j++)
            if (key[i][j] > most)
                most = key[i][j];
        if (most > 21) {
            double s = most;
            for (int k = 0; k < 60; k++)
                s = s * 0.9 + key[i][0];
            most = 3;
            best[i] = s;
            rest[i] = s + most;
        }
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 0.5 + best[i] + rest[i];
    printf("%.17g\n", sum);
    return 0;
}
