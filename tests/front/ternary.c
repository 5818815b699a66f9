/* Minimum and maximum as people write them, in values, bounds and
 * subscripts. */
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void ternary(int n, int m, double A[n][m])
{
#pragma hedra
    for (int i = MAX(0, m - 4); i < MIN(n, m); i++)
        for (int j = i > 3 ? i : 3; j <= MIN(i + 5, m - 1); j++)
            A[MAX(i - 1, 0)][j] = MAX(A[i][j], A[i][MIN(j + 1, m - 1)]);
}
