/* Piecewise linear interpolation in a table of unequal steps, searched from the
 * front, with ends held. */
#include <stdio.h>

static void interpolate(size_t n, const double *at, double *value, int m,
                        const double *knot, const double *height)
{
#pragma hedra extent(knot[m], height[m])
    for (size_t i = 0; i < n; i++) {
        int k = 0;
        while (k < m - 2 && knot[k + 1] <= at[i])
            ++k;
        if (at[i] <= knot[0])
            value[i] = height[0];
        else if (at[i] >= knot[m - 1])
            value[i] = height[m - 1];
        else
            value[i] = height[k] + (height[k + 1] - height[k]) *
                                       (at[i] - knot[k]) /
                                       (knot[k + 1] - knot[k]);
    }
}

int main(void)
{
    enum { N = 777, M = 23 };
    static double at[N], value[N], knot[M], height[M];
    for (int k = 0; k < M; k++) {
        knot[k] = k * k * 0.1;
        height[k] = (k * 7 % 11) - 3;
    }
    for (int i = 0; i < N; i++)
        at[i] = (i * 37 % N) * 0.07 - 1;
    interpolate(N, at, value, M, knot, height);
    for (int i = 0; i < N; i += 4)
        printf("%.17g\n", value[i]);
    return 0;
}
