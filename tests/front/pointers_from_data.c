/* Pointers whose places memory holds: the place is read once. */
void gather(int groups, int per, const int *first, const double *v, double *out)
{
#pragma hedra
    for (int l = 0; l < groups; l++) {
        const double *src = &v[first[l]];
        double s = 0;
        for (int i = 0; i < per; i++)
            s += src[i];
        out[l] = s;
    }
}

void place(int n, double *a, double *b)
{
#pragma hedra extent(a[n])
    for (int i = 0; i < n; i++) {
        double *p = a + (int)b[i];
        *p = 1;
    }
}
