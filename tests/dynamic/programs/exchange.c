/* Time loops that exchange pointers at their end: two and three, declared and
 * moved in all the ways that are taken, downward, by a macro, with steps, of
 * file scope, and after none, an odd and an even number of iterations. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 23, M = 31 };
#define SWAP(type, a, b)                                                       \
    do {                                                                       \
        type t_ = a;                                                           \
        a = b;                                                                 \
        b = t_;                                                                \
    } while (0)

/* Three levels of time in turn; the iterator lives on. */
static int wave(int n, int m, int last, double (*before)[m], double (*now)[m],
                double (*after)[m], double *peak)
{
    double(*spare)[m];
    int t;
#pragma hedra
    for (t = 3; t <= last; t += 2) {
        double most = 0;
        for (int y = 1; y < n - 1; y++)
            for (int x = 1; x < m - 1; x++) {
                double lap = now[y][x - 1] + now[y][x + 1] + now[y - 1][x] +
                             now[y + 1][x] - 4 * now[y][x];
                after[y][x] = 2 * now[y][x] - before[y][x] + 0.1 * lap;
                if (after[y][x] > most)
                    most = after[y][x];
            }
        peak[t] = most;
        spare = before;
        before = now;
        now = after;
        after = spare;
    }
    printf("%.17g %.17g %.17g\n", before[3][4], now[3][4], after[3][4]);
    return t;
}

static void downward(long n, long steps, float *a, float *b)
{
#pragma hedra
    for (long t = steps; t > 0; --t) {
        for (long i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3 + t;
        float *c = a;
        a = b, b = c;
    }
    printf("%.9g %.9g\n", a[5], b[5]);
}

static double *even, *odd;

static void file_scope(size_t n, unsigned steps)
{
#pragma hedra
    for (unsigned t = 0; t != steps; t++) {
        double *x = even + 1, *y = odd + 1;
        for (size_t i = 0; i + 2 < n; i++) {
            double half = x[i - 1] * .5;
            y[i] = half + x[i + 1] * .5 + t;
        }
        void *spare = even;
        even = odd;
        odd = (double *)spare;
    }
}

/* Conway's game of life on a torus: indices that wrap around a size. */
static void life(int n, int steps, unsigned char *cells, unsigned char *next)
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                int alive = 0;
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++)
                        if (dy != 0 || dx != 0)
                            alive += cells[(y + dy + n) % n * n +
                                           (x + dx + n) % n];
                next[y * n + x] =
                    alive == 3 || (alive == 2 && cells[y * n + x]);
            }
        SWAP(unsigned char *, cells, next);
    }
}

/* The pointers may overlap: then the plain loop runs, and exchanges too. */
static int overlapping(int n, int steps, int *a, int *b)
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n; i++)
            b[i] = a[i - 1] + t;
        SWAP(int *, a, b);
    }
    return a[n / 2] - b[n / 3];
}

int main(void)
{
    static double before[N][M], now[N][M], after[N][M], peak[64];
    static float a[100], b[100];
    static double even_data[100], odd_data[100];
    static unsigned char cells[N * N], next[N * N];
    static int line[200];
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            before[i][j] = i * j % 7;
            now[i][j] = (i + j) % 5;
        }
    for (int i = 0; i < 100; i++) {
        a[i] = b[i] = i * i % 11;
        even_data[i] = odd_data[i] = i % 9;
        line[i] = line[100 + i] = i * 7 % 13;
    }
    for (int last = 2; last < 16; last += 3)
        printf("%d\n", wave(N, M, last, before, now, after, peak));
    for (int steps = 0; steps < 3; steps++)
        downward(100, 6 + steps, a, b);
    even = even_data;
    odd = odd_data;
    for (unsigned steps = 0; steps < 4; steps++) {
        file_scope(100, steps);
        printf("%d %.17g %.17g\n", even == even_data, even[7], odd[8]);
    }
    for (int n = 1; n <= N; n += 2) {
        unsigned alive = 0;
        for (int k = 0; k < N * N; k++)
            cells[k] = (k * k / 7 + k) % 3 == 0;
        life(n, n % 5 + 6, cells, next);
        for (int k = 0; k < N * N; k++)
            alive = alive * 3 + cells[k] + 2 * next[k];
        printf("%u\n", alive);
    }
    printf("%d ", overlapping(90, 5, line, line + 100));
    printf("%d\n", overlapping(90, 4, line, line + 13));
    for (int k = 0; k < N * M; k++)
        sum += k * before[k / M][k % M] + now[k / M][k % M] +
               after[k / M][k % M] * (k % 3);
    for (int k = 0; k < 64; k++)
        sum += peak[k] * k;
    printf("%.17g\n", sum);
    return 0;
}
