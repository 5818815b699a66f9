/* expect: type 9 */
/* expect: statement 11 */
/* expect: plain 18 */
void f(int n, double *a, long double x)
{
    double *p = a;
#pragma scop
    for (int i = 0; i < n; i++) {
        a[i] = x;
        p += i;
        switch (n)
        default:
            a[i]++;
    }
#pragma endscop
#pragma hedra
    for (int i = 0; i < n; i++)
        goto end;
end:;
}
