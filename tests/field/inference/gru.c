/* The gates of a recurrent unit, of what matrices gave. */
#include "tests/field/field.h"

static float sigmoid(float x)
{
    return .5f + .5f * tanhf(.5f * x);
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 200000);
    float *in = field_floats(3 * n), *before = field_floats(3 * n);
    float *state = field_floats(n);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float reset = sigmoid(in[i] + before[i]);
        float keep = sigmoid(in[n + i] + before[n + i]);
        float new = tanhf(in[2 * n + i] + reset * before[2 * n + i]);
        state[i] = (1 - keep) * new + keep *state[i];
    }
    field_end();
    field_near("state", state, n);
}
