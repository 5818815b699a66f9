/* expect: iterator-written 9 */
int f(int n, const int *row, double *restrict y)
{
    int k;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (k = 0; k < 3; k++)
            y[3 * i + k] = 0;
        for (k = row[i]; k < row[i + 1]; k++)
            y[3 * i] += k;
    }
    return k;
}
