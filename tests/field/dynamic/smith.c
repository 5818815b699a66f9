/* A local alignment with its best cell. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 2000), w = n + 1, best = 0, at = 0;
    int *a = field_ints(n, 4), *b = field_ints(n, 4);
    int *h = field_zeros(w * w, sizeof *h);
    field_begin();
#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) {
            int s = h[(i - 1) * w + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            if (h[(i - 1) * w + j] - 1 > s)
                s = h[(i - 1) * w + j] - 1;
            if (h[i * w + j - 1] - 1 > s)
                s = h[i * w + j - 1] - 1;
            if (s < 0)
                s = 0;
            h[i * w + j] = s;
            if (s > best) {
                best = s;
                at = i;
            }
        }
    field_end();
    printf("best %d at %d\n", best, at);
}
