/* Plans that are made at run time: by levels, of a list, and of what an
 * inspector finds. */
#include <math.h>

void blocks(int n, unsigned char on[restrict n][n], double x[restrict n][n])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            if (on[i][j])
                x[i][j] = 1 + (on[i - 1][j] ? x[i - 1][j] : 0) +
                          (on[i][j - 1] ? x[i][j - 1] : 0);
}

void few(int n, const int kind[restrict n], double y[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (kind[i] == 3)
            y[i] = exp(y[i]) + sin(y[i]) + log(1 + y[i] * y[i]);
}

void solve(int n, const int row[restrict n + 1], const int *restrict column,
           const double *restrict value, double x[restrict n])
{
#pragma hedra extent(column[row[n]], value[row[n]])
    for (int i = 0; i < n; i++) {
        double s = x[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= value[k] * x[column[k]];
        x[i] = s;
    }
}
