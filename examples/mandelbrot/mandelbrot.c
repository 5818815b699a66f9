/*
 * The Mandelbrot set: mandelbrot [HEIGHT [WIDTH [PICTURE.ppm]]]. How long the
 * loop of a pixel runs is known only when it ends; the pixels are independent.
 */
#include "../show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1000 };

static void iterate(int h, int w, int steps[h][w])
{
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double cr = -2.2 + 3.2 * x / w, ci = 1.2 - 2.4 * y / h;
            double re = 0, im = 0;
            int n = 0;

#ifndef STATIC
            while (n < LIMIT && re * re + im * im < 4) {
                double next = re * re - im * im + cr;

                im = 2 * re * im + ci;
                re = next;
                n++;
            }
#else /* what a static schedule can hold: all steps, each behind a guard */
            for (int k = 0; k < LIMIT; k++)
                if (re * re + im * im < 4) {
                    double next = re * re - im * im + cr;

                    im = 2 * re * im + ci;
                    re = next;
                    n++;
                }
#endif
            steps[y][x] = n;
        }
}

static void iterate_plain(int h, int w, int steps[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double cr = -2.2 + 3.2 * x / w, ci = 1.2 - 2.4 * y / h;
            double re = 0, im = 0;
            int n = 0;

            while (n < LIMIT && re * re + im * im < 4) {
                double next = re * re - im * im + cr;

                im = 2 * re * im + ci;
                re = next;
                n++;
            }
            steps[y][x] = n;
        }
}

/* One character for each of 20 by 64 parts of the picture. */
static void show_text(int h, int w, int steps[h][w])
{
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 64; j++) {
            int n = steps[(2 * i + 1) * h / 40][(2 * j + 1) * w / 128];

            putchar(n == LIMIT ? '#' : " .,:;-=+*o"[n > 18 ? 9 : n / 2]);
        }
        putchar('\n');
    }
}

static int write_picture(const char *name, int h, int w, int steps[h][w])
{
    unsigned char(*rgb)[w][3] = show_alloc((size_t)h, sizeof *rgb);

    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int n = steps[y][x] == LIMIT ? 0 : steps[y][x];

            rgb[y][x][0] = (unsigned char)(n * 9 % 256);
            rgb[y][x][1] = (unsigned char)(n * 5 % 256);
            rgb[y][x][2] = (unsigned char)(n * 16 % 256);
        }
    int status = show_picture(name, h, w, rgb[0][0]);
    free(rgb);
    return status;
}

int main(int argc, char **argv)
{
    int h = show_argument(argc, argv, 1, 160, 20, 8192);
    int w = show_argument(argc, argv, 2, 256, 64, 8192);
    int(*steps)[w] = show_alloc((size_t)h, sizeof *steps);
    int(*want)[w] = show_alloc((size_t)h, sizeof *want);
    double start = show_now(), plain, region;
    int status;

    iterate_plain(h, w, want);
    plain = show_now() - start;
    iterate(h, w, steps); /* the first run opens the device */
    start = show_now();
    iterate(h, w, steps);
    region = show_now() - start;

    show_text(h, w, steps);
    status = show_verdict(memcmp(steps, want, sizeof(int[h][w])) != 0, 0, plain,
                          region);
    if (argc > 3)
        status |= write_picture(argv[3], h, w, steps);
    free(steps);
    free(want);
    return status;
}
