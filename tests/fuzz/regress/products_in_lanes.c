/* Products of complex numbers that lie next to each other: GCC fuses a * b - c
 * beside d * e + f, though contraction is off, where a processor can. The sums
 * and local arrays are such lanes as well. */
#include <stdio.h>

enum { N = 64, ROWS = 6 };

struct pair {
    float re, im;
};
struct wide {
    double re, im;
};

static struct pair a[N], b[N], c[ROWS][N];
static struct wide d[ROWS][N], sum[ROWS];

static void products(void)
{
#pragma hedra
    for (int r = 0; r < ROWS; r++)
        for (int i = 0; i < N; i++) {
            struct pair x = a[i], y = b[(i + r) % N];
            c[r][i].re = x.re * y.re - x.im * y.im;
            c[r][i].im = x.re * y.im + x.im * y.re;
        }
}

static void sums(void)
{
#pragma hedra
    for (int r = 0; r < ROWS; r++) {
        double re = 0, im = 0;
        for (int i = 0; i < N; i++) {
            d[r][i].re = 0.1 * c[r][i].re - d[r][i].im;
            d[r][i].im = d[r][i].re + 0.3 * c[r][i].im;
            re = 0.9 * re - d[r][i].re * 0.7;
            im = 0.9 * im + d[r][i].im * 0.7;
        }
        sum[r].re = re;
        sum[r].im = im;
    }
}

static void butterflies(void)
{
#pragma hedra
    for (int r = 0; r < ROWS; r++)
        for (int s = 1; s <= 6; s++) {
            int m = 1 << s, half = m >> 1, step = N >> s;
            for (int k = 0; k < N; k += m)
                for (int j = 0; j < half; j++) {
                    struct pair w = b[j * step], x = c[r][k + j + half], t, u;
                    t.re = w.re * x.re - w.im * x.im;
                    t.im = w.re * x.im + w.im * x.re;
                    u = c[r][k + j];
                    c[r][k + j].re = u.re + t.re;
                    c[r][k + j].im = u.im + t.im;
                    c[r][k + j + half].re = u.re - t.re;
                    c[r][k + j + half].im = u.im - t.im;
                }
        }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i].re = (float)(i * 37 % 101) / 7;
        a[i].im = (float)(i * 53 % 103) / 11;
        b[i].re = (float)(i * 41 % 97) / 91;
        b[i].im = (float)(i * 59 % 89) / 83;
    }
    products();
    sums();
    butterflies();
    for (int r = 0; r < ROWS; r++) {
        for (int i = 0; i < N; i++)
            printf("%a %a %a %a\n", c[r][i].re, c[r][i].im, d[r][i].re,
                   d[r][i].im);
        printf("%a %a\n", sum[r].re, sum[r].im);
    }
    return 0;
}
