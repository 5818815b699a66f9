/* A triangular nest, imperfect, with a division of the iterator. */
void triangle(int n, double L[n][n], double x[n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        x[i] = L[i][i];
        for (int j = 0; j <= i / 2; j++)
            x[i] -= L[i][j];
    }
#pragma endscop
}
