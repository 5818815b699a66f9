/* A nest that is called often and done in a tenth of a millisecond, plane after
 * plane, in a program that has finished after some milliseconds: there is no
 * time in it to find out whether another way is faster. */
#include "tests/field/field.h"

enum { MOST = 80 };
static double mass[MOST][MOST][MOST][4], rate[MOST][MOST][4][4];

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 8, MOST);
    n = n < 2 ? 2 : n > MOST ? MOST : n;
    double *m = &mass[0][0][0][0], *r = &rate[0][0][0][0];
    for (size_t i = 0; i < sizeof mass / sizeof *m; i++)
        m[i] = field_random();
    for (size_t i = 0; i < sizeof rate / sizeof *r; i++)
        r[i] = field_random();
    double step = 0.02;
    field_begin();
    for (int k = 1; k < n; k++) {
#pragma hedra
        for (int j = 1; j < n; j++)
            for (int i = 1; i < n; i++) {
                double flow[4];
                for (int s = 0; s < 4; s++)
                    flow[s] = mass[k][j][i][s] -
                              step * (rate[j][i][0][s] * mass[k - 1][j][i][0] +
                                      rate[j][i][1][s] * mass[k - 1][j][i][1] +
                                      rate[j][i][2][s] * mass[k][j - 1][i][2] +
                                      rate[j][i][3][s] * mass[k][j][i - 1][3]);
                double all = 1 + flow[0] * flow[0] + flow[1] * flow[1];
                for (int s = 0; s < 4; s++)
                    mass[k][j][i][s] = flow[s] / all;
            }
    }
    field_end();
    field_sum("mass", mass, sizeof mass);
}
