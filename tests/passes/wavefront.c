/* Neighbouring rows of a table, each cell of which needs the ones to the left,
 * above and between, are the lanes of vectors. */
#define LEAST(a, b) ((a) < (b) ? (a) : (b))

void wavefront(int n, int m, const int a[restrict n], const int b[restrict m],
               int d[restrict n + 1][m + 1])
{
#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int gap = LEAST(d[i - 1][j], d[i][j - 1]) + 1;
            int both = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = LEAST(gap, both);
        }
}
