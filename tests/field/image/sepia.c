/* Colours of pixels as structures, clamped. */
#include "tests/field/field.h"

typedef struct {
    unsigned char r, g, b;
} Pixel;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 3000000);
    Pixel *p = (Pixel *)field_bytes(3 * n);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float r = 0.393f * p[i].r + 0.769f * p[i].g + 0.189f * p[i].b;
        float g = 0.349f * p[i].r + 0.686f * p[i].g + 0.168f * p[i].b;
        float b = 0.272f * p[i].r + 0.534f * p[i].g + 0.131f * p[i].b;
        p[i].r = r > 255 ? 255 : r;
        p[i].g = g > 255 ? 255 : g;
        p[i].b = b > 255 ? 255 : b;
    }
    field_end();
    field_sum("p", p, 3 * n);
}
