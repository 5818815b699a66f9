/* One member to map, along which the array's rows lie apart: the tile makes the
 * copy contiguous. */
void rows(int n, int m, double A[n][m], double s[n])
{
#pragma scop
    for (int i = 0; i < n; i++) {
        s[i] = 0;
        for (int j = 0; j < m; j++)
            s[i] += A[i][j];
    }
#pragma endscop
}
