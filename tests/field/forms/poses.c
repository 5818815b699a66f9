/* Matrices inside of structures. */
#include "tests/field/field.h"

typedef struct {
    float m[3][3];
    int tag;
} pose;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 500000);
    pose *p = field_zeros(n, sizeof *p);
    float r[3][3] = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    for (int i = 0; i < n; i++)
        p[i].m[i % 3][1] = p[i].tag = i;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float t[3][3];
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                t[a][b] = 0;
                for (int c = 0; c < 3; c++)
                    t[a][b] += r[a][c] * p[i].m[c][b];
            }
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                p[i].m[a][b] = t[a][b];
    }
    field_end();
    field_sum("p", p, n * sizeof *p);
}
