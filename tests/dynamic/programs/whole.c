/* What iterations do is kept whole: because they declare small arrays, because
 * the clause asks for it, with loops of any length, conditions, subscripts and
 * loops that depend on data, and with bytes that wrap. */
#include <stdio.h>

/* A transform of four by four, and back, of each block. */
static void blocks(int n, const short *x, int *out)
{
#pragma hedra
    for (int b = 0; b < n; b++) {
        int t[16];
        for (int i = 0; i < 4; i++) {
            int s = x[16 * b + 4 * i] + x[16 * b + 4 * i + 3];
            int d = x[16 * b + 4 * i + 1] - x[16 * b + 4 * i + 2];
            t[4 * i] = s + d;
            t[4 * i + 1] = 2 * s - d;
            t[4 * i + 2] = s - d;
            t[4 * i + 3] = s + 2 * d;
        }
        for (int j = 0; j < 4; j++) {
            int s = t[j] + t[12 + j], d = t[4 + j] - t[8 + j];
            out[16 * b + j] = s + d;
            out[16 * b + 4 + j] = 2 * d + s;
            out[16 * b + 8 + j] = s - d;
            out[16 * b + 12 + j] = s - 2 * d;
        }
    }
}

/* The median of nine bytes by exchanges. */
static void median(int h, int w, unsigned char in[h][w],
                   unsigned char out[h][w])
{
#pragma hedra
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            unsigned char v[9];
            for (int dy = 0; dy < 3; dy++)
                for (int dx = 0; dx < 3; dx++)
                    v[3 * dy + dx] = in[y + dy - 1][x + dx - 1] + 7 * dx;
            for (int i = 0; i < 5; i++)
                for (int j = i + 1; j < 9; j++) {
                    unsigned char least = v[i] < v[j] ? v[i] : v[j];
                    v[j] = v[i] < v[j] ? v[j] : v[i];
                    v[i] = least;
                }
            out[y][x] = v[4];
        }
}

/* Rows of any length, with what is found on the way. */
static void rows(int n, int m, double a[n][m], double least[n], int at[n])
{
#pragma hedra whole
    for (int i = 0; i < n; i++) {
        double best = a[i][0];
        int where = 0;
        for (int j = 1; j < m; j++) {
            a[i][j] = a[i][j] * 2 - a[i][j - 1];
            if (a[i][j] < best && a[i][j] > -9) {
                best = a[i][j];
                where = j;
            }
        }
        least[i] = best;
        at[i] = where;
    }
}

/* Counts of what each row holds: the subscripts of the local array are data. */
static void counts(int n, int m, int a[n][m], int most[n])
{
#pragma hedra whole
    for (int i = 0; i < n; i++) {
        int count[8];
        for (int k = 0; k < 8; k++)
            count[k] = 0;
        for (int j = 0; j < m; j++) {
            if (a[i][j] < 0)
                break;
            count[a[i][j] & 7] += j + 1;
        }
        most[i] = count[0];
        for (int k = 1; k < 8; k++)
            if (count[k] > most[i])
                most[i] = count[k];
    }
}

int main(void)
{
    enum { N = 37, M = 23 };
    static short x[N * 16];
    static int out[N * 16], at[N], c[N][M], most[N];
    static unsigned char picture[N][M], middle[N][M];
    static double a[N][M], least[N];
    long sum = 0;
    for (int i = 0; i < N * 16; i++)
        x[i] = (short)(i * 37 % 101 - 50);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            picture[i][j] = (unsigned char)(i * 31 + j * 57);
            a[i][j] = (i * 13 + j * 7) % 19 - 9;
            c[i][j] = (i * 5 + j * 11) % 43 - (j > 17);
        }
    blocks(N, x, out);
    median(N, M, picture, middle);
    rows(N, M, a, least, at);
    counts(N, M, c, most);
    for (int i = 0; i < N * 16; i++)
        sum = sum * 3 % 1000003 + out[i];
    printf("blocks %ld\n", sum);
    sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = sum * 5 % 1000003 + middle[i][j];
    printf("median %ld\n", sum);
    for (int i = 0; i < N; i += 9)
        printf("row %d: %.17g at %d, most %d\n", i, least[i], at[i], most[i]);
    return 0;
}
