/* Conditions that are not affine are tested at each point, like data. */
void untaken(int n, int m, double h, double a[n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i * j < m)
                a[i][j] = 0;
            if (h * 1.25 >= m && i < j)
                a[i][j] += 1;
            if ((i & m) == 0)
                a[i][j] += 2;
            else
                a[i][j] += 3;
            if (i % m == 2 || j % 4 == 1)
                a[i][j] += 4;
        }
#pragma endscop
}
