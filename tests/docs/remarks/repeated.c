/* The loop ends when the values settle. */
#include <math.h>
void settle(int n, double a[restrict n], double b[restrict n])
{
    double change;
#pragma hedra
    do {
        change = 0;
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            change = fmax(change, fabs(b[i] - a[i]));
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    } while (change > 1e-6);
}
