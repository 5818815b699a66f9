/* expect: clause 4 */
void f(int n, double a[n])
{
#pragma hedra layout(a : morton)
    for (int i = 0; i < n; i++)
        a[i] *= 2;
}
