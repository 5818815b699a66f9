/* A horizontal and a vertical stencil are one nest on the host, for what is
 * between them stays in its caches, and two on a GPU, each parallel along both
 * dimensions. */
void blur(int n, const float in[restrict n][n], float mid[restrict n][n],
          float out[restrict n][n])
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            for (int j = 1; j < n - 1; j++)
                mid[i][j] = in[i][j - 1] + in[i][j] + in[i][j + 1];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                out[i][j] = mid[i - 1][j] + mid[i][j] + mid[i + 1][j];
    }
}

/* No value flows between these, but both read b and c. */
void same(int n, const double b[restrict n], const double c[restrict n],
          double x[restrict n], double y[restrict n])
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            x[i] = b[i] * c[i];
        for (int i = 0; i < n; i++)
            y[i] = b[i] + c[i];
    }
}

/* The same matrix by rows and by columns: joined they would be parallel along
 * neither. */
void rows_columns(int n, const double a[restrict n][n], double r[restrict n],
                  double c[restrict n])
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                r[i] += a[i][j];
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                c[j] += a[i][j];
    }
}
