/* Rows of variable length: break, continue and loops without a test. */
#include <stdio.h>

enum { N = 300, M = 50 };
static int length[N], a[N][M], first[N], sum[N], count[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        length[i] = (i * 37) % (M + 1);
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 31 + j * 17) % 23 - 5;
    }
#pragma hedra
    for (int i = 0; i < N; i++) {
        int j;
        for (j = 0; j < length[i]; j++)
            if (a[i][j] < 0)
                break;
        first[i] = j;
        int s = 0, n = 0;
        for (j = 0; j < length[i]; j++) {
            if (a[i][j] % 2 == 0)
                continue;
            if (a[i][j] == 17 && s > 40)
                break;
            s += a[i][j];
            n++;
        }
        sum[i] = s;
        int k = n;
        for (;;) {
            if (k * k > s)
                break;
            k += 3;
        }
        count[i] = k + 100 * j;
    }
    for (int i = 0; i < N; i++)
        printf("%d %d %d\n", first[i], sum[i], count[i]);
    return 0;
}
