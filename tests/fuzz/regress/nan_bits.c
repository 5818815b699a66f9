/* Elements that are NaN keep their bits where they are copied, chosen or left
 * alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 48 };
static float a[N], b[N], d[N][N];
static double g[N], h[N];

static void copies(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = b[n - 1 - i];
#pragma hedra
    for (int i = 0; i < n; i++)
        g[i] = h[n - 1 - i];
}

static void chooses(int n, float most)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = i % 3 == 0 ? b[i] : a[i] < most ? a[i] : b[n - 1 - i];
}

static void closure(void)
{
#pragma hedra
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}

static void closure_chosen(void)
{
#pragma hedra
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                d[i][j] =
                    d[i][k] + d[k][j] < d[i][j] ? d[i][k] + d[k][j] : d[i][j];
}

/* Of two that are NaN the least is one, with what bits C leaves open. */
static void closure_least(void)
{
#pragma hedra
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                d[i][j] = fminf(d[i][j], fmaxf(d[i][k], d[k][j]));
}

static unsigned long sum(const void *at, size_t bytes)
{
    const unsigned char *p = at;
    unsigned long all = 0;
    for (size_t k = 0; k < bytes; k++)
        all = all * 31 + p[k];
    return all;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        unsigned bits = 0x7f800001u + 0x10001u * i + (i % 2 ? 0x80000000u : 0);
        unsigned long wide = 0x7ff0000000000001 + 0x100000001 * i;
        if (i % 5 != 4)
            memcpy(&b[i], &bits, sizeof bits),
                memcpy(&h[i], &wide, sizeof wide);
        else
            b[i] = i, h[i] = i;
        for (int j = 0; j < N; j++) {
            d[i][j] = (i * 7 + j * 13) % 41 + 1;
            if ((i * 5 + j * 3) % 11 == 0)
                memcpy(&d[i][j], &bits, sizeof bits);
        }
    }
}

int main(void)
{
    fill();
    copies(N);
    printf("%lx %lx\n", sum(a, sizeof a), sum(g, sizeof g));
    chooses(N, 20);
    printf("%lx\n", sum(a, sizeof a));
    closure();
    printf("%lx\n", sum(d, sizeof d));
    fill();
    closure_chosen();
    printf("%lx\n", sum(d, sizeof d));
    fill();
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i; k++)
            d[k][i] = d[i][k] = NAN;
    closure_least();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (isnan(d[i][j]))
                d[i][j] = -1;
    printf("%lx\n", sum(d, sizeof d));
    return 0;
}
