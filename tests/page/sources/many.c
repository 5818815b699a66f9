/* More points and arrows than a page should hold. */
#define ROW(A, B)                                                             \
    for (int i = 1; i < n - 1; i++)                                           \
        for (int j = 1; j < n - 1; j++)                                       \
            A[i][j] = B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1] + \
                      B[i][j];
#define ROWS(A, B) ROW(A, B) ROW(B, A) ROW(A, B) ROW(B, A) ROW(A, B) ROW(B, A)

void many(int steps, int n, double A[n][n], double B[n][n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        ROWS(A, B)
        ROWS(A, B)
        ROWS(A, B)
    }
}
