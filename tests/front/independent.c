/* The clause independent marks loops by their iterators. */
void each_row(int n, const int *row, double *x, int size)
{
#pragma hedra extent(x[size]) independent(i)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            x[k] += i;
}

void inner(int steps, int n, const int *at, double *x, int size)
{
#pragma hedra extent(x[size]) independent(j, t)
    for (int t = 0; t < steps; t++)
        for (int j = 0; j < n; j++)
            x[at[j]] = t;
}
