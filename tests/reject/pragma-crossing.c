/* expect: pragma 5 */
void f(int n, double *a)
{
    for (int i = 0; i < n; i++) {
#pragma scop
        a[i] = 0;
    }
#pragma endscop
}
