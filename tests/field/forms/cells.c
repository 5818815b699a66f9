/* Structures in structures, whose sizes are no multiples of each other. */
#include "tests/field/field.h"

typedef struct {
    int x, y;
    long first;
} Near;
typedef struct {
    int count, kind;
    Near other[5];
    float tensor[3][3];
    short code[7];
} Cell;

static void advance(int n, Cell *c, long *sum)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        long s = 0;
        for (int k = 0; k < 5; k++)
            if (k < c[i].count)
                s += c[i].other[k].first + c[i].other[k].y;
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < a; b++) {
                float t = c[i].tensor[a][b];
                c[i].tensor[a][b] = c[i].tensor[b][a];
                c[i].tensor[b][a] = t;
            }
        for (int k = 1; k < 7; k++)
            c[i].code[k] = c[i].code[k - 1] + k;
        sum[i] = s;
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 200000);
    Cell *c = field_zeros(n, sizeof *c);
    long *sum = field_zeros(n, sizeof *sum);
    for (int i = 0; i < n; i++) {
        c[i].count = i % 7;
        for (int k = 0; k < 5; k++)
            c[i].other[k].first = c[i].other[k].y = i * k;
        for (int k = 0; k < 9; k++)
            c[i].tensor[k / 3][k % 3] = i + k;
        c[i].code[0] = i;
    }
    field_begin();
    advance(n, c, sum);
    field_end();
    field_sum("cells", c, n * sizeof *c);
    field_sum("sum", sum, n * sizeof *sum);
}
