/* Clauses about memory that subscripts read from memory reach; an element of an
 * injective array stays visible in subscripts. */
void assertions(int n, int m, const int *perm, const int *row, const double *x,
                double *y)
{
#pragma hedra extent(x[4 * m], y[m], row[100]) injective(perm) \
    extent(perm[row[n] + 1])
    for (int i = 0; i < n; i++) {
        const int p = perm[i];
        int q = row[i];
        y[p] = x[q];
    }
}
