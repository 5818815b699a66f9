/*
 * Integral image in place: integral-image [HEIGHT [WIDTH]]. Afterwards each
 * pixel holds the sum of all pixels above and to the left of it, so that the
 * sum over any rectangle costs four reads.
 */
#include "../show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integrate(int h, int w, unsigned image[h][w])
{
#pragma hedra
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            unsigned sum = image[i][j];

            if (i > 0)
                sum += image[i - 1][j];
            if (j > 0)
                sum += image[i][j - 1];
            if (i > 0 && j > 0)
                sum -= image[i - 1][j - 1];
            image[i][j] = sum;
        }
}

static void integrate_plain(int h, int w, unsigned image[h][w])
{
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            unsigned sum = image[i][j];

            if (i > 0)
                sum += image[i - 1][j];
            if (j > 0)
                sum += image[i][j - 1];
            if (i > 0 && j > 0)
                sum -= image[i - 1][j - 1];
            image[i][j] = sum;
        }
}

/* Rings of brightness 0 to 255. */
static void paint(int h, int w, unsigned image[h][w])
{
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            image[i][j] = (unsigned)(i * i + j * j) / 64 % 256;
}

/* The mean over rows top <= i < bottom and columns left <= j < right. */
static double mean(int h, int w, unsigned sum[h][w], int top, int left,
                   int bottom, int right)
{
    unsigned s = sum[bottom - 1][right - 1];

    if (top > 0)
        s -= sum[top - 1][right - 1];
    if (left > 0)
        s -= sum[bottom - 1][left - 1];
    if (top > 0 && left > 0)
        s += sum[top - 1][left - 1];
    return (double)s / ((double)(bottom - top) * (right - left));
}

int main(int argc, char **argv)
{
    int h = show_argument(argc, argv, 1, 480, 4, 8192);
    int w = show_argument(argc, argv, 2, 640, 4, 8192);
    unsigned(*image)[w] = show_alloc((size_t)h, sizeof *image);
    unsigned(*want)[w] = show_alloc((size_t)h, sizeof *want);
    double start, plain, region;
    int status;

    paint(h, w, want);
    start = show_now();
    integrate_plain(h, w, want);
    plain = show_now() - start;
    integrate(h, w, image); /* the first run opens the device */
    paint(h, w, image);
    start = show_now();
    integrate(h, w, image);
    region = show_now() - start;

    printf("mean brightness of the 4 by 4 parts of a %d by %d image\n", w, h);
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
            printf("%8.2f", mean(h, w, image, i * h / 4, j * w / 4,
                                 (i + 1) * h / 4, (j + 1) * w / 4));
        putchar('\n');
    }
    status = show_verdict(memcmp(image, want, sizeof(unsigned[h][w])) != 0, 0,
                          plain, region);
    free(image);
    free(want);
    return status;
}
