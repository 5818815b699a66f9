/* expect: type 9 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double t[2][i + 1];
        b[i] = i;
        for (int j = 0; j < 2; j++)
            t[j][i] = a[i];
    }
}
