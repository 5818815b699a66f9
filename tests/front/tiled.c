/* Code that was tiled by hand. */
#define T 16

void tiled(int n, float a[n][n], float b[n][n])
{
#pragma hedra
    for (int ii = 0; ii < n; ii += T)
        for (int jj = 0; jj < n; jj += T)
            for (int i = ii; i < (ii + T < n ? ii + T : n); i++)
                for (int j = jj; j < jj + T && j < n; j++)
                    b[j][i] = a[i][j];
}
