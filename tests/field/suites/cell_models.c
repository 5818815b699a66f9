/* Many small systems of equations, each by steps of its own: rates of a ring of
 * variables, then all of them at once. */
#include "tests/field/field.h"

#define VARIABLES 16

int main(int argc, char **argv)
{
    int cells = field_size(argc, argv, 30, 20000);
    int steps = argc > 1 ? 60 : 5;
    double *state = field_doubles(cells * VARIABLES), h = 0.001;
    field_begin();
#pragma hedra
    for (int c = 0; c < cells; c++) {
        double s[VARIABLES], rate[VARIABLES];
        for (int e = 0; e < VARIABLES; e++)
            s[e] = state[c * VARIABLES + e];
        for (int t = 0; t < steps; t++) {
            for (int e = 0; e < VARIABLES; e++) {
                double left = s[(e + VARIABLES - 1) % VARIABLES];
                double right = s[(e + 1) % VARIABLES];
                rate[e] = 0.5 * (left - 2 * s[e] + right) - 0.1 * s[e] * s[e] +
                          0.2 / (1 + s[e] * s[e]);
            }
            for (int e = 0; e < VARIABLES; e++)
                s[e] += h * rate[e];
        }
        for (int e = 0; e < VARIABLES; e++)
            state[c * VARIABLES + e] = s[e];
    }
    field_end();
    field_sum("state", state, cells * VARIABLES * sizeof *state);
}
