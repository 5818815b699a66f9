/* Every clause. */
void clauses(int n, int m, unsigned u, double *a, double *b, double *c)
{
    double x = 0, t = 0;
    int i;
#pragma hedra tile(32, 8, 4) device(any) plan(compact) reassociate             \
    assume(n > 0, m >= 2 && n != 3 * m, !(u == 7u) || n % 4 == -1)             \
    private(x, c) live_out(a, t, i)
    for (i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (unsigned k = 0; k < u; k++) {
                x = a[j];
                t = x;
                c[0] = t;
                b[j] = x;
                a[i] = x + 1 + c[0];
            }
    b[0] = x + t + i;
}
