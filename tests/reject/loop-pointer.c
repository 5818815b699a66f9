/* expect: loop-form 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (double *p = a; p < b; p++)
            *p = 0;
    }
}
