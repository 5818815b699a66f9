/* American options on binomial trees, one for each strike. */
#include "tests/field/field.h"

enum { STEPS = 24 };
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 20000);
    double *strike = field_doubles(n), *price = field_doubles(n);
    const double up = 1.05, down = 1 / up, p = .53, discount = .998;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        double value[STEPS + 1], k = 80 + 40 * strike[i], s0 = 100;
        double s = s0;
        for (int j = 0; j < STEPS; j++)
            s *= down;
        for (int j = 0; j <= STEPS; j++) {
            value[j] = k - s > 0 ? k - s : 0;
            s *= up * up;
        }
        for (int t = STEPS - 1; t >= 0; t--) {
            s = s0;
            for (int j = 0; j < t; j++)
                s *= down;
            for (int j = 0; j <= t; j++) {
                double hold =
                    discount * (p * value[j + 1] + (1 - p) * value[j]);
                double now = k - s;
                value[j] = now > hold ? now : hold;
                s *= up * up;
            }
        }
        price[i] = value[0];
    }
    field_end();
    field_sum("price", price, n * 8);
}
