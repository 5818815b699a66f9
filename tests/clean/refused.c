/* hedrac takes the first nest and refuses the second, whose pragma stands
 * before no loop. */
void scale(int n, double *a, const int *kind)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] *= 2;
#pragma hedra
    switch (kind[0]) {
    case 0:
        a[0] = 1;
        break;
    default:
        a[0] += 2;
    }
}
