/* What other compilers are told does not matter. */
void attributes(int n, double *a)
{
#pragma hedra
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma unroll 4
        for (int j = 0; j < 8; j++)
            a[i] += j;
    }
}
