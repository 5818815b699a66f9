/* Sums of products stay in vector registers while the loop over k runs. */
void register_tile(int n, const float a[restrict n][n],
                   const float b[restrict n][n], float c[restrict n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}
