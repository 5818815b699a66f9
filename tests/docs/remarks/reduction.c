/* options: --reassociate */
double sum(int n, const double x[restrict n])
{
    double s = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
