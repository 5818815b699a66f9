/* Few outputs of long sums: blocks of the inner loop's iterations run in
 * parallel for all outputs. Of matrices and vectors, with statements around the
 * sum, several sums at once, counted down, under conditions, and of less than a
 * block. The doubles are whole numbers, so that every order gives the same.
 * hedrac: --reassociate */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { M = 19, N = 3001 };
static double A[M][N], B[N][M], C[M][M], D[M];
static int a[N][M], s[M], least[M], u[N];

static void fill(void)
{
    for (int k = 0; k < N; k++) {
        u[k] = k % 31 - 12;
        for (int i = 0; i < M; i++) {
            A[i][k] = (i * 31 + k * 17) % 23 - 11;
            B[k][i] = (i * 13 + k * 29) % 19 - 9;
            a[k][i] = (int)((k * 104729u + i * 7919u) % 2003u) - 900;
        }
    }
    for (int i = 0; i < M; i++) {
        D[i] = i;
        s[i] = least[i] = 7 - i;
        for (int j = 0; j < M; j++)
            C[i][j] = i * 3 - j;
    }
}

static void show(void)
{
    double sum = 0;
    long whole = 0;
    for (int i = 0; i < M; i++) {
        sum = fmod(sum * 31 + D[i], 1e9 + 7);
        whole = whole * 31 % 1000003 + s[i] + least[i] % 1009;
        for (int j = 0; j < M; j++)
            sum = fmod(sum * 31 + C[i][j], 1e9 + 7);
    }
    printf("%g %ld\n", sum, whole);
}

static void product(int n)
{
#pragma hedra
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) {
            C[i][j] *= 2;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
            C[i][j] -= D[j];
        }
    show();
}

static void columns(int n)
{
#pragma hedra
    for (int j = 0; j < M; j++) {
        double sum = 1;
        for (int k = n - 1; k >= 0; k--)
            sum -= B[k][j] * u[k];
        D[j] += 3 * sum;
    }
    show();
}

static void several(int n)
{
#pragma hedra
    for (int j = 2; j < M; j++)
        for (int k = 5; k < n; k += 2) {
            s[j] += a[k][j] * u[k];
            least[j] = a[k][j] < least[j] ? a[k][j] : least[j];
        }
    show();
#pragma hedra
    for (int j = 0; j < M; j++)
        for (unsigned k = 0; k < (unsigned)n; k++)
            if (a[k][j] > u[k])
                s[j]++;
    show();
}

/* The sum is used behind it, what it reads is made in front of it. */
static void between(int n)
{
#pragma hedra
    {
        for (int k = 0; k < n; k++)
            for (int j = 0; j < M; j++)
                B[k][j] -= u[k];
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++)
                for (int k = 0; k < n; k++)
                    C[i][j] += A[i][k] * B[k][j];
        for (int i = 0; i < M; i++)
            D[i] = C[i][M - 1 - i];
    }
    show();
}

/* Each step needs the one before it. */
static void steps(int n, int times)
{
#pragma hedra
    for (int t = 0; t < times; t++) {
        for (int j = 0; j < M; j++)
            for (int k = 0; k < n; k++)
                s[j] += a[k][j] % 7 * (u[k] + t);
        for (int k = 0; k < M; k++)
            u[k] = s[k] % 11;
    }
    show();
}

int main(void)
{
    static const int sizes[] = {N, 257, 256, 1, 0};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        fill();
        product(sizes[k]);
        columns(sizes[k]);
        several(sizes[k]);
        between(sizes[k]);
        steps(sizes[k], 3);
    }
    return 0;
}
