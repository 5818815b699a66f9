/* A walk along a list in each point, and nested loops that depend on data. */
#include <stdio.h>

enum { N = 200, LINKS = 3000 };
static int head[N], next[LINKS], value[LINKS], sum[N], longest[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        head[i] = -1;
    for (int k = 0; k < LINKS; k++) {
        int i = (k * 7 + k / 11) % N;
        value[k] = k % 101;
        next[k] = head[i];
        head[i] = k;
    }
#pragma hedra
    for (int i = 0; i < N; i++) {
        int s = 0, best = 0;
        int p = head[i];
        while (p >= 0) {
            int run = 0;
            for (int q = p; q >= 0 && value[q] % 3; q = next[q]) {
                if (value[q] == 77)
                    break;
                for (int m = 0; m < value[q] % 4; m++)
                    run += m;
                run++;
            }
            if (run > best)
                best = run;
            s += value[p];
            p = next[p];
        }
        sum[i] = s;
        longest[i] = best;
    }
    for (int i = 0; i < N; i++)
        printf("%d %d\n", sum[i], longest[i]);
    return 0;
}
