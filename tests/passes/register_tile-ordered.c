/* Rows that read later ones, as they are before their own steps begin: tiles of
 * rows in order. */
void triangle(int m, int n, double A[m][m], double B[m][n])
{
#pragma scop
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            for (int k = i + 1; k < m; k++)
                B[i][j] += A[k][i] * B[k][j];
#pragma endscop
}
