/* Shortest ways over a map with walls: three filtered dependences, one of them
 * diagonal; points at a wall are no points of the Plan. */
#include <stdio.h>

enum { N = 60, M = 47, FAR = 1000000 };
static int wall[N][M], way[N][M];

int main(void)
{
    long long sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            wall[i][j] = (i * 5 + j * 3) % 4 == 0 || (i * j) % 5 == 2;
            way[i][j] = FAR;
        }
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            if (!wall[i][j]) {
                int up = wall[i - 1][j] ? FAR : way[i - 1][j];
                int left = wall[i][j - 1] ? FAR : way[i][j - 1];
                int both = wall[i - 1][j - 1] ? FAR : way[i - 1][j - 1];
                int least = up < left ? up : left;
                least = least < both ? least : both;
                way[i][j] = least == FAR ? (i * 7 + j) % 10 : least + 1;
            }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = sum * 3 % 1000000007 + way[i][j];
    printf("%lld %d\n", sum, way[N - 1][M - 1]);
    return 0;
}
