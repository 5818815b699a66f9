/* args: -w */
/* Pointers, and all the ways to follow one that stays. */
void pointers(int n, int m, double *a, double (*A)[m], double (*B)[n][m],
              double *const restrict c, const float *d)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        double *row = A[i], *next = row + m, (*plane)[m] = B[i];
        *a = 1;
        *(a + i) = 2;
        *(i + a + 1) = 3;
        i[a] = 4;
        (*A)[i] = 5;
        (*(A + i))[1] = 6;
        *A[i] = 7;
        *(*(A + 2) + i) = 8;
        row[3] = d[i];
        next[-1] = *(next - i);
        plane[i][4] = (*B)[i][5];
        (&a[i])[1] = c[i];
        *&a[i] = *&c[2];
        (&A[1])[i][2] = 9;
        ((const double *)c)[i];
        c[i] = *(const float *)&d[i];
    }
#pragma endscop
}
