/* Whoever sets the flag sets it to 1. */
int relax(int n, int *restrict d, const int *restrict e)
{
    int changed = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        if (e[i] < d[i]) {
            d[i] = e[i];
            changed = 1;
        }
    return changed;
}
