/* Subscripts that lead behind a row's end, or before its begin, are elements of
 * the next row, or the last one: all elements by one counter, and stencils
 * whose borders lie in other rows. Where sizes tell, the plain nest runs. */
#include <stdio.h>

#define COUNT 600

static int a[COUNT], b[COUNT];

static void all_by_one(int n, int h, int w, int (*p)[w], int (*q)[w])
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            p[0][i] = i * 3 + q[0][i];
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++)
                q[i][j] = p[i][j] + 1;
    }
}

static void border(int n, int m, int (*p)[m])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] += p[i][j - 1] ^ p[i - 1][j + 1];
}

static void left(int n, int m, int (*p)[m])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] += p[i][j - 1] ^ p[i - 1][j];
}

static void planes(int n, int d, int h, int w, int (*p)[h][w])
{
#pragma hedra
    {
        for (int z = 0; z < d; z++)
            for (int i = 0; i < n; i++)
                p[z][0][i] += i;
        for (int z = 0; z < d; z++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++)
                    p[z][y][x] *= p[d - 1 - z][y][x] + 1;
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
    const int count[] = {COUNT, 9, 30, 31};

    for (int i = 0; i < COUNT; i++) {
        a[i] = i * 7 % 101;
        b[i] = i * 13 % 97;
    }
    for (int k = 0; k < 4; k++) {
        all_by_one(count[k], 20, 30, (int(*)[30])a, (int(*)[30])b);
        print_sums();
    }
    border(19, 30, (int(*)[30])a);
    border(10, 40, (int(*)[40])b);
    print_sums();
    left(20, 30, (int(*)[30])a);
    left(15, 40, (int(*)[40])b);
    print_sums();
    for (int n = 0; n <= 30; n += 6) {
        planes(n, 7, 5, 6, (int(*)[5][6])a);
        print_sums();
    }
    return 0;
}
