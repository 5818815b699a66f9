/* Subscripts that memory holds lead into other rows: all elements of an array
 * are named by its first row, and rows that are parallel where each keeps to
 * itself are not. They were taken to stay within the row, so that kernels of
 * two threads gave other results, and copied too little to devices. */
#include <stdio.h>

enum { ROWS = 12, COLUMNS = 30, COUNT = ROWS * COLUMNS };

static int a[COUNT], b[COUNT], at[COUNT], near[COUNT];
static unsigned char byte[COUNT];

/* All elements by the first row, then by rows. */
static void scatter(int n, int h, int w, int (*p)[w], int (*q)[w], const int *k)
{
#pragma hedra extent(k[n])
    {
        for (int i = 0; i < n; i++)
            p[0][k[i]] = i * 3 + 1;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                q[i][j] += p[i][j];
    }
}

static void gather(int n, int h, int w, int (*restrict p)[w],
                   int (*restrict q)[w], const int *restrict k)
{
#pragma hedra extent(k[n])
    {
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                p[i][j] = p[i][j] * 3 + i;
        for (int i = 0; i < n; i++)
            q[0][i % w] += p[0][k[i]];
    }
}

/* Rows that are parallel where each keeps to itself. */
static void permute_rows(int h, int w, int (*p)[COLUMNS], const int *k)
{
#pragma hedra extent(k[w])
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            p[i][k[j]] += p[i][j] * 5 + i;
}

static void histograms(int h, int w, int (*restrict p)[COLUMNS],
                       int (*restrict key)[COLUMNS])
{
#pragma hedra
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            p[i][key[i][j]]++;
}

static void largest(int h, int w, int (*restrict p)[COLUMNS],
                    int (*restrict key)[COLUMNS])
{
#pragma hedra
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            int k = key[i][j] + j;
            p[i][k] = p[i][k] > i * j ? p[i][k] : i * j;
        }
}

/* Bytes, that are no more than a row holds, or less. */
static void bytes(int h, int w, int (*restrict p)[COLUMNS],
                  const unsigned char *restrict c)
{
#pragma hedra extent(c[h * COLUMNS])
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            p[i][c[i * COLUMNS + j]] += i;
}

/* A row and a place in it. */
static void pairs(int n, int (*restrict p)[COLUMNS], const int *restrict r,
                  const int *restrict k)
{
#pragma hedra extent(r[n], k[n], p[12])
    {
        for (int i = 0; i < n; i++)
            p[r[i] % 4][k[i] + 1] = i;
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                p[i][j] ^= p[i][COLUMNS - 1 - j] & 1;
    }
}

/* Computed by the region itself. */
static void own(int h, int w, int (*restrict p)[COLUMNS], int *restrict k,
                int by)
{
#pragma hedra extent(k[w])
    {
        for (int j = 0; j < w; j++)
            k[j] = (j * 7 + by) % 50;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                p[i][k[j]] = p[i][j] + i;
    }
}

/* Compaction into rows, by a cursor that begins anew, or goes on. */
static void compact(int h, int w, int most, int (*restrict p)[COLUMNS],
                    int (*restrict q)[COLUMNS])
{
#pragma hedra
    for (int i = 0; i < h; i++) {
        int k = 0;
        for (int j = 0; j < w; j++)
            if (q[i][j] % 8 < most)
                p[i][k++] = p[i][j] + q[i][j];
    }
}

static int compact_all(int h, int w, int most, int (*restrict p)[COLUMNS],
                       int (*restrict q)[COLUMNS])
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            if (q[i][j] % 8 < most)
                p[0][k++] = p[i][j] + q[i][j];
    return k;
}

/* In one statement's own loop, which data ends. */
static void marked(int h, int w, int (*restrict p)[COLUMNS],
                   const int *restrict k)
{
#pragma hedra extent(k[w])
    for (int i = 0; i < h; i++) {
        int x = 0;
        while (x < w && k[x] != i) {
            p[i][k[x]] = p[i][x] * 3 + i;
            x++;
        }
    }
}

/* Tests around keep what is read within the row, or do not. */
static void tested(int h, int w, int end, int (*restrict p)[COLUMNS],
                   const int *restrict k)
{
#pragma hedra extent(k[w])
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            int x = k[j] - 3;
            if (x >= 0 && x < end)
                p[i][x] = p[i][x] * 3 + j;
        }
}

/* Behind the row wherever data lets it be written at all. */
static void behind(int h, int w, int (*p)[COLUMNS], const int *k)
{
#pragma hedra extent(k[w])
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (k[x] > y * 7)
                break;
            p[y][x + COLUMNS] = p[y][x] * 5 + y;
        }
}
static int print_sums(void)
{
    unsigned s = 0, t = 0;
    for (int i = 0; i < COUNT; i++) {
        s = s * 31 + (unsigned)a[i];
        t = t * 31 + (unsigned)b[i];
    }
    printf("%u %u\n", s, t);
    for (int i = 0; i < COUNT; i++) {
        a[i] = i * 7 % 101;
        b[i] = i * 13 % 97;
    }
    return 0;
}

typedef int row[COLUMNS];

int main(void)
{
    row *p = (row *)a, *q = (row *)b, *keys;

    for (int i = 0; i < COUNT; i++) {
        a[i] = i * 7 % 101;
        b[i] = i * 13 % 97;
        at[i] = i * 77 % COUNT;
        near[i] = i * 11 % COLUMNS;
        byte[i] = (unsigned char)(i * 5 % COLUMNS);
    }
    for (int beyond = 0; beyond < 2; beyond++) {
        const int *k = beyond ? at : near;
        for (int n = 0; n <= COUNT; n += 90) {
            scatter(n, ROWS, COLUMNS, p, q, k), print_sums();
            gather(n, ROWS, COLUMNS, p, q, k), print_sums();
        }
        pairs(COUNT / 2, p, k, near), print_sums();
        for (int i = 0; i < COUNT; i++)
            at[i] = i * 17 % (2 * COLUMNS);
        keys = beyond ? (row *)at : (row *)near;
        permute_rows(ROWS - 2, COLUMNS, p, k), print_sums();
        histograms(ROWS - 2, COLUMNS, p, keys), print_sums();
        largest(ROWS - 2, 7, p, keys), print_sums();
        pairs(COUNT / 2, p, near, k), print_sums();
        for (int i = 0; i < 90; i += 30)
            own(ROWS - 3, COLUMNS, p, b, i * beyond), print_sums();
        bytes(ROWS - 2, COLUMNS, p, byte), print_sums();
        for (int i = 0; i < COUNT; i++)
            byte[i] = (unsigned char)(i * 5 % 50);
        for (int most = 2; most < 9; most += 3) {
            compact(ROWS, COLUMNS, most, p, q), print_sums();
            printf("%d ", compact_all(ROWS, COLUMNS, most, p, q)), print_sums();
        }
        compact(ROWS / 2, COLUMNS * 2, 8, p, q), print_sums();
        marked(ROWS - 2, COLUMNS, p, k), print_sums();
        behind(ROWS - 2, COLUMNS, p, k), print_sums();
        for (int end = 10; end < 60; end += 20)
            tested(ROWS - 2, COLUMNS, end, p, k), print_sums();
    }
    return 0;
}
