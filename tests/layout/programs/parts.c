/* Nests within a loop that ends by a test of what they compute, and before it:
 * all parts of the region look up the same tables, and so does the test. */
/* counts: a 1 1 */
#include <stdio.h>

static int relax(int n, int m, int a[n][m], const int *restrict step)
{
    int rounds = 0;
#pragma hedra layout(a : hybrid(row, hilbert, 2))
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                a[i][j] += i * j % 7;
        for (rounds = 0; rounds < 20 && a[n - 1][m - 1] < 100; rounds++) {
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    a[i][j] = a[i][j] + step[j % 3];
        }
    }
    return rounds;
}

int main(void)
{
    static int a[13][9];
    static const int step[3] = {3, 5, 7};
    long sum = 0;
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < 9; j++)
            a[i][j] = i - j;
    int rounds = relax(13, 9, a, step);
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < 9; j++)
            sum += (long)a[i][j] * (i + 10 * j);
    printf("%d %ld\n", rounds, sum);
    return 0;
}
