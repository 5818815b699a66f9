/* Arrays that a loop alone uses, declared around it: threads may have copies
 * where each iteration writes what it reads, and only there. */
#include <stdio.h>

enum { N = 40, M = 24 };

static double in[N][M], out[N][M];

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s = s * 0.875 + out[i][j];
    return s;
}

static void each_writes(int n, int m)
{
    double near[M], far[2][M];
#pragma hedra
    for (int i = 1; i < n - 1; i++) {
        for (int j = 0; j < m; j++) {
            near[j] = in[i - 1][j] + in[i + 1][j];
            far[i % 2][j] = in[i][m - 1 - j];
        }
        for (int j = 1; j < m - 1; j++)
            out[i][j] = near[j - 1] + near[j + 1] - far[i % 2][j];
    }
}

/* What an iteration reads another one has written. */
static void hands_on(int n, int m)
{
    double last[M];
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            out[i][j] += i ? last[j] : 0;
        for (int j = 0; j < m; j++)
            last[j] = in[i][j];
    }
}

/* Some iterations write the array, for those behind them. */
static void sometimes(int n, int m)
{
    double kept[M];
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (i % 5 == 0)
            for (int j = 0; j < m; j++)
                kept[j] = 2 * in[i][j];
        for (int j = 0; j < m; j++)
            out[i][j] -= kept[j];
    }
}

/* The next execution of the loop reads it. */
static void again(int n, int m)
{
    double row[N];
    for (int t = 0; t < 3; t++)
#pragma hedra
        for (int i = 0; i < n; i++) {
            if (t > 0)
                out[i][0] += row[i];
            row[i] = in[i][m / 2] * t;
        }
}

/* Data say what is written. */
static void by_data(int n, int m, const int *at)
{
    double box[M];
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            box[j] = 0;
        for (int j = 0; j < m; j++)
            box[at[j]] += in[i][j];
        for (int j = 0; j < m; j++)
            out[i][j] += box[j];
    }
}

/* Read behind the loop, and with values from before. */
static double used_around(int n, int m)
{
    double behind[M], before[M] = {1, 2, 3};
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            behind[j] = in[i][j] * 3;
        for (int j = 0; j < m; j++)
            out[i][j] += behind[j] + before[j];
    }
    return behind[0] + behind[m - 1];
}

int main(void)
{
    int at[M];
    for (int j = 0; j < M; j++)
        at[j] = j * 5 % M;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            in[i][j] = (i * 31 + j * 17) % 23;
    for (int n = N - 3; n <= N; n++) {
        each_writes(n, M), printf("%.17g\n", sum());
        hands_on(n, M), printf("%.17g\n", sum());
        sometimes(n, M), printf("%.17g\n", sum());
        again(n, M), printf("%.17g\n", sum());
        by_data(n, M, at), printf("%.17g\n", sum());
        printf("%.17g ", used_around(n, M)), printf("%.17g\n", sum());
    }
}
