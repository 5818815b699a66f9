/* A local scalar that is a constant under a condition, and whose value the
 * front end knows where it is read: it was taken for a flag that the loop
 * leaves behind, outside of which it is not declared. */
#include <stdio.h>

enum { N = 300 };
static double a[2 * N], b[N + 1];
static short kind[N];
static int c[N];
static float g[N][N];

static void f(int n)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++) {
        float v = i * (g[1][35 - i] + 197u) * 0.5f;
        int t = (unsigned char)(int)v >> 4;
        if (v > 40 && t < c[i])
            continue;
        if (!(g[i / 2][13] != c[i])) {
            const double z = b[i + 1] - a[1];
            kind[i] = (int)z;
        }
        double acc12 = c[i] % 1021;
        kind[i] = (int)acc12;
        double acc = g[i >> 1][i] + a[2 * N - 1 - i];
        int rest = 2;
        do {
            acc = acc * 0.5 + rest;
            rest--;
        } while (rest > 0);
        kind[i] = (int)acc;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i * 37 % 101;
        a[N + i] = i * 5 % 11;
        b[i] = i * 3 % 19;
        c[i] = i * 13 % 17;
        for (int j = 0; j < N; j++)
            g[i][j] = (float)((i + 2 * j) % 5);
    }
    f(36);
    for (int i = 0; i < N; i++)
        printf("%d\n", kind[i]);
    return 0;
}
