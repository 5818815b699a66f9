/* Local arrays with initialisers. */
void initialised(int n, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        float w[3] = {1, 0.1, i};
        int z[2][2] = {0}, q[2][2] = {{1}, {2, 3}};
        double unset[2];
        unset[1] = w[i % 3];
        a[i] = z[1][0] + q[1][1] + unset[1];
    }
}
