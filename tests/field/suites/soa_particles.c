/* Particles as a struct of arrays in a box that they leave on the other side.
 */
#include "tests/field/field.h"

struct cloud {
    int n;
    float *x, *y, *z, *vx, *vy, *vz;
    float box;
};
static void move(struct cloud *c, float dt)
{
#pragma hedra
    for (int i = 0; i < c->n; i++) {
        c->x[i] += c->vx[i] * dt;
        c->y[i] += c->vy[i] * dt;
        c->z[i] += c->vz[i] * dt;
        if (c->x[i] >= c->box)
            c->x[i] -= c->box;
        else if (c->x[i] < 0)
            c->x[i] += c->box;
        if (c->y[i] >= c->box)
            c->y[i] -= c->box;
        else if (c->y[i] < 0)
            c->y[i] += c->box;
        c->z[i] = c->z[i] - c->box * floorf(c->z[i] / c->box);
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 1000000);
    struct cloud c = {n,
                      field_floats(n),
                      field_floats(n),
                      field_floats(n),
                      field_floats(n),
                      field_floats(n),
                      field_floats(n),
                      1.f};
    field_begin();
    for (int t = 0; t < 3; t++)
        move(&c, .25f);
    field_end();
    field_sum("x", c.x, n * 4);
    field_sum("y", c.y, n * 4);
    field_sum("z", c.z, n * 4);
}
