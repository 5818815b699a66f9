/* expect: pointer 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        *(double *)1024L = i;
    }
}
