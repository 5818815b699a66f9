/* A factor on a grid whose sizes lie in a global array. */
#include "tests/field/field.h"

static int grid_points[3];
static double u[128][128][128];
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 12, 128);
    for (int i = 0; i < 3; i++)
        grid_points[i] = n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                u[i][j][k] = field_random();
    field_begin();
#pragma hedra
    for (int i = 0; i < grid_points[0]; i++)
        for (int j = 0; j < grid_points[1]; j++)
            for (int k = 0; k < grid_points[2]; k++)
                u[i][j][k] *= 0.5;
    field_end();
    field_sum("u", u, sizeof u);
}
