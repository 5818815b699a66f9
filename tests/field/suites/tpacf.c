/* Angular correlation: pairs of directions fall into bins of their cosine. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    enum { BINS = 12 };
    int n = field_size(argc, argv, 80, 3000);
    float *x = field_floats(n), *y = field_floats(n), *z = field_floats(n);
    float bound[BINS + 1];
    long bin[BINS + 2] = {0};
    for (int b = 0; b <= BINS; b++)
        bound[b] = 1 - .08f * b;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            float dot = x[i] * x[j] + y[i] * y[j] + z[i] * z[j];
            int lo = 0, hi = BINS;
            while (hi > lo + 1) {
                int k = (lo + hi) / 2;
                if (dot >= bound[k])
                    hi = k;
                else
                    lo = k;
            }
            if (dot >= bound[lo])
                bin[lo]++;
            else if (dot < bound[hi])
                bin[hi + 1]++;
            else
                bin[hi]++;
        }
    field_end();
    field_sum("bin", bin, sizeof bin);
}
