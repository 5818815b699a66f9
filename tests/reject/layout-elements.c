/* expect: clause 4 */
void f(int n, double *a[8][8])
{
#pragma hedra layout(a : morton)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            a[i][j][0] = n;
}
