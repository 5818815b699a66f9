/* Scalars that are seen after the region: each iteration but of the last nest
 * writes them anew, so that only that one stays as it is. */
double t, s, last;

double anew(int n, const double *restrict x, double *restrict y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        t = x[i] * x[i];
        s = t + 1;
        y[i] = t / s;
    }
    return t;
}

double nested(int n, int m, double a[restrict n][m], double *restrict y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        s = y[i];
        for (int j = 0; j < m; j++) {
            t = a[i][j];
            a[i][j] = t * s;
        }
    }
    return t;
}

double twice(int n, const double *restrict x, double *restrict y)
{
#pragma hedra
    {
        for (int i = 0; i < n; i++) {
            t = x[i];
            y[i] = t * t;
        }
        for (int i = 0; i < n; i++) {
            t = y[i];
            y[i] = t + 1;
        }
    }
    return t;
}

double passed(int n, const double *restrict x, double *restrict y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (x[i] > 0.5)
            last = x[i];
        y[i] = last;
    }
    return last;
}
