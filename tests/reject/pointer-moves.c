/* expect: pointer 7 */
/* expect: pointer 8 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        *a = i;
        a++;
    }
}
