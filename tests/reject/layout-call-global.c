/* expect: clause 16 */
static double a[64][64];
static double inner(void)
{
    return a[1][2];
}
static double outer(void)
{
    return inner() + 1;
}
double f(void)
{
    double x = 0;
#pragma hedra data(a) layout(a : morton)
    {
        x += outer();
#pragma hedra
        for (int i = 0; i < 64; i++)
            for (int j = 0; j < 64; j++)
                a[i][j] *= 2;
    }
    return x;
}
