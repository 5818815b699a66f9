/* expect: call 9 */
/* args: -Wno-incompatible-library-redeclaration */
int sqrt(int);

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = sqrt(i);
    }
}
