/* Lists that the program asks for, of points with little to do, and a nest that
 * asks for none. */
#include <stdio.h>

enum { N = 1000, M = 33 };
static int on[N][M], a[N][M], b[N][M];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            on[i][j] = (i * 13 + j * 7) % 17;
#pragma hedra plan(compact)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (on[i][j] == 5)
                a[i][j] = i + j;
#pragma hedra plan(guard)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (on[i][j] > 3)
                for (int k = 0; k < 50; k++)
                    b[i][j] += a[i][j] + k;
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = sum * 31 + (unsigned)(a[i][j] + b[i][j]);
    printf("%u\n", sum);
    return 0;
}
