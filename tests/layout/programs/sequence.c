/* Blocks and nests one after another with the same arrays, in other orders each
 * time: steps in time, rows that are set, arrays without elements, small types.
 */
/* counts: g 1 0 */
/* counts: g 1 1 */
/* counts: p 0 1 */
/* counts: u 1 1 */
/* counts: u 3 0 */
/* counts: v 1 1 */
#include <stdio.h>
#include <string.h>
static signed char g[30][41];
static float u[37][29], v[37][29];
static void zero(int n, int m, double (*p)[m > 0 ? m : 1])
{
#pragma hedra layout(p [0:n] : hilbert)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            p[i][j] = 1;
}
static void steps(int t)
{
#pragma hedra data(u, v) layout(u : hybrid(hilbert, morton, 4), v : morton_i)
    {
#pragma hedra
        for (int s = 0; s < t; s++) {
            for (int i = 1; i < 36; i++)
                for (int j = 1; j < 28; j++)
                    v[i][j] = 0.2f * (u[i][j] + u[i - 1][j] + u[i + 1][j] +
                                      u[i][j - 1] + u[i][j + 1]);
            for (int i = 1; i < 36; i++)
                for (int j = 1; j < 28; j++)
                    u[i][j] = v[i][j] * 1.01f;
        }
    }
}
static long count(int k)
{
    long c = 0;
    if (k > 2)
#pragma hedra layout(g : column)
        for (int i = 0; i < 30; i++)
            for (int j = 0; j < 41; j++)
                if (g[i][j] > k)
                    c += g[i][j];
    return c;
}
int main(void)
{
    double z[1][1] = {{3}};
    zero(0, 0, z);
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 41; j++)
            g[i][j] = (signed char)(i * 41 + j);
    for (int i = 0; i < 37; i++)
        for (int j = 0; j < 29; j++)
            u[i][j] = (float)((i * 13 + j * 7) % 17);
    steps(9);
#pragma hedra data(g, u) layout(g : morton)
    {
        for (int k = 0; k < 3; k++) {
#pragma hedra layout(u : tile(5, 3))
            {
                memset(g[3 + k], 7, sizeof g[0]);
                for (int i = 0; i < 30; i++)
                    for (int j = 1; j < 29; j++)
                        g[i][j] =
                            (signed char)(g[i][j] + (u[i][j - 1] > 3 ? 1 : 0));
            }
        }
    }
    double sum = z[0][0];
    for (int i = 0; i < 37; i++)
        for (int j = 0; j < 29; j++)
            sum += u[i][j] * (i + j) + v[i][j];
    long h = 0;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 41; j++)
            h = h * 31 + g[i][j];
    printf("%.17g %ld %ld %ld\n", sum, h, count(1), count(5));
    return 0;
}
