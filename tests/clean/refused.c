/* hedrac takes the first nest and refuses the second. */
void scale(int n, double *a, const int *next)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma hedra
    for (int i = 0; i < n; i = next[i])
        a[i] *= 2;
}
