/* expect: statement 9 */
void f(int n, double *a)
{
    int rounds = 0;
#pragma hedra
    while (a[0] > 1) {
        rounds++;
        for (int i = 0; i < n; i++) a[i] *= 0.5;
        if (rounds < 5)
            continue;
        for (int i = 0; i < n; i++)
            a[i] -= 1;
    }
}
