/* Pointers to rows of fixed size; iterators and a temporary from outside. */
#define N 100
typedef float real;

void jacobi(real (*A)[N], real (*B)[N], int steps)
{
    int t, i, j;
    real tmp;
#pragma hedra tile(32, 16) device(gpu) assume(steps > 0)
    for (t = 0; t < steps; t++) {
        for (i = 1; i < N - 1; i++)
            for (j = 1; j <= N - 2; ++j) {
                tmp = A[i][j] + A[i][j - 1] + A[i][1 + j] + A[i + 1][j];
                B[i][j] = 0.2 * tmp;
            }
        for (i = 1; i < N - 1; i++)
            for (j = 1; j <= N - 2; ++j)
                A[i][j] = B[i][j];
    }
}
