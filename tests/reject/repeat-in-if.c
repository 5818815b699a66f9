/* expect: statement 7 */
void f(int n, double *a)
{
#pragma hedra
    {
        if (n > 5) {
            while (a[0] > 1)
                for (int i = 0; i < n; i++)
                    a[i] *= 0.5;
        }
    }
}
