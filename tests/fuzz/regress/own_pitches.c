/* Temporaries that are linearised by hand with pitches that are sums or
 * parameters, each iteration of outer loops having its own. */
#include <stdio.h>
#include <stdlib.h>

#define B 8

struct pair {
    float x, y;
};

static void align(int *score, int pitch)
{
#pragma hedra extent(score[pitch * pitch])
    for (int diag = 1; diag <= (pitch - 1) / B; diag++)
        for (int bx = 0; bx < diag; ++bx) {
            int by = diag - 1 - bx;
            int tile[(B + 1) * (B + 1)];
            for (int i = 0; i < B + 1; ++i)
                for (int j = 0; j < B + 1; ++j)
                    tile[i * (B + 1) + j] =
                        score[pitch * (by * B + i) + bx * B + j];
            for (int i = 1; i < B + 1; ++i)
                for (int j = 1; j < B + 1; ++j)
                    tile[i * (B + 1) + j] += tile[(i - 1) * (B + 1) + j - 1] +
                                             tile[i * (B + 1) + j - 1] % 7;
            for (int i = 0; i < B; ++i)
                for (int j = 0; j < B; ++j)
                    score[pitch * (by * B + i + 1) + bx * B + j + 1] =
                        tile[(i + 1) * (B + 1) + j + 1] % 1000;
        }
}

/* Of one outer loop, of as many elements as its rows, and three more. */
static void one(int nb, int n, int m, double *out, const double *in)
{
#pragma hedra extent(out[nb * n * m], in[nb * n * m])
    for (int b = 0; b < nb; b++) {
        double t[n * m + 3];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t[i * m + j] = in[(b * n + i) * m + j] * 2 + b;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                out[(b * n + i) * m + j] =
                    t[(n - 1 - i) * m + j] + t[i * m + m - 1 - j];
    }
}

/* Of two outer loops, the inner one with a lower end that moves. */
static void two(int na, int nb, int n, int m, float *out, const float *in)
{
#pragma hedra extent(out[na * nb * n * m], in[na * nb * n * m])
    for (int a = 0; a < na; a++)
        for (int b = a / 2; b < nb; b++) {
            float t[n * m];
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    t[i * m + j] = in[((a * nb + b) * n + i) * m + j] + a;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    out[((a * nb + b) * n + i) * m + j] =
                        t[(n - 1 - i) * m + m - 1 - j] * t[i * m + j];
        }
}

/* Of records, in three dimensions. */
static void records(int nb, int n, int m, int k, float *out, const float *in)
{
#pragma hedra extent(out[nb * n * m * k], in[nb * n * m * k])
    for (int b = 0; b < nb; b++) {
        struct pair t[n * m * k];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++) {
                    t[(i * m + j) * k + l].x =
                        in[((b * n + i) * m + j) * k + l];
                    t[(i * m + j) * k + l].y = b - i + j * l;
                }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < k; l++)
                    out[((b * n + i) * m + j) * k + l] =
                        t[((n - 1 - i) * m + j) * k + l].x -
                        t[(i * m + m - 1 - j) * k + k - 1 - l].y;
    }
}

/* The caller's, of which the clause says that iterations may have copies. */
static void lent(int nb, int n, int m, double *out, const double *in, double *t)
{
#pragma hedra extent(out[nb * n * m], in[nb * n * m], t[n * m]) private(t)
    for (int b = 0; b < nb; b++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t[i * m + j] = in[(b * n + i) * m + j] * 2 + b;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                out[(b * n + i) * m + j] =
                    t[(n - 1 - i) * m + j] - t[i * m + m - 1 - j];
    }
}

/* … and how long they are is not said. */
static void open_lent(int nb, int n, int m, double *out, const double *in,
                      double *t)
{
#pragma hedra extent(out[nb * n * m], in[nb * n * m]) private(t)
    for (int b = 0; b < nb; b++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t[i * m + j] = in[(b * n + i) * m + j] * 2 + b;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                out[(b * n + i) * m + j] =
                    t[(n - 1 - i) * m + j] - t[i * m + m - 1 - j];
    }
}

/* One for the whole block, written again in each step. */
static void steps(int s, int n, int m, double *a)
{
#pragma hedra extent(a[n * m])
    {
        double t[n * m];
        for (int r = 0; r < s; r++) {
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    t[i * m + j] = a[i * m + j] * 0.5 + r;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    a[i * m + j] =
                        t[(n - 1 - i) * m + j] - t[i * m + m - 1 - j];
        }
    }
}

/* Read where data says. */
static void gather(int nb, int n, int m, int *out, const int *in, const int *p)
{
#pragma hedra extent(out[nb * n * m], in[nb * n * m], p[n])
    for (int b = 0; b < nb; b++) {
        int t[(n + 1) * (m + 1)];
        for (int i = 0; i <= n; i++)
            for (int j = 0; j <= m; j++)
                t[i * (m + 1) + j] = i * j + b;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t[i * (m + 1) + j] += in[(b * n + i) * m + j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                out[(b * n + i) * m + j] =
                    t[p[i] * (m + 1) + j] - t[(i + 1) * (m + 1) + j + 1];
    }
}

static void show(const char *name, double value)
{
    printf("%s %.17g\n", name, value);
}

int main(void)
{
    enum { MOST = 4 * 9 * 13 * 17, PITCH = 4 * B + 1 };
    static double a[MOST], b[MOST];
    static float f[MOST], g[MOST];
    static int s[MOST], o[MOST], p[64];
    static double spare[13 * 17];
    double sum[8] = {0};
    for (int k = 0; k < MOST; k++) {
        a[k] = k % 101 - 3;
        f[k] = k % 31;
        s[k] = k % 43;
        p[k % 64] = k * 7 % 13;
    }
    gather(9, 13, 17, o, s, p);
    for (int k = 0; k < MOST; k++)
        sum[0] += o[k] * (k % 37);
    align(s, PITCH);
    one(9, 13, 17, b, a);
    two(4, 9, 13, 17, g, f);
    for (int k = 0; k < MOST; k++) {
        sum[1] += s[k] * (k % 37);
        sum[2] += b[k] * (k % 37);
        sum[3] += g[k] * (k % 37);
    }
    records(9, 5, 6, 7, g, f);
    lent(9, 13, 17, b, a, spare);
    for (int k = 0; k < MOST; k++)
        sum[6] += b[k] * (k % 31);
    open_lent(9, 13, 17, b, a, spare);
    for (int k = 0; k < MOST; k++)
        sum[7] += b[k] * (k % 29);
    steps(5, 13, 17, a);
    for (int k = 0; k < MOST; k++) {
        sum[4] += g[k] * (k % 37);
        sum[5] += a[k] * (k % 37);
    }
    const char *const name[] = {"gather",  "align", "one",  "two",
                                "records", "steps", "lent", "open_lent"};
    for (int k = 0; k < 8; k++)
        show(name[k], sum[k]);
}
