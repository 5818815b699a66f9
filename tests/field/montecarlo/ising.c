/* A sweep over the spins of one colour. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 20, 2000);
    signed char *s = (signed char *)field_bytes(n * n);
    float *u = field_floats(n * n), p[5] = {1, 1, 0.5f, 0.1f, 0.01f};
    for (int i = 0; i < n * n; i++)
        s[i] = s[i] & 1 ? 1 : -1;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = i & 1; j < n; j += 2) {
            int sum = s[(i + 1) % n * n + j] + s[(i + n - 1) % n * n + j] +
                      s[i * n + (j + 1) % n] + s[i * n + (j + n - 1) % n];
            if (u[i * n + j] < p[(s[i * n + j] * sum + 4) / 2])
                s[i * n + j] = -s[i * n + j];
        }
    field_end();
    field_sum("s", s, n * n);
}
