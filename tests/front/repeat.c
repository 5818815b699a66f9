/* Loops around nests that end by tests of data. */
#include <math.h>

void repeat(int n, int most, double tol, double *restrict a, double *restrict b)
{
    double change, norm[2];
    int round, sub = 0;
#pragma hedra
    {
        for (round = 0; round < most; round++) {
            change = 0;
            for (int i = 1; i < n - 1; i++)
                b[i] = 0.5 * (a[i - 1] + a[i + 1]);
            for (int i = 1; i < n - 1; i++) {
                change = fmax(change, fabs(a[i] - b[i]));
                a[i] = b[i];
            }
            if (change < tol)
                break;
        }
        do {
            for (int i = round % 2; i < n; i += 2)
                a[i] *= 0.5;
            norm[0] = norm[1] = 0;
            for (int i = 0; i < n; i++)
                norm[i % 2] += a[i];
            if (norm[0] > 1e6) {
                norm[0] = 0;
                break;
            }
            sub++;
        } while (norm[0] > 1 || norm[1] > 1);
        for (;;) {
            for (int i = 0; i < n; i++)
                a[i] += 1;
            sub--;
            if (sub > 0) {
                for (int i = 0; i < n; i++)
                    b[i] += 1;
            } else
                break;
        }
    }
}
