/* Sizes that are parameters, empty and one-point nests among them. */
#include <stdio.h>

enum { SIZE = 90 };
static int on[SIZE][SIZE];
static int value[SIZE][SIZE];

static void run(int first, int n, int m)
{
#pragma hedra
    for (int i = first; i < n; i++)
        for (int j = first; j < m; j++)
            if (on[i][j] > 0)
                value[i][j] += 1 +
                               (on[i - 1][j] > 0 ? value[i - 1][j] % 97 : 3) +
                               (on[i][j - 1] > 0 ? value[i][j - 1] % 89 : 5);
}

int main(void)
{
    static const int sizes[][3] = {{1, 0, 0},   {1, 2, 2},   {1, 90, 2},
                                   {1, 2, 90},  {5, 90, 90}, {40, 41, 80},
                                   {3, 64, 33}, {1, 90, 90}, {80, 20, 90}};
    long long sum = 0;

    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            on[i][j] = (i * 11 + j * 17 + i * j) % 7 - 2;
    for (int k = 0; k < (int)(sizeof sizes / sizeof sizes[0]); k++) {
        run(sizes[k][0], sizes[k][1], sizes[k][2]);
        for (int i = 0; i < SIZE; i++)
            for (int j = 0; j < SIZE; j++)
                sum = (sum * 7 + value[i][j]) % 1000000007;
        printf("%lld\n", sum);
    }
    return 0;
}
