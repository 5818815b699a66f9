/* What is recognised as a reduction or scan, and what is not and why. */
#include <math.h>

void taken(int n, const int *restrict a, const double *restrict x,
           int *restrict y, double *restrict z, long *result)
{
    int product = 1, all = 1, most = 0, place = 0, running = 0, bits = 0;
    short narrow = 0;
    double least = x[0], greatest = x[0], sum = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        product *= a[i] - 1;
        all = a[i] > 3 && all ? 1 : 0;
    }
#pragma hedra
    for (int i = 0; i < n; i++) {
        all = all && a[i];
        narrow += a[i];
        bits = (bits ^ a[i]) ^ 5;
        least = x[i] < least ? x[i] : least;
        greatest = fmax(greatest, x[i] * 2);
        if (a[i] > most) {
            most = a[i];
            place = i;
        }
    }
#pragma hedra
    for (int i = 0; i < n; i++) {
        y[i] = running;
        running += a[i];
    }
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
#pragma hedra reassociate
    for (int i = 1; i < n; i++)
        z[i] = 0.5 * z[i - 1] + x[i];
    result[0] = product + all + most + place + running + bits + narrow;
    result[1] = (long)(least + greatest + sum);
}

void kept(int n, const int *restrict a, const double *restrict x,
          double *restrict z, int *restrict y, double *result)
{
    double sum = 0, most = 0;
    int state = 1, last = 0, place = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        sum += x[i];
#pragma hedra
    for (int i = 1; i < n; i++)
        z[i] = z[i - 1] * z[i - 1] + x[i];
#pragma hedra
    for (int i = 0; i < n; i++) {
        state = (state * state + a[i]) % 1001;
        y[i] = state;
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        most = most > x[i] ? most : x[i];
#pragma hedra
    for (int i = 0; i < n; i++)
        if (a[i] >= last) {
            last = a[i];
            place = i;
        }
#pragma hedra
    for (int i = 0; i < n; i++)
        state = a[i] - state;
#pragma hedra
    for (int i = 0; i < n; i++)
        state = state + a[i] * state % 3;
    result[0] = sum + state + most + last + place;
}
