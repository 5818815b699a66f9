/* args: -w */
/* Chained assignments and commas at the level of statements. */
void chain(int n, double *a, float *b, int *c)
{
    double t = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = b[i] = c[i] = 3.7;
        a[i] = (b[i] += 1);
        a[i] = 1, b[i] = 2;
        t = a[i];
    }
    a[0] = t;
}
