/* Linear light to what screens show: a power, but a line near black. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 2000, 1000000);
    float *light = field_floats(n), *shown = field_zeros(n, sizeof *shown);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (light[i] <= .0031308f)
            shown[i] = 12.92f * light[i];
        else
            shown[i] = 1.055f * powf(light[i], 1 / 2.4f) - .055f;
    }
    field_end();
    field_near("shown", shown, n);
}
