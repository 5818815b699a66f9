/* expect: pointer 7 */
void f(int n, double *restrict a, double *restrict b)
{
#pragma hedra
    for (int r = 0; r < 3; r++)
        for (int t = 0; t < n; t++) {
            a[t] = r;
            double *spare = a;
            a = b;
            b = spare;
        }
}
