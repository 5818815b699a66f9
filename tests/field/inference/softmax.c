/* Rows of a softmax. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 30, 1000);
    float *x = field_floats(n * n);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float max = x[i * n], sum = 0;
        for (int j = 1; j < n; j++)
            if (x[i * n + j] > max)
                max = x[i * n + j];
        for (int j = 0; j < n; j++) {
            x[i * n + j] = expf(x[i * n + j] - max);
            sum += x[i * n + j];
        }
        for (int j = 0; j < n; j++)
            x[i * n + j] /= sum;
    }
    field_end();
    field_near("x", x, n * n);
}
