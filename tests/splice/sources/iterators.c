/* Iterators that are declared outside and read after the region. */
#include <stdio.h>

static float x[40][40];

static void print(int i, long j, short k)
{
    printf("%d %ld %d\n", i, j, k);
}

static void run(int n)
{
    int i = -5;
    long j = -6;
    short k = -7;
#pragma scop
    for (i = 1; i < n; i += 3)
        for (j = n - 1; j >= i; j--)
            x[i][j] = x[i][j] + i * 2.0f;
#pragma endscop
    print(i, j, k);
#pragma scop
    for (i = n; i > 0; i -= 2) {
        for (j = 0; j < i / 2; j++)
            x[j][i] = x[j][i] * 3;
        for (k = 0; k < 4; k++)
            x[i][k] = k;
    }
#pragma endscop
    print(i, j, k);
}

int main(void)
{
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            x[i][j] = (float)(i * 40 + j);
    for (int n = 0; n < 40; n += 13)
        run(n);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            printf("%g\n", x[i][j]);
    return 0;
}
