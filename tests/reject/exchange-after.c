/* expect: pointer 14 */
void f(int n, double *restrict a, double *restrict b)
{
#pragma hedra
    {
        for (int t = 0; t < n; t++) {
            b[t] = a[t] + t;
            double *spare = a;
            a = b;
            b = spare;
        }
        for (int i = 0; i < n; i++)
            /* which of the two it is depends on n */
            a[i] += 1;
    }
}
