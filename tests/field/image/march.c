/* Rays that march towards spheres above a plane, in the style of vectors as
 * structures that functions take and give. */
#include "tests/field/field.h"

typedef struct {
    float x, y, z;
} vec3;

static inline vec3 add(vec3 a, vec3 b)
{
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline vec3 scale(vec3 a, float s)
{
    vec3 r = {a.x * s, a.y * s, a.z * s};
    return r;
}
static inline float dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline float length(vec3 a)
{
    return sqrtf(dot(a, a));
}

static float scene(vec3 p)
{
    vec3 mirrored = {fabsf(p.x) - 1, p.y, p.z};
    float sphere = length(add(mirrored, (vec3){.z = -4})) - .8f;
    float plane = p.y + 1;
    return sphere < plane ? sphere : plane;
}

static void render(unsigned *pixel, int w, int h)
{
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            vec3 ray = {(x - w / 2) / (float)w, (h / 2 - y) / (float)w, 1};
            vec3 eye = {0, 0, 0};
            ray = scale(ray, 1 / length(ray));
            float t = 0;
            unsigned color = 0x202040;
            for (int k = 0; k < 48 && t < 20; k++) {
                float step = scene(add(eye, scale(ray, t)));
                if (step < 1e-3f) {
                    color = 255 - (unsigned)(t * 12);
                    break;
                }
                t += step;
            }
            pixel[y * w + x] = color;
        }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 20, 250);
    unsigned *pixel = field_zeros(n * n, sizeof *pixel);
    field_begin();
    render(pixel, n, n);
    field_end();
    field_sum("pixel", pixel, n * n * sizeof *pixel);
}
