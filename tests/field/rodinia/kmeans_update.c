/* Points to the nearest of some centres, and new centres from sums of points:
 * divisions under a condition are little beside the distances. */
#include "tests/field/field.h"

#define FEATURES 16
#define CENTRES 12

static float centre[CENTRES][FEATURES], sum[CENTRES][FEATURES];
static int size[CENTRES];

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 40000), moved = 0;
    float(*point)[FEATURES] = (float(*)[FEATURES])field_floats(n * FEATURES);
    int *member = field_zeros(n, sizeof *member);
    for (int c = 0; c < CENTRES; c++)
        memcpy(centre[c], point[c], sizeof centre[c]);
    field_begin();
    for (int round = 0; round < 3; round++) {
#pragma hedra
        {
            for (int c = 0; c < CENTRES; c++) {
                size[c] = 0;
                for (int f = 0; f < FEATURES; f++)
                    sum[c][f] = 0;
            }
            for (int i = 0; i < n; i++) {
                int best = 0;
                float least = 3.4e38f;
                for (int c = 0; c < CENTRES; c++) {
                    float d = 0;
                    for (int f = 0; f < FEATURES; f++)
                        d += (point[i][f] - centre[c][f]) *
                             (point[i][f] - centre[c][f]);
                    if (d < least) {
                        least = d;
                        best = c;
                    }
                }
                if (member[i] != best)
                    moved++;
                member[i] = best;
                size[best]++;
                for (int f = 0; f < FEATURES; f++)
                    sum[best][f] += point[i][f];
            }
            for (int c = 0; c < CENTRES; c++)
                for (int f = 0; f < FEATURES; f++)
                    if (size[c] > 0)
                        centre[c][f] = sum[c][f] / size[c];
        }
    }
    field_end();
    printf("moved %d\n", moved);
    field_sum("member", member, n * sizeof *member);
    field_sum("centre", centre, sizeof centre);
}
