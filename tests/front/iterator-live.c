/* Which iterators and scalars are read after the region. */
int g;
void scanf_like(double *);

double live(int n, double *a)
{
    int i, j, k, l, m;
    double s = 0, t = 0, u, v = 0;
    static double keep;
    scanf_like(&v);
#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            t = a[i];
            u = t * 2;
            s += u;
            v += 1;
            keep += 1;
        }
    for (k = 0; k < n; k++)
        a[k] = 1;
    for (l = 0; l < n; l++)
        a[l] = 2;
    for (m = 0; m < n; m++)
        a[m] = 3;
    for (g = 0; g < n; g++)
        a[g] = 4;
#pragma endscop
    for (j = 0; j < 3; j++)
        a[j] = 0;
    if (n > 3)
        k = 1;
    else
        k = 2;
    if (n > 4)
        l = 0;
    t = 0;
    return s + i + k + l + t;
}
