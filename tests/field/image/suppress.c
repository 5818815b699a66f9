/* Canny: gradient and suppression of what is no maximum along it. */
#include "tests/field/field.h"
typedef struct {
    int w, h;
    float *mag;
    unsigned char *dir;
    unsigned char *out;
} Canny;
#define AT(p, y, x) ((p)[(y)*c->w + (x)])
static void nms(Canny *c, float lo, float hi)
{
#pragma hedra
    for (int y = 1; y < c->h - 1; y++)
        for (int x = 1; x < c->w - 1; x++) {
            float m = AT(c->mag, y, x), a, b;
            switch (AT(c->dir, y, x)) {
            case 0:
                a = AT(c->mag, y, x - 1);
                b = AT(c->mag, y, x + 1);
                break;
            case 1:
                a = AT(c->mag, y - 1, x + 1);
                b = AT(c->mag, y + 1, x - 1);
                break;
            case 2:
                a = AT(c->mag, y - 1, x);
                b = AT(c->mag, y + 1, x);
                break;
            default:
                a = AT(c->mag, y - 1, x - 1);
                b = AT(c->mag, y + 1, x + 1);
                break;
            }
            AT(c->out, y, x) =
                (m >= a && m >= b && m > lo) ? (m > hi ? 255 : 128) : 0;
        }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1400);
    Canny c = {n, n + 7, field_floats(n * (n + 7)), field_bytes(n * (n + 7)),
               field_bytes(n * (n + 7))};
    for (int i = 0; i < n * (n + 7); i++)
        c.dir[i] &= 3;
    field_begin();
    for (int r = 0; r < 4; r++)
        nms(&c, 0.1f, 0.5f + r * .1f);
    field_end();
    field_sum("out", c.out, n * (n + 7));
}
