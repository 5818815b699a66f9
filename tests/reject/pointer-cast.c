/* expect: pointer 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        ((long long *)a)[i] = 1;
    }
}
