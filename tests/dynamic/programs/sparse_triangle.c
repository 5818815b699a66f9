/* A sparse triangular system by forward substitution. */
#include <stdio.h>

enum { N = 420 };
static int row[N + 1], col[N * 6];
static double val[N * 6], d[N], b[N], x[N];

int main(void)
{
    int n = 0;
    for (int i = 0; i < N; i++) {
        row[i] = n;
        for (int k = 0; k < i % 6 && k < i; k++, n++) {
            col[n] = (i * 13 + k * 101) % i;
            val[n] = 0.1 * (k + 1);
        }
        d[i] = 2 + i % 3;
        b[i] = i % 17 - 8;
    }
    row[N] = n;
#pragma hedra
    for (int i = 0; i < N; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= val[k] * x[col[k]];
        x[i] = s / d[i];
    }
    for (int i = 0; i < N; i += 5)
        printf("%.17g\n", x[i]);
    return 0;
}
