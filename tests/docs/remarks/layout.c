/* An array in Morton's order, whose sectors and misses are counted beside C's. */
static double a[64][64], b[64][64];
void turn(void)
{
#pragma hedra layout(a: morton_i)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            b[i][j] = a[j][i];
}
