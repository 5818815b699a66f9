/* mapping: threads of the host share the rows of three planes, and not the
 * planes. */
#define N 500

void planes(int n, float out[restrict 3][N][N], float in[3][N][N])
{
#pragma hedra
    for (int c = 0; c < 3; c++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                out[c][i][j] = in[c][i][j - 1] + in[c][i + 1][j] +
                               in[c][i - 1][j] + in[c][i][j + 1];
}
