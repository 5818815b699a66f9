/* Code in macros, with and without arguments. */
#define FOR(i, n) for (int i = 0; i < n; i++)
#define AT(A, i, j) A[(i)][(j)]
#define BODY                                                                   \
    AT(A, i, j) = 1;                                                           \
    AT(A, j, i) = 2
#define ONE(x) x = 1;

void macros(int n, double A[n][n], double *a)
{
#pragma hedra
    FOR(i, n)
        FOR(j, n) {
            BODY;
        }
#pragma hedra
    FOR(i, n)
        ONE(a[i])
#pragma hedra
    FOR(i, n) AT(A, i, (i)) = AT(A, 0, i);
    if (n)
#pragma hedra
        FOR(k, n)
            a[k] = k;
    else
        a[0] = 2;
}
