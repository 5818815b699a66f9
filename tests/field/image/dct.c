/* Cosine transforms of blocks of 8 x 8, quantised. */
#include "tests/field/field.h"

static void transform(float cosine[8][8], const unsigned char *from, int stride,
                      short *to, const unsigned char *quantum)
{
    float rows[8][8], both[8][8];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float s = 0;
            for (int k = 0; k < 8; k++)
                s += cosine[j][k] * (from[i * stride + k] - 128);
            rows[i][j] = s;
        }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float s = 0;
            for (int k = 0; k < 8; k++)
                s += cosine[i][k] * rows[k][j];
            both[i][j] = s;
        }
    for (int k = 0; k < 64; k++) {
        float v = both[k / 8][k % 8] / quantum[k];
        to[k] = (short)(v < 0 ? v - .5f : v + .5f);
    }
}

int main(int argc, char **argv)
{
    int w = field_size(argc, argv, 40, 640), h = w / 8 * 6;
    int *pixel = field_ints(w * h, 256);
    unsigned char *image = field_zeros(w * h, 1), quantum[64];
    short *out = field_zeros(w * h, sizeof *out);
    float cosine[8][8];
    for (int k = 0; k < w * h; k++)
        image[k] = (unsigned char)pixel[k];
    for (int k = 0; k < 64; k++)
        quantum[k] = (unsigned char)(16 + k);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            cosine[i][j] = (float)((2 * j + 1) * i % 32 - 16) / 32;
    field_begin();
#pragma hedra
    for (int y = 0; y < h / 8; y++)
        for (int x = 0; x < w / 8; x++)
            transform(cosine, image + y * 8 * w + x * 8, w,
                      out + (y * (w / 8) + x) * 64, quantum);
    field_end();
    field_sum("out", out, w * h * sizeof *out);
}
