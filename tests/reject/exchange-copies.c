/* Both lead to the same array after the first iteration. */
/* expect: pointer 7 */
void f(int n, double *restrict a, double *restrict b)
{
#pragma hedra
    for (int t = 0; t < n; t++) {
        b[t] = a[t] + t;
        a = b;
    }
}
