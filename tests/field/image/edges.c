/* Lengths and angles of gradients, as detectors of edges begin. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int h = field_size(argc, argv, 24, 500), w = h + h / 4;
    float *in = field_floats(h * w), *size = field_floats(h * w);
    float *angle = field_floats(h * w);
    field_begin();
#pragma hedra
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const float *p = in + y * w + x;
            float gx = p[1] - p[-1], gy = p[w] - p[-w];
            size[y * w + x] = hypotf(gx, gy);
            angle[y * w + x] = atan2f(gy, gx);
        }
    field_end();
    field_near("size", size, h * w);
    field_near("angle", angle, h * w);
}
