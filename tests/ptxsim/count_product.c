/* Two kernels for count_ptxas. */
enum { N = 64 };

static double a[N][N], b[N][N], c[N][N], s[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i == j;
        }
#pragma hedra
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                c[i][j] = 0;
                for (int k = 0; k < N; k++)
                    c[i][j] += a[i][k] * b[k][j];
            }
        for (int i = 0; i < N; i++) {
            s[i] = 0;
            for (int j = 0; j < N; j++)
                s[i] += c[i][j];
        }
    }
    return s[1] != N * (N - 1) / 2 + N;
}
