/* expect: statement 8 */
void f(int n, double *a, int *out)
{
    int x = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            for (x = 0; x < 3; x++)
                a[i + n + 3 * x] = 1;
#pragma endscop
    *out = x;
}
