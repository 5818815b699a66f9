/* Linearised arrays of groups: channels of pixels, complex numbers, small masks;
 * rows of half a width, and mirrored ones. */
#include <stdint.h>
#include <stdio.h>

enum { H = 12, W = 14 };

static void gray(int h, int w, const uint8_t *restrict rgb, uint8_t *restrict y)
{
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) {
            const uint8_t *p = rgb + 3 * (j * w + i);
            y[j * w + i] = (uint8_t)((66 * p[0] + 129 * p[1] + 25 * p[2]) >> 8);
        }
}

static void invert(int h, int w, uint8_t *restrict rgb)
{
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++)
            for (int c = 0; c < 3; c++)
                rgb[(j * w + i) * 3 + c] =
                    (uint8_t)(255 - rgb[(j * w + i) * 3 + c]);
}

/* Mirrored, with the channels in the other order and one more. */
static void mirror(int h, int w, uint8_t *restrict rgba,
                   const uint8_t *restrict rgb)
{
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) {
            for (int c = 0; c < 3; c++)
                rgba[4 * (j * w + i) + c] =
                    rgb[3 * (j * w + (w - 1 - i)) + (2 - c)];
            rgba[4 * (j * w + i) + 3] = (uint8_t)i;
        }
}

static void flip(int h, int w, uint8_t *restrict y)
{
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w / 2; i++) {
            uint8_t left = y[j * w + i];
            y[j * w + i] = y[j * w + w - 1 - i];
            y[j * w + w - 1 - i] = left;
        }
}

static void halve(int h, int w, const uint8_t *restrict y, uint8_t *restrict u)
{
#pragma hedra
    for (int j = 0; j < h; j += 2)
        for (int i = 0; i < w; i += 2) {
            int sum = 0;
            for (int dj = 0; dj < 2; dj++)
                for (int di = 0; di < 2; di++)
                    sum += y[(j + dj) * w + i + di];
            u[j / 2 * (w / 2) + i / 2] = (uint8_t)(sum / 4);
        }
}

static void square(int h, int w, double *restrict z)
{
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int i = 1; i < w; i++) {
            double re = z[2 * (j * w + i)], im = z[2 * (j * w + i) + 1];
            z[2 * (j * w + i)] = re * re - im * im + j;
            z[2 * (j * w + i) + 1] = 2 * re * im + i;
        }
}

static void transpose_masks(int c, int k, const float *restrict in,
                            float *restrict out)
{
#pragma hedra
    for (int m = 0; m < k; m++)
        for (int l = 0; l < c; l++)
            for (int r = 0; r < 3; r++)
                for (int s = 0; s < 3; s++)
                    out[((m * c + l) * 3 + r) * 3 + s] =
                        in[((m * c + l) * 3 + s) * 3 + r] * 2;
}

/* Every second row: no groups, though all products are even. */
static void even_rows(int n, int *restrict a, const int *restrict b)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[2 * i * n + j] = a[2 * i * n + j] * 2 + b[(2 * i + 1) * n + j];
}

/* The last channel of the pixel before. */
static void before(int h, int w, uint8_t *restrict rgb)
{
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int i = 1; i < w; i++)
            rgb[3 * (j * w + i) - 1] = (uint8_t)(rgb[3 * (j * w + i) - 3] + j);
}

int main(void)
{
    static uint8_t rgb[3 * H * W], rgba[4 * H * W], y[H * W], u[H * W];
    static double z[2 * H * W];
    static float in[9 * H], out[9 * H];
    static int a[2 * H * H], b[2 * H * H];
    unsigned sum = 0;

    for (int i = 0; i < 3 * H * W; i++)
        rgb[i] = (uint8_t)(i * 37);
    for (int i = 0; i < 2 * H * W; i++)
        z[i] = i % 5;
    for (int i = 0; i < 9 * H; i++)
        in[i] = (float)i;
    for (int i = 0; i < 2 * H * H; i++)
        b[i] = a[i] = i * 7 % 31;
    gray(H, W, rgb, y);
    invert(H, W - 1, rgb);
    mirror(H, W, rgba, rgb);
    flip(H, W, y);
    halve(H, W, y, u);
    halve(H - 1, W - 1, y, u + H * W / 2); /* overlaps at an odd width */
    square(H, W, z);
    transpose_masks(4, 3, in, out);
    even_rows(H, a, b);
    before(H, W, rgb);
    for (int i = 0; i < H * W; i++)
        sum = sum * 31 + y[i] + 3u * u[i] + rgba[3 * i] + 5u * rgba[i] +
              rgb[2 * i + 1] + (unsigned)(int)z[2 * i] + (unsigned)(int)z[i];
    for (int i = 0; i < 9 * H; i++)
        sum = sum * 31 + (unsigned)out[i] + (unsigned)a[i] + (unsigned)a[2 * i];
    printf("%u\n", sum);
    return 0;
}
