/* Several regions in one function share its variables. */
double several(int n, double *a)
{
    double s = 0, t = 0;
    int i;
#pragma hedra
    for (i = 0; i < n; i++)
        s += a[i];
#pragma scop
    for (i = 0; i < n; i++)
        t += a[i] * s;
#pragma endscop
#pragma hedra
    for (i = 0; i < n; i++)
        a[i] = t;
    return s;
}
