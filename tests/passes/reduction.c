/* A sum over two loops, and a maximum with its place beside a count. */
void reduction(int n, int m, int a[n][m], int b[n], long *result)
{
    long sum = 0;
    int most = -1, place = -1, count = 0;
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                sum += a[i][j];
        for (int i = 0; i < n; i++) {
            if (b[i] > most) {
                most = b[i];
                place = i;
            }
            if (b[i] < 0)
                count++;
        }
    }
    result[0] = sum;
    result[1] = most;
    result[2] = place;
    result[3] = count;
}
