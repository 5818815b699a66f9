/* Normal numbers from uniform ones, two by two, by Box and Muller. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 300000);
    double *u = field_doubles(n), *v = field_doubles(n);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        double far = sqrt(-2 * log(u[i] + 0x1p-25)), turn = 2 * M_PI * v[i];
        u[i] = far * cos(turn);
        v[i] = far * sin(turn);
    }
    field_end();
    field_near_doubles("u", u, n);
    field_near_doubles("v", v, n);
}
