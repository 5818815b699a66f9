/* The gain of a new centre, points with a weight and a place. */
#include "tests/field/field.h"

typedef struct {
    float weight, cost;
    long assign;
    float coord[8];
} Point;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 200000);
    Point *p = field_zeros(n, sizeof *p);
    char *change = field_zeros(n, 1);
    for (int i = 0; i < n; i++) {
        p[i].weight = 1 + i % 3;
        p[i].cost = field_random();
        for (int d = 0; d < 8; d++)
            p[i].coord[d] = field_random();
    }
    int x = n / 2;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float dist = 0;
        for (int d = 0; d < 8; d++)
            dist += (p[i].coord[d] - p[x].coord[d]) *
                    (p[i].coord[d] - p[x].coord[d]);
        if (dist * p[i].weight < p[i].cost)
            change[i] = 1;
    }
    field_end();
    field_sum("change", change, n);
}
