/* What is not affine in the parameters becomes a parameter of its own. */
struct box {
    int n;
};

void hoisted(int n, int m, unsigned u, struct box s, struct box *p, double *a)
{
#pragma hedra assume(n * m > 0)
    for (int i = 0; i < n * m; i++) {
        for (int j = n / m; j < n % (m + 1); j++)
            a[n * m + i] = a[(n & 3) + j];
        for (int j = 0; j < s.n * s.n; j++)
            a[j] = n * m;
        for (int j = 0; j < p->n; j++)
            a[j / 2] = a[j % 3];
        for (unsigned j = 0; j < u * u + i; j++)
            a[j >> 1] = a[j << n];
        if (n * m < i && (n ^ m) > 2)
            a[i] = 0;
    }
}
