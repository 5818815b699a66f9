/* expect: pragma 6 */
void f(int n, double *a)
{
#pragma scop
    for (int i = 0; i < n; i++) {
#pragma hedra
        for (int j = 0; j < n; j++)
            a[i] += j;
    }
#pragma endscop
}
