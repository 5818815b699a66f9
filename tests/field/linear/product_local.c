/* A product of matrices with a local sum. */
#include "tests/field/field.h"

static void multiply(int n, const float *A, const float *B, float *C)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i * n + k] * B[k * n + j];
            C[i * n + j] = sum;
        }
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
