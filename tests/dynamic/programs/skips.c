/* continue in loops that stay loops: in the outermost one, several in one body,
 * behind statements, under conditions that are affine, that read data, and that
 * are both; with NaNs; of a loop inside of a branch; and a condition that what
 * it guards changes. */
#include <math.h>
#include <stdio.h>

enum { N = 47, M = 61 };
struct pair {
    int a, b;
};
static double x[N][M], y[N][M];
static int count[N], seen[M];
static struct pair p[M], q[M];

static void several(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (i == 5 || count[i] % 3 == 0)
            continue;
        for (int j = 0; j < m; j++) {
            y[i][j] = -1;
            if (j < 2 || j >= m - 2)
                continue;
            if (x[i][j] < 0) {
                y[i][j] = 2;
                continue;
            }
            if (j == i + 3) {
                y[i][j] += 7;
                continue;
            }
            y[i][j] += x[i][j - 1] + x[i][j + 2];
        }
        count[i]++;
    }
}

static void unordered(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (!(x[i][j] >= 0.25 && i > 3)) {
                continue;
            }
            y[i][j] = y[i][j] * 2 + 1;
        }
#pragma hedra
    for (int j = 0; j < m; j++) {
        if (j % 2) {
            for (int i = 0; i < n; i++) {
                if (x[i][j] > 0.5)
                    continue;
                y[i][j] -= 3;
            }
            continue;
        }
        seen[j] += 5;
        if (seen[j] > 8)
            continue;
        seen[j] = 4 * seen[j];
        if (seen[j] > 6) {
        }
        seen[j] -= j;
    }
}

static void exchange(int m)
{
#pragma hedra
    for (int j = 0; j < m; j++) {
        if (p[j].a > p[j].b)
            p[j] = q[j];
        if (q[j].a == j)
            continue;
        q[j] = (struct pair){q[j].b, q[j].a};
    }
}

int main(void)
{
    double sum = 0;
    long marks = 0;

    for (int i = 0; i < N; i++) {
        count[i] = i * 7 % 10;
        for (int j = 0; j < M; j++)
            x[i][j] = (i * 13 + j * 7) % 29 == 3
                          ? NAN
                          : ((i * 31 + j * 17) % 41 - 9) / 16.0;
    }
    for (int j = 0; j < M; j++) {
        seen[j] = j % 9;
        p[j] = (struct pair){j * 11 % 23, j * 5 % 19};
        q[j] = (struct pair){j % 4 ? j * 3 % 17 : j, j};
    }
    several(N, M);
    unordered(N, M);
    exchange(M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += isnan(y[i][j]) ? j : y[i][j] * (1 + i % 5);
    for (int j = 0; j < M; j++)
        marks += seen[j] * (j + 1) + p[j].a * 3 - p[j].b + q[j].a * q[j].b +
                 (j < N ? count[j] * 100 : 0);
    printf("%.17g %ld\n", sum, marks);
    return 0;
}
