/* In full blocks of a product, the loop in order was unrolled with all of a
 * tile's iterations though it has every second or fourth: by its step, and by a
 * condition on the remainder. */
#include <stdio.h>

static void by_twos(int n, double c[n][n], double a[n][n], double b[n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k += 2)
                c[i][j] += a[i][k] * b[k][j];
}

static void by_fours(int n, float c[n][n], float a[n][n], float b[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                if (k % 4 == 0)
                    c[i][j] += a[i][k] * b[k][j];
#pragma endscop
}

int main(void)
{
    enum { N = 64 };
    static double a[N][N], b[N][N], c[N][N];
    static float x[N][N], y[N][N], z[N][N];
    unsigned long of_c = 0, of_z = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            x[i][j] = (float)(a[i][j] = (7 * i + 3 * j) % 11);
            y[i][j] = (float)(b[i][j] = (5 * i + 2 * j) % 13);
        }
    by_twos(N, c, a, b);
    by_fours(N, z, x, y);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            of_c = 31 * of_c + (unsigned long)c[i][j];
            of_z = 31 * of_z + (unsigned long)z[i][j];
        }
    printf("%lx %lx\n", of_c, of_z);
    return 0;
}
