/* A variable that each iteration writes before it reads it. */
void norm(int n, double a[restrict n][n], double b[restrict n])
{
    double sum;
#pragma hedra
    for (int i = 0; i < n; i++) {
        sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i][j];
        b[i] = sum;
    }
}
