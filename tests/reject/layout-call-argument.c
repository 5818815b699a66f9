/* expect: clause 7 */
void g(int n, double a[n][n]);
void f(int n, double a[n][n])
{
#pragma hedra data(a) layout(a : morton)
    {
        g(n, a);
    }
}
