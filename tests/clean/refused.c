/* hedrac takes the first nest and refuses the second, where a case falls
 * through. */
void scale(int n, double *a, const int *kind)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma hedra
    for (int i = 0; i < n; i++)
        switch (kind[i]) {
        case 0:
            a[i] = 1;
        default:
            a[i] += 2;
        }
}
