/* A nest with filtered dependences: the mark P0 stands above what its Plan may
 * replace. */
enum { N = 120, M = 68, INTER = 1, INTRA };
static unsigned char flag[N][M];
static float ref[N][M], src[N][M], out[N][M];

void encode(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (flag[i][j] == INTER)
                out[i][j] = 0.5f * (ref[i][j] + src[i][j]);
            if (flag[i][j] == INTRA) {
                float top = 128, left = 128;
                if (i > 0 && flag[i - 1][j] == INTRA)
                    top = out[i - 1][j];
                if (j > 0 && flag[i][j - 1] == INTRA)
                    left = out[i][j - 1];
                out[i][j] = src[i][j] - 0.5f * (top + left);
            }
        }
}
