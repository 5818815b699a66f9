/* expect: clause 4 */
void f(double a[2][2][2][2][2][2][2][2][2])
{
#pragma hedra layout(a : morton)
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            a[i][j][0][0][0][0][0][0][0] *= 2;
}
