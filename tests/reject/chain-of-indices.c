/* expect: chain 5 */
void f(int first, const int *restrict next, double *restrict x)
{
#pragma hedra
    for (int p = first; p >= 0; p = next[p])
        x[p] *= 2;
}
