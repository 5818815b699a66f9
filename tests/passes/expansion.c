/* A temporary of the loop body, and one declared outside that no value crosses
 * iterations through: both become private. */
void temporary(int n, int m, double a[n][m], double b[n])
{
    double sum;
#pragma hedra
    for (int i = 0; i < n; i++) {
        double largest = a[i][0];
        sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i][j];
        for (int j = 1; j < m; j++)
            largest = a[i][j] > largest ? a[i][j] : largest;
        b[i] = sum / largest;
    }
}
