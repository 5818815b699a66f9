/* Loops whose rows need those before as far as some columns ahead, so that
 * threads run rows one behind the other. */
#include "tests/field/field.h"

/* Each sweep meets the one before it two elements farther on. */
static void sweeps(int times, int n, double *a)
{
#pragma hedra
    for (int t = 0; t < times; t++)
        for (int i = 2; i < n - 2; i++) {
            double near = a[i - 1] + a[i + 1], far = a[i - 2] + a[i + 2];
            a[i] = (6 * a[i] + 4 * near - far) / 12 + 0.001 / (1 + near * near);
        }
}

/* What rounding leaves goes to neighbours in this row and the next. */
static void diffuse(int height, int width, float (*e)[width + 2],
                    unsigned char (*out)[width + 2])
{
#pragma hedra
    for (int y = 0; y < height - 1; y++)
        for (int x = 1; x <= width; x++) {
            float v = e[y][x], w = v > 0.5f ? 1 : 0, d = v - w;
            out[y][x] = w > 0;
            e[y][x + 1] += d * (7 / 16.f);
            e[y + 1][x - 1] += d * (3 / 16.f);
            e[y + 1][x] += d * (5 / 16.f);
            e[y + 1][x + 1] += d * (1 / 16.f);
        }
}

/* Rows of different lengths, every other column. */
static void triangle(int n, double (*c)[n])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 1; j < i; j += 2)
            c[i][j] = 0.5 * c[i - 1][j] + 0.25 * c[i][j - 1] +
                      0.2 / (1 + c[i - 1][j - 1] * c[i - 1][j - 1]) +
                      (j > 2 ? 0.1 * c[i][j - 2] : 0);
}

/* Rows that need all of the one before run in order. */
static void whole(int n, double (*c)[n])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] += 0.5 * c[i - 1][n - 1 - j];
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2000);
    double *a = field_doubles(20 * n), *c = field_doubles(n * n);
    float *e = field_floats((n + 2) * n);
    unsigned char *out = field_zeros((n + 2) * n, 1);
    field_begin();
    sweeps(n / 10, 20 * n, a);
    diffuse(n, n, (float(*)[n + 2]) e, (unsigned char(*)[n + 2]) out);
    triangle(n, (double(*)[n])c);
    field_end();
    whole(n, (double(*)[n])c);
    field_sum("a", a, 20 * n * sizeof *a);
    field_sum("e", e, (n + 2) * n * sizeof *e);
    field_sum("out", out, (n + 2) * n);
    field_sum("c", c, n * n * sizeof *c);
}
