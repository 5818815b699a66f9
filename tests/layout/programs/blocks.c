/* What blocks and nests do with arrays in other orders: variable extents,
 * pointers to rows, structures, subscripts read from memory, calls that are
 * inlined, and a nest that stays plain. */
/* counts: p 4 3 */
/* counts: q 4 3 */
/* counts: t 4 3 */
/* counts: a 1 0 */
/* counts: b 1 1 */
/* counts: s 1 1 */
/* counts: tab 1 0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct cell {
    double x;
    int n;
    float f;
};
static struct cell s[20][30];
static int tab[10][12];
static double fill(double v, int i)
{
    return v * i;
}
static void row_scale(int n, int m, double r[n][m], int i, double f)
{
    for (int j = 0; j < m; j++)
        r[i][j] *= f;
}
static void vla(int n, int m, double (*p)[m], double q[n][m])
{
    double t[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            t[i][j] = i + 100 * j;
#pragma hedra data(p [0:n], q, t) layout(p                                     \
                                         : morton, q                           \
                                         : hilbert, t                          \
                                         : tile(4, 4))
    {
        for (int k = 0; k < 3; k++) {
#pragma hedra
            for (int i = 0; i < n; i++)
                for (int j = 0; j < m; j++)
                    p[i][j] = p[i][j] + t[i][j] * q[i][m - 1 - j];
                    /* It stays plain: not all devices have the function. */
#pragma hedra
            for (int i = 1; i < n; i++)
                for (int j = 1; j < m; j++)
                    q[i][j] += erfc(q[i][j - 1]);
#pragma hedra
            for (int i = 1; i < n; i++)
                for (int j = 1; j < m; j++)
                    q[i][j] = q[i - 1][j - 1] * 0.5 + q[i][j - 1] + p[i][j];
#pragma hedra
            {
                for (int i = 0; i < n; i++)
                    row_scale(n, m, t, i, 0.5);
            }
        }
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += p[i][j] * 3 + q[i][j] + t[i][j] * (i + j);
    printf("vla %.17g\n", sum);
}
static void threed(int n, double a[n][n][n], double b[n][n][n])
{
#pragma hedra layout(a : hilbert, b : morton_i)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] * 2 +
                             a[i][j - 1][k] + a[i][j + 1][k] * 3 +
                             a[i][j][k - 1] + a[i][j][k + 1];
}
int main(void)
{
    int n = 37, m = 45;
    double(*p)[m] = malloc(sizeof(double[n][m])),
    (*q)[m] = malloc(sizeof(double[n][m]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            p[i][j] = i * 0.25 - j;
            q[i][j] = (i * j) % 7;
        }
    vla(n, m, p, q);
    int c = 21;
    double(*a)[c][c] = malloc(sizeof(double[c][c][c])),
    (*b)[c][c] = calloc(1, sizeof(double[c][c][c]));
    for (int i = 0; i < c; i++)
        for (int j = 0; j < c; j++)
            for (int k = 0; k < c; k++)
                a[i][j][k] = i * 31 + j * 7 + k;
    threed(c, a, b);
    double sum = 0;
    for (int i = 0; i < c; i++)
        for (int j = 0; j < c; j++)
            for (int k = 0; k < c; k++)
                sum += b[i][j][k] * (i + 2 * j + 3 * k);
    printf("3d %.17g\n", sum);
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            s[i][j] = (struct cell){i, j, i + j};
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 12; j++)
            tab[i][j] = (i * 5 + j) % 10;
#pragma hedra data(s, tab) layout(s : morton, tab : hybrid(column, hilbert, 4))
    {
#pragma hedra
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 30; j++) {
                s[i][j].x = fill(s[i][j].x, j) + s[i][j].f;
                s[i][j].n += tab[0][1] + tab[i % 10][j % 12];
            }
#pragma hedra
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 12; j++)
                s[tab[i][j]][j] = (struct cell){s[i][j].n + 0.5, i, 2};
    }
    sum = 0;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            sum += s[i][j].x + s[i][j].n * 3 + s[i][j].f;
    printf("struct %.17g\n", sum);
    return 0;
}
