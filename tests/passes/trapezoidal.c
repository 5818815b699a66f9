/* A stencil of one dimension: the host's kernel holds the loop over time, and
 * trapezoids in time go before it. */
void smooth(int steps, int n, double a[restrict n], double b[restrict n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}
