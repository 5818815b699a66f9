/* A condition on data becomes a guard: the write may happen. */
void guarded(int n, int x[n], int y[n], const int flag[n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (flag[i] > 0 && i != 3)
            x[i] = -x[i];
        y[i] += x[i];
    }
}
