/* A recurrence: nothing to gain, the region is kept. */
void serial(int n, double x[n])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        x[i] = 0.5 * x[i - 1] + x[i];
}
