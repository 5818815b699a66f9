/* A product of matrices with leading dimensions. */
#include "tests/field/field.h"

static void multiply(int n, const float *A, const float *B, float *C)
{
    int lda = n, ldb = n, ldc = n;
#pragma hedra
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int k = 0; k < n; ++k)
                C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 500);
    float *A = field_floats(n * n), *B = field_floats(n * n);
    float *C = field_zeros(n * n, sizeof *C);
    field_begin();
    multiply(n, A, B, C);
    field_end();
    field_sum("C", C, n * n * sizeof *C);
}
