/* A product with a transposed matrix: along j neither operand is contiguous,
 * but j is what fills vectors, once the operands are packed. */
void vector_axis(int n, const float a[restrict n][n],
                 const float b[restrict n][n], float c[restrict n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[j][k];
}
