/* Alignment of two sequences: a table filled by its neighbours. */
#include "tests/field/field.h"

static int maximum(int a, int b, int c)
{
    int k = a <= b ? b : a;
    return k <= c ? c : k;
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 2000), w = n + 1;
    int *ref = field_ints(w * w, 10), *t = field_zeros(w * w, sizeof *t);
    for (int i = 0; i < w; i++)
        t[i] = t[i * w] = -10 * i;
    field_begin();
#pragma hedra
    for (int i = 1; i < w; i++)
        for (int j = 1; j < w; j++)
            t[i * w + j] =
                maximum(t[(i - 1) * w + j - 1] + ref[i * w + j],
                        t[i * w + j - 1] - 10, t[(i - 1) * w + j] - 10);
    field_end();
    field_sum("t", t, w * w * sizeof *t);
}
