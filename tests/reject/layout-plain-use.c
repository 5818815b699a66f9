/* expect: clause 11 */
double f(int n, double a[n][n])
{
    double sum = 0;
#pragma hedra data(a) layout(a : morton)
    {
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] *= 2;
        sum = a[0][0];
    }
    return sum;
}
