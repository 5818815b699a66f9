/* A potential on a lattice from the atoms within a distance. */
#include "tests/field/field.h"

typedef struct {
    float x, y, z, q;
} Atom;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 12, 60);
    int atoms = 100;
    Atom *atom = (Atom *)field_floats(4 * atoms);
    float *v = field_zeros(n * n * n, sizeof *v);
    field_begin();
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                float e = 0, h = 1.0f / n;
                for (int a = 0; a < atoms; a++) {
                    float dx = atom[a].x - i * h, dy = atom[a].y - j * h;
                    float dz = atom[a].z - k * h;
                    float r2 = dx * dx + dy * dy + dz * dz;
                    if (r2 >= 0.25f)
                        continue;
                    float s = 1 - r2 * 4;
                    e += atom[a].q * s * s;
                }
                v[(k * n + j) * n + i] = e;
            }
    field_end();
    field_sum("v", v, n * n * n * sizeof *v);
}
