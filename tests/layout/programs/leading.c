/* Arrays of more dimensions than a layout orders: the leading ones tell boxes
 * apart, of constant and of variable extents, behind pointers, and of
 * structures. Loops go along leading subscripts innermost, too. */
/* counts: a 1 1 */
/* counts: b 0 1 */
/* counts: c 1 1 */
/* counts: d 1 1 */
/* counts: p 1 1 */
#include <stdio.h>

enum { T = 3, S = 2, N = 16, M = 11, K = 6 };

struct pair {
    float x;
    int n;
};

static double a[T][N][N][N], b[S][T][M][K][N];
static float c[T][S][N][M];
static struct pair d[T][M][N];

static void fill(void)
{
    for (int t = 0; t < T; t++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    a[t][i][j][k] = (t * 5 + i * 7 + j * 3 + k) % 13;
    for (int t = 0; t < T; t++)
        for (int s = 0; s < S; s++)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < M; j++)
                    c[t][s][i][j] = (float)((t + 3 * s + i * j) % 17);
    for (int t = 0; t < T; t++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                d[t][i][j] = (struct pair){(float)(t + i), j - i};
}

static void work(void)
{
#pragma hedra data(a, b, c, d) layout(a                                        \
                                      : morton_i, b                            \
                                      : hilbert, c                             \
                                      : hybrid(morton, row, 4) dims(2), d      \
                                      : morton dims(2))
    {
#pragma hedra
        for (int s = 0; s < S; s++)
            for (int t = 0; t < T; t++)
                for (int i = 0; i < M; i++)
                    for (int j = 0; j < K; j++)
                        for (int k = 0; k < N; k++)
                            b[s][t][i][j][k] = a[t][i][j][k] + s * k;
#pragma hedra
        for (int i = 1; i < N; i++)
            for (int j = 0; j < M; j++)
                for (int s = 0; s < S; s++)
                    for (int t = 0; t < T; t++)
                        c[t][s][i][j] += c[t][1 - s][i - 1][j] * d[t][j][i].n;
#pragma hedra
        for (int t = 0; t < T; t++)
            for (int i = 0; i < M; i++)
                for (int j = 0; j < N; j++)
                    d[t][i][j].x += (float)a[T - 1 - t][i][j][j];
#pragma hedra
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    for (int t = 1; t < T; t++)
                        a[t][i][j][k] += 0.5 * a[t - 1][i][j][k];
    }
}

/* The number of rows and of boxes is the caller's. */
static void shift(int rows, int boxes, int n, int m, double (*p)[boxes][n][m])
{
#pragma hedra layout(p [0:rows] : hybrid(hilbert, row, 4) permute(j, i) dims(2))
    for (int r = 0; r < rows; r++)
        for (int s = 0; s < boxes; s++)
            for (int i = 1; i < n; i++)
                for (int j = 0; j < m; j++)
                    p[r][s][i][j] += 0.5 * p[r][s][i - 1][j] + r + s;
}

int main(void)
{
    static double p[T][S][M][K];
    double sum = 0;
    fill();
    work();
    for (int t = 0; t < T; t++)
        for (int s = 0; s < S; s++)
            for (int i = 0; i < M; i++)
                for (int j = 0; j < K; j++)
                    p[t][s][i][j] = b[s][t][i][j][i] + c[t][s][i][j];
    shift(T, S, M, K, p);
    for (int t = 0; t < T; t++)
        for (int i = 0; i < M; i++) {
            for (int j = 0; j < N; j++) {
                sum = 0.75 * sum + d[t][i][j].x + d[t][i][j].n;
                for (int s = 0; s < S; s++)
                    sum += c[t][s][j][i] * (s + 2);
                for (int k = 0; k < N; k++)
                    sum += a[t][i][j][k] * (k + 1);
            }
            for (int s = 0; s < S; s++)
                for (int j = 0; j < K; j++)
                    sum += p[t][s][i][j] * (j + 1);
            printf("%.17g\n", sum);
        }
    return 0;
}
