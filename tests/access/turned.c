/*
 * Nests whose reads and writes cannot both be contiguous, so that hedrac moves
 * them through tiles in shared memory: run on arrays of several shapes. Prints
 * a hash of each result; what a plain compiler makes of this file prints the
 * same. As the thesis has it (sec. 2.5.7), the transposition is the pattern.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void turn_f32(int n, int m, float A[restrict n][m],
                     float B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}

static void turn_f64(int n, int m, double A[restrict n][m],
                     double B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = A[i][j];
}

static void turn_i8(int n, int m, signed char A[restrict n][m],
                    signed char B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[j][i] = (signed char)(A[i][j] + 1);
}

static void turn_back(int n, int m, double A[restrict n][m],
                      double B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            B[m - 1 - j][i] = A[n - 1 - i][j];
}

static void turn_neighbours(int n, int m, float A[restrict n][m],
                            float B[restrict m][n])
{
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        for (int j = 2; j < m; j++)
            B[j][i] = A[i - 1][j] + A[i + 1][j] + A[i][j - 2];
}

static void turn_strided(int n, int m, float A[restrict n][m],
                         float B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n / 2; i++)
        for (int j = 0; j < m / 3; j++)
            B[j][i] = A[2 * i][3 * j + 1];
}

static void add_turned(int n, int m, double A[restrict n][m],
                       double B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] += 2 * B[j][i];
}

static void sum_rows(int n, int m, float A[restrict n][m],
                     float B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        B[0][i] = 0;
        for (int j = 0; j < m; j++)
            B[0][i] += A[i][j];
    }
}

static void turn_triangle(int n, int m, double A[restrict n][m],
                          double B[restrict m][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m && j <= i; j++)
            B[j][i] = A[i][j];
}

/* The same memory as cubes of k × l × 4 and 4 × l × k. */
static void turn_cube(int k, int l, float A[restrict k][l][4],
                      float B[restrict 4][l][k])
{
#pragma hedra
    for (int x = 0; x < k; x++)
        for (int y = 0; y < l; y++)
            for (int z = 0; z < 4; z++)
                B[z][y][x] = A[x][y][z];
}

static void turn_fixed(double A[restrict 96][40], double B[restrict 40][96])
{
#pragma hedra
    for (int i = 0; i < 96; i++)
        for (int j = 0; j < 40; j++)
            B[j][i] = A[i][j];
}

static void show(const char *name, const unsigned char *p, size_t size)
{
    uint64_t hash = 1469598103934665603u;

    for (size_t k = 0; k < size; k++)
        hash = (hash ^ p[k]) * 1099511628211u;
    printf("%s %016llx\n", name, (unsigned long long)hash);
}

enum { ELEMENTS = 200 * 200 };

static double from[ELEMENTS], to[ELEMENTS];

/* Bit patterns that are good numbers in all types. */
static void fill(void)
{
    for (int k = 0; k < ELEMENTS; k++) {
        from[k] = k % 1021 - 500 + k % 7 / 8.0;
        to[k] = k % 509;
    }
}

static void fill_floats(void)
{
    float *a = (float *)from, *b = (float *)to;

    fill();
    for (int k = 0; k < ELEMENTS; k++) {
        a[k] = (float)(k % 1021 - 500) + (float)(k % 7) / 8;
        b[k] = (float)(k % 509);
    }
}

#define RUN(function, prepare, ...)                                            \
    do {                                                                       \
        prepare();                                                             \
        function(__VA_ARGS__, (void *)from, (void *)to);                       \
        show(#function, (unsigned char *)to, sizeof to);                       \
        show(#function, (unsigned char *)from, sizeof from);                   \
    } while (0)

int main(void)
{
    static const int shape[][2] = {{1, 1},   {5, 3},     {32, 32}, {64, 128},
                                   {33, 31}, {100, 130}, {1, 77},  {150, 2}};

    for (size_t k = 0; k < sizeof shape / sizeof *shape; k++) {
        int n = shape[k][0], m = shape[k][1];
        printf("%d x %d\n", n, m);
        RUN(turn_f32, fill_floats, n, m);
        RUN(turn_f64, fill, n, m);
        RUN(turn_i8, fill, n, m);
        RUN(turn_back, fill, n, m);
        RUN(turn_neighbours, fill_floats, n, m);
        RUN(turn_strided, fill_floats, n, m);
        RUN(add_turned, fill, n, m);
        RUN(sum_rows, fill_floats, n, m);
        RUN(turn_triangle, fill, n, m);
        RUN(turn_cube, fill_floats, n, m);
    }
    fill();
    turn_fixed((void *)from, (void *)to);
    show("turn_fixed", (unsigned char *)to, sizeof to);
    return 0;
}
