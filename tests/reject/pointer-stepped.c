/* expect: pointer 7 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (b[i] > 0)
            *a++ = i;
    }
}
