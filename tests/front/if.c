/* Conditions on iterators and parameters are part of the tree. */
void conditions(int n, int m, double A[n][n])
{
#pragma scop
    if (n > 3) {
        for (int i = 0; i < n; i++) {
            if (i % 2 == 0)
                A[i][0] = 1;
            else if (i < m || i == 7)
                A[i][1] = 2;
            else
                A[i][2] = 3;
            if (i != m)
                ;
            if (!(i > 2) && n)
                for (int j = i; j < n; j++)
                    A[i][j] = i > j ? 4 : 5;
        }
    }
#pragma endscop
}
