/* Solves and factorisations, whose steps are done in blocks: down and up, along
 * rows and columns, of ranges that do not begin at 0, of integers and of floats,
 * of a vector beside a matrix, of sizes around the blocks' ends. */
#include "tests/fuzz/regress/generated.h"

static void forward(int n, const double l[restrict n][n], double x[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        x[i] = x[i] * 0.5;
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] + l[i][i];
    }
}

static void upward(int n, const float u[restrict n][n], float x[restrict n])
{
#pragma hedra
    for (int j = n - 1; j >= 2; j--) {
        x[j] = x[j] * u[j][j];
        for (int i = 1; i < j; i++)
            x[i] -= u[i][j] * x[j];
    }
}

static void down_columns(long n, const unsigned l[restrict n][n + 3],
                         unsigned x[restrict n])
{
#pragma hedra
    for (long j = 0; j < n; j++)
        for (long i = j + 1; i < n; i++)
            x[i] = 3 * x[i] + l[j][i] * x[j];
}

/* By another name, step i of what is solved is row i of the matrix. */
static void eliminate(int n, double a[restrict n][n], double b[restrict n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i][k] = a[i][k] * 0.125;
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
            b[i] -= a[i][k] * b[k];
        }
}

static void decompose(int n, uint64_t a[restrict n][n])
{
#pragma hedra tile(8, 8, 7)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
}

/* Sums in a scalar, which becomes an element for each of them. */
static void by_scalar(int n, float a[restrict n][n])
{
    float w;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            w = a[i][j];
            for (int k = 0; k < j; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w * 0.0625f;
        }
        for (int j = i; j < n; j++) {
            w = a[i][j];
            for (int k = 0; k < i; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w;
        }
    }
}

static void run_1(int verbose)
{
    static const int size[] = {1, 2, 63, 64, 65, 130, 197};
    for (size_t s = 0; s < sizeof size / sizeof *size; s++) {
        int n = size[s];
        size_t rows = (size_t)n, count = rows * (rows + 3);
        double *a = guarded_new(count * sizeof *a);
        double *x = guarded_new(rows * sizeof *x);
        float *f = guarded_new(count * sizeof *f), *y = guarded_new(4 * rows);
        unsigned *u = guarded_new(4 * count), *z = guarded_new(4 * rows);
        uint64_t *c = guarded_new(count * sizeof *c);
        for (size_t q = 0; q < count; q++) {
            a[q] = FILL_REAL(21u, q) / 256;
            f[q] = (float)FILL_REAL(22u, q) / 256;
            u[q] = (unsigned)FILL_WIDE(23u, q);
            c[q] = (uint64_t)FILL_WIDE(24u, q);
        }
        for (size_t q = 0; q < rows; q++) {
            x[q] = FILL_REAL(25u, q);
            y[q] = (float)FILL_REAL(26u, q);
            z[q] = (unsigned)FILL_WIDE(27u, q);
        }
        forward(n, (void *)a, x);
        upward(n, (void *)f, y);
        down_columns(n, (void *)u, z);
        show("forward", x, sizeof *x, rows, sizeof *x, 'r', verbose);
        show("upward", y, sizeof *y, rows, sizeof *y, 'r', verbose);
        show("down_columns", z, sizeof *z, rows, sizeof *z, 'i', verbose);
        eliminate(n, (void *)a, x);
        decompose(n, (void *)c);
        by_scalar(n, (void *)f);
        show("by_scalar", f, sizeof *f, count, sizeof *f, 'r', verbose);
        show("eliminate a", a, sizeof *a, count, sizeof *a, 'r', verbose);
        show("eliminate b", x, sizeof *x, rows, sizeof *x, 'r', verbose);
        show("decompose", c, sizeof *c, count, sizeof *c, 'i', verbose);
        guarded_end("a", a, count * sizeof *a);
        guarded_end("x", x, rows * sizeof *x);
        guarded_end("f", f, count * sizeof *f);
        guarded_end("y", y, 4 * rows);
        guarded_end("u", u, 4 * count);
        guarded_end("z", z, 4 * rows);
        guarded_end("c", c, count * sizeof *c);
    }
}

GENERATED_MAIN(1)
