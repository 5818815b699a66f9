/* expect: pointer 4 */
void f(int n, const int *limit, const int *at, float *restrict y)
{
#pragma hedra extent(y[limit[0]])
    for (int i = 0; i < n; i++)
        if (limit)
            y[at[i]] += 1;
}
