/*
 * Masked integral image: masked-integral-image [HEIGHT [WIDTH [SHARE
 * [PICTURE.ppm]]]]. Of an image only some pixels are known, SHARE per cent. Two
 * integral images, of the known pixels and of their number, give the sum over
 * any rectangle in four reads; with them each known pixel is replaced by the
 * mean of the known ones around it, in the smallest square that holds enough of
 * them.
 */
#include "../show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LARGEST: of the distances to a square's border; as wide a frame of unknown
 * pixels lies around the image. */
enum { ENOUGH = 20, LARGEST = 16, FRAME = 2 * LARGEST };

static void smooth(int h, int w, const unsigned char known[h][w],
                   const int image[h][w], int sum[h + 1][w + 1],
                   int number[h + 1][w + 1], int mean[h][w])
{
#pragma hedra
    {
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                sum[i + 1][j + 1] =
                    sum[i + 1][j] + (known[i][j] ? image[i][j] : 0);
                number[i + 1][j + 1] = number[i + 1][j] + (known[i][j] != 0);
            }
        for (int j = 0; j < w; j++)
            for (int i = 0; i < h; i++) {
                sum[i + 1][j + 1] += sum[i][j + 1];
                number[i + 1][j + 1] += number[i][j + 1];
            }
        for (int i = LARGEST; i < h - LARGEST; i++)
            for (int j = LARGEST; j < w - LARGEST; j++)
                if (known[i][j]) {
                    int total = image[i][j], count = 1;
                    for (int r = 1; r <= LARGEST; r++)
                        if (count < ENOUGH) {
                            count = number[i + r + 1][j + r + 1] -
                                    number[i - r][j + r + 1] -
                                    number[i + r + 1][j - r] +
                                    number[i - r][j - r];
                            total = sum[i + r + 1][j + r + 1] -
                                    sum[i - r][j + r + 1] -
                                    sum[i + r + 1][j - r] + sum[i - r][j - r];
                        }
                    mean[i][j] = total / count;
                }
    }
}

/* The sum and the number of known pixels at most r from (i, j). */
static void add_square(int h, int w, const unsigned char known[h][w],
                       const int image[h][w], int i, int j, int r, int *total,
                       int *count)
{
    *total = *count = 0;
    for (int y = i - r; y <= i + r; y++)
        for (int x = j - r; x <= j + r; x++) {
            *count += known[y][x];
            *total += known[y][x] ? image[y][x] : 0;
        }
}

static void smooth_plain(int h, int w, const unsigned char known[h][w],
                         const int image[h][w], int mean[h][w])
{
    for (int i = LARGEST; i < h - LARGEST; i++)
        for (int j = LARGEST; j < w - LARGEST; j++) {
            int total = 0, count = 0;
            for (int r = 1; known[i][j] && r <= LARGEST && count < ENOUGH; r++)
                add_square(h, w, known, image, i, j, r, &total, &count);
            if (known[i][j])
                mean[i][j] = total / count;
        }
}

/* Rings of brightness 0 to 255, of which some pixels are known. */
static void paint(int h, int w, int share, unsigned char known[h][w],
                  int image[h][w])
{
    unsigned seed = 1;

    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            seed = seed * 1664525u + 1013904223u;
            known[i][j] = i >= LARGEST && i < h - LARGEST && j >= LARGEST &&
                          j < w - LARGEST && (int)((seed >> 8) % 100) < share;
            image[i][j] = (i * i + j * j) / 64 % 256;
        }
}

/* What is known of the image, and beside it what became of that: blue where a
 * pixel is not known. */
static int write_picture(const char *name, int h, int w,
                         const unsigned char known[h][w], const int image[h][w],
                         const int mean[h][w])
{
    int ph = h - FRAME, pw = w - FRAME;
    unsigned char(*rgb)[2 * pw][3] = show_alloc((size_t)ph, sizeof *rgb);

    for (int i = 0; i < ph; i++)
        for (int j = 0; j < 2 * pw; j++) {
            int y = i + LARGEST, x = j % pw + LARGEST;
            int grey = j < pw ? image[y][x] : mean[y][x];

            for (int c = 0; c < 3; c++)
                rgb[i][j][c] = (unsigned char)(known[y][x] ? grey
                                               : c == 2    ? 96
                                                           : 24);
        }
    int status = show_picture(name, ph, 2 * pw, rgb[0][0]);
    free(rgb);
    return status;
}

int main(int argc, char **argv)
{
    int h = show_argument(argc, argv, 1, 200, 8, 4096) + FRAME;
    int w = show_argument(argc, argv, 2, 300, 8, 4096) + FRAME;
    int share = show_argument(argc, argv, 3, 5, 0, 100);
    unsigned char(*known)[w] = show_alloc((size_t)h, sizeof *known);
    int(*image)[w] = show_alloc((size_t)h, sizeof *image);
    int(*mean)[w] = show_alloc((size_t)h, sizeof *mean);
    int(*want)[w] = show_alloc((size_t)h, sizeof *want);
    int(*sum)[w + 1] = show_alloc((size_t)h + 1, sizeof *sum);
    int(*number)[w + 1] = show_alloc((size_t)h + 1, sizeof *number);
    double start, plain, region;
    int status;

    paint(h, w, share, known, image);
    start = show_now();
    smooth_plain(h, w, known, image, want);
    plain = show_now() - start;
    smooth(h, w, known, image, sum, number, mean); /* opens the device */
    start = show_now();
    smooth(h, w, known, image, sum, number, mean);
    region = show_now() - start;

    printf("%d per cent of %d by %d pixels are known: %d; means of some:\n",
           share, w - FRAME, h - FRAME, number[h][w]);
    for (int k = 0, shown = 0; k < h * w && shown < 8; k += 4999) {
        int i = k / w, j = k % w;
        while (j < w && !known[i][j])
            j++;
        if (j < w && ++shown)
            printf("  (%d, %d): %d of %d\n", i, j, mean[i][j], image[i][j]);
    }
    status = show_verdict(memcmp(mean, want, sizeof(int[h][w])) != 0, 0, plain,
                          region);
    if (argc > 4)
        status |= write_picture(argv[4], h, w, known, image, mean);
    free(known);
    free(image);
    free(mean);
    free(want);
    free(sum);
    free(number);
    return status;
}
