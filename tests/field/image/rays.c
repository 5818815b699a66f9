/* Rays walk towards a ball until they are near it, or far behind it. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int w = field_size(argc, argv, 33, 300), h = w;
    float *out = field_zeros(w * h, sizeof *out);
    field_begin();
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float dx = (x - w / 2) / (float)w, dy = (y - h / 2) / (float)h;
            float length = sqrtf(dx * dx + dy * dy + 1), t = 0;
            int steps = 0;
            for (; steps < 64; steps++) {
                float px = t * dx / length, py = t * dy / length;
                float pz = t / length - 3;
                float far = sqrtf(px * px + py * py + pz * pz) - 1;
                if (far < 1e-3f || t > 20)
                    break;
                t += far;
            }
            out[y * w + x] = t > 20 ? 0 : 1 - t / 20 + steps;
        }
    field_end();
    field_sum("out", out, w * h * sizeof *out);
}
