/* Where temporaries live. */
void scopes(int n, double A[n][n])
{
#pragma scop
    double whole = A[0][0];
    for (int i = 0; i < n; i++) {
        double row = whole;
        {
            double block = row;
            A[i][0] = block;
        }
        for (int j = 0; j < n; j++) {
            double point = A[i][j];
            if (i > j) {
                double under = point;
                A[i][j] = under;
            }
        }
    }
#pragma endscop
}
