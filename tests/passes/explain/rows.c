/* Sums that each iteration of a loop makes over a loop of its own: a team of a
 * GPU's threads shares those whose elements are neighbours. */
void taken(int n, int m, const double (*restrict A)[m], double *restrict x,
           double *restrict y, double *restrict q, const int (*restrict a)[m],
           int *restrict s)
{
    /* The second loop is taken out of the first. */
#pragma hedra reassociate
    for (int i = 0; i < n; i++) {
        q[i] = 0;
        for (int j = 0; j < m; j++)
            q[i] += A[i][j] * x[j];
        for (int j = 0; j < m; j++)
            y[j] += A[i][j] * q[i];
    }
    /* Integers, with or without the clause. */
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s[i] = a[i][j] > s[i] ? a[i][j] : s[i];
}

/* Few outputs: all have blocks of the sum. */
void split(int n, const double (*restrict A)[n], const double (*restrict B)[24],
           double (*restrict C)[24])
{
#pragma hedra reassociate
    for (int i = 0; i < 24; i++)
        for (int j = 0; j < 24; j++) {
            C[i][j] = 0;
            for (int k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

void not_taken(int n, int m, const double (*restrict A)[m],
               const double *restrict x, double *restrict q,
               const int (*restrict a)[m], int *restrict s,
               const double (*restrict B)[5], double (*restrict C)[m])
{
    /* Sums of floats in order. */
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            q[i] += A[i][j] * x[j];
    /* Neighbouring threads read neighbours already. */
#pragma hedra reassociate
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            q[j] += A[i][j] * x[i];
    /* Too short for the lanes. */
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 5; k++)
            q[i] += B[i][k];
    /* Threads enough. */
#pragma hedra reassociate
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                C[i][j] += A[i][k] * A[j][k];
    /* There would be as many launches as the longest sum is long. */
#pragma hedra reassociate
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < i; k++)
            sum += q[k] * A[i][k];
        q[i] -= sum;
    }
    /* The rows use each other's sums. */
#pragma hedra reassociate
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            s[i] += a[i][j] * s[i - 1];
}
