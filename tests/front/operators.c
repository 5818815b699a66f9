/* Every operator of C that a region takes. */
void operators(int n, int *a, unsigned *u, double *d)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = a[i] + 1 - n * 2 / 3 % 4;
        a[i] = a[i] << 2 >> 1;
        a[i] = (a[i] & 1) | (a[i] ^ 2);
        a[i] = ~a[i] + -n + +i;
        a[i] = !a[i] + !d[i];
        a[i] = a[i] < n && d[i] >= 0 || u[i] != 3;
        a[i] = a[i] > n ? a[i] : n;
        a[i] = d[i] ? 1 : 0;
        u[i] = u[i] >> a[i];
        d[i] = d[i] > a[i] ? d[i] : a[i];
        a[i] = a[i] == n;
        a[i] = a[i] <= n;
    }
}
