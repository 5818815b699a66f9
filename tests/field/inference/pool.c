/* The greatest of two times two, with its stride in a structure. */
#include "tests/field/field.h"

typedef struct {
    int w, h, c, size, stride;
} layer;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 16, 200);
    layer l = {n, n, 16, 2, 2};
    float *x = field_floats(l.c * n * n);
    float *y = field_zeros(l.c * n * n / 4, sizeof *y);
    field_begin();
#pragma hedra
    for (int c = 0; c < l.c; c++)
        for (int i = 0; i < l.h / 2; i++)
            for (int j = 0; j < l.w / 2; j++) {
                float m = -1e30f;
                for (int u = 0; u < 2; u++)
                    for (int v = 0; v < 2; v++) {
                        float t = x[(c * l.h + 2 * i + u) * l.w + 2 * j + v];
                        m = t > m ? t : m;
                    }
                y[(c * (l.h / 2) + i) * (l.w / 2) + j] = m;
            }
    field_end();
    field_sum("y", y, l.c * n * n / 4 * sizeof *y);
}
