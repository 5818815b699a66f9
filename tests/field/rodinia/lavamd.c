/* Particles of boxes, rows found by offsets. */
#include "tests/field/field.h"

typedef struct {
    float x, y, z, v;
} four;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 10, 1500);
    int per = 32;
    four *rv = (four *)field_floats(4 * n * per);
    float *f = field_zeros(n * per, sizeof *f);
    int *first = malloc(n * sizeof *first);
    for (int l = 0; l < n; l++)
        first[l] = l * per;
    field_begin();
#pragma hedra extent(rv[n * per], f[n * per])
    for (int l = 0; l < n; l++) {
        const four *rA = &rv[first[l]];
        float *fA = &f[first[l]];
        for (int i = 0; i < per; i++)
            for (int j = 0; j < per; j++) {
                float d =
                    rA[i].v + rA[j].v - (rA[i].x * rA[j].x + rA[i].y * rA[j].y);
                fA[i] += d * rA[j].z;
            }
    }
    field_end();
    field_sum("f", f, n * per * sizeof *f);
}
