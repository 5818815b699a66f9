/* expect: pointer 8 */
/* expect: pointer 10 */
/* By how much data decides. */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        *a = i;
        if (b[i] > 0)
            a++;
    }
}
