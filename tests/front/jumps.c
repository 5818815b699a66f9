/* A goto backward makes every use of a variable one after the region. */
void jumps(int n, double *a)
{
    double t = 0;
again:
    t += 1;
    double u = t;
#pragma hedra
    for (int i = 0; i < n; i++) {
        u = a[i];
        t = u;
    }
    if (a[0] > 0)
        goto again;
}
