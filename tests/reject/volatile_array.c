/* expect: type 8 */
volatile int size[3];

void f(int n, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] *= size[1];
    }
}
