/* hedrac: -Wno-kept */
/* Reductions over loops that run in diagonals: the alignment of two strings,
 * with its best score and where that is; sweeps in place with their largest
 * change; loops that count down; a nest that has no diagonals. */
#include <math.h>
#include <stdio.h>

enum { N = 61, M = 83 };
static int h[N + 1][M + 1];
static double x[N + 1][M + 1];

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void align(int n, int m, const char *a, const char *b)
{
    int best = 0, row = 0, column = 0, most = 0;

#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int both = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -3);
            int one = larger(h[i - 1][j], h[i][j - 1]) - 2;
            int score = larger(larger(both, one), 0);
            h[i][j] = score;
            most = larger(most, score);
        }
#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int both = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -3);
            int one = larger(h[i - 1][j], h[i][j - 1]) - 2;
            int score = larger(larger(both, one), 0);
            h[i][j] = score;
            if (score > best) {
                best = score;
                row = i;
                column = j;
            }
        }
    printf("align %d %d: %d at %d %d\n", n, most, best, row, column);
}

static void sweeps(int n, int m, int count, double *change)
{
#pragma hedra extent(change[count])
    for (int t = 0; t < count; t++) {
        change[t] = 0;
        for (int i = 1; i < n; i++)
            for (int j = 1; j < m; j++) {
                double y =
                    (x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1]) / 4;
                change[t] = fmax(change[t], fabs(y - x[i][j]));
                x[i][j] = y;
            }
    }
}

static void corners(int n, int m)
{
    unsigned sum = 1, parity = 0;

#pragma hedra
    for (int i = n; i > 0; i--)
        for (int j = m - 1; j > 0; j--) {
            h[i - 1][j] = (h[i][j] + h[i][j + 1] + h[i - 1][j + 1]) % 1009;
            sum += (unsigned)(h[i - 1][j] * i);
            parity ^= (unsigned)h[i][j];
        }
    printf("corners %u %u\n", sum, parity);
}

static void mirrored(int n, int m)
{
    int sum = 0;

#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j < m; j++) {
            h[i][j] = h[i - 1][m - j] + h[i][j - 1] % 17;
            sum += h[i][j] % 7;
        }
    printf("mirrored %d\n", sum);
}

int main(void)
{
    char a[N], b[M];
    double change[5], sum = 0;

    for (int k = 0; k < N; k++)
        a[k] = "ACGT"[k * k % 11 % 4];
    for (int k = 0; k < M; k++)
        b[k] = "ACGT"[(k * 7 + 3) % 13 % 4];
    align(N, M, a, b);
    align(0, M, a, b);
    align(1, M, a, b);
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++)
            x[i][j] = (i * 31 + j * 17) % 101;
    sweeps(N, M, 5, change);
    for (int t = 0; t < 5; t++)
        printf("%a\n", change[t]);
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= M; j++)
            sum += x[i][j];
    printf("sweeps %a\n", sum);
    corners(N, M);
    mirrored(N, M);
    return 0;
}
