/* A sum over the elements of a row of which an exponential is taken. */
#include <math.h>

void call_always(int n, const double x[restrict n][n], double y[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
            if (x[i][j] > 0)
                s += exp(-x[i][j]);
        y[i] = s;
    }
}
