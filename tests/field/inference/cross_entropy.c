/* What a classifier of two classes loses at each sample. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 400000);
    double *guess = field_doubles(n), *label = field_doubles(n);
    double *loss = field_zeros(n, sizeof *loss);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        double p = .0001 + .9998 * guess[i];
        loss[i] = -label[i] * log(p) - (1 - label[i]) * log(1 - p);
    }
    field_end();
    field_near_doubles("loss", loss, n);
}
