/* Names that mean several things. */
void shadow(int n, int i, double A[n][i], double *a)
{
    {
        int n = 5;
#pragma scop
        for (int i = 0; i < n; i++) {
            double n = A[i][0];
            a[i] = n;
            for (int i = 0; i < 3; i++) {
                int a = i;
                A[a][1] = 0;
            }
        }
        a[0] = i;
#pragma endscop
    }
}
