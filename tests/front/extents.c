/* args: -Wno-deprecated-non-prototype -Wno-strict-prototypes */
/* A size that has changed since the declaration is taken from the array. */
extern int global;
void use();
static const int fixed = 4;

void extents(int n, int m, double A[n][m], double B[n][m + n], double (*C)[m])
{
    int k = n;
    double D[k][n], E[global][global], F[3][fixed], G[n][2 * n];
    k++;
    m = 3;
#pragma scop
    for (int i = 0; i < n; i++) {
        A[i][0] = 1;
        B[i][0] = 2;
        C[i][0] = 3;
        D[i][0] = 4;
        E[i][0] = 5;
        F[i][0] = 6;
        G[i][0] = D[i][1] + E[i][1] + F[i][1] + k;
    }
#pragma endscop
    use(D, E, F, G);
}
