/* Scans of linear recurrences, what is added or taken away on either side. */
void linear_scans(int n, const double *restrict x, double *restrict y,
                  double *restrict z)
{
#pragma hedra reassociate
    for (int i = 1; i < n; i++)
        y[i] = 0.5 * y[i - 1] - x[i];
#pragma hedra reassociate
    for (int i = 1; i < n; i++)
        z[i] = x[i] - 0.5 * z[i - 1];
}
