/* expect: chain 5 */
void f(int p, const int *restrict next, double *restrict x)
{
#pragma hedra
    while (p >= 0) {
        x[p] *= 2;
        p = next[p];
    }
}
