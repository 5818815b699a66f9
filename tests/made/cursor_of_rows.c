/* A cursor that begins anew in each row stays within it. */
int rows(int n, int m, const int a[restrict n][m], int p[restrict n][m])
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        k = 0;
        for (int j = 0; j < m; j++)
            if (a[i][j] > 0)
                p[i][k++] = a[i][j];
    }
    return k;
}
