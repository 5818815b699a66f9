/* Loops that count in other forms than for (i = a; i < b; i++): downward ones
 * whose test steps, whiles whose body does, heads without a first part. What
 * the variables hold behind the loops, too. */
#include <stddef.h>
#include <stdio.h>

enum { N = 37, M = 21 };

static double a[N][M], b[N], c[N * M];

static void downward(int n)
{
    int i;
#pragma hedra
    {
        for (i = n; i-- > 0;)
            b[i] = 3 * i + 1;
        for (i = n; i--;)
            b[i] += i & 3;
        for (i = n; --i >= 0;)
            b[i] += 2;
        for (int k = n + 1; --k;)
            b[k - 1] *= 2;
    }
}

static void unsigned_downward(size_t n, unsigned m)
{
#pragma hedra
    for (size_t i = n; i-- > 0;)
        for (unsigned j = m; j--;)
            a[i][j] = (double)(i * 3 + j);
}

static int whiles(int n, int m)
{
    int i = 0, j;
#pragma hedra
    while (i < n) {
        j = 0;
        while (j != m) {
            a[i][j] += b[i] * j;
            j++;
        }
        b[i] += 1;
        i++;
    }
    return i;
}

static int left(int from, int n, int step)
{
    int i = from, j = n, k = n;
#pragma hedra
    {
        for (; i < n; i += 3)
            b[i] += 5;
        while (j-- > 2)
            b[j] -= 1;
        for (k = 0; k <= n - 1;) {
            c[k] = k + step;
            k += 2;
        }
    }
    return i * 10000 + j * 100 + k;
}

static unsigned pairs(unsigned n)
{
    unsigned i = 0;
#pragma hedra
    {
        while (i++ < n)
            b[i - 1] *= 3;
        b[0] += i;
    }
    return i;
}

/* The bound and the test are data's: one iteration after the other. */
static int searched(int n, const int *x)
{
    int found = 0;
#pragma hedra extent(x[N])
    for (int r = 0; r < n; r++) {
        int i = r;
        while (i < n && x[i] != 0)
            i++;
        b[r] += i;
    }
    for (int r = 0; r < n; r++)
        found += (int)b[r] % 7;
    return found;
}

int main(void)
{
    int x[N];
    double s = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i * 5 % 4;
        b[i] = -1;
        for (int j = 0; j < M; j++)
            a[i][j] = c[i * M + j] = -1;
    }
    downward(N);
    downward(0);
    unsigned_downward(N, M);
    unsigned_downward(0, M);
    printf("%d %d\n", whiles(N, M), whiles(0, M));
    printf("%d %d %d\n", left(1, N, 2), left(40, N, 1), left(0, 0, 3));
    printf("%u %u\n", pairs(N), pairs(0));
    printf("%d\n", searched(N, x));
    for (int i = 0; i < N; i++) {
        s = s * 0.5 + b[i];
        for (int j = 0; j < M; j++)
            s = s * 0.75 + a[i][j] + 3 * c[i * M + j];
    }
    printf("%.17g\n", s);
    return 0;
}
