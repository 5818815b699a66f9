/* Which points lie in a polygon: crossings of a ray. */
#include "tests/field/field.h"
typedef struct {
    double x, y;
} point;
static int inside(const point *poly, int n, point p)
{
    int in = 0;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        if ((poly[i].y > p.y) != (poly[j].y > p.y) &&
            p.x < (poly[j].x - poly[i].x) * (p.y - poly[i].y) /
                          (poly[j].y - poly[i].y) +
                      poly[i].x)
            in = !in;
    }
    return in;
}
static void classify(const point *poly, int n, const point *pts, int m,
                     unsigned char *out)
{
#pragma hedra
    for (int i = 0; i < m; i++)
        out[i] = inside(poly, n, pts[i]);
}
int main(int argc, char **argv)
{
    int m = field_size(argc, argv, 60, 30000), n = 60;
    point *poly = (point *)field_doubles(2 * n),
          *pts = (point *)field_doubles(2 * m);
    unsigned char *o = field_zeros(m, 1);
    field_begin();
    for (int r = 0; r < 3; r++) {
        classify(poly, n, pts, m, o);
        poly[r].x = .5;
    }
    field_end();
    field_sum("o", o, m);
}
