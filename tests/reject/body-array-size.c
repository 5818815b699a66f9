/* expect: type 9 */
void f(int n, double *restrict y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (y[i] > k) {
            double t[n];
            t[k % n] = k;
            k++;
        }
    }
}
