/* What is between the two stencils stays in the host's caches. */
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
