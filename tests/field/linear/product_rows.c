/* A product of matrices with pointers to rows. */
#include "tests/field/field.h"

static void multiply(int n, const float *A, const float *B, float *C)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        const float *a = A + i * n;
        float *c = C + i * n;
        for (int k = 0; k < n; k++) {
            const float *b = B + k * n;
            for (int j = 0; j < n; j++)
                c[j] += a[k] * b[j];
        }
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
