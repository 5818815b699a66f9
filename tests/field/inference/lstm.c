/* The gates of a cell that remembers. */
#include "tests/field/field.h"

static float sigmoid(float x)
{
    return 1 / (1 + expf(-x));
}

static float squash(float x)
{
    return 2 * sigmoid(2 * x) - 1;
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 200000);
    float *gate = field_floats(4 * n), *cell = field_floats(n);
    float *out = field_zeros(n, sizeof *out);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float in = sigmoid(gate[i]), forget = sigmoid(gate[n + i]);
        float show = sigmoid(gate[2 * n + i]), new = squash(gate[3 * n + i]);
        cell[i] = forget * cell[i] + in * new;
        out[i] = show * squash(cell[i]);
    }
    field_end();
    field_near("out", out, n);
    field_near("cell", cell, n);
}
