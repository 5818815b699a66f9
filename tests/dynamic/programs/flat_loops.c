/* Loops over all pixels at once beside others by rows and columns. */
#include <stdio.h>
#include <stdlib.h>

struct pixel {
    unsigned char r, g, b, a;
};

static void edges(const struct pixel *in, float *grey, float *out, int w, int h)
{
#pragma hedra
    {
        for (int i = 0; i < w * h; i++)
            grey[i] = 0.299f * in[i].r + 0.587f * in[i].g + 0.114f * in[i].b;
        for (int y = 1; y < h - 1; y++)
            for (int x = 1; x < w - 1; x++) {
                float dx = grey[y * w + x + 1] - grey[y * w + x - 1];
                float dy = grey[(y + 1) * w + x] - grey[(y - 1) * w + x];
                out[y * w + x] = dx * dx + dy * dy;
            }
        for (int i = 0; i < h * w; i++)
            out[i] += grey[i] * 0.125f + i;
    }
}

int main(void)
{
    static const int width[] = {33, 1, 5, 0, -3}, height[] = {20, 9, 1, 4, -2};
    unsigned seed = 1;
    for (int t = 0; t < 5; t++) {
        int w = width[t], h = height[t];
        struct pixel in[33 * 20];
        float grey[33 * 20], out[33 * 20];
        for (int i = 0; i < 33 * 20; i++) {
            seed = seed * 1103515245u + 12345u;
            in[i] = (struct pixel){(unsigned char)(seed >> 8),
                                   (unsigned char)(seed >> 16),
                                   (unsigned char)(seed >> 24), 255};
            grey[i] = out[i] = 1;
        }
        edges(in, grey, out, w, h);
        double sum = 0;
        for (int i = 0; i < 33 * 20; i++)
            sum = sum * 0.75 + out[i] + 3 * grey[i];
        printf("%.17g\n", sum);
    }
    return 0;
}
