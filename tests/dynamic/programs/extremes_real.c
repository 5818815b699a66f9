/* Minima and maxima of floats in elements that data chooses, in any order: what
 * is no number gives way, in the data and in the elements, and infinities do
 * not. */
#include <math.h>
#include <stdio.h>

enum { N = 6000, BINS = 23 };
static unsigned char bin[N];
static double x[N], least[BINS];
static float y[N], most[BINS], far[BINS];
static int row[N + 1];

static void print(double value)
{
    if (isnan(value))
        printf(" nan");
    else
        printf(" %.17g", value);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        unsigned bits = i * 2654435761u;
        bin[i] = (unsigned char)((bits >> 9) % (BINS - 1));
        x[i] = i % 7 ? (int)(bits >> 3) * 1e-3 - 2e5 : NAN;
        y[i] = i % 11 ? (float)(bits >> 8) - 8e6f : -INFINITY;
        row[i + 1] = row[i] + i % 3;
    }
    for (int b = 0; b < BINS; b++) {
        least[b] = b % 2 ? NAN : 1e6;
        most[b] = b % 3 ? -INFINITY : NAN;
        far[b] = 1e30f;
    }
    for (int i = 0; i < N; i++)
        if (bin[i] == 5)
            x[i] = NAN;
    x[3000] = INFINITY;
    x[3001] = -INFINITY;
#pragma hedra
    {
        for (int i = 0; i < N; i++) {
            least[bin[i]] = fmin(least[bin[i]], x[i]);
            most[bin[i]] = fmaxf(y[i] * 0.5f, most[bin[i]]);
        }
        for (int i = 0; i < N; i++)
            for (int k = row[i]; k < row[i + 1]; k++)
                far[bin[k]] = fminf(far[bin[k]], (float)(i % 97 + 9 * k));
    }
    for (int b = 0; b < BINS; b++) {
        print(least[b]);
        print(most[b]);
        print(far[b]);
        printf("\n");
    }
    return 0;
}
