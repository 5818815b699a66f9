/* One thread finds the first value, which all others read. */
void fill(int n, double x[restrict n], double y[restrict n])
{
#pragma hedra
    for (int i = 1; i < n; i++) {
        x[i] = x[i - 1] / (1 + x[i - 1]);
        for (int j = 0; j < n; j++)
            y[j] += x[i];
    }
}
