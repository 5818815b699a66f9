/* Subscripts that lead into other rows in regions of many accesses, and by way
 * of sizes in many pieces. */
#include <stdio.h>

enum { COUNT = 720 };

static int a[COUNT], b[COUNT];

static void many(int n, int h, int w, int (*restrict p)[w],
                 int (*restrict q)[w])
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            p[0][i] = i * 3 + q[0][i];
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                q[i][j] = p[i][j] + p[i - 1][j] * 3 - p[i + 1][j] * 5 +
                          p[i][j - 1] * 7 - p[i][j + 1] * 9 +
                          p[i - 1][j - 1] * 11 - p[i + 1][j + 1] * 13 +
                          p[i + 1][j - 1] * 15 - p[i - 1][j + 1] * 17;
        for (int i = 1; i < h - 1; i++)
            for (int j = 1; j < w - 1; j++)
                p[i][j] = q[i][j] + q[i - 1][j] * 3 - q[i + 1][j] * 5 +
                          q[i][j - 1] * 7 - q[i][j + 1] * 9 +
                          q[i - 1][j - 1] * 11 - q[i + 1][j + 1] * 13 +
                          q[i + 1][j - 1] * 15 - q[i - 1][j + 1] * 17;
        for (int i = 0; i < h; i++)
            q[i][0] = p[i][w - 1] ^ p[i][0];
        for (int i = 0; i < h; i++)
            q[i][w - 1] = p[i][0] + p[i][w - 1];
    }
}

/* Borders that lie in other rows. */
static void borders(int n, int w, int (*restrict p)[w], int (*restrict q)[w])
{
#pragma hedra
    for (int i = 3; i < n - 2; i++)
        for (int j = 0; j < w; j++)
            p[i][j] +=
                (p[i][j - 1] ^ p[i - 1][j + 1]) + q[i - 2][j] * 3 -
                q[i - 2][j + 1] * 5 + q[i - 2][j + 2] * 7 - q[i - 1][j] * 9 +
                q[i - 1][j + 1] * 11 - q[i - 1][j + 2] * 13 + q[i][j] * 15 -
                q[i][j + 1] * 17 + q[i][j + 2] * 19 - q[i - 2][j - 1] * 21 +
                q[i - 2][j - 2] * 23 - q[i - 1][j - 1] * 25 +
                q[i - 1][j - 2] * 27 - q[i][j - 1] * 29 + q[i][j - 2] * 31 -
                q[i + 1][j] * 33 + q[i + 1][j - 1] * 35 - q[i + 1][j + 1] * 37 +
                q[i + 1][j - 2] * 39 - q[i + 1][j + 2] * 41 + q[i + 2][j] * 43;
}

/* Which of four sizes bounds the loop is not known. */
static void pieces(int m, int n, int k, int l, int w, int (*p)[w])
{
#pragma hedra
    {
        for (int i = 0; i < (m < n ? m : n) && (i < k || i < l); i++)
            p[i % 2][(m > l ? m : l) - i] += i + p[0][i + 2];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < w; j++)
                p[i][j] ^= i * j;
    }
}

/* The condition that ends a row depends on data, and on a size. */
static void mark(int h, int n, int w, int (*p)[w], const int *key)
{
#pragma hedra extent(key[n])
    for (int y = 0; y < h; y++) {
        int x = 0;
        while (x < n && key[x] != y) {
            p[y][x] = p[y][x] * 3 + y;
            x++;
        }
    }
}

static void cut(int h, int n, int (*p)[40], const int *key)
{
#pragma hedra extent(key[n])
    for (int y = 1; y < h; y++)
        for (int x = 0; x < n; x++) {
            if (key[x] > y * 7)
                break;
            p[y][x] = p[y][x] * 5 + y;
        }
}

static void print_sums(void)
{
    unsigned s = 0, t = 0;
    for (int i = 0; i < COUNT; i++) {
        s = s * 31 + (unsigned)a[i];
        t = t * 31 + (unsigned)b[i];
        a[i] &= 255;
        b[i] &= 255;
    }
    printf("%u %u\n", s, t);
}

int main(void)
{
    int key[60];

    for (int i = 0; i < COUNT; i++) {
        a[i] = i * 7 % 101;
        b[i] = i * 13 % 97;
    }
    for (int i = 0; i < 60; i++)
        key[i] = i * 3 % 59 + 1;
    for (int n = 10; n <= 600; n += 59) {
        many(n, 24, 30, (int(*)[30])a, (int(*)[30])b);
        print_sums();
    }
    borders(24, 30, (int(*)[30])a, (int(*)[30])b);
    print_sums();
    for (int k = 0; k < 30; k += 7)
        for (int l = 0; l < 90; l += 29) {
            pieces(60, 40 + k, k, l, 60, (int(*)[60])a);
            print_sums();
        }
    for (int n = 20; n <= 60; n += 20) {
        mark(16, n, 40, (int(*)[40])a, key);
        cut(16, n, (int(*)[40])b, key);
        print_sums();
    }
    return 0;
}
