/*
 * Edges of a picture, in integers: imaging [HEIGHT [WIDTH]] smooths 8-bit
 * pixels with a 5 by 5 binomial filter, then takes Sobel's gradient.
 */
#include "../show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void find_edges(int h, int w, unsigned char in[restrict h][w],
                       unsigned char smooth[restrict h][w],
                       unsigned char edge[restrict h][w], int filter[5])
{
#pragma hedra
    {
        for (int i = 2; i < h - 2; i++)
            for (int j = 2; j < w - 2; j++) {
                int sum = 128;

                for (int k = 0; k < 5; k++)
                    for (int l = 0; l < 5; l++)
                        sum += filter[k] * filter[l] * in[i + k - 2][j + l - 2];
                smooth[i][j] = sum >> 8;
            }
        for (int i = 3; i < h - 3; i++)
            for (int j = 3; j < w - 3; j++) {
                int dx = smooth[i - 1][j + 1] - smooth[i - 1][j - 1] +
                         2 * (smooth[i][j + 1] - smooth[i][j - 1]) +
                         smooth[i + 1][j + 1] - smooth[i + 1][j - 1];
                int dy = smooth[i + 1][j - 1] - smooth[i - 1][j - 1] +
                         2 * (smooth[i + 1][j] - smooth[i - 1][j]) +
                         smooth[i + 1][j + 1] - smooth[i - 1][j + 1];
                int size = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);

                edge[i][j] = size > 255 ? 255 : size;
            }
    }
}

static void find_edges_plain(int h, int w, unsigned char in[restrict h][w],
                             unsigned char smooth[restrict h][w],
                             unsigned char edge[restrict h][w], int filter[5])
{
    for (int i = 2; i < h - 2; i++)
        for (int j = 2; j < w - 2; j++) {
            int sum = 128;

            for (int k = 0; k < 5; k++)
                for (int l = 0; l < 5; l++)
                    sum += filter[k] * filter[l] * in[i + k - 2][j + l - 2];
            smooth[i][j] = sum >> 8;
        }
    for (int i = 3; i < h - 3; i++)
        for (int j = 3; j < w - 3; j++) {
            int dx = smooth[i - 1][j + 1] - smooth[i - 1][j - 1] +
                     2 * (smooth[i][j + 1] - smooth[i][j - 1]) +
                     smooth[i + 1][j + 1] - smooth[i + 1][j - 1];
            int dy = smooth[i + 1][j - 1] - smooth[i - 1][j - 1] +
                     2 * (smooth[i + 1][j] - smooth[i - 1][j]) +
                     smooth[i + 1][j + 1] - smooth[i - 1][j + 1];
            int size = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);

            edge[i][j] = size > 255 ? 255 : size;
        }
}

/* A bright disc on a dark, grained ground. */
static void paint(int h, int w, unsigned char in[h][w])
{
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            int y = i - h / 2, x = j - w / 2;

            in[i][j] = (unsigned char)((x * x + y * y < h * h / 9 ? 200 : 40) +
                                       (i * 31 + j * 17) % 13);
        }
}

int main(int argc, char **argv)
{
    int h = show_argument(argc, argv, 1, 360, 8, 16384);
    int w = show_argument(argc, argv, 2, 480, 8, 16384);
    int filter[5] = {1, 4, 6, 4, 1};
    unsigned char(*in)[w] = show_alloc((size_t)h, sizeof *in);
    unsigned char(*smooth)[w] = show_alloc((size_t)h, sizeof *smooth);
    unsigned char(*edge)[w] = show_alloc((size_t)h, sizeof *edge);
    unsigned char(*want)[w] = show_alloc((size_t)h, sizeof *want);
    double start, plain, region;
    long marked = 0;
    int status;

    paint(h, w, in);
    start = show_now();
    find_edges_plain(h, w, in, smooth, want, filter);
    plain = show_now() - start;
    find_edges(h, w, in, smooth, edge, filter); /* opens the device */
    start = show_now();
    find_edges(h, w, in, smooth, edge, filter);
    region = show_now() - start;

    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            marked += edge[i][j] > 127;
    printf("edges in a %d by %d picture: %ld pixels\n", w, h, marked);
    status = show_verdict(memcmp(edge, want, sizeof(unsigned char[h][w])) != 0,
                          0, plain, region);
    free(in);
    free(smooth);
    free(edge);
    free(want);
    return status;
}
