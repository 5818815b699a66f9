/* A counter that moves with a short iterator which does not begin at 0: how
 * often the loop has run was computed in short. */
#include <stdio.h>

static int a[16][64], s[64];

static void nest(short n, int m)
{
    int c = 0;
#pragma hedra
    for (unsigned j = 0; j < m; j = j + 1) {
        c = 0;
        for (short k = n + 1; k < j + 9; k = k + 1) {
            a[j][c] = s[k];
            a[j][c + 1] = s[k - 1];
            c += 2;
        }
    }
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        s[i] = 7 * i % 13;
    nest(2, 16);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 64; j++)
            printf("%d\n", a[i][j]);
    return 0;
}
